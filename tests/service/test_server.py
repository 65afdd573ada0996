import signal
import socket
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from ctypes import CDLL
from pathlib import Path

import grpc
import pytest
from grpc_health.v1.health_pb2 import HealthCheckRequest, HealthCheckResponse
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import (
    ProtoReflectionDescriptorDatabase,
)

from pisyedili.v1.rules_service_pb2 import ListPresetsRequest, ListPresetsResponse
from pisyedili.v1.rules_service_pb2_grpc import RulesServiceStub
from tests.service.process import (
    PATIENCE,
    Held,
    Running,
    begun,
    error_info,
    failed_start,
    health,
    running,
    until,
)

LIST_PRESETS = "/pisyedili.v1.RulesService/ListPresets"
HOUSE_RULES = """
extends = "standard"

[about]
name = { tr = "Bizim ev", en = "Our house", de = "Unser Haus" }
line = { tr = "Dokuz da atlatır.", en = "Nines skip, too.", de = "Auch Neunen lassen aussetzen." }

[effects]
9 = { skip = 1 }
"""
CHECK_RULES = "/pisyedili.v1.RulesService/CheckRules"
SERVICES = ("", "pisyedili.v1.GameService", "pisyedili.v1.RulesService")


def list_presets(channel: grpc.Channel) -> set[str]:
    answer = RulesServiceStub(channel).ListPresets(ListPresetsRequest(), timeout=PATIENCE)
    return {preset.id for preset in answer.presets}


def watch(channel: grpc.Channel) -> Iterator[HealthCheckResponse]:
    call: grpc.UnaryStreamMultiCallable[HealthCheckRequest, HealthCheckResponse]
    call = channel.unary_stream(
        "/grpc.health.v1.Health/Watch",
        HealthCheckRequest.SerializeToString,
        HealthCheckResponse.FromString,
    )
    return call(HealthCheckRequest())


@pytest.mark.parametrize("name", SERVICES)
def test_a_server_that_says_so_serves(channel: grpc.Channel, name: str) -> None:
    assert health(channel, name) == "SERVING"
    assert "standard" in list_presets(channel)


def test_reflection_tells_the_contract(channel: grpc.Channel) -> None:
    told = ProtoReflectionDescriptorDatabase(channel)
    assert {*SERVICES[1:], "grpc.health.v1.Health"} <= set(told.get_services())
    file = told.FindFileContainingSymbol("pisyedili.v1.GameService")
    assert "ApplyMove" in {method.name for method in file.service[0].method}


@pytest.mark.parametrize("version", ["v1", "v1alpha"])
def test_reflection_can_be_turned_off(version: str) -> None:
    path = f"/grpc.reflection.{version}.ServerReflection/ServerReflectionInfo"
    with running("--reflection=false") as server, grpc.insecure_channel(server.address) as channel:
        call = Held(channel, path)
        assert call.code() is grpc.StatusCode.UNIMPLEMENTED
        assert "standard" in list_presets(channel)


def test_a_stop_finishes_what_is_in_flight_and_ends_with_0() -> None:
    with (
        running("--drain-delay=600") as server,
        grpc.insecure_channel(server.address) as channel,
    ):
        watched = watch(channel)
        assert next(watched).status == HealthCheckResponse.SERVING
        call = Held(channel, LIST_PRESETS)
        until(lambda: begun(server, LIST_PRESETS) == 1)
        server.signal()
        assert next(watched).status == HealthCheckResponse.NOT_SERVING
        assert [health(channel, name) for name in SERVICES] == ["NOT_SERVING"] * 3
        assert "standard" in list_presets(channel)  # It serves on while balancers take notice.
        server.signal()  # A second signal ends that.
        server.line(event="closing")
        with pytest.raises(grpc.RpcError):
            next(watched)  # A watch would never end by itself.
        call.send(b"")
        assert ListPresetsResponse.FromString(call.future.result()).presets
        assert server.exit_code() == 0
        assert server.lines[-1]["event"] == "stopped"


def test_a_call_that_outlasts_the_grace_is_cancelled() -> None:
    with running("--grace=0.1") as server, grpc.insecure_channel(server.address) as channel:
        call = Held(channel, LIST_PRESETS)
        until(lambda: begun(server, LIST_PRESETS) == 1)
        server.signal(signal.SIGINT)
        assert call.code() in {grpc.StatusCode.CANCELLED, grpc.StatusCode.UNAVAILABLE}
        assert server.exit_code() == 0


def test_watching_clients_take_no_worker_and_do_not_hold_up_a_stop() -> None:
    with (
        running("--workers=1", "--grace=600") as server,
        grpc.insecure_channel(server.address) as channel,
    ):
        watches = [watch(channel) for _ in range(20)]
        assert {next(watched).status for watched in watches} == {HealthCheckResponse.SERVING}
        assert "standard" in list_presets(channel)
        server.signal()
        assert server.exit_code() == 0


@pytest.mark.parametrize("_time", range(5))
def test_watches_that_end_as_the_server_stops_do_not_hold_it_up(_time: int) -> None:
    with running("--grace=600") as server:
        with grpc.insecure_channel(server.address) as channel:
            watches = [watch(channel) for _ in range(50)]
            assert {next(watched).status for watched in watches} == {HealthCheckResponse.SERVING}
        server.signal()
        assert server.exit_code() == 0


