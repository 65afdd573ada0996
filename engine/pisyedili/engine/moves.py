"""The moves: a closed union of play, draw and pass. Common ones are interned."""

from typing import Final, final

from pisyedili.engine.cards import CARDS, NO_SUIT, SUITS, Card, Suit
from pisyedili.engine.value import Value


@final
class Play(Value):
    """Lay cards in the order given, the last on top; name a suit where due; call the last card."""

    __match_args__ = ("cards", "suit", "call")

    def __init__(self, cards: tuple[Card, ...], suit: Suit = NO_SUIT, call: bool = False) -> None:
        self.cards: Final = cards
        self.suit: Final = suit
        self.call: Final = call


@final
class Draw(Value):
    """Draw what is due: one card, a whole debt, or the whole cost of a forgotten call."""


@final
class Pass(Value):
    """End the turn; call the last card where one is left."""

    __match_args__ = ("call",)

    def __init__(self, call: bool = False) -> None:
        self.call: Final = call


Move = Play | Draw | Pass

DRAW: Final = Draw()
PASS: Final = Pass()
PASS_CALLING: Final = Pass(call=True)
SINGLES: Final = tuple(Play((card,)) for card in (Card(0), *CARDS))
NAMING: Final = tuple(tuple(Play((card,), suit) for suit in SUITS) for card in (Card(0), *CARDS))
