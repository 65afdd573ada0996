"""Servers come and go; callers do not notice, or are told in clear words."""

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, Self

import grpc
import pytest

from pisyedili.client import (
    AsyncClient,
    Client,
    DeadlineExceeded,
    PisYediliError,
    Unauthenticated,
    Unavailable,
    Unsupported,
)
from pisyedili.client.connection import Connection
from pisyedili.engine import __version__
from tests.clients.server_process import PATIENCE, ServerProcess, serving
from tests.service.process import until

RETRIED = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED)
ATTEMPTS = 5


class Scripted(grpc.GenericRpcHandler):
    """Answers every method with a status so many times, and then with an empty message."""

    def __init__(self, code: grpc.StatusCode, times: int) -> None:
        self._code, self._times = code, times
        self.metadata: list[dict[str, Any]] = []

    def service(self, details: grpc.HandlerCallDetails) -> "grpc.RpcMethodHandler[Any, Any] | None":
        if "Health" in details.method:
            return None
        return grpc.unary_unary_rpc_method_handler(self._answer)

    def _answer(self, _request: bytes, context: grpc.ServicerContext) -> bytes:
        self.metadata.append(dict(context.invocation_metadata()))
        if len(self.metadata) <= self._times:
            context.abort(self._code, "not now")
        return b""


@contextmanager
def scripted(
    code: grpc.StatusCode, times: int, credentials: grpc.ServerCredentials | None = None
) -> Iterator[tuple[Scripted, str]]:
    """Run a server that answers by a script, and give its address."""
    with ThreadPoolExecutor(4) as threads:
        server = grpc.server(threads)
        script = Scripted(code, times)
        server.add_generic_rpc_handlers((script,))
        port = (
            server.add_secure_port("127.0.0.1:0", credentials)
            if credentials
            else server.add_insecure_port("127.0.0.1:0")
        )
        server.start()
        yield script, f"127.0.0.1:{port}"
        server.stop(None).wait(PATIENCE)


async def presets(target: str) -> None:
    async with AsyncClient(target, deadline=PATIENCE) as client:
        await client.presets()


@pytest.mark.parametrize("code", RETRIED)
def test_a_server_that_goes_is_asked_again(code: grpc.StatusCode) -> None:
    with scripted(code, times=3) as (script, target):
        with Client(target, deadline=PATIENCE) as client:
            assert client.presets() == ()
        attempts = [call.get("grpc-previous-rpc-attempts") for call in script.metadata]
    assert attempts == [None, "1", "2", "3"]


@pytest.mark.parametrize("code", RETRIED)
def test_a_server_that_goes_is_asked_again_by_asyncio(code: grpc.StatusCode) -> None:
    with scripted(code, times=3) as (script, target):
        asyncio.run(presets(target))
    assert len(script.metadata) == 4


@pytest.mark.parametrize("code", RETRIED)
def test_a_server_that_keeps_going_is_unavailable(code: grpc.StatusCode) -> None:
    with scripted(code, times=99) as (script, target):
        with Client(target, deadline=PATIENCE) as client, pytest.raises(Unavailable) as error:
            client.presets()
        with pytest.raises(Unavailable):
            asyncio.run(presets(target))
    assert (error.value.code, str(error.value)) == (code, "not now")
    assert len(script.metadata) == 2 * ATTEMPTS


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (grpc.StatusCode.UNAUTHENTICATED, Unauthenticated),
        (grpc.StatusCode.UNIMPLEMENTED, Unsupported),
    ],
)
def test_other_errors_are_not_asked_again(
    code: grpc.StatusCode, kind: type[PisYediliError]
) -> None:
    with scripted(code, times=99) as (script, target), Client(target) as client:
        with pytest.raises(kind):
            client.presets()
        assert len(script.metadata) == 1


def test_a_token_goes_with_each_call() -> None:
    word = "one two"
    with scripted(grpc.StatusCode.OK, times=0) as (script, target):
        with Client(target, token=word) as client:
            client.presets()
        assert [call["authorization"] for call in script.metadata] == [f"Bearer {word}"]


def test_a_server_is_told_who_calls() -> None:
    with scripted(grpc.StatusCode.OK, times=0) as (script, target):
        with Client(target) as client:
            client.presets()
        asyncio.run(presets(target))
    for call in script.metadata:
        assert call["user-agent"].startswith(f"pisyedili-python/{__version__} grpc-python")


def test_credentials_secure_the_connection() -> None:
    async def ask_too(target: str) -> None:
        async with AsyncClient(target, credentials=credentials) as client:
            await client.presets()

    credentials = grpc.local_channel_credentials()
    with scripted(grpc.StatusCode.OK, 0, grpc.local_server_credentials()) as (script, target):
        with Client(target, credentials=credentials) as client:
            client.presets()
        asyncio.run(ask_too(target))
    assert len(script.metadata) == 2


