"""What a call leaves behind: one line in the log, and an id that both sides know."""

import time
from collections.abc import Iterator

import grpc
import pytest

from pisyedili.v1.game_service_pb2 import (
    ApplyMoveRequest,
    BatchApplyRequest,
    CreateGameRequest,
    CreateGameResponse,
    Include,
)
from pisyedili.v1.game_service_pb2_grpc import GameServiceStub
from pisyedili.v1.moves_pb2 import Draw, Move
from tests.service.process import PATIENCE, Held, Line, Running, health, running, until

APPLY_MOVE = "/pisyedili.v1.GameService/ApplyMove"
BATCH_APPLY = "/pisyedili.v1.GameService/BatchApply"
BATCHES = {
    "grpc_type": "unary",
    "grpc_service": "pisyedili.v1.GameService",
    "grpc_method": "BatchApply",
}
CREATE_GAME = "/pisyedili.v1.GameService/CreateGame"
KEYS = [
    "timestamp",
    "level",
    "event",
    "method",
    "code",
    "reason",
    "duration_ms",
    "peer",
    "request_id",
    "game_id",
    "ply",
    "preset",
    "trace_id",
]
SEED = bytes(range(100, 132))


@pytest.fixture(scope="module")
def heard() -> Iterator[Running]:
    """A server whose calls are all made here, and all logged."""
    with running(
        "--log-level=debug", "--max-batch=100000", "--max-message-bytes=67108864"
    ) as server:
        yield server


@pytest.fixture
def channel(heard: Running) -> Iterator[grpc.Channel]:
    with grpc.insecure_channel(heard.address) as channel:
        yield channel


@pytest.fixture
def games(channel: grpc.Channel) -> GameServiceStub:
    return GameServiceStub(channel)


def create(games: GameServiceStub, game_id: str) -> CreateGameResponse:
    request = CreateGameRequest(
        preset="gamyun",
        seats=4,
        game_id=game_id,
        seed=SEED,
        names=["Ayşe", "Bob", "Can", "Dilek"],
        include=Include(moves=True, scores=True, seats=[0, 1, 2, 3], spectator=True),
    )
    return games.CreateGame(request, timeout=PATIENCE)


def finished(server: Running, **wanted: object) -> Line:
    """Return the one line of a call."""
    server.line(event="rpc_finished", **wanted)
    (line,) = server.calls(**wanted)
    return line


def test_a_call_has_one_line_with_fixed_keys(heard: Running, games: GameServiceStub) -> None:
    create(games, "keys")
    line = finished(heard, game_id="keys")
    assert list(line) == KEYS
    assert (line["level"], line["method"], line["code"]) == ("info", CREATE_GAME, "OK")
    assert (line["reason"], line["preset"], line["trace_id"]) == (None, "gamyun", None)
    assert line["duration_ms"] > 0
    assert line["peer"].startswith(("ipv4:127.0.0.1:", "ipv6:[::1]:"))


def test_a_failed_call_has_the_same_keys_and_its_reason(
    heard: Running, games: GameServiceStub
) -> None:
    dealt = create(games, "failed")
    with pytest.raises(grpc.RpcError):
        games.ApplyMove(ApplyMoveRequest(game=dealt.game, seat=3, move=Move(draw=Draw())))
    line = finished(heard, game_id="failed", method=APPLY_MOVE)
    assert list(line) == KEYS
    assert (line["code"], line["reason"]) == (
        "FAILED_PRECONDITION",
        "ERROR_REASON_OUT_OF_TURN",
    )
    assert line["ply"] == dealt.legal.ply


def trailer(call: grpc.Call) -> str:
    return str(dict(call.trailing_metadata())["x-request-id"])


def test_the_request_id_is_taken_and_given_back(heard: Running, games: GameServiceStub) -> None:
    metadata = (("x-request-id", "mine-1"),)
    _, call = games.CreateGame.with_call(
        CreateGameRequest(preset="gamyun", seats=4), metadata=metadata
    )
    assert trailer(call) == "mine-1"
    with pytest.raises(grpc.RpcError) as raised:
        games.ApplyMove(ApplyMoveRequest(), metadata=(("x-request-id", "mine-2"),))
    assert trailer(raised.value) == "mine-2"  # type: ignore[arg-type]  # It is a call, too.
    assert finished(heard, request_id="mine-1")["code"] == "OK"
    assert finished(heard, request_id="mine-2")["code"] == "INVALID_ARGUMENT"


