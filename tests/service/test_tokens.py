"""Bearer tokens over a real port: who is let in, where, and tokens that rotate meanwhile."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

import grpc
import pytest
from grpc_reflection.v1alpha.reflection_pb2 import ServerReflectionRequest
from trustme import CA

from tests.service.http2 import call, frame
from tests.service.identities import Secret, tls_files, tls_flags
from tests.service.process import PATIENCE, Held, Running, info, running
from tests.service.test_server import LIST_PRESETS

ONE, OTHER, STRANGE = (token_hex(32) for _ in range(3))
REFLECTION = "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo"
CLOSED = (LIST_PRESETS, "/pisyedili.v1.GameService/CreateGame", REFLECTION)
UNKNOWN = ("/pisyedili.v1.GameService/Shuffle", "/chess/Move", "/grpc.health.v1.Healthy/Check")

Metadata = tuple[tuple[str, str], ...]


def tokens(*held: str) -> dict[str, bytes]:
    return {"tokens": "\n".join(("# who may call", "", *held, "")).encode()}


def bearer(token: str, scheme: str = "Bearer") -> Metadata:
    return (("authorization", f"{scheme} {token}"),)


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that lets in two tokens."""
    secret = Secret(tmp_path_factory.mktemp("guarded") / "secret", tokens(ONE, OTHER))
    with running(f"--tokens={secret / 'tokens'}", "--log-level=debug") as server:
        yield server


def code(server: Running, path: str, metadata: Metadata = ()) -> grpc.StatusCode:
    """Call a method with an empty message, and return how that ends."""
    with grpc.insecure_channel(server.address) as channel:
        ask: grpc.StreamStreamMultiCallable[bytes, bytes] = channel.stream_stream(path)
        answers = ask(iter([b""]), timeout=PATIENCE, metadata=metadata)
        with suppress(grpc.RpcError):
            list(answers)
        return answers.code()


@pytest.mark.parametrize("token", [ONE, OTHER], ids=["one", "other"])
@pytest.mark.parametrize("scheme", ["Bearer", "bearer"])
def test_each_token_of_the_file_is_let_in(guarded: Running, token: str, scheme: str) -> None:
    assert code(guarded, LIST_PRESETS, bearer(token, scheme)) is grpc.StatusCode.OK
    assert code(guarded, REFLECTION, bearer(token, scheme)) is grpc.StatusCode.OK


WRONG: dict[str, Metadata] = {
    "nothing": (),
    "another token": bearer(STRANGE),
    "a part of one": bearer(ONE[:-1]),
    "more than one": bearer(ONE + "0"),
    "no token": bearer(""),
    "a token without its scheme": (("authorization", ONE),),
    "another scheme": bearer(ONE, "Basic"),
    "a comment of the file": bearer("# who may call"),
    "a right one among others": (*bearer(STRANGE), *bearer(ONE)),
    "another key": (("x-authorization", f"Bearer {ONE}"),),
}


@pytest.mark.parametrize("metadata", WRONG.values(), ids=WRONG)
@pytest.mark.parametrize("path", [*CLOSED, *UNKNOWN])
def test_who_shows_anything_else_is_told_the_same_of_every_method(
    guarded: Running, path: str, metadata: Metadata
) -> None:
    answer = call(guarded.port, path, frame(b""), metadata)
    assert answer.code == grpc.StatusCode.UNAUTHENTICATED.value[0]
    assert info(answer.status).reason == "ERROR_REASON_UNAUTHENTICATED"
    got = "something else" if dict(metadata).get("authorization") is not None else "none"
    expected = "expected the metadata authorization: Bearer with a valid token"
    assert answer.status.message == f"{expected}, got {got}"


@pytest.mark.parametrize("path", UNKNOWN)
def test_only_who_is_let_in_learns_which_methods_there_are(guarded: Running, path: str) -> None:
    assert code(guarded, path, bearer(ONE)) is grpc.StatusCode.UNIMPLEMENTED


@pytest.mark.parametrize("metadata", [(), bearer(STRANGE)])
def test_everybody_may_ask_for_health(guarded: Running, metadata: Metadata) -> None:
    assert code(guarded, "/grpc.health.v1.Health/Check", metadata) is grpc.StatusCode.OK


def test_reflection_tells_strangers_nothing(guarded: Running) -> None:
    request = ServerReflectionRequest(list_services="").SerializeToString()
    answer = call(guarded.port, REFLECTION, frame(request))
    assert answer.body == b""


def test_who_is_turned_away_is_logged_and_counted_and_takes_no_place(guarded: Running) -> None:
    labels = {
        "grpc_type": "unary",
        "grpc_service": "pisyedili.v1.RulesService",
        "grpc_method": "ListPresets",
        "grpc_code": "Unauthenticated",
    }
    unknown = labels | {"grpc_service": "unknown", "grpc_method": "unknown"}
    before = [guarded.metric("grpc_server_handled_total", **one) for one in (labels, unknown)]
    assert code(guarded, LIST_PRESETS) is grpc.StatusCode.UNAUTHENTICATED
    assert code(guarded, UNKNOWN[0]) is grpc.StatusCode.UNAUTHENTICATED
    after = [guarded.metric("grpc_server_handled_total", **one) for one in (labels, unknown)]
    assert after == [count + 1 for count in before]
    line = guarded.line(code="UNAUTHENTICATED", method=LIST_PRESETS)
    assert (line["event"], line["reason"]) == ("rpc_finished", "ERROR_REASON_UNAUTHENTICATED")


