"""The proxy of the secured overlay before engines that ask it for a certificate."""

import json
from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex

import pytest
from trustme import CA

from pisyedili.client import Client, Unauthenticated
from tests.deploy.matches import played_match
from tests.deploy.proxy import ask, proxy
from tests.deploy.tools import PATIENCE, tool
from tests.service.identities import HOST, Secret, pair, tls_flags
from tests.service.process import Running, running, until

NAME = "pisyedili-headless"
UPDATES = "client_ssl_socket_factory_ssl_context_update_by_sds"
"""How often the proxy has taken files: those by which it is known, and those that it trusts."""

AUTHORITY = CA()
TOKEN = token_hex(32)


@pytest.fixture(autouse=True)
def envoy() -> None:
    tool("envoy")


def engine_files(*clients: CA, authority: CA = AUTHORITY, name: str = NAME) -> dict[str, bytes]:
    """Return the Secret of an engine that lets in clients of some authorities."""
    return pair(authority.issue_cert(name, HOST)) | bundle(*clients)


def proxy_files(authority: CA, *engines: CA) -> dict[str, bytes]:
    """Return the Secret of a proxy that trusts engines of some authorities."""
    return pair(authority.issue_cert("pisyedili-envoy")) | bundle(*engines)


def bundle(*authorities: CA) -> dict[str, bytes]:
    return {"ca.crt": b"".join(authority.cert_pem.bytes() for authority in authorities)}


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[tuple[Running, Secret]]:
    secret = Secret(tmp_path / "engine", engine_files(AUTHORITY))
    tokens = Secret(tmp_path / "tokens", {"tokens": TOKEN.encode()})
    flags = (*tls_flags(secret), f"--tokens={tokens / 'tokens'}", "--max-connection-age=1")
    with running(*flags) as server:
        yield server, secret


def test_a_match_is_played_through_tls_with_a_token(
    engine: tuple[Running, Secret], tmp_path: Path
) -> None:
    Secret(tmp_path / "tls", proxy_files(AUTHORITY, AUTHORITY))
    with proxy(tmp_path, engine[0].port, overlay="secured") as between:
        with Client(between.address, deadline=PATIENCE, token=TOKEN) as client:
            game = played_match(client)
            assert client.verify(game.record(), game.state)
        with Client(between.address, deadline=PATIENCE) as stranger, pytest.raises(Unauthenticated):
            stranger.presets()
        url = f"{between.url}/v1/presets"
        assert ask(url, authorization=f"Bearer {TOKEN}").status == 200
        refused = ask(url)
        assert refused.status == 401
        details = json.loads(refused.body)["details"]
        assert details[0]["reason"] == "ERROR_REASON_UNAUTHENTICATED"


def test_an_engine_that_is_not_who_it_should_be_is_not_called(
    engine: tuple[Running, Secret], tmp_path: Path
) -> None:
    Secret(tmp_path / "tls", proxy_files(AUTHORITY, AUTHORITY))
    elsewhere = Secret(tmp_path / "elsewhere", engine_files(AUTHORITY, name="elsewhere"))
    strange = Secret(tmp_path / "strange", engine_files(AUTHORITY, authority=CA()))
    with (
        running(*tls_flags(elsewhere)) as one,
        running(*tls_flags(strange)) as other,
        running() as plain,
    ):
        ports = (engine[0].port, one.port, other.port, plain.port)
        with proxy(tmp_path, *ports, overlay="secured", healthy=1) as between:
            for _ in range(8):
                ask(f"{between.url}/v1/presets", authorization=f"Bearer {TOKEN}")
            until(lambda: len(engine[0].calls(code="OK")) == 8)
            assert [len(server.calls()) for server in (one, other, plain)] == [0, 0, 0]


def test_nobody_notices_that_proxy_and_engine_change_their_authority(
    engine: tuple[Running, Secret], tmp_path: Path
) -> None:
    server, secret = engine
    later = CA()
    own = Secret(tmp_path / "tls", proxy_files(AUTHORITY, AUTHORITY))
    statuses: set[int] = set()

    def call() -> bool:
        answer = ask(f"{between.url}/v1/presets", authorization=f"Bearer {TOKEN}")
        statuses.add(answer.status)
        return True

    def peers() -> set[str]:
        return {line["peer"] for line in server.calls()}

    def rotations() -> int:
        return [line["event"] for line in server.lines].count("rotated")

    with proxy(tmp_path, server.port, overlay="secured") as between:
        secret.put(engine_files(AUTHORITY, later))
        until(lambda: call() and rotations() == 1)
        known = between.count(UPDATES)
        own.put(proxy_files(later, AUTHORITY, later))
        until(lambda: call() and between.count(UPDATES) == known + 2)
        secret.put(engine_files(later, authority=later))
        until(lambda: call() and rotations() == 2)
        before = peers()
        until(lambda: call() and not peers() <= before)
    assert statuses == {200}
