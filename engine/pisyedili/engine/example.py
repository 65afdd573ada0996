"""A small position at the end of a round, laid out to show how a rule set scores."""

from collections.abc import Iterator, Sequence
from itertools import chain, count
from typing import Final, final

from pisyedili.engine.cards import RANK_OF, SUIT_OF, Card, Rank
from pisyedili.engine.events import RoundEnd
from pisyedili.engine.rulebook import PLAIN, Rulebook
from pisyedili.engine.rules import OpeningStyle
from pisyedili.engine.scoring import end_round
from pisyedili.engine.shuffle import SEED_BYTES
from pisyedili.engine.state import Match, RoundOver, State

_STOCK: Final = 16
"""No more cards than these are left to draw, so that an example stays short."""

Hands = list[tuple[Card, ...]]


def example(book: Rulebook) -> State:
    """Return a finished round in which seat 0 laid its last card: of three seats, or the nearest.

    The last card multiplies where one does; the next seat holds a card that draws at the end where
    one does, else the dearest, and another such card is soon drawn.
    """
    rules, pile = book.rules, _Pile(book)
    seats, turned_up = pile.seats, rules.opening.style is OpeningStyle.TURN_UP
    last, drawing = pile.take(pile.finishing), pile.drawing
    held = drawing or pile.dearest
    firsts: Hands = [(), *((pile.take(held if seat == 1 else ()),) for seat in range(1, seats))]
    bottom = (pile.take(()),) if turned_up else ()
    stock = [pile.take(())]
    hands = [hand + pile.more(seat in (1, 2)) for seat, hand in enumerate(firsts)]
    hands[1] += pile.more(not drawing)
    stock += pile.more(bool(drawing), drawing[-1:])
    stock += chain.from_iterable(pile.more(True) for _ in range(len(stock), _STOCK))
    discard = (*bottom, *pile.cards, last)
    cards = len(discard) - turned_up
    state = State(
        match=Match(book, "example", (), bytes(SEED_BYTES)),
        phase=RoundOver(RoundEnd.FINISHED, 0),
        seat=0,
        hands=tuple(tuple(sorted(hand)) for hand in hands),
        stock=tuple(reversed(stock)),
        discard=discard,
        suit=SUIT_OF[last],
        direction=1,
        called=(False,) * seats,
        passes=0,
        turns=max(cards, seats),
        cards=cards,
        shuffles=1,
        ply=0,
    )
    return end_round(state, RoundEnd.FINISHED, 0)


@final
class _Pile:
    """The cards of the example's seats, to take from by rank; plain ranks in turn otherwise."""

    def __init__(self, book: Rulebook) -> None:
        rules, table = book.rules, book.rules.table
        self.seats: Final = min(table.seat_counts(), key=lambda seats: abs(seats - 3))
        self.cards: Final = list(book.deck(self.seats))
        self._taken: Final = count()
        dealt = {RANK_OF[card] for card in self.cards}
        times = [rank for rank, number in rules.score.multipliers if number > 1 and rank in dealt]
        self.drawing: Final = [rank for rank, _ in rules.score.end_draws if rank in dealt]
        special = {*times, *self.drawing}
        plain = [rank for rank in table.ranks if book.effects[rank] is PLAIN]
        self._plain: Final = [rank for rank in plain if rank not in special] or list(table.ranks)
        self.finishing: Final = [
            rank for rank in (*times, *plain[2:], *table.ranks) if _finishes(book, rank)
        ]
        self.dearest: Final = sorted(dealt, key=lambda rank: -book.points[rank])

    def take(self, wanted: Sequence[Rank]) -> Card:
        """Take a card of the first wanted rank that is there, else one of a plain rank or any."""
        number = next(self._taken)
        ranks = (*wanted, *self._mixed(number))
        by_rank = ([card for card in self.cards if RANK_OF[card] == rank] for rank in ranks)
        found = next(filter(None, by_rank), self.cards)
        card = found[number % len(found)]
        self.cards.remove(card)
        return card

    def more(self, wished: bool, wanted: Sequence[Rank] = ()) -> tuple[Card, ...]:
        """Take a card if one is wished for and there."""
        return (self.take(wanted),) if wished and self.cards else ()

    def _mixed(self, number: int) -> Iterator[Rank]:
        plain = self._plain
        yield from (plain[(number * 3 + step) % len(plain)] for step in range(len(plain)))


def _finishes(book: Rulebook, rank: Rank) -> bool:
    cover = book.effects[rank].cover
    return cover is None or cover.may_finish