def test_a_strangers_request_is_not_waited_for(guarded: Running) -> None:
    with grpc.insecure_channel(guarded.address) as channel:
        assert Held(channel, LIST_PRESETS).code() is grpc.StatusCode.UNAUTHENTICATED


def test_no_token_is_ever_logged(guarded: Running) -> None:
    for metadata in (*WRONG.values(), bearer(ONE), bearer(OTHER)):
        for path in (*CLOSED, *UNKNOWN):
            code(guarded, path, metadata)
    code(guarded, LIST_PRESETS, (*bearer(ONE), ("x-request-id", "last")))
    guarded.line(request_id="last")
    text = str(guarded.lines)
    for token in (ONE, OTHER, STRANGE):
        assert token[:16] not in text
        assert token[16:32] not in text


def test_tokens_rotate_under_a_running_server(tmp_path: Path) -> None:
    secret = Secret(tmp_path / "secret", tokens(ONE))
    with running(f"--tokens={secret / 'tokens'}") as server:
        seen = []
        for held in ((ONE,), (ONE, OTHER), (OTHER,)):
            secret.put(tokens(*held))
            seen.append([code(server, LIST_PRESETS, bearer(one)).name for one in (ONE, OTHER)])
    assert seen == [["OK", "UNAUTHENTICATED"], ["OK", "OK"], ["UNAUTHENTICATED", "OK"]]


BAD = {
    "empty": b"",
    "comments alone": b"# one\n\n",
    "a short one": f"{OTHER}\n{STRANGE[:31]}\n".encode(),
    "two in a line": f"{OTHER} {STRANGE}\n".encode(),
    "other bytes": b"\xff\xfe" + OTHER.encode("utf-16"),
}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
def test_a_bad_file_keeps_the_tokens_and_warns_once(tmp_path: Path, bad: bytes) -> None:
    secret = Secret(tmp_path / "secret", tokens(ONE))
    with running(f"--tokens={secret / 'tokens'}") as server:
        secret.put({"tokens": bad})
        assert {code(server, LIST_PRESETS, bearer(ONE)).name for _ in range(3)} == {"OK"}
        assert code(server, LIST_PRESETS, bearer(OTHER)) is grpc.StatusCode.UNAUTHENTICATED
        assert server.metric("pisyedili_rotation_failed", what="tokens") == 1
        secret.put(tokens(OTHER))
        assert code(server, LIST_PRESETS, bearer(OTHER)) is grpc.StatusCode.OK
        assert server.metric("pisyedili_rotation_failed", what="tokens") == 0
        server.signal()
        server.exit_code()
    events = [line["event"] for line in server.lines]
    assert (events.count("rotation_failed"), events.count("rotated")) == (1, 1)
    assert not any(token[:16] in str(server.lines) for token in (ONE, OTHER, STRANGE))


def test_a_file_that_comes_back_as_it_was_is_good_again(tmp_path: Path) -> None:
    file = tmp_path / "tokens"
    file.write_bytes(tokens(ONE)["tokens"])
    with running(f"--tokens={file}") as server:
        aside = file.rename(tmp_path / "aside")
        assert code(server, LIST_PRESETS, bearer(ONE)) is grpc.StatusCode.OK
        assert server.metric("pisyedili_rotation_failed", what="tokens") == 1
        aside.rename(file)
        assert code(server, LIST_PRESETS, bearer(ONE)) is grpc.StatusCode.OK
        assert server.metric("pisyedili_rotation_failed", what="tokens") == 0


def test_a_token_is_taken_out_though_its_file_looks_as_old_and_as_long(tmp_path: Path) -> None:
    file = tmp_path / "tokens"
    file.write_text(ONE, "utf-8")
    os.utime(file, (0, 0))
    with running(f"--tokens={file}") as server:
        assert code(server, LIST_PRESETS, bearer(ONE)) is grpc.StatusCode.OK
        file.write_text(OTHER, "utf-8")
        os.utime(file, (0, 0))
        assert code(server, LIST_PRESETS, bearer(ONE)) is grpc.StatusCode.UNAUTHENTICATED


def test_tokens_that_anyone_could_overhear_are_warned_of(tmp_path: Path) -> None:
    secret = Secret(tmp_path / "secret", tokens(ONE) | tls_files(CA()))
    flag = f"--tokens={secret / 'tokens'}"
    for more, warned in (
        ((), True),
        (("--host=127.0.0.1",), False),
        (tls_flags(secret), False),
    ):
        with running(flag, *more) as server:
            server.signal()
            server.line(event="draining")
            events = [line["event"] for line in server.lines]
            assert ("tokens_without_tls" in events) == warned
