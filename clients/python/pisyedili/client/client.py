"""The blocking client."""

from collections.abc import Iterable, Sequence
from copy import copy
from types import TracebackType
from typing import Self, TypeVar, final

import grpc

from pisyedili.client import calls
from pisyedili.client.calls import NOTHING, Call, RulesLike, Turn
from pisyedili.client.connection import DEADLINE, Connection, Option
from pisyedili.client.errors import PisYediliError, error_of_call
from pisyedili.client.game import Game
from pisyedili.client.moves import MoveLike, parse_move
from pisyedili.client.patches import PatchLike
from pisyedili.client.security import Token
from pisyedili.client.table import kept
from pisyedili.client.values import (
    Answer,
    Include,
    LegalMoves,
    Preset,
    Refusal,
    RefusedCard,
    RulesCheck,
    RulesDifference,
    Scores,
    View,
)
from pisyedili.v1.game_service_pb2_grpc import GameServiceStub
from pisyedili.v1.record_pb2 import Record
from pisyedili.v1.rules_pb2 import Rules
from pisyedili.v1.rules_service_pb2_grpc import RulesServiceStub

T = TypeVar("T")


@final
class Client:
    """A client of the service; its methods wait for their answers. It may be shared by threads.

    >>> with Client(target) as client:
    ...     game = client.create_game("gamyun", seats=4, patch={"match": {"rounds": 1}})
    ...     while not game.round_over:
    ...         events = game.play_default()
    ...     len(game.score().seats)
    4

    ``target`` is an address (``localhost:50051``), a name (``dns:///pisyedili:50051``) or several
    addresses (``ipv4:10.0.0.1:50051,10.0.0.2:50051``), among which calls go round. ``deadline`` is
    the seconds that a call may take, retries included; while no server can be reached, calls wait
    for one that long, unless ``wait_for_ready`` is false: then they are ``Unavailable`` after some
    three seconds, in words that say what failed. ``token`` goes with each call: a text, or what
    returns it. ``credentials``, such as those of ``tls(ca="ca.crt")``, make the connection TLS;
    ``options`` are gRPC's own, for the channel.

    Methods that take a ``game`` take its bytes: they are for callers that keep games themselves.
    """

    def __init__(
        self,
        target: str = "localhost:50051",
        *,
        deadline: float = DEADLINE,
        wait_for_ready: bool = True,
        token: Token = "",
        credentials: grpc.ChannelCredentials | None = None,
        options: Sequence[Option] = (),
    ) -> None:
        connection = Connection(target, token, credentials, options)
        self.deadline = deadline
        self._target = target
        self._wait_for_ready = wait_for_ready
        self._metadata = connection.metadata
        self._channel = _channel(connection)
        self._stubs = {
            "games": GameServiceStub(self._channel),
            "rules": RulesServiceStub(self._channel),
        }

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection; calls in flight fail."""
        self._channel.close()

    def within(self, deadline: float) -> Self:
        """Return this client with another deadline; both share, and close, one connection."""
        other = copy(self)
        other.deadline = deadline
        return other

    def run(self, call: Call[T]) -> T:
        """Make a call and return its answer's value; ``PisYediliError`` where it fails."""
        method = getattr(self._stubs[call.service], call.method)
        try:
            response = method(
                call.request,
                timeout=self.deadline,
                metadata=self._metadata(),
                wait_for_ready=self._wait_for_ready,
            )
        except grpc.RpcError as error:
            raise error_of_call(error, self._target, self.deadline) from error
        return call.read(response)

    def presets(self) -> tuple[Preset, ...]:
        """Return the rule sets that the service knows by name."""
        return self.run(calls.list_presets())

    def check_rules(
        self, preset: str = "", *, patch: PatchLike | None = None, rules: Rules | None = None
    ) -> RulesCheck:
        """Return the resolved rules, or every fault in them."""
        return self.run(calls.check_rules(preset, patch, rules))

    def describe_rules(
        self,
        preset: str = "",
        *,
        patch: PatchLike | None = None,
        rules: Rules | None = None,
        language: str = "en",
        name: str = "",
    ) -> str:
        """Return rules as a sheet for people: Markdown in ``tr``, ``en`` or ``de``."""
        return self.run(calls.describe_rules(preset, patch, rules, language, name))

    def compare_rules(
        self, a: RulesLike, b: RulesLike, *, language: str = "en"
    ) -> tuple[RulesDifference, ...]:
        """Return the options in which two rule sets differ, each with both values and sentences.

        A rule set is a preset's id, an id with house rules, ``("simple", patch)``, or ``Rules``.
        """
        return self.run(calls.compare_rules(a, b, language))

    def create_game(
        self,
        preset: str = "",
        seats: int = 4,
        *,
        patch: PatchLike | None = None,
        rules: Rules | None = None,
        names: Sequence[str] = (),
        game_id: str = "",
        seed: bytes = b"",
        include: Include = NOTHING,
    ) -> Game:
        """Return a game, its first round dealt.

        Rules are a preset with house rules over it, or complete ``rules``. ``include`` goes with
        every move and deal of the game: see ``game.answer``.
        """
        call = calls.create_game(
            preset,
            seats,
            patch=patch,
            rules=rules,
            game_id=game_id,
            seed=seed,
            names=names,
            include=include,
        )
        return Game(self, self.run(call), include=include)

    def resume(
        self, game: bytes, *, record: Record | None = None, include: Include = NOTHING
    ) -> Game:
        """Return a stored game; with its record, if it is to be recorded further. Makes no call."""
        return Game(self, kept(game), record=record, include=include)

    def replay(self, record: Record, *, include: Include = NOTHING) -> Game:
        """Return the game that a record leads to."""
        answer = kept(self.run(calls.replay_record(record)))
        return Game(self, answer, record=record, include=include)

    def verify(self, record: Record, game: bytes) -> bool:
        """Return whether a record leads to this very game."""
        return self.run(calls.verify_record(record, game))

    def list_moves(self, game: bytes) -> LegalMoves:
        """Return the legal moves of the seat on turn."""
        return self.run(calls.list_moves(game))

    def list_refused(self, game: bytes) -> tuple[RefusedCard, ...]:
        """Return the cards of the seat on turn that it may not play, and why."""
        return self.run(calls.list_refused(game))

    def check_move(
        self, game: bytes, seat: int, move: MoveLike, *, ply: int | None = None
    ) -> Refusal | None:
        """Return why a move is refused, or None for a legal one."""
        return self.run(calls.check_move(Turn(game, seat, parse_move(move), ply)))

    def apply_move(
        self,
        game: bytes,
        seat: int,
        move: MoveLike,
        *,
        ply: int | None = None,
        include: Include = NOTHING,
    ) -> Answer:
        """Return the game after a move; ``IllegalMove`` or ``StaleGame`` where it is refused."""
        return self.run(calls.apply_move(Turn(game, seat, parse_move(move), ply, include)))

    def apply_moves(self, game: bytes, moves: Iterable[tuple[int, MoveLike]]) -> bytes:
        """Return the game after many moves of one round, each with its seat: all, or none."""
        return self.run(calls.apply_moves(game, [(seat, parse_move(move)) for seat, move in moves]))

    def batch_apply(self, turns: Iterable[Turn]) -> tuple[Answer | PisYediliError, ...]:
        """Return many games, each after one move, or the error for it, which is not raised."""
        return self.run(calls.batch_apply(turns))

    def start_round(self, game: bytes, *, include: Include = NOTHING) -> Answer:
        """Return the game with its next round dealt."""
        return self.run(calls.start_round(game, include))

    def score_game(self, game: bytes) -> Scores:
        """Return what the hands cost, and how the match stands."""
        return self.run(calls.score_game(game))

    def view_game(self, game: bytes, seat: int | None = None) -> View:
        """Return a game as a seat may see it, or a spectator, if None."""
        return self.run(calls.view_game(game, seat))


def _channel(connection: Connection) -> grpc.Channel:
    options = connection.channel_options()
    if connection.credentials is None:
        return grpc.insecure_channel(connection.target, options)
    return grpc.secure_channel(connection.target, connection.credentials, options)
