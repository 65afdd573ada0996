"""What happened, in the past tense and in order: enough to animate a table."""

from enum import StrEnum
from typing import Final, final

from pisyedili.engine.cards import Card, Rank, Suit
from pisyedili.engine.value import Value


class Why(StrEnum):
    """Why cards were drawn."""

    OPENING = "opening"
    TURN = "turn"
    DEBT = "debt"
    OTHERS = "others"
    COVER = "cover"
    FORGOTTEN = "forgotten"


class RoundEnd(StrEnum):
    """How a round ended: a seat went out, the stock ran out, nobody played, or a limit was met."""

    FINISHED = "finished"
    STOCK_OUT = "stock_out"
    BLOCKED = "blocked"
    LIMIT = "limit"


@final
class RoundDealt(Value):
    """A round was dealt; ``turned_up`` are the cards turned over, the last one left face up."""

    __match_args__ = ("round", "dealer", "turned_up")

    def __init__(self, round: int, dealer: int, turned_up: tuple[Card, ...]) -> None:
        self.round: Final = round
        self.dealer: Final = dealer
        self.turned_up: Final = turned_up


@final
class CardsPlayed(Value):
    """A seat laid cards, the last on top."""

    __match_args__ = ("seat", "cards")

    def __init__(self, seat: int, cards: tuple[Card, ...]) -> None:
        self.seat: Final = seat
        self.cards: Final = cards


@final
class CardsDrawn(Value):
    """A seat drew cards; ``cards`` is empty where the reader may not see them."""

    __match_args__ = ("seat", "count", "cards", "why")

    def __init__(self, seat: int, count: int, cards: tuple[Card, ...], why: Why) -> None:
        self.seat: Final = seat
        self.count: Final = count
        self.cards: Final = cards
        self.why: Final = why


@final
class Passed(Value):
    """A seat ended its turn without a play; ``by_itself`` where the table passes for it."""

    __match_args__ = ("seat", "by_itself")

    def __init__(self, seat: int, by_itself: bool) -> None:
        self.seat: Final = seat
        self.by_itself: Final = by_itself


@final
class SuitNamed(Value):
    """A seat named the suit to follow."""

    __match_args__ = ("seat", "suit")

    def __init__(self, seat: int, suit: Suit) -> None:
        self.seat: Final = seat
        self.suit: Final = suit


@final
class DirectionReversed(Value):
    """The order of play turned round for good: 1 is clockwise, -1 the other way."""

    __match_args__ = ("direction",)

    def __init__(self, direction: int) -> None:
        self.direction: Final = direction


@final
class TurnSentBack(Value):
    """The turn went back once, to this seat; the direction stayed."""

    __match_args__ = ("seat",)

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat


@final
class SeatSkipped(Value):
    """A seat was passed over."""

    __match_args__ = ("seat",)

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat


@final
class DebtRaised(Value):
    """A seat came to owe so many cards in all, for cards of this rank."""

    __match_args__ = ("seat", "cards", "rank")

    def __init__(self, seat: int, cards: int, rank: Rank) -> None:
        self.seat: Final = seat
        self.cards: Final = cards
        self.rank: Final = rank


@final
class DebtPaid(Value):
    """A seat drew this much of its debt; the rest, where the cards ran out, was forgiven."""

    __match_args__ = ("seat", "paid", "forgiven")

    def __init__(self, seat: int, paid: int, forgiven: int) -> None:
        self.seat: Final = seat
        self.paid: Final = paid
        self.forgiven: Final = forgiven


@final
class TekCalled(Value):
    """A seat called its last card."""

    __match_args__ = ("seat",)

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat


@final
class TekForgotten(Value):
    """A seat came to its turn with one card that it had not called."""

    __match_args__ = ("seat",)

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat


@final
class StockReshuffled(Value):
    """The discards but the top became the stock; ``count`` of them."""

    __match_args__ = ("count",)

    def __init__(self, count: int) -> None:
        self.count: Final = count


@final
class RoundEnded(Value):
    """The round ended; ``finisher`` and its last card (0 for none) where a seat went out."""

    __match_args__ = ("reason", "finisher", "card")

    def __init__(self, reason: RoundEnd, finisher: int | None, card: Card) -> None:
        self.reason: Final = reason
        self.finisher: Final = finisher
        self.card: Final = card


@final
class EndDrawn(Value):
    """A seat drew for cards of this rank that it held at the end."""

    __match_args__ = ("seat", "rank", "cards")

    def __init__(self, seat: int, rank: Rank, cards: tuple[Card, ...]) -> None:
        self.seat: Final = seat
        self.rank: Final = rank
        self.cards: Final = cards


@final
class PointsWritten(Value):
    """The round's points, by seat, were added to the totals."""

    __match_args__ = ("points",)

    def __init__(self, points: tuple[int, ...]) -> None:
        self.points: Final = points


@final
class MatchEnded(Value):
    """The match ended; ``winners`` are seats."""

    __match_args__ = ("winners",)

    def __init__(self, winners: tuple[int, ...]) -> None:
        self.winners: Final = winners


Event = (
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
