"""Callers that are slow, silent or gone: they hold up nobody, and nothing of them is left."""

import socket
import threading
from contextlib import ExitStack

import grpc
import psutil
import pytest
from grpc_health.v1.health_pb2 import HealthCheckResponse

from pisyedili.service.config import Config
from pisyedili.service.server import Server
from tests.service.http2 import call, frame
from tests.service.process import PATIENCE, Held, begun, health, running, until
from tests.service.silence import SAID, saying
from tests.service.test_server import LIST_PRESETS, list_presets, watch

HEALTH = "/grpc.health.v1.Health/Check"
MANY, FEW = 100, 20


def wait_until_closed(link: socket.socket) -> None:
    link.settimeout(PATIENCE / 2)  # After twice as long gRPC itself would close most of them.
    try:
        while link.recv(4096):
            pass
    except ConnectionResetError:
        pass


@pytest.mark.parametrize("said", SAID.values(), ids=SAID)
def test_a_connection_that_says_no_more_is_closed(said: bytes) -> None:
    with running("--request-timeout=0.2") as server, saying(server.port, said) as link:
        wait_until_closed(link)


def test_a_caller_that_is_silent_and_lives_is_kept() -> None:
    with (
        running("--request-timeout=2") as server,
        grpc.insecure_channel(server.address) as channel,
    ):
        watched = watch(channel)
        assert next(watched).status == HealthCheckResponse.SERVING
        for _ in range(2):
            with saying(server.port, SAID["its settings"]) as link:
                wait_until_closed(link)
        server.signal()
        assert next(watched).status == HealthCheckResponse.NOT_SERVING


def test_connections_that_say_nothing_hold_up_nobody() -> None:
    with running("--request-timeout=600") as server, ExitStack() as links:
        for said in SAID.values():
            for _ in range(MANY):
                links.enter_context(saying(server.port, said))
        with grpc.insecure_channel(server.address) as channel:
            assert "standard" in list_presets(channel)
            assert health(channel) == "SERVING"


def test_requests_that_do_not_come_hold_up_nobody_and_leave_no_thread() -> None:
    with (
        running("--workers=1", "--request-timeout=600") as server,
        grpc.insecure_channel(server.address) as channel,
    ):
        assert "standard" in list_presets(channel)
        assert health(channel) == "SERVING"
        threads = psutil.Process(server.process.pid).num_threads
        before = threads()
        calls = [Held(channel, path) for path in (LIST_PRESETS, HEALTH) for _ in range(FEW)]
        until(lambda: begun(server, LIST_PRESETS) > FEW and begun(server, HEALTH) > FEW)
        assert "standard" in list_presets(channel)
        assert health(channel) == "SERVING"
        for held in calls:
            held.send(b"")
        assert {held.code() for held in calls} == {grpc.StatusCode.OK}
        until(lambda: threads() <= before + 8)  # gRPC's own come and go.


def test_where_no_thread_is_to_be_had_the_slow_are_sent_away() -> None:
    server = Server(Config(port=0, metrics_port=0, workers=1, request_timeout=600))
    server.start()
    usual = threading.stack_size(1 << 46)  # No machine has so much: no thread starts from here on.
    try:
        for _ in range(2):
            assert call(server.port, LIST_PRESETS, None).ended
        assert call(server.port, LIST_PRESETS, frame(b"")).code == 0
    finally:
        threading.stack_size(usual)
        server.stop(0)
