"""From the contract to the engine: a game that passes here can be played on without a fault."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple, cast, final

from google.protobuf.message import DecodeError, Message

from pisyedili.engine.cards import JOKER, SUITS, Card, Rank, Suit
from pisyedili.engine.check import state_faults
from pisyedili.engine.errors import Fault, IllegalMove, InvalidRules, Refusal, StateFault
from pisyedili.engine.events import RoundEnd
from pisyedili.engine.moves import DRAW, PASS, PASS_CALLING, Move, Play
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.state import (
    Covering,
    Forgotten,
    Match,
    MatchOver,
    Opening,
    Owing,
    Pending,
    Phase,
    RoundOver,
    State,
    Turn,
)
from pisyedili.service.books import Books
from pisyedili.service.errors import (
    Reason,
    Violation,
    invalid_rules,
    invalid_state,
    malformed,
    over_limit,
    stale,
    too_new,
)
from pisyedili.service.limits import Limits
from pisyedili.v1.moves_pb2 import Move as MoveMessage
from pisyedili.v1.moves_pb2 import Play as PlayMessage
from pisyedili.v1.rules_pb2 import Rules as RulesMessage
from pisyedili.v1.state_pb2 import Direction, GameState, PendingEffects, RoundEndReason
from pisyedili.v1.state_pb2 import Game as GameMessage

MOST_TEXT: Final = 64
"""The characters of a game's id and of a player's name."""

MOST_CARDS: Final = 32
"""The cards of one play: all of one rank in eight decks, or all jokers."""


_cards = cast("Callable[[Iterable[int]], tuple[Card, ...]]", tuple)
"""Reads cards, whose numbers are the same on both sides; the state's check knows their bounds."""


class Game(NamedTuple):
    """A game without faults, and whether its caller keeps it as opaque bytes."""

    state: State
    opaque: bool


@final
class Decoder:
    """Reads games and rules, within the limits."""

    def __init__(self, books: Books, limits: Limits) -> None:
        self._books: Final = books
        self._limits: Final = limits

    def game(self, message: GameMessage, path: str = "game") -> Game:
        """Return a game; every fault is an error."""
        form = message.WhichOneof("form")
        if form == "state":
            return Game(self._state(message.state, f"{path}.state"), opaque=False)
        if form == "opaque":
            path = f"{path}.opaque"
            return Game(self._state(_opened(message.opaque, path), path), opaque=True)
        raise malformed(Violation(path, "expected a state or opaque bytes, got neither"))

    def rules(self, message: RulesMessage, path: str) -> Rulebook:
        """Return complete rules; every fault is an error."""
        try:
            return self._books.read(message)
        except InvalidRules as error:
            raise invalid_rules(error.faults, path) from None

    def seats(self, seats: int) -> int:
        """Return a number of seats that is within the limit."""
        if seats > self._limits.seats:
            reason = Reason.ERROR_REASON_TOO_MANY_SEATS
            raise over_limit(reason, "seats", self._limits.seats, seats)
        return seats

    def _state(self, message: GameState, path: str) -> State:
        refuse_unknown_fields(message, path)
        phase = _phase(message, path)
        match = Match(
            self.rules(message.rules, f"{path}.rules"),
            message.game_id,
            tuple(message.names),
            message.seed,
            message.round,
            tuple(tuple(scores.points) for scores in message.scores),
        )
        state = State(
            match,
            phase,
            message.seat,
            tuple([_cards(hand.cards) for hand in message.hands]),
            _cards(message.stock),
            _cards(message.discard),
            Suit(message.suit),
            _DIRECTIONS.get(message.direction, 0),
            tuple(message.called),
            message.passes,
            message.turns,
            message.cards,
            message.shuffles,
            message.ply,
        )
        self.seats(len(state.hands))
        faults = (*too_long(match.game_id, match.names), *state_faults(state))
        if faults:
            raise invalid_state(faults, path)
        return state


