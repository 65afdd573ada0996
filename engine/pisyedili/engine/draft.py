"""A state in the making: the working copy that one move changes and then freezes."""

from typing import final

from pisyedili.engine.cards import Card
from pisyedili.engine.events import CardsDrawn, Event, StockReshuffled, Why
from pisyedili.engine.rules import WhenEmpty
from pisyedili.engine.shuffle import round_seed, shuffled
from pisyedili.engine.state import State, refill


@final
class Draft:
    """The parts of a state, open to change, with the events that changed them."""

    def __init__(self, state: State) -> None:
        self.match = state.match
        self.phase = state.phase
        self.seat = state.seat
        self.hands = list(state.hands)
        self.stock = state.stock
        self.discard = state.discard
        self.suit = state.suit
        self.direction = state.direction
        self.called = state.called
        self.passes = state.passes
        self.turns = state.turns
        self.cards = state.cards
        self.shuffles = state.shuffles
        self.ply = state.ply
        self.events: list[Event] = []

    def state(self) -> State:
        """Return the draft as a state."""
        return State(
            self.match,
            self.phase,
            self.seat,
            tuple(self.hands),
            self.stock,
            self.discard,
            self.suit,
            self.direction,
            self.called,
            self.passes,
            self.turns,
            self.cards,
            self.shuffles,
            self.ply,
        )

    @property
    def nothing_to_draw(self) -> bool:
        """Whether a draw would yield no card."""
        return not self.stock and not refill(self.match.rulebook, self.discard)

    def lay(self, cards: tuple[Card, ...]) -> None:
        """Move cards from the hand of the seat on turn to the discard."""
        hand = list(self.hands[self.seat])
        for card in cards:
            hand.remove(card)
        self.hands[self.seat] = tuple(hand)
        self.discard += cards
        self.cards += len(cards)
        self.call(self.seat, called=False)

    def draw(self, seat: int, number: int, why: Why) -> tuple[Card, ...]:
        """Move up to so many cards from the stock to a hand; fewer where the cards run out."""
        drawn = self._take(number)
        while len(drawn) < number and not self.nothing_to_draw:
            self._reshuffle()
            drawn += self._take(number - len(drawn))
        if drawn:
            self.hands[seat] = tuple(sorted(self.hands[seat] + drawn))
            self.call(seat, called=False)
            self.events.append(CardsDrawn(seat, len(drawn), drawn, why))
        self.refill_at_once()
        return drawn

    def call(self, seat: int, *, called: bool) -> None:
        """Note whether a seat's last card is called."""
        if self.called[seat] != called:
            calls = list(self.called)
            calls[seat] = called
            self.called = tuple(calls)

    def refill_at_once(self) -> None:
        """Reshuffle an empty stock now where the table does not wait for the next draw."""
        if self.stock or self.nothing_to_draw:
            return
        if self.match.rules.stock.when_empty is WhenEmpty.RESHUFFLE_AT_ONCE:
            self._reshuffle()

    def _take(self, number: int) -> tuple[Card, ...]:
        taken = self.stock[: -number - 1 : -1]
        self.stock = self.stock[: len(self.stock) - len(taken)]
        return taken

    def _reshuffle(self) -> None:
        """Make all discards but the top the new stock, in a seeded order."""
        seed = round_seed(self.match.seed, self.match.round)
        self.stock = shuffled(self.discard[:-1], seed, self.shuffles)
        self.discard = self.discard[-1:]
        self.shuffles += 1
        self.events.append(StockReshuffled(len(self.stock)))
