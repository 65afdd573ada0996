"""The command and a service that asks who calls: what it takes to be answered, and what is said."""

from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex

import pytest
from trustme import CA

from pisyedili.cli.server import VARIABLES
from tests.clients.cli_process import environ, inside, run
from tests.service.identities import Secret, pair, tls_files, tls_flags
from tests.service.process import Running, running

AUTHORITY, CLIENTS = CA(), CA()
TOKEN = token_hex(32)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Secret:
    own = pair(CLIENTS.issue_cert("me"))
    authority, tokens = AUTHORITY.cert_pem.bytes(), f"# of the backend\n{TOKEN}\n".encode()
    files = {"ca.crt": authority, "tokens": tokens, "none": b"# none\n", **own}
    files["odd"] = f"{TOKEN}é\n".encode()
    return Secret(tmp_path_factory.mktemp("command") / "secret", files)


@pytest.fixture(scope="module")
def mutual(files: Secret, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service that asks its callers for a certificate and a token."""
    secret = Secret(tmp_path_factory.mktemp("service") / "tls", tls_files(AUTHORITY, CLIENTS))
    with running(*tls_flags(secret), f"--tokens={files / 'tokens'}") as server:
        yield server


def variables(server: Running, files: Secret) -> dict[str, str]:
    return {
        "PISYEDILI_SERVER": server.address,
        "PISYEDILI_CA": str(files / "ca.crt"),
        "PISYEDILI_CERTIFICATE": str(files / "tls.crt"),
        "PISYEDILI_KEY": str(files / "tls.key"),
        "PISYEDILI_TOKEN_FILE": str(files / "tokens"),
    }


def test_options_say_what_the_service_wants(mutual: Running, files: Secret) -> None:
    flags = (
        f"--server={mutual.address}",
        f"--ca={files / 'ca.crt'}",
        f"--certificate={files / 'tls.crt'}",
        f"--key={files / 'tls.key'}",
        f"--token-file={files / 'tokens'}",
    )
    assert run("presets", *flags).code == 0


COMMANDS = ("presets", "new simple", "rules show simple", "rules diff simple gamyun")


@pytest.mark.parametrize("line", COMMANDS)
def test_variables_say_the_same(mutual: Running, files: Secret, line: str) -> None:
    done = inside(*line.split(), **variables(mutual, files))
    assert (done.code, done.err) == (0, "")


@pytest.mark.parametrize("language", ["tr", "en", "de"])
def test_without_a_token_it_says_how_to_show_one(
    mutual: Running, files: Secret, language: str
) -> None:
    given = variables(mutual, files)
    del given["PISYEDILI_TOKEN_FILE"]
    done = inside("presets", f"--lang={language}", **given)
    assert (done.code, done.out) == (4, "")
    assert "--token-file" in done.err


@pytest.mark.parametrize("missing", ["PISYEDILI_CA", "PISYEDILI_CERTIFICATE PISYEDILI_KEY"])
def test_without_a_certificate_no_service_answers(
    mutual: Running, files: Secret, missing: str
) -> None:
    given = variables(mutual, files)
    for name in missing.split():
        del given[name]
    done = inside("presets", **given)
    assert (done.code, done.out) == (3, "")
    assert done.err.startswith(f"No service answers at {mutual.address}.\n  ")


@pytest.mark.parametrize("language", ["tr", "en", "de"])
def test_a_service_that_speaks_tls_is_told_from_none(mutual: Running, language: str) -> None:
    words = ("presets", f"--lang={language}")
    assert "--ca FILE" in inside(*words, PISYEDILI_SERVER=mutual.address).err
    assert "--ca FILE" not in inside(*words, PISYEDILI_SERVER="127.0.0.1:1").err


def test_it_says_why_it_does_not_trust_a_service_and_nothing_else(mutual: Running) -> None:
    done = run("presets", "--tls", PISYEDILI_SERVER=mutual.address)
    assert done.code == 3
    assert "CERTIFICATE_VERIFY_FAILED" in done.err
    assert "ssl_transport_security" not in done.err


@pytest.mark.parametrize(
    ("flag", "words"),
    [
        ("--ca=nowhere.crt", "nowhere.crt: No such file or directory"),
        ("--token-file=nowhere", "nowhere: No such file or directory"),
        ("--ca={tokens}", "expected certificates in PEM in"),
        ("--key={tls.key}", "expected a certificate and its key, got only a key"),
        ("--token-file={none}", "expected a token in"),
        ("--token-file={odd}", "expected a token of one line of ASCII"),
    ],
)
def test_files_that_do_not_do_are_wrong_use(files: Secret, flag: str, words: str) -> None:
    name, _, file = flag.partition("=")
    path = files / file[1:-1] if file.startswith("{") else file
    done = inside("presets", f"{name}={path}")
    assert (done.code, done.out) == (2, "")
    assert words in done.err


def test_serve_does_not_mistake_the_commands_variables_for_its_own(tmp_path: Path) -> None:
    given = dict.fromkeys(VARIABLES, str(tmp_path / "none"))
    assert "PISYEDILI_TOKEN_FILE" in given
    done = run("serve", "--port=x", **given)
    assert done.code == 2
    assert [line.split(":")[1] for line in done.err.splitlines()] == [" --port"]
    assert "PISYEDILI" not in str(environ())
