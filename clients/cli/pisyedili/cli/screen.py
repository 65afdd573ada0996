"""Where the command speaks to people: consoles that colour suits, and survive plain terminals."""

import codecs
import os
import sys
import unicodedata
from typing import IO, ClassVar, Final

from rich.console import Console
from rich.highlighter import RegexHighlighter
from rich.text import Text
from rich.theme import Theme

THEME: Final = Theme(
    {
        "card.red": "bold red",
        "card.black": "bold",
        "card.joker": "bold magenta",
        "turn": "bold",
        "quiet": "dim",
        "warn": "bold magenta",
        "good": "green",
        "bad": "red",
        "head": "bold",
    }
)
"""The terminal's own palette alone, which every terminal keeps readable on its background."""

_RANK: Final = r"(?<![\w])(?:10|[2-9AJQK])?"


class CardHighlighter(RegexHighlighter):
    """Colours cards and suits wherever they stand in a text."""

    base_style = "card."
    highlights: ClassVar[list[str]] = [
        rf"(?P<red>{_RANK}[♦♥])",
        rf"(?P<black>{_RANK}[♣♠])",
        r"(?P<joker>\bjoker\b)",
    ]


def coloured(text: str, style: str = "") -> Text:
    """Return a text in a style, its cards coloured."""
    return CardHighlighter()(Text(text, style))


class Screen(Console):
    """A console of ours; a reader who has left is a ``BrokenPipeError`` for the caller."""

    def __init__(self, stream: IO[str]) -> None:
        super().__init__(
            file=stream, theme=THEME, highlighter=CardHighlighter(), markup=False, emoji=False
        )

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def plain_letters(error: UnicodeError) -> tuple[str, int]:
    """Replace what a stream's encoding lacks: signs by letters, letters by plain ones."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_plain, error.object[error.start : error.end])), error.end


_PLAIN: Final = dict(zip("♣♦♥♠▶→×·…“”„’–ı▪▲★↻↺", 'CDHS>>x-."""\'-i#^*><', strict=True))


def _plain(sign: str) -> str:
    if sign in _PLAIN:
        return _PLAIN[sign]
    if "─" <= sign <= "╿":
        return "-" if "HORIZONTAL" in unicodedata.name(sign) else "|"
    return unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode() or "?"


def prepare_streams() -> None:
    """Let standard output and error write any text whatever their encoding."""
    codecs.register_error("plain_letters", plain_letters)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="plain_letters")


def silence(stream: IO[str]) -> None:
    """Send what a stream still holds to nowhere, its reader having left."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