@pytest.mark.parametrize("given", [None, "", "with space", "x" * 129])
def test_a_request_id_that_is_none_is_made(
    heard: Running, games: GameServiceStub, given: str | None
) -> None:
    metadata = () if given is None else (("x-request-id", given),)
    _, call = games.CreateGame.with_call(
        CreateGameRequest(preset="gamyun", seats=4), metadata=metadata
    )
    assert len(trailer(call)) == 32
    assert finished(heard, request_id=trailer(call))


def test_the_trace_id_is_taken_from_a_well_formed_traceparent(
    heard: Running, games: GameServiceStub
) -> None:
    trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    for request_id, parent in (
        ("traced", f"00-{trace}-00f067aa0ba902b7-01"),
        ("untraced", f"00-{trace}-x-01"),
    ):
        metadata = (("x-request-id", request_id), ("traceparent", parent))
        games.CreateGame(CreateGameRequest(preset="gamyun", seats=4), metadata=metadata)
    assert finished(heard, request_id="traced")["trace_id"] == trace
    assert finished(heard, request_id="untraced")["trace_id"] is None


def test_probes_are_logged_for_who_asks_for_them(heard: Running, channel: grpc.Channel) -> None:
    health(channel)
    assert finished(heard, method="/grpc.health.v1.Health/Check")["level"] == "debug"


def test_no_card_no_seed_and_no_name_is_logged(heard: Running, games: GameServiceStub) -> None:
    dealt = create(games, "secret")
    for move in (dealt.legal.default_move, Move(draw=Draw(), ply=99)):
        try:
            games.ApplyMove(ApplyMoveRequest(game=dealt.game, seat=dealt.legal.seat, move=move))
        except grpc.RpcError:
            continue
    forged = ApplyMoveRequest(game=dealt.game, seat=0, move=Move(draw=Draw()))
    forged.game.state.stock[0] = forged.game.state.stock[1]
    with pytest.raises(grpc.RpcError):
        games.ApplyMove(forged)
    heard.line(event="rpc_finished", reason="ERROR_REASON_INVALID_STATE")
    text = str(heard.lines)
    for secret in (*"♣♦♥♠", "joker", "CARD_", SEED.hex(), str(SEED)[2:-1], "Ayşe"):
        assert secret not in text


@pytest.mark.parametrize("given_up", ["cancelled", "too late"])
def test_a_call_that_was_given_up_stops_amid_its_work(
    heard: Running, channel: grpc.Channel, games: GameServiceStub, given_up: str
) -> None:
    dealt = create(games, given_up)
    item = ApplyMoveRequest(game=dealt.game, seat=dealt.legal.seat, move=dealt.legal.default_move)
    request = BatchApplyRequest(items=[item] * 20_000).SerializeToString()
    calls, received, moves = (count(heard) for count in (begun, arrived, applied))
    call = Held(channel, BATCH_APPLY, timeout=2 if given_up == "too late" else PATIENCE)
    until(lambda: begun(heard) > calls)
    if given_up == "too late":
        time.sleep(1.5)  # So that most of the work falls behind the deadline.
    call.send(request)
    if given_up == "cancelled":
        until(lambda: arrived(heard) > received)
        call.future.cancel()
    until(lambda: len(heard.calls(method=BATCH_APPLY)) > calls)
    assert heard.calls(method=BATCH_APPLY)[-1]["reason"] == "ERROR_REASON_DEADLINE"
    assert call.code().name in {"CANCELLED", "DEADLINE_EXCEEDED"}
    assert applied(heard) - moves < 20_000


def begun(server: Running) -> float:
    return server.metric("grpc_server_started_total", **BATCHES)


def arrived(server: Running) -> float:
    return server.metric("grpc_server_msg_received_total", **BATCHES)


def applied(server: Running) -> float:
    """Return how many moves were made."""
    return sum(
        value
        for (name, _), value in server.metrics().items()
        if name == "pisyedili_moves_applied_total"
    )
