"""The service as a child process on free ports, for as long as somebody needs it."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

_PREFIX: Final = "PISYEDILI_"
_FLAGS: Final = ("--host=127.0.0.1", "--port=0", "--metrics-port=0", "--drain-delay=0")
_PATIENCE: Final = 20.0
"""How many seconds the service may take to start, and to stop."""


class NotStarted(RuntimeError):
    """A service that did not start; the message is what it wrote."""


@dataclass(frozen=True, slots=True)
class Service:
    """A service that answers: its ports, and the process it runs in."""

    port: int
    metrics_port: int
    process: "subprocess.Popen[bytes]"

    def stop(self) -> int:
        """Ask it to stop by SIGTERM, and return its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(_PATIENCE)


@contextmanager
def service(*flags: str) -> Iterator[Service]:
    """Start a service that ignores this process's settings, and yield it when it answers.

    It is gone afterwards, whatever happens.
    """
    command = (sys.executable, "-m", "pisyedili.service", *_FLAGS, "--log-format=json", *flags)
    environ = {name: value for name, value in os.environ.items() if not name.startswith(_PREFIX)}
    with TemporaryDirectory() as folder:
        log = Path(folder, "log")
        with log.open("wb") as out:
            process = subprocess.Popen(  # noqa: S603 - our own module, by this very Python
                command, stdout=out, stderr=subprocess.STDOUT, env=environ
            )
        try:
            yield _serving(process, log)
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()


def _serving(process: "subprocess.Popen[bytes]", log: Path) -> Service:
    """Return a service as soon as its log says that it serves."""
    limit = time.monotonic() + _PATIENCE
    while time.monotonic() < limit and process.poll() is None:
        for line in log.read_text("utf-8").splitlines():
            entry = _entry(line)
            if entry.get("event") == "serving":
                return Service(int(entry["port"]), int(entry["metrics_port"]), process)
        time.sleep(0.02)
    raise NotStarted(log.read_text("utf-8"))


def _entry(line: str) -> dict[str, str]:
    """Return a line of the log; nothing for one that is not yet whole, or not ours."""
    try:
        entry = json.loads(line)
    except ValueError:
        return {}
    return entry if isinstance(entry, dict) else {}
