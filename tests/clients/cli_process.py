"""The command: in this process, in one of its own, in pipes of them, and in a pseudo-terminal."""

import fcntl
import os
import pty
import re
import select
import shlex
import signal
import struct
import subprocess
import sys
import termios
import time
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple, Self
from unittest.mock import patch

from rich.cells import cell_len

from pisyedili.cli import app

COMMAND: Final = (sys.executable, "-m", "pisyedili.cli")
_ESCAPES: Final = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_LOCALE: Final = ("LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "FORCE_COLOR", "COLUMNS")


class Done(NamedTuple):
    """A command that has ended: its exit code and what it wrote."""

    code: int
    out: str
    err: str


def environ(**variables: str) -> dict[str, str]:
    """Return this process's environment without what would change how the command speaks."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if "PISYEDILI" not in name and name not in _LOCALE
    }
    return kept | {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8"} | variables


def run(*words: str, given: str = "", **variables: str) -> Done:
    """Run the command to its end, its input and output being pipes."""
    done = subprocess.run(  # noqa: S603 - our own module
        (*COMMAND, *words),
        input=given.encode(),
        capture_output=True,
        env=environ(**variables),
        timeout=60,
        check=False,
    )
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode())


def inside(*words: str, given: str = "", **variables: str) -> Done:
    """Run the command in this process, where a process of its own would add nothing but time."""
    out, err = StringIO(), StringIO()
    with (
        patch.dict(os.environ, environ(COLUMNS="80", **variables), clear=True),
        patch.object(sys, "argv", [*COMMAND, *words]),
        patch.object(sys, "stdin", StringIO(given)),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        code = app.run(words)
    return Done(code, out.getvalue(), err.getvalue())


def pipe(line: str, **variables: str) -> Done:
    """Run a line of a shell in which ``pisyedili`` is the command; the last one's code counts."""
    shell = f'pisyedili() {{ {shlex.join(COMMAND)} "$@"; }}\n{line}'
    done = subprocess.run(  # noqa: S603
        ("/bin/bash", "-c", shell),
        capture_output=True,
        env=environ(**variables),
        timeout=60,
        check=False,
    )
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode())


class Session:
    """The command in a pseudo-terminal of 80 by 24."""

    def __init__(self, *words: str, **variables: str) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self._process = subprocess.Popen(  # noqa: S603 - our own module
            (*COMMAND, *words),
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environ(**variables),
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # noqa: PLW1509 - Ctrl-C
        )
        os.close(slave)
        self._raw = b""
        self._seen = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        os.close(self._master)

    @property
    def raw(self) -> str:
        """All that was written so far, with its escapes."""
        return self._raw.decode(errors="replace")

    @property
    def text(self) -> str:
        """All that was written so far, without colours and cursor movements."""
        return _ESCAPES.sub("", self.raw).replace("\r\n", "\n")

    def until(self, *any_of: str, within: float = 30.0) -> str:
        """Wait for one of some texts, and return what was written since the last wait."""
        limit = time.monotonic() + within
        while True:
            new = self.text[self._seen :]
            found = [new.index(text) + len(text) for text in any_of if text in new]
            if found:
                self._seen += min(found)
                return new[: min(found)]
            if time.monotonic() > limit or not self._read():
                raise AssertionError(f"expected {any_of}, got {new!r}")

    def type(self, line: str) -> None:
        """Type a line, and Enter."""
        os.write(self._master, f"{line}\n".encode())

    def press(self, key: bytes) -> None:
        """Press a key, such as Ctrl-C."""
        os.write(self._master, key)

    def end(self) -> int:
        """Wait for the command's end, and return its exit code."""
        while self._read():
            pass
        return self._process.wait(30)

    def terminate(self) -> None:
        """Ask the command to stop."""
        self._process.send_signal(signal.SIGTERM)

    def _read(self) -> bool:
        """Read what there is; False when the command has closed its end."""
        if not select.select([self._master], [], [], 0.2)[0]:
            return self._process.poll() is None
        try:
            chunk = os.read(self._master, 65536)
        except OSError:
            return False
        self._raw += chunk
        return bool(chunk)


def too_wide(text: str, width: int = 80) -> list[str]:
    """Return the lines of a text that a terminal of that width would break."""
    return [line for line in text.splitlines() if cell_len(line.rstrip()) > width]


def rule_file(folder: Path, text: str) -> str:
    """Write a rule file and return its path."""
    path = folder / "house.toml"
    path.write_text(text, "utf-8")
    return str(path)
