"""The proxy before engines that come and go: its clients, which repeat nothing, see no error."""

import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import grpc
import pytest
from grpc_health.v1 import health as health_service
from grpc_health.v1 import health_pb2_grpc

from pisyedili.v1 import game_service_pb2 as games
from pisyedili.v1 import game_service_pb2_grpc
from tests.deploy.matches import SEED
from tests.deploy.proxy import ask, proxy
from tests.deploy.tools import PATIENCE, tool
from tests.ports import free_ports
from tests.service.process import begun, running, until

CALLERS = 4
EACH = 150
PATH = "/pisyedili.v1.GameService/CreateGame"
REQUEST = games.CreateGameRequest(preset="simple", seats=2, game_id="one", seed=SEED)
JSON = b'{"preset": "simple", "seats": 2}'


@pytest.fixture(autouse=True)
def envoy() -> None:
    tool("envoy")


class Callers:
    """Who call through the proxy, half by gRPC and half by JSON, until they have had enough."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._made = 0
        self._more = threading.Condition()

    def outcomes(self, meanwhile: Callable[[], object]) -> dict[str, int]:
        """Make all calls, with something happening after the first tenth; count how they end."""
        with ThreadPoolExecutor(CALLERS) as pool:
            ways = [(self._grpc, self._json)[caller % 2] for caller in range(CALLERS)]
            running = [pool.submit(list[str], way()) for way in ways]
            with self._more:
                assert self._more.wait_for(lambda: self._made >= CALLERS * EACH // 10, PATIENCE)
            meanwhile()
            ends = [end for future in running for end in future.result(PATIENCE)]
        return {end: ends.count(end) for end in set(ends)}

    def _grpc(self) -> Iterator[str]:
        options = [("grpc.enable_retries", 0)]
        with grpc.insecure_channel(self._address, options) as channel:
            stub = game_service_pb2_grpc.GameServiceStub(channel)
            for _ in range(EACH):
                try:
                    stub.CreateGame(REQUEST, timeout=PATIENCE)
                    yield "OK"
                except grpc.RpcError as error:
                    yield f"{error.code().name}: {error.details()}"
                self._count()

    def _json(self) -> Iterator[str]:
        url = f"http://{self._address}/v1/games"
        for _ in range(EACH):
            answer = ask(url, body=JSON, content_type="application/json")
            yield "OK" if answer.status == 200 else f"{answer.status}: {answer.body.decode()}"
            self._count()

    def _count(self) -> None:
        with self._more:
            self._made += 1
            self._more.notify_all()


ALL_WELL = {"OK": CALLERS * EACH}


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM], ids=["killed", "stopped"])
def test_an_engine_that_ends_is_not_noticed(number: int, tmp_path: Path) -> None:
    with running() as stays, running("--drain-delay=1") as goes:
        with proxy(tmp_path, stays.port, goes.port) as between:
            ends = Callers(between.address).outcomes(lambda: goes.signal(number))
            assert ends == ALL_WELL
            until(lambda: between.healthy() == 1)
        assert goes.exit_code() == (0 if number == signal.SIGTERM else -number)


def test_an_engine_that_stands_still_is_not_noticed(tmp_path: Path) -> None:
    with (
        running() as stays,
        running() as goes,
        proxy(tmp_path, stays.port, goes.port) as between,
    ):
        ends = Callers(between.address).outcomes(lambda: goes.signal(signal.SIGSTOP))
        assert ends == ALL_WELL


def test_an_engine_that_comes_back_is_called_again(tmp_path: Path) -> None:
    with (
        running() as stays,
        running(f"--port={free_ports(1)[0]}") as goes,
        proxy(tmp_path, stays.port, goes.port) as between,
    ):
        goes.signal(signal.SIGKILL)
        until(lambda: between.healthy() == 1)
        goes.exit_code()
        with running(f"--port={goes.port}") as back:
            until(lambda: between.healthy() == 2)
            assert Callers(between.address).outcomes(lambda: None) == ALL_WELL
            assert begun(back, PATH) > 0


def out_of_order(_: bytes, context: grpc.ServicerContext) -> bytes:
    context.abort(grpc.StatusCode.UNAVAILABLE, "out of order")


@pytest.fixture
def broken() -> Iterator[int]:
    """The port of an engine gone wrong: it says that it serves, and fails each call."""
    server = grpc.server(ThreadPoolExecutor(CALLERS))
    health_pb2_grpc.add_HealthServicer_to_server(health_service.HealthServicer(), server)
    calls: dict[str, grpc.RpcMethodHandler[bytes, bytes]] = {
        "CreateGame": grpc.unary_unary_rpc_method_handler(out_of_order)
    }
    handler = grpc.method_handlers_generic_handler("pisyedili.v1.GameService", calls)
    server.add_generic_rpc_handlers((handler,))
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    yield port
    server.stop(None).wait()


def test_an_engine_that_fails_each_call_is_left_out(broken: int, tmp_path: Path) -> None:
    with running() as sound, proxy(tmp_path, sound.port, broken) as between:
        assert Callers(between.address).outcomes(lambda: None) == ALL_WELL
        assert between.count("outlier_detection_ejections_enforced_total") >= 1
        assert between.count("upstream_rq_retry_success") >= 1


def test_a_call_that_no_engine_can_take_ends_as_unavailable(tmp_path: Path) -> None:
    with running() as only, proxy(tmp_path, only.port) as between:
        only.signal(signal.SIGKILL)
        only.exit_code()
        with grpc.insecure_channel(between.address) as channel:
            stub = game_service_pb2_grpc.GameServiceStub(channel)
            with pytest.raises(grpc.RpcError) as caught:
                stub.CreateGame(REQUEST, timeout=PATIENCE)
        assert caught.value.code() == grpc.StatusCode.UNAVAILABLE
