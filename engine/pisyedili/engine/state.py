"""The table between two moves: a match, a round and its phase. Values, never changed."""

from typing import Final, final

from pisyedili.engine.cards import NO_CARD, NO_RANK, RANK_OF, Card, Rank, Suit
from pisyedili.engine.events import Event, RoundEnd
from pisyedili.engine.moves import Move
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.rules import Rules
from pisyedili.engine.value import Value

MAX_DEBT: Final = 10_000
"""No table has as many cards; a debt that doubles stops here."""
MAX_SKIPS: Final = 10_000
"""More seats than one turn skips; whole rounds of the table are dropped from here on."""


@final
class Opening(Value):
    """A seat owes the opening suit, having drawn so many cards for it."""

    __match_args__ = ("drawn",)

    def __init__(self, drawn: int = 0) -> None:
        self.drawn: Final = drawn


@final
class Turn(Value):
    """A seat plays, draws or passes; ``card`` is the one drawn last, 0 for none.

    ``barred``: it forgot to call its last card and cannot finish in this turn.
    """

    __match_args__ = ("drawn", "card", "barred")

    def __init__(self, drawn: int = 0, card: Card = NO_CARD, barred: bool = False) -> None:
        self.drawn: Final = drawn
        self.card: Final = card
        self.barred: Final = barred


@final
class Forgotten(Value):
    """A seat came to its turn with an uncalled last card and owes the cost of forgetting."""


@final
class Owing(Value):
    """A seat owes so many cards, for cards of this rank."""

    __match_args__ = ("cards", "rank")

    def __init__(self, cards: int, rank: Rank) -> None:
        self.cards: Final = cards
        self.rank: Final = rank


@final
class Pending(Value):
    """What waits for the end of the turn: seats to skip, reverses, and the debt to raise."""

    __match_args__ = ("skips", "back", "flip", "debt", "rank")

    def __init__(
        self,
        skips: int = 0,
        back: bool = False,
        flip: bool = False,
        debt: int = 0,
        rank: Rank = NO_RANK,
    ) -> None:
        self.skips: Final = skips
        self.back: Final = back
        self.flip: Final = flip
        self.debt: Final = debt
        self.rank: Final = rank


@final
class Covering(Value):
    """A seat may or must lay a card on the cover card it just played; ``card`` was drawn for it."""

    __match_args__ = ("pending", "card", "barred")

    def __init__(self, pending: Pending, card: Card = NO_CARD, barred: bool = False) -> None:
        self.pending: Final = pending
        self.card: Final = card
        self.barred: Final = barred


@final
class RoundOver(Value):
    """The round is over and scored; ``finisher`` is the seat that went out, if one did."""

    __match_args__ = ("reason", "finisher")

    def __init__(self, reason: RoundEnd, finisher: int | None = None) -> None:
        self.reason: Final = reason
        self.finisher: Final = finisher


@final
class MatchOver(Value):
    """The last round is over and scored, and the match with it."""

    __match_args__ = ("reason", "finisher")

    def __init__(self, reason: RoundEnd, finisher: int | None = None) -> None:
        self.reason: Final = reason
        self.finisher: Final = finisher


Live = Opening | Turn | Forgotten | Owing | Covering
Phase = Live | RoundOver | MatchOver
OVER: Final = (RoundOver, MatchOver)


@final
class Match(Value):
    """What stays the same for a round: the rules, who plays, the seed, the rounds so far.

    ``scores`` holds each finished round's points by seat; ``names`` may be empty.
    """

    __match_args__ = ("rulebook", "game_id", "names", "seed", "round", "scores")

    def __init__(
        self,
        rulebook: Rulebook,
        game_id: str,
        names: tuple[str, ...],
        seed: bytes,
        round: int = 0,
        scores: tuple[tuple[int, ...], ...] = (),
    ) -> None:
        self.rulebook: Final = rulebook
        self.rules: Final = rulebook.rules
        self.game_id: Final = game_id
        self.names: Final = names
        self.seed: Final = seed
        self.round: Final = round
        self.scores: Final = scores


@final
class State(Value):
    """A game between two moves.

    ``hands`` are sorted; ``stock`` and ``discard`` end with their top card; ``seat`` is on turn;
    ``suit`` is in force (0: none); ``called`` tells whose last card is called; ``passes`` counts
    those in a row that block; ``turns`` ended and ``cards`` played are of this round, ``shuffles``
    too; ``ply`` counts every move of the match. ``listed`` remembers the legal moves once listed.
    """

    __match_args__ = (
        "match",
        "phase",
        "seat",
        "hands",
        "stock",
        "discard",
        "suit",
        "direction",
        "called",
        "passes",
        "turns",
        "cards",
        "shuffles",
        "ply",
    )

    def __init__(
        self,
        match: Match,
        phase: Phase,
        seat: int,
        hands: tuple[tuple[Card, ...], ...],
        stock: tuple[Card, ...],
        discard: tuple[Card, ...],
        suit: Suit,
        direction: int,
        called: tuple[bool, ...],
        passes: int,
        turns: int,
        cards: int,
        shuffles: int,
        ply: int,
    ) -> None:
        self.match: Final = match
        self.phase: Final = phase
        self.seat: Final = seat
        self.hands: Final = hands
        self.stock: Final = stock
        self.discard: Final = discard
        self.suit: Final = suit
        self.direction: Final = direction
        self.called: Final = called
        self.passes: Final = passes
        self.turns: Final = turns
        self.cards: Final = cards
        self.shuffles: Final = shuffles
        self.ply: Final = ply
        self.listed: tuple[Move, ...] | None = None

    @property
    def rules(self) -> Rules:
        """The rules of the match."""
        return self.match.rules

    @property
    def dealer(self) -> int:
        """The seat that dealt: seat 0 first, then one further each round."""
        return self.match.round % len(self.hands)

    @property
    def top_rank(self) -> Rank:
        """The rank to match: the top card's, or 0 where nothing lies."""
        return RANK_OF[self.discard[-1]] if self.discard else NO_RANK

    @property
    def nothing_to_draw(self) -> bool:
        """Whether a draw would yield no card."""
        return not self.stock and not refill(self.match.rulebook, self.discard)


def refill(rulebook: Rulebook, discard: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the discards that a reshuffle would make the stock: all but the top, or none."""
    return discard[:-1] if rulebook.reshuffles else ()


@final
class Transition(Value):
    """What a move leads to: the next state and what happened on the way."""

    __match_args__ = ("state", "events")

    def __init__(self, state: State, events: tuple[Event, ...]) -> None:
        self.state: Final = state
        self.events: Final = events
