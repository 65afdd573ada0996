"""What the service answers, as immutable values with the names of the contract.

Where the contract says "not set" or "unspecified", a value is None. Rules stay the contract's
message ``Rules``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, overload

from pisyedili.client.cards import Card, Rank, Suit
from pisyedili.client.errors import reason_name
from pisyedili.client.events import Direction, Event, RoundEndReason
from pisyedili.client.moves import Move
from pisyedili.v1.errors_pb2 import ErrorReason
from pisyedili.v1.rules_pb2 import Rules

PhaseKind: TypeAlias = Literal[
    "opening",
    "turn",
    "forgotten",
    "owing",
    "covering",
    "round_over",
    "match_over",
    "unknown",
]


@dataclass(frozen=True, slots=True)
class LegalMoves(Sequence[Move]):
    """Every legal move of the seat on turn; none when the round is over, and never else.

    ``default`` is the move for a seat whose clock ran out.
    """

    seat: int
    ply: int
    moves: tuple[Move, ...]
    default_move: Move | None

    def __len__(self) -> int:
        return len(self.moves)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | Sequence[Move]:
        return self.moves[index]

    def __str__(self) -> str:
        return ", ".join(map(str, self.moves))


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move is refused; prints as one sentence."""

    reason: ErrorReason.ValueType
    message: str
    expected: str
    got: str

    @property
    def reason_name(self) -> str:
        """The reason in short, such as ``NO_MATCH``."""
        return reason_name(self.reason)

    def __str__(self) -> str:
        return self.message


@dataclass(frozen=True, slots=True)
class RefusedCard:
    """A card in hand that may not be played."""

    card: Card
    refusal: Refusal


@dataclass(frozen=True, slots=True)
class Phase:
    """What all may see of what the seat on turn has to do."""

    kind: PhaseKind
    drawn: int
    barred: bool
    debt: int
    debt_rank: Rank | None
    reason: RoundEndReason | None
    finisher: int | None
    drawn_card: Card | None


@dataclass(frozen=True, slots=True)
class SeatView:
    """What all may see of a seat."""

    seat: int
    name: str
    hand_size: int
    called: bool
    total: int


@dataclass(frozen=True, slots=True)
class View:
    """A game as one seat, or a spectator (``viewer`` None), may see it; as in ``PlayerView``."""

    viewer: int | None
    game_id: str
    rules: Rules
    ply: int
    round: int
    dealer: int
    phase: Phase
    seat: int
    direction: Direction
    suit: Suit | None
    passes: int
    turns: int
    cards: int
    shuffles: int
    seats: tuple[SeatView, ...]
    hand: tuple[Card, ...]
    discard: tuple[Card, ...]
    stock_size: int
    scores: tuple[tuple[int, ...], ...]
    moves: tuple[Move, ...]
    match_commitment: bytes
    round_commitment: bytes
    hands: tuple[tuple[Card, ...], ...]
    round_seed: bytes
    match_seed: bytes


@dataclass(frozen=True, slots=True)
class Update:
    """What a viewer may see of a game and of what just happened."""

    view: View
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class ScoredCard:
    """A card and what it costs."""

    card: Card
    points: int


@dataclass(frozen=True, slots=True)
class EndDraw:
    """The cards drawn for one card held at the end."""

    rank: Rank
    cards: tuple[ScoredCard, ...]


@dataclass(frozen=True, slots=True)
class SeatScore:
    """One seat's round, line by line; ``total`` is ``points`` times ``multiplier``."""

    seat: int
    hand: tuple[ScoredCard, ...]
    end_draws: tuple[EndDraw, ...]
    points: int
    multiplier: int
    total: int


@dataclass(frozen=True, slots=True)
class Standing:
    """A team's place in the match, from 1; equal totals share one."""

    seats: tuple[int, ...]
    total: int
    rank: int


@dataclass(frozen=True, slots=True)
class Scores:
    """What the hands cost, and how the match stands over its finished rounds."""

    seats: tuple[SeatScore, ...]
    standings: tuple[Standing, ...]
    round_winners: tuple[int, ...]
    match_winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Include:
    """What an answer is to hold besides the game and its events.

    ``seats`` are those for which a view and events are wanted; ``spectator`` adds one for all.
    """

    moves: bool = False
    scores: bool = False
    seats: tuple[int, ...] = ()
    spectator: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """A game after a move or a deal; the rest is what `Include` asked for.

    ``game`` is all that is to be stored. ``events`` show every card: views have the safe ones,
    those of the seats in the order asked for, then the spectator's.
    """

    game: bytes
    events: tuple[Event, ...]
    legal: LegalMoves | None
    scores: Scores | None
    views: tuple[Update, ...]


@dataclass(frozen=True, slots=True)
class Text:
    """A text in each of the languages."""

    tr: str
    en: str
    de: str


@dataclass(frozen=True, slots=True)
class Preset:
    """A rule set that has a name."""

    id: str
    name: Text
    line: Text
    rules: Rules


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with rules; ``others`` are the options that it contradicts."""

    path: str
    reason: ErrorReason.ValueType
    message: str
    others: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.path}: {self.message}"


@dataclass(frozen=True, slots=True)
class RulesCheck:
    """The resolved rules, or every fault in them."""

    rules: Rules | None
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class RulesDifference:
    """An option in which two rule sets differ: each one's value, and what its sheet says of it.

    Values are written as in rule files; one is empty where the option is not said.
    """

    path: str
    a_value: str
    b_value: str
    a_sentence: str
    b_sentence: str

    def __str__(self) -> str:
        return f"{self.path}: {self.a_value or '–'} / {self.b_value or '–'}"
