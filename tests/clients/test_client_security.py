"""Clients that check whom they call, and say who they are, against the real service."""

import asyncio
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from secrets import token_hex
from typing import Any

import grpc
import pytest
from trustme import CA

from pisyedili.client import AsyncClient, Client, Unauthenticated, Unavailable, tls
from pisyedili.client.connection import Connection
from pisyedili.client.security import Token
from tests.clients.server_process import PATIENCE, ServerProcess, serving
from tests.clients.test_client_docs import PAGE
from tests.service.identities import Secret, pair, tls_files, tls_flags
from tests.service.process import Running, running, until

HOST = "127.0.0.1"
AUTHORITY, CLIENTS = CA(), CA()
ONE, OTHER = token_hex(32), token_hex(32)

Ask = Callable[..., int]
"""Makes one call of a client with these arguments, and returns how many presets it was told."""


def ask_blocking(target: str, **arguments: Any) -> int:
    with Client(target, deadline=PATIENCE, wait_for_ready=False, **arguments) as client:
        return len(client.presets())


def ask_by_asyncio(target: str, **arguments: Any) -> int:
    async def ask() -> int:
        async with AsyncClient(
            target, deadline=PATIENCE, wait_for_ready=False, **arguments
        ) as client:
            return len(await client.presets())

    return asyncio.run(ask())


both = pytest.mark.parametrize("ask", [ask_blocking, ask_by_asyncio], ids=["blocking", "asyncio"])


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Secret:
    """What the server's authority and a client have: its certificate, and that of a stranger."""
    own, strange = pair(CLIENTS.issue_cert("backend")), pair(CA().issue_cert("backend"))
    return Secret(
        tmp_path_factory.mktemp("client") / "secret",
        {
            "ca.crt": AUTHORITY.cert_pem.bytes(),
            **own,
            **{f"strange-{name}": content for name, content in strange.items()},
            "tokens": f"{ONE}\n{OTHER}\n".encode(),
        },
    )


