"""The text of whole games, read and written; the grammar is in ``docs/records.md``."""

import re
from collections.abc import Callable, Mapping
from typing import Final, TypeVar, assert_never, final

from pisyedili.engine.cards import CARD_NAMES, format_cards, parse_card
from pisyedili.engine.notation import (
    Kind,
    NotationError,
    Word,
    format_move,
    parse_move,
    quoted,
    words,
)
from pisyedili.engine.preset import Preset
from pisyedili.engine.record import Record
from pisyedili.engine.transcript import (
    VERSION,
    Hand,
    Item,
    Made,
    Notes,
    Points,
    Tag,
    Top,
    Transcript,
    WrittenRound,
    record_of,
)

T = TypeVar("T")

WIDTH: Final = 92
"""The columns that a line of moves fills; a turn that goes on may take a few more."""
_MORE: Final = 8

_HEX: Final = ("64 hexadecimal digits", re.compile(r"[0-9a-fA-F]{64}"))
_TAGS: Final[Mapping[str, tuple[range, str, re.Pattern[str]]]] = {
    "Pisyedili": (range(1, 2), f"the format's version, {VERSION}", re.compile(VERSION)),
    "Game": (range(1, 2), "a game's id", re.compile(r"(?s).*")),
    "Rules": (range(1, 3), "a rule set's id and the options changed", re.compile(r"(?s).*")),
    "RulesDigest": (range(1, 2), "16 hexadecimal digits", re.compile(r"[0-9a-f]{16}")),
    "Seats": (range(1, 2), "a number of seats", re.compile(r"[1-9][0-9]?")),
    "Names": (range(1, 100), "a name for each seat", re.compile(r"(?s).*")),
    "Seed": (range(1, 2), *_HEX),
    "Commitment": (range(1, 2), *_HEX),
}
"""By tag: how many strings it has, and what each of them is. Other tags are free."""


def read_record(text: str, presets: Mapping[str, Preset]) -> Record:
    """Return the record of a text; ``NotationError`` for a text that is none."""
    return record_of(parse_transcript(text), presets)


def parse_transcript(text: str) -> Transcript:
    """Return what a text says, comments included; ``NotationError`` where it breaks the grammar."""
    return _Reader(text).transcript()


def format_transcript(transcript: Transcript) -> str:
    """Return the text that :func:`parse_transcript` reads back as the same transcript."""
    page = _Page()
    for note in transcript.notes:
        page.note(note)
    page.end()
    for tag in transcript.tags:
        page.line(f"[{' '.join((tag.name, *map(quoted, tag.values)))}]", tag.notes)
    for number, written in enumerate(transcript.rounds, 1):
        page.gap()
        secret = f" {written.commitment.hex()}" if written.commitment else ""
        page.line(f"Round {number}{secret}", written.notes)
        _write_items(page, written.items)
    return page.text()


def _write_items(page: "_Page", items: tuple[Item, ...]) -> None:
    seat: int | None = None
    for item in items:
        match item:
            case Made():
                label = item.seat if item.seat != seat else None
                page.move(format_move(item.move, item.shown), label)
                seat = item.seat
                for note in item.notes:
                    page.note(note)
            case Hand(holder, cards, notes):
                page.line(f"Hand {holder}: {format_cards(cards)}".rstrip(), notes)
            case Top(card, notes):
                page.line(f"Top {CARD_NAMES[card]}", notes)
            case Points(points, notes):
                page.line(" ".join(("Points", *map(str, points))), notes)
            case _:
                assert_never(item)
    page.end()


@final
class _Page:
    """Lines being filled with words."""

    def __init__(self) -> None:
        self._lines: Final[list[str]] = []
        self._line = ""

    def move(self, text: str, seat: int | None) -> None:
        """Add a move, and before it the seat where another one makes it."""
        if seat is None:
            self._word(text, " ", WIDTH + _MORE)
        else:
            self._word(f"{seat}: {text}", "  ", WIDTH)

    def note(self, text: str) -> None:
        """Add a comment; one that runs to the end of the line ends it."""
        if text.startswith(";"):
            self._line += f"  {text}" if self._line else text
            self.end()
        else:
            self._word(text, " ", WIDTH)
        if "\n" in text:
            self.end()

    def line(self, text: str, notes: Notes) -> None:
        """Add a line of its own, and its comments."""
        self.end()
        self._line = text
        for note in notes:
            self.note(note)
        self.end()

    def gap(self) -> None:
        """Add an empty line between parts."""
        self.end()
        self._lines.append("")

    def end(self) -> None:
        """End a line that was begun."""
        if self._line:
            self._lines.append(self._line)
            self._line = ""

    def text(self) -> str:
        """Return all lines."""
        self.end()
        return "".join(f"{line}\n" for line in self._lines)

    def _word(self, text: str, gap: str, width: int) -> None:
        """Add a word to the line, or begin the next one with it."""
        if self._line and len(self._line) + len(gap) + len(text) > width:
            self.end()
        self._line += (gap if self._line else "") + text


