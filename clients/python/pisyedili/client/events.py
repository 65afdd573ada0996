"""What happened: the events of an answer, in order, enough to animate a table.

Seats and rounds are numbered from 0. Events of a `View` show other seats' draws face down.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from pisyedili.client.cards import Card, Rank, Suit

Direction: TypeAlias = Literal["clockwise", "counterclockwise", "unknown"]
DrawReason: TypeAlias = Literal[
    "opening", "turn", "debt", "others", "cover", "forgotten", "unknown"
]
RoundEndReason: TypeAlias = Literal["finished", "stock_out", "blocked", "limit", "unknown"]


@dataclass(frozen=True, slots=True)
class RoundDealt:
    """A round was dealt; ``turned_up`` ends with the card left face up, empty where seats open."""

    round: int
    dealer: int
    turned_up: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CardsPlayed:
    """A seat laid cards, the last on top."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CardsDrawn:
    """A seat drew cards; ``cards`` is empty where the reader may not see them."""

    seat: int
    count: int
    cards: tuple[Card, ...]
    reason: DrawReason


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat gave up its turn, or a cover; or the table passed for it."""

    seat: int
    by_itself: bool


@dataclass(frozen=True, slots=True)
class SuitNamed:
    """A seat named the suit to follow."""

    seat: int
    suit: Suit


@dataclass(frozen=True, slots=True)
class DirectionReversed:
    """The order of play turned round for good."""

    direction: Direction


@dataclass(frozen=True, slots=True)
class TurnSentBack:
    """The turn went back once, to this seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatSkipped:
    """A seat was passed over."""

    seat: int


@dataclass(frozen=True, slots=True)
class DebtRaised:
    """A seat came to owe so many cards in all."""

    seat: int
    cards: int
    rank: Rank


@dataclass(frozen=True, slots=True)
class DebtPaid:
    """A seat drew what it owed; what the stock could not give was forgiven."""

    seat: int
    paid: int
    forgiven: int


@dataclass(frozen=True, slots=True)
class TekCalled:
    """A seat called its last card."""

    seat: int


@dataclass(frozen=True, slots=True)
class TekForgotten:
    """A seat came to its turn with one card that it had not called."""

    seat: int


@dataclass(frozen=True, slots=True)
class StockReshuffled:
    """The discards but the top became the stock of so many cards."""

    count: int


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """A round ended; by a finisher with its last card, or without one."""

    reason: RoundEndReason
    finisher: int | None
    card: Card | None


@dataclass(frozen=True, slots=True)
class EndDrawn:
    """A seat drew for a card of a rank that it held at the end."""

    seat: int
    rank: Rank
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class PointsWritten:
    """The points of a round were written, by seat."""

    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match ended, and these seats won."""

    winners: tuple[int, ...]


Event: TypeAlias = (
    RoundDealt
    | CardsPlayed
    | CardsDrawn
    | Passed
    | SuitNamed
    | DirectionReversed
    | TurnSentBack
    | SeatSkipped
    | DebtRaised
    | DebtPaid
    | TekCalled
    | TekForgotten
    | StockReshuffled
    | RoundEnded
    | EndDrawn
    | PointsWritten
    | MatchEnded
)
