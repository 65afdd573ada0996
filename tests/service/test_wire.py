"""What no client sends on purpose: the code blames the request, and the next call is answered."""

import gzip
from collections.abc import Iterator

import grpc
import pytest
from google.rpc.status_pb2 import Status
from grpc_status import rpc_status

from pisyedili.service.standard import methods
from pisyedili.v1 import rules_service_pb2, rules_service_pb2_grpc
from tests.service.http2 import call, frame
from tests.service.process import Running, health, info

LIST_PRESETS = "/pisyedili.v1.RulesService/ListPresets"
APPLY_MOVE = "/pisyedili.v1.GameService/ApplyMove"
CHECK = "/grpc.health.v1.Health/Check"
PATHS = sorted(methods(reflects=True))
NO_PROTOBUF = b"\xff\xff\xff"


@pytest.fixture(autouse=True)
def then_a_good_call(service: Running) -> Iterator[None]:
    """After every test the server answers, and has logged no defect."""
    yield
    with grpc.insecure_channel(service.address) as channel:
        rules = rules_service_pb2_grpc.RulesServiceStub(channel)
        assert rules.ListPresets(rules_service_pb2.ListPresetsRequest()).presets
    assert not [line for line in service.lines if line["level"] == "error"]


def stream_of_bytes(
    channel: grpc.Channel, path: str
) -> "grpc.StreamStreamMultiCallable[bytes, bytes]":
    return channel.stream_stream(path)


def failed(channel: grpc.Channel, path: str, message: bytes) -> Status:
    """Return the rich status of a call with these bytes as its message."""
    with pytest.raises(grpc.RpcError) as raised:
        list(stream_of_bytes(channel, path)(iter([message])))
    status = rpc_status.from_call(raised.value)  # type: ignore[arg-type]
    assert status is not None, raised.value
    return status


@pytest.mark.parametrize("path", PATHS)
def test_bytes_that_are_no_protobuf_are_malformed(channel: grpc.Channel, path: str) -> None:
    status = failed(channel, path, NO_PROTOBUF)
    assert status.code == grpc.StatusCode.INVALID_ARGUMENT.value[0]
    assert status.message == "expected the protobuf of the request, got other bytes"
    assert info(status).reason == "ERROR_REASON_MALFORMED"


@pytest.mark.parametrize("path", [path for path in PATHS if "Reflection" not in path])
def test_a_call_without_a_message_is_malformed(service: Running, path: str) -> None:
    answer = call(service.port, path)
    assert answer.code == grpc.StatusCode.INVALID_ARGUMENT.value[0]
    assert info(answer.status).reason == "ERROR_REASON_MALFORMED"


@pytest.mark.parametrize(
    "body", [b"\0", b"\0\0\0\0", frame(b"", length=1), frame(b"abc", length=4)], ids=len
)
def test_a_message_that_is_torn_off_is_malformed(service: Running, body: bytes) -> None:
    answer = call(service.port, APPLY_MOVE, body)
    assert answer.code == grpc.StatusCode.INVALID_ARGUMENT.value[0]
    assert info(answer.status).reason == "ERROR_REASON_MALFORMED"


def test_an_empty_message_is_a_message(service: Running) -> None:
    answer = call(service.port, LIST_PRESETS, frame(b""))
    assert answer.code == 0
    presets = rules_service_pb2.ListPresetsResponse.FromString(answer.body[5:])
    assert "standard" in {preset.id for preset in presets.presets}


@pytest.mark.parametrize("path", PATHS)
def test_a_message_over_the_limit_is_refused_with_both_numbers(
    channel: grpc.Channel, path: str
) -> None:
    status = failed(channel, path, b"\0" * 262145)
    assert status.code == grpc.StatusCode.RESOURCE_EXHAUSTED.value[0]
    assert status.message == "expected at most 262144 bytes in a message, got 262145"
    assert info(status).reason == "ERROR_REASON_MESSAGE_TOO_LARGE"
    assert info(status).metadata == {"expected": "262144", "got": "262145"}


def test_a_message_at_the_limit_is_read(channel: grpc.Channel) -> None:
    status = failed(channel, APPLY_MOVE, b"\0" * 262144)
    assert status.code == grpc.StatusCode.INVALID_ARGUMENT.value[0]


def test_a_message_of_many_times_the_limit_is_cut_off_by_its_length(service: Running) -> None:
    answer = call(service.port, APPLY_MOVE, frame(b"", length=2**32 - 1))
    assert answer.code == grpc.StatusCode.RESOURCE_EXHAUSTED.value[0]
    assert "larger than max (4294967295 vs. 1048576)" in answer.headers["grpc-message"]


def test_a_small_message_that_unpacks_to_a_large_one_is_cut_off(service: Running) -> None:
    bomb = frame(gzip.compress(b"\0" * 50_000_000), compressed=1)
    answer = call(service.port, APPLY_MOVE, bomb, [("grpc-encoding", "gzip")])
    assert answer.code == grpc.StatusCode.RESOURCE_EXHAUSTED.value[0]


def test_a_compressed_message_is_read(service: Running) -> None:
    message = frame(gzip.compress(b""), compressed=1)
    assert call(service.port, LIST_PRESETS, message, [("grpc-encoding", "gzip")]).code == 0


@pytest.mark.parametrize(
    ("body", "metadata"),
    [
        pytest.param(frame(b"a", compressed=1), [], id="compressed by no known means"),
        pytest.param(frame(b"a", compressed=1), [("grpc-encoding", "gzip")], id="compressed badly"),
        pytest.param(frame(b""), [("grpc-encoding", "br")], id="unknown encoding"),
        pytest.param(frame(b""), [("grpc-timeout", "soon")], id="no timeout"),
    ],
)
def test_a_breach_of_the_protocol_itself_is_answered_by_its_library(
    service: Running, body: bytes, metadata: list[tuple[str, str]]
) -> None:
    answer = call(service.port, LIST_PRESETS, body, metadata)
    assert answer.code == grpc.StatusCode.INTERNAL.value[0]  # As gRPC over HTTP/2 has it.


@pytest.mark.parametrize(
    "path", ["/pisyedili.v1.GameService/Shuffle", "/a/b", "/", "/" + "x" * 3000]
)
def test_an_unknown_method_is_named(service: Running, path: str) -> None:
    answer = call(service.port, path, frame(NO_PROTOBUF))
    assert answer.code == grpc.StatusCode.UNIMPLEMENTED.value[0]
    assert answer.status.message.startswith(f"expected a method that is served, got {path[:100]}")
    assert info(answer.status).reason == "ERROR_REASON_UNKNOWN_METHOD"


def test_a_method_of_a_standard_service_that_is_not_served_is_unimplemented(
    channel: grpc.Channel,
) -> None:
    status = failed(channel, "/grpc.health.v1.Health/List", b"")
    assert status.code == grpc.StatusCode.UNIMPLEMENTED.value[0]


def test_the_health_of_an_unknown_service_is_not_found(channel: grpc.Channel) -> None:
    with pytest.raises(grpc.RpcError) as raised:
        health(channel, "chess")
    assert raised.value.code() is grpc.StatusCode.NOT_FOUND
