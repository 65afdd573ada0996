"""What a seat does: play cards, draw, or pass."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias, assert_never

from pisyedili.client.cards import (
    Card,
    CardsLike,
    NotationError,
    Suit,
    SuitLike,
    format_cards,
    parse_cards,
    parse_suit,
)
from pisyedili.v1 import cards_pb2, moves_pb2


@dataclass(frozen=True, slots=True)
class Play:
    """Cards are laid, the last on top; with the suit to follow, where one is to be named.

    ``tek`` calls the last card.
    """

    cards: tuple[Card, ...]
    suit: Suit | None = None
    tek: bool = False

    @classmethod
    def of(cls, cards: CardsLike, suit: SuitLike | None = None, *, tek: bool = False) -> "Play":
        """Return a play of cards and a suit as people write them.

        >>> print(Play.of("vale sinek", "kupa", tek=True))
        J♣ = ♥ tek
        """
        return cls(parse_cards(cards), None if suit is None else parse_suit(suit), tek)

    def __str__(self) -> str:
        named = f" = {self.suit}" if self.suit else ""
        return format_cards(self.cards) + named + (" tek" if self.tek else "")


@dataclass(frozen=True, slots=True)
class Draw:
    """What is due is drawn: one card, a whole debt, or the whole cost of a forgotten call."""

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class Pass:
    """The turn, or a cover, is given up; ``tek`` calls the last card."""

    tek: bool = False

    def __str__(self) -> str:
        return "pass tek" if self.tek else "pass"


Move: TypeAlias = Play | Draw | Pass

MoveLike: TypeAlias = Move | str
"""A move, or any text for one."""

_DRAWS: Final = ("draw", "çek", "cek", "ziehen")
_PASSES: Final = ("pass", "pas", "passen")


def parse_move(text: MoveLike) -> Move:
    """Return the move of a text as `str` writes it, its cards and suit in any spelling.

    >>> parse_move("V♣ = kupa tek") == Play.of("J♣", "♥", tek=True)
    True
    >>> parse_move("draw"), parse_move("pas")
    (Draw(), Pass(tek=False))
    >>> parse_move("")
    Traceback (most recent call last):
    pisyedili.client.cards.NotationError: expected cards, draw or pass, got ''
    """
    if not isinstance(text, str):
        return text
    words = text.split()
    tek = bool(words) and words[-1].lower() == "tek"
    rest = " ".join(words[:-1] if tek else words)
    if rest.lower() in _PASSES:
        return Pass(tek)
    if rest.lower() in _DRAWS and not tek:
        return Draw()
    cards, _, suit = rest.partition("=")
    if not cards.strip():
        raise NotationError(f"expected cards, draw or pass, got {text!r}")
    return Play.of(cards, suit if "=" in rest else None, tek=tek)


def move_message(move: Move, ply: int | None = None) -> moves_pb2.Move:
    """Return the contract's message for a move, chosen at a ply if one is given."""
    match move:
        case Play(cards=cards, suit=suit, tek=tek):
            play = moves_pb2.Play(cards=_numbers(cards), suit=cards_pb2.Suit.ValueType(suit or 0))
            return moves_pb2.Move(play=play, call_tek=tek, ply=ply)
        case Draw():
            return moves_pb2.Move(draw=moves_pb2.Draw(), ply=ply)
        case Pass(tek=tek):
            message = moves_pb2.Move(call_tek=tek, ply=ply)
            getattr(message, "pass").SetInParent()  # Python has the name for itself.
            return message
        case _:
            assert_never(move)


def move_value(message: moves_pb2.Move) -> Move:
    """Return the move of the contract's message."""
    if message.WhichOneof("move") == "play":
        play = message.play
        suit = Suit(play.suit) if play.suit else None
        return Play(tuple(map(Card, play.cards)), suit, message.call_tek)
    return Draw() if message.HasField("draw") else Pass(message.call_tek)


def _numbers(cards: Iterable[Card]) -> list[cards_pb2.Card.ValueType]:
    return [cards_pb2.Card.ValueType(card) for card in cards]
