"""The words of a record's text: moves in card notation, strings, comments, and where they stand."""

import json
import re
from collections.abc import Iterator
from enum import StrEnum
from typing import Final, NamedTuple, assert_never

from pisyedili.engine.cards import CARD_NAMES, NO_SUIT, SUIT_SIGNS, Card, Suit, parse_card
from pisyedili.engine.moves import DRAW, PASS, PASS_CALLING, Draw, Move, Pass, Play

Place = tuple[int, int]
"""A line and a column, both from 1; zeros for what was never read from a text."""

NOWHERE: Final = (0, 0)
LONG: Final = '"""'

_SUITS: Final = {sign: Suit(n) for n in range(1, 5) for sign in (SUIT_SIGNS[n], "-CDHS"[n])}
_MOVE: Final = "a move such as 7♣, J♣=♥, A♣+A♦, 9♦!, - or ."


class NotationError(ValueError):
    """A text that is no record: where, what was expected and what came."""

    def __init__(self, place: Place, expected: str, got: str) -> None:
        super().__init__(place, expected, got)
        self.line, self.column = place
        self.expected = expected
        self.got = got

    def __str__(self) -> str:
        where = f"line {self.line}, column {self.column}"
        return f"{where}: expected {self.expected}, got {self.got}"


class Kind(StrEnum):
    """What a word of a record's text is."""

    NOTE = "note"
    STRING = "string"
    OPEN = "["
    CLOSE = "]"
    LABEL = "label"
    WORD = "word"
    END = "end"


class Word(NamedTuple):
    """A word, its text as written or, of a string, as meant, and its place."""

    kind: Kind
    text: str
    place: Place

    def __str__(self) -> str:
        """Return the word as an error shows it."""
        if self.kind is Kind.END:
            return "the end of the text"
        shown = self.text if len(self.text) <= 40 else f"{self.text[:40]}…"
        return repr(shown)


_WORDS: Final = re.compile(
    r"""
      (?P<space>\s+)
    | (?P<note>;[^\n]*|\{[^}]*\})
    | (?P<long>\"\"\"(?:(?!\"\"\").)*\"\"\")
    | (?P<string>"(?:[^"\\\n]|\\.)*")
    | (?P<open>\[)
    | (?P<close>\])
    | (?P<label>[0-9]{1,3}:)
    | (?P<word>[^\s;{}"\[\]]+)
    | (?P<wrong>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_KINDS: Final = {"open": Kind.OPEN, "close": Kind.CLOSE, "label": Kind.LABEL, "word": Kind.WORD}
_UNCLOSED: Final = {'"': "a closing quotation mark", "{": "a } that closes the comment"}


def words(text: str) -> Iterator[Word]:
    """Yield the words of a text, the last of kind ``END``; ``NotationError`` for other signs."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    line, start = 1, 0
    for found in _WORDS.finditer(text):
        name, written = str(found.lastgroup), found.group()
        place = (line, found.start() - start + 1)
        if name == "wrong":
            raise NotationError(place, _UNCLOSED.get(written, "a word"), repr(written))
        if name != "space":
            yield _word(name, written, place)
        if "\n" in written:
            line += written.count("\n")
            start = found.start() + written.rindex("\n") + 1
    yield Word(Kind.END, "", (line, len(text) - start + 1))


def _word(name: str, written: str, place: Place) -> Word:
    if name == "note":
        return Word(Kind.NOTE, written.rstrip(), place)
    if name == "long":
        return Word(Kind.STRING, written[3:-3].removeprefix("\n"), place)
    if name == "string":
        return Word(Kind.STRING, _unquoted(written, place), place)
    return Word(_KINDS[name], written, place)


def _unquoted(written: str, place: Place) -> str:
    try:
        text = str(json.loads(written))
        text.encode()
    except ValueError:
        expected = r"a string with the escapes of JSON, such as \" and \\"
        raise NotationError(place, expected, written) from None
    return text


def quoted(text: str) -> str:
    """Return a string as the text has it: over several lines where it has them."""
    plain = all(sign.isprintable() or sign == "\n" for sign in text)
    if "\n" in text and plain and LONG not in text and not text.endswith('"'):
        return f"{LONG}\n{text}{LONG}"
    return json.dumps(text, ensure_ascii=False)


def parse_suit(text: str) -> Suit:
    """Return the suit of a sign or letter; ``ValueError`` for anything else."""
    found = _SUITS.get(text.upper())
    if found is None:
        raise ValueError(f"expected a suit such as ♥ or H, got {text!r}")
    return found


def parse_move(text: str) -> tuple[Move, tuple[Card, ...]]:
    """Return the move of a word, and of a draw the cards that it shows; ``ValueError`` if none.

    The sign that makes ``♣`` a picture where people chat is passed over.
    """
    text = text.replace("\ufe0f", "")
    if text in (".", ".!"):
        return (PASS_CALLING if text == ".!" else PASS), ()
    if text.startswith("-"):
        return DRAW, _cards(text[1:]) if text != "-" else ()
    cards, _, suit = text.removesuffix("!").partition("=")
    named = parse_suit(suit) if "=" in text else NO_SUIT
    return Play(_cards(cards), named, text.endswith("!")), ()


def format_move(move: Move, shown: tuple[Card, ...] = ()) -> str:
    """Return a move as :func:`parse_move` reads it, with the cards that a draw shows."""
    match move:
        case Play(cards, suit, call):
            named = f"={SUIT_SIGNS[suit]}" if suit else ""
            return "+".join(CARD_NAMES[card] for card in cards) + named + "!" * call
        case Draw():
            return "-" + "+".join(CARD_NAMES[card] for card in shown)
        case Pass(call):
            return ".!" if call else "."
        case _:
            assert_never(move)


def _cards(text: str) -> tuple[Card, ...]:
    try:
        return tuple(map(parse_card, text.split("+")))
    except ValueError:
        raise ValueError(f"expected {_MOVE}, got {text!r}") from None
