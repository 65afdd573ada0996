"""A game as its holder knows it: what blocking and asyncio games have in common."""

from collections.abc import Iterable

from google.protobuf.message import DecodeError
from grpc import StatusCode

from pisyedili.client.calls import NOTHING, Turn
from pisyedili.client.errors import FieldError, InvalidRequest
from pisyedili.client.events import Event
from pisyedili.client.moves import Move, MoveLike, move_message, parse_move
from pisyedili.client.values import Answer, Include, LegalMoves
from pisyedili.v1.errors_pb2 import ErrorReason
from pisyedili.v1.record_pb2 import Record
from pisyedili.v1.rules_pb2 import Rules
from pisyedili.v1.state_pb2 import GameState


class Table:
    """A holder of one game: each move replaces the state in it, and is written down.

    A refused or failed move leaves it as it was. It is for one thread, or task, at a time.
    """

    def __init__(
        self, answer: Answer, *, record: Record | None = None, include: Include = NOTHING
    ) -> None:
        self._answer = answer
        self._written = read_state(answer.game)
        self._record = _begun(self._written) if record is None else _fitting(record, self._written)
        self.include = include

    @property
    def state(self) -> bytes:
        """The game as bytes, to be stored; ``Client.resume`` goes on from them."""
        return self._answer.game

    @property
    def answer(self) -> Answer:
        """The last answer, with what ``include`` asked for."""
        return self._answer

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened last, every card shown."""
        return self._answer.events

    @property
    def id(self) -> str:
        """The name of the game."""
        return self._written.game_id

    @property
    def rules(self) -> Rules:
        """The rules of the match."""
        return self._written.rules

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat, or none."""
        return tuple(self._written.names)

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self._written.hands)

    @property
    def seat(self) -> int:
        """The seat on turn."""
        return self._written.seat

    @property
    def ply(self) -> int:
        """The moves of the match so far."""
        return self._written.ply

    @property
    def round(self) -> int:
        """The round being played or just ended, from 0."""
        return self._written.round

    @property
    def round_over(self) -> bool:
        """Whether the round is over, and with the last one the match."""
        return self.match_over or self._written.HasField("round_over")

    @property
    def match_over(self) -> bool:
        """Whether the match is over."""
        return self._written.HasField("match_over")

    def written(self) -> GameState:
        """Return the game written out, every hidden card and the seed included."""
        copy = GameState()
        copy.CopyFrom(self._written)
        return copy

    def record(self) -> Record:
        """Return the match so far as its beginning and its moves.

        ``ValueError`` if the game was resumed in the middle of a match, without its record.
        """
        if self._record is None:
            raise ValueError("expected a game held from its beginning, got one resumed since")
        copy = Record()
        copy.CopyFrom(self._record)
        return copy

    def _turn(self, move: MoveLike, seat: int | None, ply: int | None = None) -> Turn:
        seat = self.seat if seat is None else seat
        return Turn(self.state, seat, parse_move(move), ply, self.include)

    def _default(self, legal: LegalMoves) -> Move:
        if legal.default_move is None:
            raise ValueError("expected a round that is played, got one that is over")
        return legal.default_move

    def _moved(self, answer: Answer, *moves: Move) -> tuple[Event, ...]:
        """Take the game after moves, and write them down."""
        self._take(answer)
        if self._record is not None:
            self._record.rounds[-1].moves.extend(map(move_message, moves))
        return answer.events

    def _jumped(self, state: bytes, moves: Iterable[tuple[int, Move]]) -> None:
        """Take the game after moves of which only the outcome is told."""
        self._moved(kept(state), *(move for _, move in moves))

    def _dealt(self, answer: Answer) -> tuple[Event, ...]:
        """Take the game after a deal."""
        self._take(answer)
        if self._record is not None:
            self._record.rounds.add()
        return answer.events

    def _take(self, answer: Answer) -> None:
        self._written = read_state(answer.game)
        self._answer = answer


def kept(state: bytes) -> Answer:
    """Return the answer that a stored game stands for."""
    return Answer(state, (), None, None, ())


def read_state(state: bytes) -> GameState:
    """Return a state that is kept as bytes; ``InvalidRequest`` for other bytes."""
    try:
        return GameState.FromString(state)
    except DecodeError:
        fault = FieldError(
            "game.opaque",
            "expected the bytes of a game, got others",
            ErrorReason.ERROR_REASON_MALFORMED,
        )
        raise InvalidRequest(
            f"{fault.path}: {fault.description}",
            reason=fault.reason,
            fields=(fault,),
            code=StatusCode.INVALID_ARGUMENT,
        ) from None


def _begun(state: GameState) -> Record | None:
    """Return the record of a game without moves; None for one whose moves are not known."""
    if state.ply or state.round:
        return None
    record = Record(
        rules=state.rules,
        seats=len(state.hands),
        seed=state.seed,
        game_id=state.game_id,
        names=state.names,
    )
    record.rounds.add()
    return record


def _fitting(record: Record, state: GameState) -> Record:
    """Return a copy of a record that can be the state's; ``ValueError`` if it cannot."""
    moves = sum(len(played.moves) for played in record.rounds)
    if (record.seed, moves) != (state.seed, state.ply):
        raise ValueError(f"expected the record of a game after {state.ply} moves, got another's")
    copy = Record()
    copy.CopyFrom(record)
    if not copy.rounds:
        copy.rounds.add()
    return copy
