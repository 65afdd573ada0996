import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator

import grpc
import pytest

from pisyedili.engine import __version__
from pisyedili.engine.errors import Refusal
from pisyedili.engine.events import RoundEnd
from pisyedili.engine.preset import load_presets
from pisyedili.service.metrics import go_spelling
from pisyedili.service.standard import methods
from pisyedili.v1.game_service_pb2 import (
    ApplyMoveRequest,
    ApplyMoveResponse,
    CreateGameRequest,
    CreateGameResponse,
    Include,
)
from pisyedili.v1.game_service_pb2_grpc import GameServiceStub
from pisyedili.v1.moves_pb2 import Draw, Move
from pisyedili.v1.rules_patch_pb2 import RulesPatch
from tests.service.http2 import call, frame
from tests.service.process import PATIENCE, Running, Series, health, running

GAMES = "pisyedili.v1.GameService"
CODES = (
    "OK",
    "Canceled",
    "InvalidArgument",
    "DeadlineExceeded",
    "NotFound",
    "ResourceExhausted",
    "FailedPrecondition",
    "Aborted",
    "Unimplemented",
    "Internal",
    "Unauthenticated",
)
MOVES = Include(moves=True)


@pytest.fixture(scope="module")
def counting() -> Iterator[Running]:
    """A server whose calls are all made here."""
    with running() as server:
        yield server


@pytest.fixture
def channel(counting: Running) -> Iterator[grpc.Channel]:
    with grpc.insecure_channel(counting.address) as channel:
        yield channel


@pytest.fixture
def games(channel: grpc.Channel) -> GameServiceStub:
    return GameServiceStub(channel)


def series(name: str, **labels: str) -> Series:
    return name, frozenset(labels.items())


def of_method(name: str, service: str, method: str, kind: str = "unary", **more: str) -> Series:
    labels = {"grpc_type": kind, "grpc_service": service, "grpc_method": method}
    return series(f"grpc_server_{name}", **labels, **more)


def counted(before: dict[Series, float], after: dict[Series, float]) -> dict[Series, float]:
    """Return by how much each counter grew, sums of sizes and times left out."""
    assert before.keys() == after.keys(), "a series was not there from the start"
    grown = {name: after[name] - before[name] for name in after}
    return {
        name: growth
        for name, growth in grown.items()
        if growth and not name[0].endswith(("_bucket", "_sum"))
    }


def answered(service: str, method: str, code: str = "OK", calls: int = 1) -> dict[Series, float]:
    """Return the growth that unary calls with an answer or a refusal make."""
    growth: dict[Series, float] = {
        of_method("started_total", service, method): calls,
        of_method("msg_received_total", service, method): calls,
        of_method("handled_total", service, method, grpc_code=code): calls,
        of_method("handling_seconds_count", service, method): calls,
    }
    if code == "OK":
        growth[of_method("msg_sent_total", service, method)] = calls
    return growth


def create(games: GameServiceStub, **request: object) -> CreateGameResponse:
    request = {"preset": "gamyun", "seats": 4, "include": MOVES, "seed": bytes(32)} | request
    return games.CreateGame(CreateGameRequest(**request), timeout=PATIENCE)  # type: ignore[arg-type]


def go_on(games: GameServiceStub, now: CreateGameResponse | ApplyMoveResponse) -> ApplyMoveResponse:
    """Let the seat on turn make its default move."""
    request = ApplyMoveRequest(
        game=now.game, seat=now.legal.seat, move=now.legal.default_move, include=MOVES
    )
    return games.ApplyMove(request, timeout=PATIENCE)


def test_go_spells_codes_its_own_way() -> None:
    codes = sorted(grpc.StatusCode, key=lambda code: code.value[0])
    assert [go_spelling(code) for code in codes] == [
        "OK",
        "Canceled",
        "Unknown",
        "InvalidArgument",
        "DeadlineExceeded",
        "NotFound",
        "AlreadyExists",
        "PermissionDenied",
        "ResourceExhausted",
        "FailedPrecondition",
        "Aborted",
        "OutOfRange",
        "Unimplemented",
        "Internal",
        "Unavailable",
        "DataLoss",
        "Unauthenticated",
    ]


def test_every_series_is_there_from_the_start() -> None:
    with running() as server:
        there = server.metrics()
    wanted = {
        of_method(name, method.service, method.name, method.type)
        for method in methods(reflects=True).values()
        for name in ("started_total", "msg_received_total", "msg_sent_total")
    } | {
        of_method("handled_total", method.service, method.name, method.type, grpc_code=code)
        for method in methods(reflects=True).values()
        for code in CODES
    }
    wanted.add(of_method("handled_total", "unknown", "unknown", grpc_code="Unimplemented"))
    for preset in (*load_presets(), "custom"):
        wanted.add(series("pisyedili_games_created_total", preset=preset))
        wanted |= {
            series("pisyedili_moves_applied_total", preset=preset, kind=kind)
            for kind in ("play", "draw", "pass")
        }
        wanted |= {
            series("pisyedili_rounds_finished_total", preset=preset, reason=reason)
            for reason in RoundEnd
        }
    wanted |= {series("pisyedili_moves_refused_total", reason=reason) for reason in Refusal}
    wanted |= {series("pisyedili_reshuffles_total"), series("pisyedili_state_bytes_count")}
    assert wanted <= there.keys()
    assert not any(there[one] for one in wanted)


