"""TLS over real ports: who is met, who is not, and certificates that rotate meanwhile."""

import socket
import ssl
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import grpc
import pytest
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509 import Certificate, load_der_x509_certificate, load_pem_x509_certificate
from trustme import CA, LeafCert

from tests.service.identities import HOST, PAST, Secret, pair, tls_files, tls_flags, trust
from tests.service.process import PATIENCE, Held, Running, begun, health, running, until
from tests.service.test_server import LIST_PRESETS, list_presets

CHECK = "/grpc.health.v1.Health/Check"
AUTHORITY = CA()
CLIENTS = CA()
OWN = CLIENTS.issue_cert("backend")
STRANGER = CA().issue_cert("backend")
EXPIRED = CLIENTS.issue_cert("backend", not_after=PAST)


@pytest.fixture(scope="module")
def mutual(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that asks its clients for certificates."""
    secret = Secret(tmp_path_factory.mktemp("mutual") / "tls", tls_files(AUTHORITY, CLIENTS))
    with running(*tls_flags(secret), "--health-port=0") as server:
        yield server


def refusal(channel: grpc.Channel) -> str:
    """Return in which words a call fails to reach a server."""
    with channel, pytest.raises(grpc.RpcError) as raised:
        health(channel)
    assert raised.value.code() is grpc.StatusCode.UNAVAILABLE
    return raised.value.details() or ""


def met(address: str, credentials: grpc.ChannelCredentials) -> bool:
    with grpc.secure_channel(address, credentials) as channel:
        return "standard" in list_presets(channel)


def shown(server: Running) -> Certificate:
    """Return the certificate that a new connection is shown."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with (
        socket.create_connection((HOST, server.port), PATIENCE) as link,
        context.wrap_socket(link) as secure,
    ):
        return load_der_x509_certificate(secure.getpeercert(binary_form=True) or b"")


def certificate(files: dict[str, bytes]) -> Certificate:
    return load_pem_x509_certificate(files["tls.crt"])


def test_a_client_that_trusts_the_authority_is_answered(tmp_path: Path) -> None:
    secret = Secret(tmp_path / "tls", tls_files(AUTHORITY))
    with running(*tls_flags(secret)) as server:
        assert met(server.address, trust(AUTHORITY))
        line = server.line(event="serving")
        assert (line["tls"], line["client_certificates"]) == (True, False)
        assert server.metric("pisyedili_certificate_expiration_timestamp_seconds") == (
            shown(server).not_valid_after_utc.timestamp()
        )


def test_a_client_of_another_authority_turns_away(mutual: Running) -> None:
    channel = grpc.secure_channel(mutual.address, trust(CA(), OWN))
    assert "CERTIFICATE_VERIFY_FAILED" in refusal(channel)


def test_a_client_that_expects_another_host_turns_away(tmp_path: Path) -> None:
    secret = Secret(tmp_path / "tls", tls_files(AUTHORITY, host="oyun.example"))
    with running(*tls_flags(secret)) as server:
        channel = grpc.secure_channel(server.address, trust(AUTHORITY))
        assert "Hostname Verification Check failed" in refusal(channel)


def show_one_that_ends_soon(server: Running, secret: Secret) -> datetime:
    """Let a server show a certificate for some seconds, more where it sees them too late."""
    for seconds in (2, 8, 32, 128):
        ends = datetime.now(UTC) + timedelta(seconds=seconds)
        secret.put(files := pair(AUTHORITY.issue_cert(HOST, not_after=ends)))
        if shown(server) == certificate(files):
            return ends
    raise AssertionError("expected a server that is quick enough, got none")


def test_a_certificate_that_ends_meanwhile_is_turned_away_by_clients(tmp_path: Path) -> None:
    secret = Secret(tmp_path / "tls", tls_files(AUTHORITY))
    with running(*tls_flags(secret)) as server:
        ends = show_one_that_ends_soon(server, secret)
        until(lambda: datetime.now(UTC) > ends + timedelta(seconds=1))
        channel = grpc.secure_channel(server.address, trust(AUTHORITY))
        assert "certificate has expired" in refusal(channel)
        secret.put(tls_files(AUTHORITY))
        assert met(server.address, trust(AUTHORITY))