def test_an_option_of_the_caller_goes_over_ours() -> None:
    options = Connection("", options=(("grpc.keepalive_time_ms", 5),)).channel_options()
    assert dict(options)["grpc.keepalive_time_ms"] == 5
    assert len(dict(options)) == len(options)


class Load:
    """Calls without a pause, from some threads, while servers come and go."""

    def __init__(self, target: str, deadline: float = 2 * PATIENCE) -> None:
        self.errors: list[PisYediliError] = []
        self.answered = 0
        self._target = target
        self._deadline = deadline
        self._over = threading.Event()
        self._threads = [threading.Thread(target=self._call) for _ in range(4)]

    def __enter__(self) -> Self:
        self._client = Client(self._target, deadline=self._deadline)
        for thread in self._threads:
            thread.start()
        self.more()
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def end(self) -> None:
        """Let the calls in flight be answered, and make no more."""
        self._over.set()
        for thread in self._threads:
            thread.join()
        self._client.close()

    def more(self) -> None:
        """Wait until more calls than are in flight now have been answered."""
        before = self.answered
        until(lambda: self.answered > before + 50, 2 * PATIENCE)

    def _call(self) -> None:
        game = self._client.create_game("standard", seats=4)
        while not self._over.is_set():
            try:
                game.view(0)
            except PisYediliError as error:
                self.errors.append(error)
            self.answered += 1


def both_answer(one: ServerProcess, other: ServerProcess) -> None:
    """Wait until each of two servers has answered some calls."""
    until(lambda: min(len(one.calls()), len(other.calls())) > 10, 2 * PATIENCE)


@pytest.mark.parametrize("end", [ServerProcess.kill, ServerProcess.stop])
def test_nobody_notices_a_server_that_ends_and_comes_back(
    end: Callable[[ServerProcess], None],
) -> None:
    with serving() as first, Load(first.target) as load:
        end(first)
        with serving(port=first.port) as second:
            load.more()
            end(second)
            with serving(port=first.port):
                load.more()
                load.end()
    assert load.errors == []


@pytest.mark.parametrize("end", [ServerProcess.kill, ServerProcess.stop])
def test_two_servers_share_the_calls_and_one_goes_on_alone(
    end: Callable[[ServerProcess], None],
) -> None:
    with serving() as one, serving() as other:
        with Load(f"ipv4:{one.target},{other.target}") as load:
            both_answer(one, other)
            end(one)
            load.more()
        assert load.errors == []


def test_a_server_that_stands_still_is_left_and_its_calls_are_made_again() -> None:
    with serving() as one, serving() as other:
        with Load(f"ipv4:{one.target},{other.target}", deadline=PATIENCE) as load:
            both_answer(one, other)
            one.freeze()
            load.more()
            one.thaw()
        assert load.errors == []


def test_a_server_that_says_it_stops_is_left_at_once() -> None:
    with serving("--drain-delay=30") as one, serving() as other:
        target = f"ipv4:{one.target},{other.target}"
        with Load(target) as load:
            both_answer(one, other)
            one.ask_to_stop()
            time.sleep(1)
            load.more()
            before = len(one.calls())
            load.more()
            assert len(one.calls()) == before
        assert load.errors == []


def test_no_server_is_waited_for_until_the_deadline() -> None:
    words = "expected an answer of 127.0.0.1:1 within 0.2 seconds, got none"
    with Client("127.0.0.1:1") as client, pytest.raises(DeadlineExceeded) as error:
        client.within(0.2).presets()
    assert str(error.value) == words
    assert isinstance(error.value, TimeoutError)


@pytest.mark.parametrize(
    ("target", "words"),
    [("127.0.0.1:1", "Connection refused"), ("nowhere.invalid:50051", "nowhere.invalid")],
)
def test_no_server_is_told_in_words_if_nobody_waits(target: str, words: str) -> None:
    with (
        Client(target, deadline=PATIENCE, wait_for_ready=False) as client,
        pytest.raises(Unavailable, match=words) as error,
    ):
        client.presets()
    assert isinstance(error.value, ConnectionError)


def test_nobody_notices_a_server_that_comes_back_by_asyncio() -> None:
    async def call(client: AsyncClient, over: asyncio.Event) -> None:
        game = await client.create_game("standard", seats=4)
        while not over.is_set():
            await game.view(0)

    async def main(first: ServerProcess) -> None:
        over = asyncio.Event()
        async with AsyncClient(first.target, deadline=2 * PATIENCE) as client:
            calls = [asyncio.create_task(call(client, over)) for _ in range(8)]
            await client.presets()
            await asyncio.to_thread(first.kill)
            second = await asyncio.to_thread(ServerProcess, port=first.port)
            await client.presets()
            over.set()
            await asyncio.gather(*calls)
            second.close()

    with serving() as first:
        asyncio.run(main(first))