def test_nothing_else_is_there(counting: Running) -> None:
    names = {name for name, _ in counting.metrics()}
    assert names == {
        "grpc_server_started_total",
        "grpc_server_handled_total",
        "grpc_server_msg_received_total",
        "grpc_server_msg_sent_total",
        *(f"grpc_server_handling_seconds_{part}" for part in ("bucket", "count", "sum")),
        "pisyedili_games_created_total",
        "pisyedili_moves_applied_total",
        "pisyedili_moves_refused_total",
        "pisyedili_rounds_finished_total",
        "pisyedili_reshuffles_total",
        *(f"pisyedili_state_bytes_{part}" for part in ("bucket", "count", "sum")),
        "pisyedili_build_info",
    }
    (build,) = (labels for name, labels in counting.metrics() if name == "pisyedili_build_info")
    assert dict(build)["version"] == __version__


def test_a_game_and_a_move_are_counted(counting: Running, games: GameServiceStub) -> None:
    before = counting.metrics()
    dealt = create(games)
    kind = dealt.legal.default_move.WhichOneof("move")
    assert kind is not None
    go_on(games, dealt)
    assert counted(before, counting.metrics()) == {
        **answered(GAMES, "CreateGame"),
        **answered(GAMES, "ApplyMove"),
        series("pisyedili_games_created_total", preset="gamyun"): 1,
        series("pisyedili_moves_applied_total", preset="gamyun", kind=kind): 1,
        series("pisyedili_state_bytes_count"): 2,
    }


def test_house_rules_are_custom(counting: Running, games: GameServiceStub) -> None:
    before = counting.metrics()
    patch = RulesPatch()
    patch.table.hand = 5
    create(games, patch=patch)
    assert counted(before, counting.metrics()) == {
        **answered(GAMES, "CreateGame"),
        series("pisyedili_games_created_total", preset="custom"): 1,
        series("pisyedili_state_bytes_count"): 1,
    }


def test_a_whole_round_is_counted(counting: Running, games: GameServiceStub) -> None:
    now: CreateGameResponse | ApplyMoveResponse = create(games, preset="simple")
    kinds: Counter[str] = Counter()
    before = counting.metrics()
    while now.legal.moves:
        kinds[now.legal.default_move.WhichOneof("move") or ""] += 1
        now = go_on(games, now)
    growth = counted(before, counting.metrics())
    for kind, count in kinds.items():
        assert (
            growth[
                "pisyedili_moves_applied_total", frozenset({("preset", "simple"), ("kind", kind)})
            ]
            == count
        )
    finished = [name for name in growth if name[0] == "pisyedili_rounds_finished_total"]
    assert len(finished) == 1
    assert ("preset", "simple") in finished[0][1]


def test_a_refused_move_is_counted_by_its_reason(counting: Running, games: GameServiceStub) -> None:
    dealt, before = create(games), counting.metrics()
    request = ApplyMoveRequest(game=dealt.game, seat=3, move=Move(draw=Draw()))
    assert dealt.legal.seat != request.seat
    with pytest.raises(grpc.RpcError):
        games.ApplyMove(request)
    assert counted(before, counting.metrics()) == {
        **answered(GAMES, "ApplyMove", "FailedPrecondition"),
        series("pisyedili_moves_refused_total", reason="out_of_turn"): 1,
    }


def test_broken_calls_are_counted_by_their_codes(counting: Running) -> None:
    before = counting.metrics()
    call(counting.port, f"/{GAMES}/ApplyMove", frame(b"\xff"))
    call(counting.port, f"/{GAMES}/Shuffle", frame(b""))
    call(counting.port, "/chess/Move", frame(b""))
    unknown = answered("unknown", "unknown", "Unimplemented", calls=2)
    del unknown[of_method("msg_received_total", "unknown", "unknown")]
    assert counted(before, counting.metrics()) == {
        **answered(GAMES, "ApplyMove", "InvalidArgument"),
        **unknown,
    }


def test_standard_services_are_counted(counting: Running, channel: grpc.Channel) -> None:
    before = counting.metrics()
    health(channel)
    assert counted(before, counting.metrics()) == answered("grpc.health.v1.Health", "Check")


@pytest.mark.parametrize("path", ["/", "/health", "/metrics/", "/metricsx"])
def test_nothing_but_metrics_is_found(counting: Running, path: str) -> None:
    with pytest.raises(urllib.error.HTTPError) as raised:
        urllib.request.urlopen(f"http://localhost:{counting.metrics_port}{path}", timeout=PATIENCE)
    assert raised.value.code == 404
    raised.value.close()


@pytest.mark.parametrize(
    ("accept", "content_type"),
    [
        ("", "text/plain; version=0.0.4"),
        ("application/openmetrics-text; version=1.0.0", "application/openmetrics-text"),
    ],
)
def test_a_scraper_gets_the_format_that_it_asks_for(
    counting: Running, accept: str, content_type: str
) -> None:
    url = f"http://localhost:{counting.metrics_port}/metrics?x=1"
    request = urllib.request.Request(url, headers={"Accept": accept})
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310 - our own
        assert answer.headers["Content-Type"].startswith(content_type)