@pytest.fixture(scope="module")
def mutual(files: Secret, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A service that asks its callers for a certificate and a token."""
    folder = tmp_path_factory.mktemp("service") / "tls"
    secret = Secret(folder, tls_files(AUTHORITY, CLIENTS, host=HOST))
    with serving(*tls_flags(secret), f"--tokens={files / 'tokens'}") as process:
        yield process


def credentials(files: Secret) -> grpc.ChannelCredentials:
    return tls(files / "ca.crt", files / "tls.crt", files / "tls.key")


@both
def test_a_client_with_everything_is_answered(
    ask: Ask, mutual: ServerProcess, files: Secret
) -> None:
    assert ask(mutual.target, credentials=credentials(files), token=ONE) > 0


@both
@pytest.mark.parametrize("token", ["", "x" * 64], ids=["none", "another"])
def test_a_client_without_a_right_token_is_told_so(
    ask: Ask, mutual: ServerProcess, files: Secret, token: str
) -> None:
    with pytest.raises(Unauthenticated, match="expected the metadata authorization") as raised:
        ask(mutual.target, credentials=credentials(files), token=token)
    assert raised.value.reason_name == "UNAUTHENTICATED"
    assert raised.value.request_id


@both
def test_a_client_without_a_right_certificate_meets_nobody(
    ask: Ask, mutual: ServerProcess, files: Secret
) -> None:
    ca = files / "ca.crt"
    strange = tls(ca, files / "strange-tls.crt", files / "strange-tls.key")
    for wrong in (None, tls(ca), strange):
        with pytest.raises(Unavailable):
            ask(mutual.target, credentials=wrong, token=ONE)


@both
def test_a_client_does_not_speak_to_a_server_that_it_does_not_trust(
    ask: Ask, mutual: ServerProcess, files: Secret
) -> None:
    with pytest.raises(Unavailable, match="CERTIFICATE_VERIFY_FAILED"):
        ask(mutual.target, credentials=tls(), token=ONE)
    other = [("grpc.ssl_target_name_override", "oyun.example")]
    with pytest.raises(Unavailable, match="Hostname Verification Check failed"):
        ask(mutual.target, credentials=credentials(files), token=ONE, options=other)


@both
def test_a_token_may_be_what_returns_one(ask: Ask, mutual: ServerProcess, files: Secret) -> None:
    first_line = (files / "tokens").read_text("utf-8").splitlines(keepends=True)[0]
    assert ask(mutual.target, credentials=credentials(files), token=lambda: first_line) > 0


def test_the_example_of_the_page_is_answered(
    mutual: ServerProcess, files: Secret, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (example,) = re.findall(r"```py\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    (tmp_path / "ca.crt").symlink_to(files / "ca.crt")
    (tmp_path / "backend").symlink_to(files.folder)
    (tmp_path / "token").write_text(f"{ONE}\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    exec(example.replace("dns:///pisyedili-headless.pisyedili:50051", mutual.target), names)  # noqa: S102
    with names["client"] as client:
        assert client.presets()


def test_a_token_is_asked_for_before_each_call(tmp_path: Path) -> None:
    held, own = tmp_path / "held", tmp_path / "own"
    for file in (held, own):
        file.write_text(ONE, "utf-8")
    with (
        serving(f"--tokens={held}") as process,
        Client(process.target, deadline=PATIENCE, token=lambda: own.read_text("utf-8")) as client,
    ):
        assert client.presets()
        held.write_text(f"{OTHER}\n", "utf-8")
        with pytest.raises(Unauthenticated):
            client.presets()
        own.write_text(f"{OTHER}\n", "utf-8")
        assert client.presets()


def test_a_token_is_not_shown_by_what_holds_it() -> None:
    assert ONE not in repr(Connection("", token=ONE))


@both
@pytest.mark.parametrize(
    "odd",
    [f"{ONE}\n{OTHER}", f"{ONE}é", f"{ONE}\0{OTHER}"],
    ids=["two lines", "no ascii", "a null"],  # tokens are random, and each process has its own
)
@pytest.mark.parametrize("given", [str, lambda odd: lambda: odd], ids=["a text", "what returns it"])
def test_a_token_that_no_call_can_carry_is_told_of_without_it(
    ask: Ask, given: Callable[[str], Token], odd: str
) -> None:
    with pytest.raises(ValueError, match="expected a token of one line of ASCII") as raised:
        ask("localhost:1", token=given(odd))
    assert ONE not in str(raised.value)


def test_nobody_notices_a_certificate_that_rotates(files: Secret, tmp_path: Path) -> None:
    secret = Secret(tmp_path / "tls", tls_files(AUTHORITY))
    with (
        running(*tls_flags(secret), "--max-connection-age=1") as server,
        Client(server.address, deadline=PATIENCE, credentials=tls(files / "ca.crt")) as client,
    ):
        for number in range(1, 4):
            secret.put(tls_files(AUTHORITY))
            until(lambda: bool(client.presets()) and rotations(server) == number)  # noqa: B023


def rotations(server: Running) -> int:
    return [line["event"] for line in server.lines].count("rotated")


WRONG: dict[str, tuple[dict[str, str], str]] = {
    "a certificate alone": ({"certificate": "tls.crt"}, "got only a certificate"),
    "a key alone": ({"key": "tls.key"}, "got only a key"),
    "no authority": ({"ca": "tokens"}, "expected certificates in PEM in"),
    "another's key": ({"certificate": "tls.crt", "key": "strange-tls.key"}, "and its key"),
    "no key": ({"certificate": "tls.crt", "key": "tls.crt"}, "and its key, not encrypted, in"),
}


@pytest.mark.parametrize(("names", "words"), WRONG.values(), ids=WRONG)
def test_files_that_do_not_do_are_told_at_once(
    files: Secret, names: dict[str, str], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        tls(**{which: files / name for which, name in names.items()})


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"none\.crt"):
        tls(tmp_path / "none.crt")