def decode_move(message: MoveMessage, state: State) -> Move:
    """Return a move for this game: ``STALE_PLY`` where it was chosen for another ply."""
    if message.HasField("ply") and message.ply != state.ply:
        raise stale(state.ply, message.ply)
    kind, call = message.WhichOneof("move"), message.call_tek
    if kind == "play":
        return _play(message.play, call)
    if kind == "pass":
        return PASS_CALLING if call else PASS
    if kind is None:
        raise malformed(Violation("move", "expected play, draw or pass, got none"))
    if call:
        expected = "the call with a play or a pass"
        raise IllegalMove(Refusal.CALL_NOT_DUE, expected, "a draw, calling the last card")
    return DRAW


def refuse_unknown_fields(message: Message, path: str) -> None:
    """Refuse a message in which, at any depth, there is a field that this service does not know."""
    size = message.ByteSize()
    message.DiscardUnknownFields()
    if message.ByteSize() != size:
        raise too_new(path)


def too_long(game_id: str, names: tuple[str, ...]) -> Iterator[Fault]:
    """Yield a fault for each text that is longer than the contract says."""
    texts = {"game_id": game_id} | {f"names[{seat}]": name for seat, name in enumerate(names)}
    for path, text in texts.items():
        if len(text) > MOST_TEXT:
            message = f"expected at most {MOST_TEXT} characters, got {len(text)}"
            yield Fault(path, StateFault.OUT_OF_BOUNDS, message)


def _opened(data: bytes, path: str) -> GameState:
    try:
        return GameState.FromString(data)
    except DecodeError:
        raise malformed(Violation(path, "expected bytes of a game, got others")) from None


def _play(message: PlayMessage, call: bool) -> Play:
    cards, suit = _cards(message.cards), Suit(message.suit)
    if len(cards) > MOST_CARDS:
        expected = f"expected at most {MOST_CARDS} cards, got {len(cards)}"
        raise malformed(Violation("move.play.cards", expected))
    for index, card in enumerate(cards):
        if not 0 < card <= JOKER:
            raise malformed(Violation(f"move.play.cards[{index}]", f"expected a card, got {card}"))
    if not 0 <= suit <= len(SUITS):
        raise malformed(Violation("move.play.suit", f"expected a suit or none, got {suit}"))
    return Play(cards, suit, call)


def _phase(message: GameState, path: str) -> Phase:
    kind = message.WhichOneof("phase")
    if kind is None:
        fault = Fault("phase", StateFault.OUT_OF_BOUNDS, "expected a phase, got none")
        raise invalid_state((fault,), path)
    phase = getattr(message, kind)
    if kind in _OVER and phase.reason not in _REASONS:
        expected = f"expected a known reason, got {phase.reason}"
        fault = Fault(f"{kind}.reason", StateFault.OUT_OF_BOUNDS, expected)
        raise invalid_state((fault,), path)
    return _PHASES[kind](phase)


def _pending(message: PendingEffects) -> Pending:
    return Pending(message.skips, message.back, message.flip, message.debt, Rank(message.rank))


def _finisher(message: Any) -> int | None:
    return message.finisher if message.HasField("finisher") else None


_DIRECTIONS: Final[Mapping[int, int]] = {
    Direction.DIRECTION_CLOCKWISE: 1,
    Direction.DIRECTION_COUNTERCLOCKWISE: -1,
}
_REASONS: Final[Mapping[int, RoundEnd]] = {
    RoundEndReason.Value(f"ROUND_END_REASON_{reason.name}"): reason for reason in RoundEnd
}
_OVER: Final = ("round_over", "match_over")
_PHASES: Final[Mapping[str, Callable[[Any], Phase]]] = {
    "opening": lambda phase: Opening(phase.drawn),
    "turn": lambda phase: Turn(phase.drawn, phase.card, phase.barred),
    "forgotten": lambda _: Forgotten(),
    "owing": lambda phase: Owing(phase.cards, phase.rank),
    "covering": lambda phase: Covering(_pending(phase.pending), phase.card, phase.barred),
    "round_over": lambda phase: RoundOver(_REASONS[phase.reason], _finisher(phase)),
    "match_over": lambda phase: MatchOver(_REASONS[phase.reason], _finisher(phase)),
}