@final
class _Reader:
    """The words of a text, read one after another."""

    def __init__(self, text: str) -> None:
        self._words: Final = tuple(words(text))
        self._at = 0

    def transcript(self) -> Transcript:
        """Read everything."""
        notes, tags, rounds = self._notes(), self._tags(), list[WrittenRound]()
        while self._next.kind is not Kind.END:
            rounds.append(self._round(len(rounds) + 1))
        return Transcript(tags, tuple(rounds), notes)

    @property
    def _next(self) -> Word:
        return self._words[self._at]

    def _take(self) -> Word:
        word = self._words[self._at]
        self._at += word.kind is not Kind.END
        return word

    def _expect(self, kind: Kind, expected: str) -> Word:
        if self._next.kind is not kind:
            raise _wrong(expected, self._next)
        return self._take()

    def _notes(self) -> Notes:
        notes: list[str] = []
        while self._next.kind is Kind.NOTE:
            notes.append(self._take().text)
        return tuple(notes)

    def _tags(self) -> tuple[Tag, ...]:
        tags: list[Tag] = []
        while self._next.kind is Kind.OPEN or not tags:
            tag = self._tag()
            if not tags and tag.name != "Pisyedili":
                expected = f'[Pisyedili "{VERSION}"] first'
                raise NotationError(tag.place, expected, f"[{tag.name}]")
            if any(other.name == tag.name for other in tags):
                raise NotationError(tag.place, "each tag once", f"[{tag.name}] again")
            tags.append(tag)
        return tuple(tags)

    def _tag(self) -> Tag:
        place = self._expect(Kind.OPEN, f'[Pisyedili "{VERSION}"]').place
        name, values = self._expect(Kind.WORD, "the name of a tag"), []
        if re.fullmatch(r"[A-Za-z]\w*", name.text) is None:
            raise _wrong("the name of a tag", name)
        number, expected, known = _TAGS.get(name.text, (None, "a string", None))
        while self._next.kind is not Kind.CLOSE:
            value = self._expect(Kind.STRING, "a string or ]")
            if known and known.fullmatch(value.text) is None:
                raise _wrong(expected, value)
            values.append(value.text)
        if number is not None and len(values) not in number:
            raise NotationError(self._next.place, expected, f"{len(values)} strings")
        self._take()
        return Tag(name.text, tuple(values), self._notes(), place)

    def _round(self, number: int) -> WrittenRound:
        heading = self._expect(Kind.WORD, f"Round {number}")
        if heading.text != "Round":
            raise _wrong(f"Round {number}", heading)
        if self._next.text != str(number):
            raise _wrong(str(number), self._next)
        self._take()
        commitment = b""
        if self._next.kind is Kind.WORD and _HEX[1].fullmatch(self._next.text):
            commitment = bytes.fromhex(self._take().text)
        notes = self._notes()
        return WrittenRound(commitment, self._items(), notes, heading.place)

    def _items(self) -> tuple[Item, ...]:
        items: list[Item] = []
        seat: int | None = None
        while self._next.kind is not Kind.END and self._next.text != "Round":
            word = self._take()
            if word.kind is Kind.LABEL:
                seat, word = int(word.text[:-1]), self._expect(Kind.WORD, "a move")
            elif word.kind is not Kind.WORD:
                raise _wrong("a move", word)
            items.append(self._item(word, seat))
        return tuple(items)

    def _item(self, word: Word, seat: int | None) -> Item:
        match word.text:
            case "Hand":
                label = self._expect(Kind.LABEL, "a seat such as 2:")
                cards = self._list(parse_card, word.place[0])
                return Hand(int(label.text[:-1]), cards, self._notes(), word.place)
            case "Top":
                card = _read(parse_card, self._expect(Kind.WORD, "a card"))
                return Top(card, self._notes(), word.place)
            case "Points":
                points = self._list(_points, word.place[0])
                return Points(points, self._notes(), word.place)
        move, shown = _read(parse_move, word)
        return Made(seat, move, shown, self._notes(), word.place)

    def _list(self, read: Callable[[str], T], line: int) -> tuple[T, ...]:
        """Read words up to the end of a line."""
        found: list[T] = []
        while self._next.kind is Kind.WORD and self._next.place[0] == line:
            found.append(_read(read, self._take()))
        return tuple(found)


def _points(text: str) -> int:
    if re.fullmatch(r"[0-9]{1,9}", text) is None:
        raise ValueError(f"expected points such as 25, got {text!r}")
    return int(text)


def _read(read: Callable[[str], T], word: Word) -> T:
    """Return what a word says; ``NotationError`` in its place."""
    try:
        return read(word.text)
    except ValueError as error:
        expected = str(error).removeprefix("expected ").rpartition(", got ")[0]
        raise _wrong(expected, word) from None


def _wrong(expected: str, word: Word) -> NotationError:
    return NotationError(word.place, expected, str(word))
