"""What a person types at the table, and the legal moves that it may mean."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pisyedili.cli.notation import CALL, find_suit, fold, parse_move
from pisyedili.cli.texts import Texts
from pisyedili.client.cards import Card
from pisyedili.client.moves import Draw, Move, Play
from pisyedili.client.values import View


@dataclass(frozen=True, slots=True)
class Ask:
    """The person asks what may be done."""


@dataclass(frozen=True, slots=True)
class Leave:
    """The person leaves the table."""


class NoSuchNumber(ValueError):
    """A number beyond the hand."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


Entry: TypeAlias = Move | Ask | Leave


def read_entry(text: str, hand: Sequence[Card], texts: Texts) -> Entry:
    """Return what a line of text wants: cards by number or notation, a draw, a pass, help, out.

    ``NoSuchNumber`` for a number beyond the hand, ``NotAMove`` for anything else.
    """
    words = fold(text).replace(",", " ").split()
    if not words or words[0] == "?":
        return Ask()
    if words[0] in fold(texts("ask.quit_words")).split() and len(words) == 1:
        return Leave()
    if words[0] in fold(texts("ask.draw_letters")).split() and len(words) == 1:
        return Draw()
    if words[0] == "p":
        return parse_move(" ".join(["pass", *words[1:]]))
    return _numbered(words, hand) or parse_move(text)


def _numbered(words: Sequence[str], hand: Sequence[Card]) -> Play | None:
    """Return the play of cards chosen by their numbers; None where words are no such choice."""
    numbers = [int(word) for word in words if word.isdecimal()]
    rest = [word for word in words[len(numbers) :] if word != CALL]
    suit = find_suit(rest[0]) if rest else None
    if not numbers or not words[len(numbers) - 1].isdecimal() or len(rest) > (suit is not None):
        return None
    for number in numbers:
        if not 1 <= number <= len(hand):
            raise NoSuchNumber(number)
    return Play(tuple(hand[number - 1] for number in numbers), suit, CALL in words)


def meanings(wanted: Move, view: View) -> tuple[Move, ...]:
    """Return the legal moves that a person may mean; none where no legal move is meant.

    A play named by some of its cards means the plays that hold them, those first that end on the
    last; the suit may be left open.
    """
    if not isinstance(wanted, Play) or wanted in view.moves:
        return (wanted,) if wanted in view.moves else ()
    plays = [
        move
        for move in view.moves
        if isinstance(move, Play)
        and move.tek == wanted.tek
        and wanted.suit in {None, move.suit}
        and set(wanted.cards) <= set(move.cards)
    ]
    exact = tuple(play for play in plays if play.cards == wanted.cards)
    ending = tuple(play for play in plays if play.cards[-1] == wanted.cards[-1])
    return exact or ending or tuple(plays)


def differ_by_suit(moves: Sequence[Move]) -> bool:
    """Tell whether moves are one play, save for the suit named."""
    plays = [move for move in moves if isinstance(move, Play)]
    return len(plays) == len(moves) and len({play.cards for play in plays}) == 1
