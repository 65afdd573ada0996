"""Rounds played by this engine and by OpenSpiel's Crazy Eights at once, compared at every move.

This engine shuffles and deals; OpenSpiel is told the cards as the outcomes of its chance. What each
of them knows of a position is put into the same words, a ``Sight``, and has to be equal.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, fields
from random import Random

from pisyedili.engine.cards import NO_SUIT, RANK_NAMES, RANK_OF, Card, Suit
from pisyedili.engine.deal import new_match
from pisyedili.engine.events import CardsDrawn, DebtPaid, Event, RoundEnd
from pisyedili.engine.legality import legal_moves
from pisyedili.engine.moves import Draw, Move, Pass, Play
from pisyedili.engine.play import apply_move
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.shuffle import SEED_BYTES, round_seed, shuffled
from pisyedili.engine.state import OVER, State
from tests.oracle.outside import Outside, Parted
from tests.oracle.table import Table, random, table_of

Figures = Counter[str]


@dataclass(frozen=True, slots=True)
class Sight:
    """A position; of a round that is over, without what only steers the next turn."""

    over: bool
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    top: Card
    seat: int = 0
    suit: Suit = NO_SUIT
    direction: int = 0
    moves: tuple[Move, ...] = ()


@dataclass(slots=True)
class Pair:
    """One round in both engines."""

    ours: State
    theirs: Outside

    def agree(self) -> Sight:
        """Return the position; ``Parted`` where the two engines see different ones."""
        here, there = _sight_here(self.ours), _sight_there(self.theirs)
        if here != there:
            seen = [(f.name, getattr(here, f.name), getattr(there, f.name)) for f in fields(Sight)]
            raise Parted("\n".join(f"{n}: here {a}, there {b}" for n, a, b in seen if a != b))
        return here

    def make(self, move: Move) -> tuple[Event, ...]:
        """Make a move of the seat on turn in both engines."""
        made = apply_move(self.ours, self.ours.seat, move)
        drawn = (event.cards for event in made.events if isinstance(event, CardsDrawn))
        self.theirs.make(move, tuple(found for cards in drawn for found in cards))
        self.ours = made.state
        return made.events

    def agree_on_end(self) -> RoundEnd:
        """Return how the round ended; ``Parted`` where that, the finisher or the points differ."""
        phase, hands = self.ours.phase, self.theirs.hands
        assert isinstance(phase, OVER)
        finisher = hands.index(()) if () in hands else None
        cards = self.theirs.cards_played()
        reason = RoundEnd.LIMIT if cards >= self.theirs.table.cards else RoundEnd.BLOCKED
        if finisher is not None:
            reason = RoundEnd.FINISHED
        here = (phase.reason, phase.finisher, self.ours.cards, self.ours.match.scores[-1])
        there = (reason, finisher, cards, tuple(map(documented_points, hands)))
        if here != there:
            raise Parted(f"reason, finisher, cards played, points: here {here}, there {there}")
        return phase.reason


def documented_points(hand: tuple[Card, ...]) -> int:
    """Return what a hand costs by OpenSpiel's documentation."""
    worth = {"8": 50, "J": 10, "Q": 10, "K": 10, "A": 10}
    names = (RANK_NAMES[RANK_OF[card]] for card in hand)
    return sum(worth[name] if name in worth else int(name) for name in names)


def play_round(number: int, most_seats: int, changes: str = "") -> Figures:
    """Play a numbered round in both engines and return what happened in it, counted.

    ``Parted`` at the first difference. ``changes`` are options put over this engine's rules.
    """
    table, rng = table_of(number, most_seats), random(number, "play")
    figures: Figures = Counter(rounds=1)
    try:
        _play(dealt(table, table.rulebook(changes), rng), rng, figures)
    except Parted as parted:
        parted.add_note(f"round {number} of up to {most_seats} seats, {table}, after {figures}")
        raise
    return figures


def dealt(table: Table, book: Rulebook, rng: Random) -> Pair:
    """Return a round dealt here, the same cards in the same order there, by any seat as dealer."""
    seed, dealer = rng.randbytes(SEED_BYTES), rng.randrange(table.seats)
    pair = Pair(new_match(book, table.seats, seed).state, Outside(table, dealer, shift=dealer))
    order = reversed(shuffled(book.deck(table.seats), round_seed(seed, 0), 0))
    while pair.theirs.dealing:
        pair.theirs.deal(next(order))
    return pair


def laid_out(state: State, table: Table) -> Pair:
    """Return a position just after the deal in both engines, seat 0 to move."""
    theirs = Outside(table, dealer=table.seats - 1, shift=0)
    for card in (*(card for lap in zip(*state.hands, strict=True) for card in lap), *state.discard):
        theirs.deal(card)
    return Pair(state, theirs)


def _play(pair: Pair, rng: Random, figures: Figures) -> None:
    """Play random moves to the end, in one of several tempers, comparing every position."""
    temper: dict[type[Move], int] = {kind: rng.choice((1, 4, 20)) for kind in (Play, Draw, Pass)}
    sight = pair.agree()
    while not sight.over:
        figures["positions"] += 1
        figures["moves listed"] += len(sight.moves)
        (move,) = rng.choices(sight.moves, [temper[type(move)] for move in sight.moves])
        figures.update(_told(pair.make(move)))
        sight = pair.agree()
    figures[f"ended: {pair.agree_on_end()}"] += 1


def _told(events: tuple[Event, ...]) -> Iterator[str]:
    for event in events:
        yield type(event).__name__
        if isinstance(event, DebtPaid) and event.paid + event.forgiven > 2:
            yield "DebtPaid of stacked twos"
        if isinstance(event, DebtPaid) and event.forgiven:
            yield "DebtPaid in part"


def _sight_here(state: State) -> Sight:
    if isinstance(state.phase, OVER):
        return Sight(True, state.hands, _sorted(state.stock), state.discard[-1])
    return Sight(
        False,
        state.hands,
        _sorted(state.stock),
        state.discard[-1],
        state.seat,
        state.suit,
        state.direction,
        legal_moves(state),
    )


def _sight_there(theirs: Outside) -> Sight:
    if theirs.over:
        return Sight(True, theirs.hands, theirs.stock, theirs.top)
    return Sight(
        False,
        theirs.hands,
        theirs.stock,
        theirs.top,
        theirs.seat,
        theirs.suit,
        theirs.direction,
        theirs.moves,
    )


def _sorted(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(sorted(cards))