def test_a_client_with_a_certificate_of_the_right_authority_is_answered(mutual: Running) -> None:
    assert met(mutual.address, trust(AUTHORITY, OWN))


@pytest.mark.parametrize(
    "own", [None, STRANGER, EXPIRED], ids=["without one", "of another authority", "expired"]
)
def test_a_client_without_a_right_certificate_is_not_met(
    mutual: Running, own: LeafCert | None
) -> None:
    before = begun(mutual, CHECK)
    refusal(grpc.secure_channel(mutual.address, trust(AUTHORITY, own)))
    assert begun(mutual, CHECK) == before


def test_a_client_without_tls_is_not_met(mutual: Running) -> None:
    refusal(grpc.insecure_channel(mutual.address))


def test_a_client_of_tls_does_not_meet_a_server_without(service: Running) -> None:
    refusal(grpc.secure_channel(service.address, trust(AUTHORITY)))


def test_health_alone_is_told_without_tls_on_its_own_port(mutual: Running) -> None:
    port = mutual.line(event="serving")["health_port"]
    with grpc.insecure_channel(f"{HOST}:{port}") as channel:
        assert health(channel) == "SERVING"
        assert health(channel, "pisyedili.v1.GameService") == "SERVING"
        with pytest.raises(grpc.RpcError) as raised:
            list_presets(channel)
        assert raised.value.code() is grpc.StatusCode.UNIMPLEMENTED


def test_the_port_of_health_tells_of_a_stop(tmp_path: Path) -> None:
    secret = Secret(tmp_path / "tls", tls_files(AUTHORITY))
    with running(*tls_flags(secret), "--health-port=0", "--drain-delay=600") as server:
        port = server.line(event="serving")["health_port"]
        with grpc.insecure_channel(f"{HOST}:{port}") as channel:
            assert health(channel) == "SERVING"
            server.signal()
            server.line(event="draining")
            assert health(channel) == "NOT_SERVING"
            server.signal()
            assert server.exit_code() == 0


def test_a_certificate_rotates_under_calls_without_an_error(tmp_path: Path) -> None:
    secret = Secret(tmp_path / "tls", first := tls_files(AUTHORITY))
    over = threading.Event()

    def call(channel: grpc.Channel) -> int:
        calls = 0
        while not over.is_set():
            assert "standard" in list_presets(channel)
            calls += 1
        return calls

    with (
        running(*tls_flags(secret)) as server,
        grpc.secure_channel(server.address, trust(AUTHORITY)) as old,
        ThreadPoolExecutor(2) as pool,
    ):
        assert shown(server) == certificate(first)
        callers = [pool.submit(call, old) for _ in range(2)]
        for _ in range(3):
            secret.put(next_files := tls_files(AUTHORITY))
            assert shown(server) == certificate(next_files)
            assert met(server.address, trust(AUTHORITY))
            before = len(server.calls(code="OK"))
            until(lambda before=before: len(server.calls(code="OK")) > before + 20)  # type: ignore[misc]
        over.set()
        assert all(caller.result(PATIENCE) for caller in callers)
        assert {line["code"] for line in server.calls()} == {"OK"}
        assert [line["what"] for line in server.lines if line["event"] == "rotated"] == (
            ["certificate"] * 3
        )


def test_a_call_in_flight_outlives_a_rotation(tmp_path: Path) -> None:
    secret = Secret(tmp_path / "tls", tls_files(AUTHORITY))
    other = CA()
    with (
        running(*tls_flags(secret)) as server,
        grpc.secure_channel(server.address, trust(AUTHORITY)) as channel,
    ):
        assert health(channel) == "SERVING"
        call = Held(channel, LIST_PRESETS)
        secret.put(tls_files(other))
        assert met(server.address, trust(other))
        call.send(b"")
        assert call.code() is grpc.StatusCode.OK


