"""Where every card of a round lies, by its seed and by what is said to have happened.

A second account beside the engine's own, for proofs: it knows no rules, only shuffles, packets and
piles, and notes each step for verifiers that are written elsewhere.
"""

from collections.abc import Iterable
from typing import Any, Final, final

from pisyedili.engine.cards import CARD_NAMES, RANK_NAMES, Card, format_cards
from pisyedili.engine.events import (
    CardsDrawn,
    CardsPlayed,
    EndDrawn,
    Event,
    RoundDealt,
    StockReshuffled,
)
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.shuffle import round_seed, shuffled
from pisyedili.engine.state import State

Step = dict[str, Any]
"""A step as JSON has it: cards by name, the first to move first."""


class Mismatch(ValueError):
    """A step that the seed does not dictate: what, what was expected and what came."""

    def __init__(self, what: str, expected: str, got: str) -> None:
        super().__init__(what, expected, got)
        self.what = what
        self.expected = expected
        self.got = got


@final
class Ledger:
    """The piles of one round, followed event by event.

    ``steps`` notes what moved: first by the deal itself, then move by move.
    """

    def __init__(self, rulebook: Rulebook, seats: int, match_seed: bytes, round: int) -> None:
        self._seed: Final = round_seed(match_seed, round)
        self._stock: Final = list(shuffled(rulebook.deck(seats), self._seed, 0))
        self._discard: Final[list[Card]] = []
        self._hands: Final[list[list[Card]]] = [[] for _ in range(seats)]
        self._shuffles = 1
        self._waiting: list[Card] = []
        self.dealer: Final = round % seats
        self._deal(rulebook.rules.table.packets_for(seats))
        self.dealt: Final = tuple(tuple(map(_name, hand)) for hand in self._hands)
        self.turned: tuple[str, ...] = ()
        self.steps: Final[list[list[Step]]] = [[]]

    def begin_move(self) -> None:
        """Note the following steps as those of one more move."""
        self.steps.append([])

    def follow(self, events: Iterable[Event]) -> None:
        """Move cards as the events say; ``Mismatch`` where another card lay there."""
        for event in events:
            match event:
                case RoundDealt(_, _, turned):
                    self._turn_up(turned)
                case CardsPlayed(seat, cards):
                    self._play(seat, cards)
                case CardsDrawn(seat, _, cards, _):
                    self._draw(seat, cards)
                case StockReshuffled(count):
                    self._reshuffle(count)
                case EndDrawn(seat, _, cards):
                    self._take(cards)
                    self._note("end", cards, seat)
                case _:
                    pass

    def check(self, state: State) -> None:
        """Compare with the piles of a state whose round goes on."""
        for seat, hand in enumerate(self._hands):
            _same(f"the hand of seat {seat}", sorted(hand), state.hands[seat])
        _same("the stock", self._stock, state.stock)
        _same("the discard", self._discard, state.discard)

    def _deal(self, packets: tuple[int, ...]) -> None:
        seats = len(self._hands)
        for packet in packets:
            for step in range(1, seats + 1):
                hand = self._hands[(self.dealer + step) % seats]
                hand.extend(self._stock.pop() for _ in range(packet))

    def _turn_up(self, turned: tuple[Card, ...]) -> None:
        for card in turned:
            self._take((card,))
            self._discard.append(card)
        for card in turned[:-1]:
            self._discard.remove(card)
            self._stock.insert(0, card)
        self.turned = tuple(map(_name, turned))

    def _play(self, seat: int, cards: tuple[Card, ...]) -> None:
        for card in cards:
            if card not in self._hands[seat]:
                raise Mismatch("a play", f"a card of seat {seat}", _name(card))
            self._hands[seat].remove(card)
            self._discard.append(card)
        self._note("play", cards, seat)

    def _draw(self, seat: int, cards: tuple[Card, ...]) -> None:
        old = len(self._stock)
        self._take(cards[:old])
        self._note("draw", cards[:old], seat)
        if cards[old:]:
            self._refill()
            self._take(cards[old:])
            self._note("draw", cards[old:], seat)
        self._hands[seat].extend(cards)

    def _take(self, cards: tuple[Card, ...]) -> None:
        top = self._stock[: -len(cards) - 1 : -1]
        _same("the top of the stock", top, cards)
        del self._stock[len(self._stock) - len(cards) :]

    def _reshuffle(self, count: int) -> None:
        """Shuffle the discards; they wait until a draw that is under way has emptied the stock."""
        order = shuffled(tuple(self._discard[:-1]), self._seed, self._shuffles)
        if len(order) != count:
            raise Mismatch("a reshuffle", f"{len(order)} cards", f"{count}")
        del self._discard[:-1]
        self._shuffles += 1
        self._waiting = list(order)
        if not self._stock:
            self._refill()

    def _refill(self) -> None:
        self._stock.extend(self._waiting)
        self.steps[-1].append({"reshuffle": [_name(card) for card in self._waiting]})
        self._waiting = []

    def _note(self, kind: str, cards: Iterable[Card], seat: int) -> None:
        self.steps[-1].append({"seat": seat, kind: [_name(card) for card in cards]})


def deck_of(rulebook: Rulebook, seats: int) -> Step:
    """Return what a verifier elsewhere has to know of the rules: the deck and the deal."""
    table = rulebook.rules.table
    return {
        "seats": seats,
        "decks": table.decks_for(seats),
        "ranks": [RANK_NAMES[rank] for rank in table.ranks],
        "jokers": table.jokers,
        "packets": list(table.packets_for(seats)),
    }


def _same(what: str, expected: Iterable[Card], got: Iterable[Card]) -> None:
    expected, got = tuple(expected), tuple(got)
    if expected != got:
        raise Mismatch(what, format_cards(expected) or "none", format_cards(got) or "none")


def _name(card: Card) -> str:
    return CARD_NAMES[card]
