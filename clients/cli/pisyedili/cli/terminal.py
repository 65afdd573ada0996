"""One command's conversation: its language and streams, JSON for programs, pictures for people."""

import os
import sys
import time
from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Any, Final

from rich.console import RenderableType

from pisyedili.cli.screen import Screen
from pisyedili.cli.streams import json_text
from pisyedili.cli.texts import Language, Texts, asked_language, speak

_WIPE: Final = "\x1b[H\x1b[2J\x1b[3J"
"""Cursor home, screen cleared, what was scrolled out of it too."""


class Form(StrEnum):
    """How results are written: for people, for programs, or as standard output suggests."""

    AUTO = "auto"
    JSON = "json"
    TEXT = "text"


class Terminal:
    """Where a command speaks and asks."""

    def __init__(self, language: Language | None, form: Form = Form.AUTO) -> None:
        self.texts: Final[Texts] = speak(language or asked_language(sys.argv[1:], os.environ))
        self.out: Final = Screen(sys.stdout)
        self.err: Final = Screen(sys.stderr)
        self._form: Final = form

    @property
    def for_people(self) -> bool:
        """Whether results are to be pictures: asked for, or a terminal shows them."""
        return self._form is Form.TEXT or (self._form is Form.AUTO and sys.stdout.isatty())

    def show(self, value: Callable[[], Any], picture: Callable[[], RenderableType]) -> None:
        """Write a result: as JSON for programs, as a picture for people."""
        if self.for_people:
            self.out.print(picture())
        else:
            self.out.file.write(json_text(value(), indent=sys.stdout.isatty()) + "\n")

    def tell(self, sentences: Iterable[str]) -> None:
        """Write sentences on standard output."""
        for sentence in sentences:
            self.out.print(sentence)

    def complain(self, sentences: Iterable[str]) -> None:
        """Write sentences on standard error."""
        for sentence in sentences:
            self.err.print(sentence, soft_wrap=True)

    def ask(self, prompt: str) -> str:
        """Return a line that a person types; ``EOFError`` if there is none."""
        self.out.print(prompt, end="")
        self.out.file.flush()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        if not sys.stdin.isatty():
            self.out.print(line.strip())
        return line.strip()

    def wipe(self) -> None:
        """Leave nothing readable of what was shown so far."""
        if not self.out.is_terminal:
            return
        if self.out.is_dumb_terminal:
            self.out.print("\n" * self.out.height)
        else:
            self.out.file.write(_WIPE)

    @property
    def redraws(self) -> bool:
        """Whether what was shown can be drawn over."""
        return self.out.is_terminal and not self.out.is_dumb_terminal and sys.stdin.isatty()

    def clear(self) -> None:
        """Begin a fresh screen; only where ``redraws``."""
        self.out.clear()

    def wait(self, seconds: float) -> None:
        """Give a person time to read, if one is there."""
        self.out.file.flush()
        if self.out.is_terminal and seconds > 0:
            time.sleep(seconds)
