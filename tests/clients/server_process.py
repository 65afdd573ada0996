"""The real service in a process of its own, on a loopback port."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryFile
from typing import IO, Any

from tests.ports import free_ports

PATIENCE = 60.0
"""Seconds after which a wait is given up; no test depends on how long it takes."""

_COMMAND = (sys.executable, "-m", "pisyedili.service", "--host=127.0.0.1", "--metrics-port=0")


class ServerProcess:
    """A service that runs until it is stopped or killed, on a given port or on a free one."""

    def __init__(self, *flags: str, port: int | None = None) -> None:
        port = port or free_ports(1)[0]
        self._log: IO[str] = TemporaryFile("w+")  # noqa: SIM115 - closed with the process
        self._process = subprocess.Popen(  # noqa: S603 - our own command
            (*_COMMAND, f"--port={port}", "--log-format=json", "--drain-delay=0.2", *flags),
            stdout=self._log,
            env={name: value for name, value in os.environ.items() if "PISYEDILI" not in name},
        )
        serving = self._serving()
        self.port: int = serving["port"]
        self.metrics_port: int = serving["metrics_port"]
        self.pid = self._process.pid
        self.target = f"127.0.0.1:{self.port}"

    def kill(self) -> None:
        """End it at once, as a crash would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ask it to stop, and wait until it has."""
        self._end(signal.SIGTERM)

    def ask_to_stop(self) -> None:
        """Ask it to stop, and do not wait."""
        self._process.send_signal(signal.SIGTERM)

    def freeze(self) -> None:
        """Let it stand still, its connections open, until `thaw`."""
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on where it stood still."""
        self._process.send_signal(signal.SIGCONT)

    def calls(self) -> list[dict[str, Any]]:
        """Return the log lines of its calls."""
        return [line for line in self._lines() if line["event"] == "rpc_finished"]

    def _end(self, number: int) -> None:
        if self._process.poll() is None:
            self._process.send_signal(number)
        self._process.wait(PATIENCE)

    def _serving(self) -> dict[str, Any]:
        give_up = time.monotonic() + PATIENCE
        while time.monotonic() < give_up and self._process.poll() is None:
            for line in self._lines():
                if line["event"] == "serving":
                    return line
            time.sleep(0.02)
        raise AssertionError(f"expected a service that starts, got {self._lines()}")

    def _lines(self) -> list[dict[str, Any]]:
        size = os.fstat(self._log.fileno()).st_size
        text = os.pread(self._log.fileno(), size, 0).decode()
        return [json.loads(line) for line in text.split("\n")[:-1]]

    def close(self) -> None:
        """Kill what still runs."""
        self.kill()
        self._log.close()


@contextmanager
def serving(*flags: str, port: int | None = None) -> Iterator[ServerProcess]:
    """Run a service meanwhile."""
    server = ServerProcess(*flags, port=port)
    try:
        yield server
    finally:
        server.close()