def test_whose_clients_are_let_in_rotates_too(tmp_path: Path) -> None:
    secret = Secret(tmp_path / "tls", tls_files(AUTHORITY, CLIENTS))
    others = CA()
    with running(*tls_flags(secret)) as server:
        assert met(server.address, trust(AUTHORITY, OWN))
        (secret / "new").write_bytes(others.cert_pem.bytes())
        (secret / "new").rename(secret / "ca.crt")
        assert met(server.address, trust(AUTHORITY, others.issue_cert("backend")))
        refusal(grpc.secure_channel(server.address, trust(AUTHORITY, OWN)))


def test_a_file_that_is_renamed_over_rotates_as_well(tmp_path: Path) -> None:
    def lay(files: dict[str, bytes]) -> None:
        for name, content in files.items():
            (tmp_path / f"{name}.new").write_bytes(content)
            (tmp_path / f"{name}.new").rename(tmp_path / name)

    lay(tls_files(AUTHORITY))
    flags = (f"--tls-certificate={tmp_path / 'tls.crt'}", f"--tls-key={tmp_path / 'tls.key'}")
    with running(*flags) as server:
        lay(files := tls_files(AUTHORITY))
        assert shown(server) == certificate(files)


def of_another_version(files: dict[str, bytes]) -> bytes:
    """Return a certificate whose version is none that there is."""
    der = certificate(files).public_bytes(Encoding.DER)
    third = bytes.fromhex("a003020102")
    assert third in der
    return ssl.DER_cert_to_PEM_cert(der.replace(third, third[:-1] + b"\7", 1)).encode()


BROKEN = {
    "no certificate": {"tls.crt": b"nothing"},
    "one of no known version": {"tls.crt": of_another_version(tls_files(AUTHORITY))},
    "no key": {"tls.key": b"nothing"},
    "another's key": {"tls.key": pair(AUTHORITY.issue_cert(HOST))["tls.key"]},
    "an expired one": pair(AUTHORITY.issue_cert(HOST, not_after=PAST)),
}


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
def test_a_broken_rotation_keeps_the_certificate_and_warns_once(
    tmp_path: Path, broken: dict[str, bytes]
) -> None:
    secret = Secret(tmp_path / "tls", first := tls_files(AUTHORITY))
    with running(*tls_flags(secret)) as server:
        assert server.metric("pisyedili_rotation_failed", what="certificate") == 0
        secret.put(tls_files(AUTHORITY) | broken)
        for _ in range(3):
            assert shown(server) == certificate(first)
        assert server.metric("pisyedili_rotation_failed", what="certificate") == 1
        warning = server.line(event="rotation_failed")
        assert (warning["level"], warning["what"]) == ("warning", "certificate")
        assert warning["faults"]
        secret.put(mended := tls_files(AUTHORITY))
        assert shown(server) == certificate(mended)
        assert server.metric("pisyedili_rotation_failed", what="certificate") == 0
        server.signal()
        server.exit_code()
        events = [line["event"] for line in server.lines]
        assert events.count("rotation_failed") == 1
        assert "PRIVATE KEY" not in str(server.lines)


def test_a_certificate_that_is_not_valid_yet_is_shown_when_it_is(tmp_path: Path) -> None:
    secret = Secret(tmp_path / "tls", tls_files(AUTHORITY))
    with running(*tls_flags(secret)) as server:
        begins = datetime.now(UTC) + timedelta(seconds=3)
        secret.put(files := pair(AUTHORITY.issue_cert(HOST, not_before=begins)))
        until(lambda: shown(server) == certificate(files))
        assert datetime.now(UTC) > begins - timedelta(seconds=1)  # Certificates count in seconds.


def test_a_secret_that_is_taken_away_changes_nothing(tmp_path: Path) -> None:
    secret = Secret(tmp_path / "tls", first := tls_files(AUTHORITY))
    with running(*tls_flags(secret)) as server:
        (secret / "..data").unlink()
        assert shown(server) == certificate(first)
        assert "No such file" in str(server.line(event="rotation_failed")["faults"])
