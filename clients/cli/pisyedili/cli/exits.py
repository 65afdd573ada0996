"""How the command ends: exit codes that scripts can rely on, and the error that carries one."""

from enum import IntEnum
from typing import Final


class ExitCode(IntEnum):
    """What the command's exit code means."""

    DONE = 0
    REFUSED = 1
    USAGE = 2
    UNREACHABLE = 3
    FAILED = 4
    INTERRUPTED = 130
    PIPE_CLOSED = 141


class Stop(Exception):
    """The command cannot go on: an exit code, and lines that tell a person why."""

    def __init__(self, code: ExitCode, *lines: str) -> None:
        super().__init__(*lines)
        self.code: Final = code
        self.lines: Final = lines