@pytest.mark.parametrize("flag", ["--port", "--metrics-port"])
@pytest.mark.parametrize("host", ["::", "0.0.0.0", "127.0.0.1"])  # noqa: S104 - as a pod does
def test_a_taken_port_fails_loudly(flag: str, host: str) -> None:
    ports = {"--port": "0", "--metrics-port": "0"}
    with socket.create_server((host.replace("::", "0.0.0.0"), 0)) as taken:  # noqa: S104
        ports[flag] = str(taken.getsockname()[1])
        flags = (f"{name}={port}" for name, port in ports.items())
        code, out, _ = failed_start(f"--host={host}", *flags)
    assert code == 1
    assert '"event": "cannot_start"' in out
    assert f"{flag}: expected to listen on" in out
    assert '"event": "serving"' not in out


def test_a_second_server_on_a_port_fails_loudly(service: Running) -> None:
    code, out, _ = failed_start(f"--port={service.port}", "--metrics-port=0")
    assert code == 1
    assert f"--port: expected to listen on [::]:{service.port}" in out


def test_house_rules_are_served_beside_the_presets(tmp_path: Path) -> None:
    (tmp_path / "at-home.toml").write_text(HOUSE_RULES, "utf-8")
    with (
        running(f"--presets={tmp_path}") as server,
        grpc.insecure_channel(server.address) as channel,
    ):
        assert {"at-home", "standard"} <= list_presets(channel)


def test_faulty_house_rules_fail_loudly(tmp_path: Path) -> None:
    (tmp_path / "at-home.toml").write_text(HOUSE_RULES + "\n[table]\ndekcs = 2\n", "utf-8")
    code, out, _ = failed_start(f"--presets={tmp_path}", "--port=0", "--metrics-port=0")
    assert code == 1
    line = HOUSE_RULES.count("\n") + 3
    assert f"at-home.toml:{line}: table.dekcs: expected one of" in out


def test_a_connection_is_asked_to_reconnect_when_it_is_old() -> None:
    flags = ("--max-connection-age=1", "--max-connection-age-grace=0")
    with running(*flags) as server, grpc.insecure_channel(server.address) as channel:
        watched = watch(channel)
        with pytest.raises(grpc.RpcError):
            list(watched)
        assert "standard" in list_presets(channel)


def test_a_deadline_is_honoured(channel: grpc.Channel, service: Running) -> None:
    call = Held(channel, LIST_PRESETS, timeout=2)
    assert call.code() is grpc.StatusCode.DEADLINE_EXCEEDED
    line = service.line(event="rpc_finished", reason="ERROR_REASON_DEADLINE", method=LIST_PRESETS)
    assert line["code"] in {"DEADLINE_EXCEEDED", "CANCELLED"}  # Whose clock was first.


def test_a_cancelled_call_ends(channel: grpc.Channel, service: Running) -> None:
    call = Held(channel, CHECK_RULES)
    until(lambda: begun(service, CHECK_RULES) >= 1)
    call.future.cancel()
    service.line(event="rpc_finished", method=CHECK_RULES, code="CANCELLED")


def test_a_request_that_never_comes_holds_no_worker() -> None:
    with (
        running("--workers=1", "--request-timeout=0.2") as server,
        grpc.insecure_channel(server.address) as channel,
    ):
        stalled = [Held(channel, LIST_PRESETS) for _ in range(3)]
        assert "standard" in list_presets(channel)
        assert {call.code() for call in stalled} == {grpc.StatusCode.CANCELLED}


def test_a_call_too_many_is_refused_with_the_limit() -> None:
    with (
        running("--max-concurrent-rpcs=2") as server,
        grpc.insecure_channel(server.address) as channel,
    ):
        calls = [Held(channel, LIST_PRESETS) for _ in range(2)]
        until(lambda: begun(server, LIST_PRESETS) == 2)
        with pytest.raises(grpc.RpcError) as raised:
            list_presets(channel)
        assert raised.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert error_info(raised.value).reason == "ERROR_REASON_TOO_MANY_CALLS"
        assert error_info(raised.value).metadata == {"expected": "2", "got": "3"}
        for call in calls:
            call.send(b"")
        assert {call.code() for call in calls} == {grpc.StatusCode.OK}
        assert "standard" in list_presets(channel)


def test_health_answers_while_every_worker_is_busy() -> None:
    with running("--workers=1") as server, grpc.insecure_channel(server.address) as channel:
        call = Held(channel, LIST_PRESETS)
        until(lambda: begun(server, LIST_PRESETS) == 1)
        assert health(channel) == "SERVING"
        call.send(b"")
        assert call.code() is grpc.StatusCode.OK


def test_watches_that_begin_while_others_end_hold_up_nobody() -> None:
    with running() as server:

        def watch_and_leave(_: int) -> None:
            with grpc.insecure_channel(server.address) as channel:
                watch = channel.unary_stream(
                    "/grpc.health.v1.Health/Watch",
                    HealthCheckRequest.SerializeToString,
                    HealthCheckResponse.FromString,
                )
                for _ in range(50):
                    call = watch(HealthCheckRequest(), timeout=PATIENCE)
                    assert next(call).status == HealthCheckResponse.SERVING
                    call.cancel()

        with ThreadPoolExecutor(4) as pool:
            list(pool.map(watch_and_leave, range(4)))
        with grpc.insecure_channel(server.address) as channel:
            assert health(channel) == "SERVING"


@pytest.mark.skipif(sys.platform != "linux", reason="signals of one thread are sent as on Linux")
def test_a_signal_that_another_thread_takes_stops_the_server() -> None:
    with running() as server:
        pid = server.process.pid
        other = max(int(task.name) for task in Path(f"/proc/{pid}/task").iterdir())
        assert other != pid
        assert CDLL(None).tgkill(pid, other, signal.SIGTERM) == 0
        assert server.exit_code() == 0
