"""A checked rule set with its lookup tables: which card goes on which."""

from typing import Final, final

from pisyedili.engine.cards import (
    CARDS,
    JOKER_RANK,
    NO_CARD,
    NO_RANK,
    NO_SUIT,
    RANK_OF,
    RANKS,
    SUIT_OF,
    SUITS,
    Card,
    Rank,
    Suit,
    deck,
)
from pisyedili.engine.consistency import faults
from pisyedili.engine.errors import InvalidRules, Refusal
from pisyedili.engine.moves import NAMING, SINGLES, Play
from pisyedili.engine.rules import Count, Effects, Rules, Stacking, Together, WhenEmpty

Row = tuple[Refusal | None, ...]
"""By card: why it may not be laid, or None where it may."""

PLAIN: Final = Effects()


@final
class Rulebook:
    """A rule set ready for play; ``InvalidRules`` with every fault where it contradicts itself."""

    def __init__(self, rules: Rules) -> None:
        found = faults(rules)
        if found:
            raise InvalidRules(found)
        by_rank = dict(rules.effects)
        self.rules: Final = rules
        self.effects: Final = tuple(by_rank.get(Rank(n), PLAIN) for n in range(15))
        self.simple: Final = tuple(_simple(self.effects[RANK_OF[c]], c) for c in (NO_CARD, *CARDS))
        table = rules.table
        self._decks: Final = tuple(
            deck(decks, table.jokers, table.ranks) for decks in (table.decks, table.decks + 1)
        )
        self._sorted: Final = tuple(tuple(sorted(cards)) for cards in self._decks)
        points = dict(rules.score.points)
        by_cards = rules.score.count is Count.CARDS
        self.points: Final = tuple(1 if by_cards else points.get(Rank(n), 0) for n in range(15))
        self.reshuffles: Final = rules.stock.when_empty in _RESHUFFLING
        self.rows: Final = _by_top(self.effects, suit_only=False)
        self.cover_rows: Final = _by_top(self.effects, suit_only=True)
        self.opening_row: Final = _row(
            tuple(SUIT_OF[card] == rules.opening.suit for card in CARDS), Refusal.OPENING_SUIT_DUE
        )
        self.debt_rows: Final = tuple(
            _row(tuple(RANK_OF[card] == rank and _stacks(effects) for card in CARDS), _DEBT)
            for rank, effects in enumerate(self.effects)
        )

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Rulebook) and other.rules == self.rules)

    def __hash__(self) -> int:
        return hash(self.rules)

    def __repr__(self) -> str:
        return f"Rulebook({self.rules!r})"

    def __reduce__(self) -> tuple[type["Rulebook"], tuple[Rules]]:
        return Rulebook, (self.rules,)

    def deck(self, seats: int) -> tuple[Card, ...]:
        """Return the cards that so many seats play with, deck by deck and ordered, then jokers."""
        return self._decks[self.rules.table.decks_for(seats) - self.rules.table.decks]

    def sorted_deck(self, seats: int) -> tuple[Card, ...]:
        """Return the same cards in ascending order."""
        return self._sorted[self.rules.table.decks_for(seats) - self.rules.table.decks]


_DEBT: Final = Refusal.DEBT_DUE
_RESHUFFLING: Final = (WhenEmpty.RESHUFFLE, WhenEmpty.RESHUFFLE_AT_ONCE)


def always_playable(effects: Effects) -> bool:
    """Tell whether a card with these effects needs no match."""
    return effects.wild or (effects.choose_suit is not None and effects.choose_suit.always)


def _simple(effects: Effects, card: Card) -> tuple[Play, ...]:
    """Return the plays of a card where several are left; none where they depend on the table."""
    choice = effects.choose_suit
    if effects.together is not Together.ONE or (choice and choice.other_suit_only):
        return ()
    return NAMING[card] if choice else SINGLES[card : card + 1]


def _stacks(effects: Effects) -> bool:
    return effects.draw_next is not None and effects.draw_next.stacking is not Stacking.NONE


def _row(allowed: tuple[bool, ...], reason: Refusal) -> Row:
    return (reason, *(None if allow else reason for allow in allowed))


def _by_top(effects: tuple[Effects, ...], *, suit_only: bool) -> tuple[tuple[Row, ...], ...]:
    """Return rows by suit in force and rank of the top card, 0 standing for none."""
    return tuple(
        tuple(
            (Refusal.NO_MATCH, *(_why_not(effects, suit, top, card, suit_only) for card in CARDS))
            for top in (NO_RANK, *RANKS, JOKER_RANK)
        )
        for suit in (NO_SUIT, *SUITS)
    )


def _why_not(
    by_rank: tuple[Effects, ...], suit: Suit, top: Rank, card: Card, suit_only: bool
) -> Refusal | None:
    rank = RANK_OF[card]
    effects = by_rank[rank]
    choice = effects.choose_suit
    if rank == top and choice and not choice.on_own_rank:
        return Refusal.NOT_ON_OWN_RANK
    if always_playable(effects) or suit in (NO_SUIT, SUIT_OF[card]):
        return None
    if rank == top and not suit_only and (choice is None or choice.rank_follows):
        return None
    return Refusal.NO_MATCH
