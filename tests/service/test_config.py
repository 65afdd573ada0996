import dataclasses
from pathlib import Path
from secrets import token_hex

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from trustme import CA

from pisyedili.service.config import OPTIONS, Config, InvalidConfig, LogFormat, load
from pisyedili.service.limits import Limits
from tests.service.identities import PAST, pair
from tests.service.process import failed_start

AUTHORITY = CA()


def test_nothing_said_means_the_defaults() -> None:
    assert load([], {"HOME": "/"}) == Config()


def test_every_field_has_a_flag_and_a_variable() -> None:
    fields = {field.name for kind in (Config, Limits) for field in dataclasses.fields(kind)}
    assert {option.name for option in OPTIONS} == fields - {"limits"}


def test_a_flag_wins_over_its_variable() -> None:
    environ = {"PISYEDILI_PORT": "1", "PISYEDILI_METRICS_PORT": "2", "PISYEDILI_MAX_MOVES": "3"}
    config = load(["--port", "4", "--log-format=json"], environ)
    assert (config.port, config.metrics_port, config.limits.moves) == (4, 2, 3)
    assert config.log_format is LogFormat.JSON


def test_a_folder_of_house_rules_has_to_be_there(tmp_path: Path) -> None:
    assert load(["--presets", str(tmp_path)], {}).presets == tmp_path
    with pytest.raises(InvalidConfig, match="--presets: expected a folder that exists"):
        load(["--presets", str(tmp_path / "none")], {})


def test_all_faults_are_told_together_with_expected_and_got() -> None:
    arguments = ["--port=70000", "--reflection", "--grace", "soon", "--prot=1"]
    environ = {
        "PISYEDILI_LOG_LEVEL": "loud",
        "PISYEDILI_MAX_JOKERS": "-1",
        "PISYEDILI_PROT": "1",
        "PISYEDILI_HOST": "",
    }
    with pytest.raises(InvalidConfig) as raised:
        load(arguments, environ)
    assert set(raised.value.faults) == {
        "'--prot=1': expected a flag that --help lists",
        "PISYEDILI_PROT: expected a variable named after a flag that --help lists",
        "PISYEDILI_HOST: expected an IP address or a host name, got ''",
        "--port: expected a whole number from 0 to 65535, got '70000'",
        "--reflection: expected true or false, got ''",
        "--grace: expected seconds from 0 to 86400, got 'soon'",
        "PISYEDILI_LOG_LEVEL: expected one of debug, info, warning, error, got 'loud'",
        "PISYEDILI_MAX_JOKERS: expected a whole number from 0 to 32, got '-1'",
    }


@pytest.mark.parametrize("text", ["nan", "inf", "-1", "1e9", ""])
def test_seconds_are_finite(text: str) -> None:
    with pytest.raises(InvalidConfig, match="expected seconds"):
        load([f"--grace={text}"], {})


@pytest.mark.parametrize("text", ["1_0", "+5", "٥", "9" * 5000, " 5", "5.0"])
def test_a_whole_number_is_written_in_digits(text: str) -> None:
    with pytest.raises(InvalidConfig, match="expected a whole number") as raised:
        load([f"--workers={text}"], {})
    assert len(str(raised.value)) < 200


def test_two_servers_want_two_ports() -> None:
    with pytest.raises(InvalidConfig, match="--metrics-port: expected another port"):
        load(["--port=5", "--metrics-port=5"], {})
    assert load(["--port=0", "--metrics-port=0"], {}).port == 0


@pytest.mark.parametrize(
    ("ports", "flag", "other"),
    [((5, 6, 5), "--health-port", "--port"), ((5, 6, 6), "--health-port", "--metrics-port")],
)
def test_three_ports_are_three(ports: tuple[int, ...], flag: str, other: str) -> None:
    names = ("--port", "--metrics-port", "--health-port")
    flags = [f"{name}={port}" for name, port in zip(names, ports, strict=True)]
    with pytest.raises(InvalidConfig, match=f"{flag}: expected another port than {other}, got"):
        load(flags, {})


def flags_of(folder: Path, **files: bytes) -> list[str]:
    """Lay files into a folder, and return flags of the same names."""
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return [f"--{name.replace('_', '-')}={folder / name}" for name in files]


OWN = pair(AUTHORITY.issue_cert("localhost"))
CERTIFICATE, KEY = OWN["tls.crt"], OWN["tls.key"]
EXPIRED = pair(AUTHORITY.issue_cert("localhost", not_after=PAST))
LOCKED = load_pem_private_key(KEY, None).private_bytes(
    Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"word")
)
WEAK = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
TOKEN = token_hex(32).encode()


def test_files_of_secrets_are_read_at_the_start(tmp_path: Path) -> None:
    flags = flags_of(
        tmp_path,
        tls_certificate=CERTIFICATE,
        tls_key=KEY,
        tls_client_ca=AUTHORITY.cert_pem.bytes(),
        tokens=b"# of the backend\n\n" + TOKEN + b"\r\n",
    )
    config = load(flags, {})
    assert config.tls is not None
    assert config.tls.client_ca == tmp_path / "tls_client_ca"


FAULTY = {
    "a key alone": ({"tls_key": KEY}, ["--tls-certificate: expected one beside"]),
    "an authority alone": (
        {"tls_client_ca": CERTIFICATE},
        ["--tls-certificate: expected one beside"],
    ),
    "a certificate alone": (
        {"tls_certificate": CERTIFICATE},
        ["--tls-key: expected the key of the certificate, got none"],
    ),
    "other content": (
        {"tls_certificate": KEY, "tls_key": CERTIFICATE, "tls_client_ca": b""},
        [
            "--tls-certificate: expected certificates in PEM, got something else in",
            "--tls-key: expected a private key, not encrypted, in PEM, got something else in",
            "--tls-client-ca: expected certificates in PEM, got something else in",
        ],
    ),
    "a key with a password": (
        {"tls_certificate": CERTIFICATE, "tls_key": LOCKED},
        ["--tls-key: expected a private key, not encrypted, in PEM, got something else in"],
    ),
    "another's key": (
        {"tls_certificate": CERTIFICATE, "tls_key": pair(AUTHORITY.issue_cert("a"))["tls.key"]},
        ["--tls-key: expected the key of the certificate in"],
    ),
    "a key that no handshake takes": (
        {"tls_certificate": CERTIFICATE, "tls_key": WEAK},
        [
            "--tls-key: expected an RSA key of 2048 bits or more, or an ECDSA key on",
            "--tls-key: expected the key of the certificate in",
        ],
    ),
    "an expired certificate": (
        {"tls_certificate": EXPIRED["tls.crt"], "tls_key": EXPIRED["tls.key"]},
        ["--tls-certificate: expected one that is valid now, got one for"],
    ),
    "no tokens": ({"tokens": b"# none\n"}, ["--tokens: expected a token a line, got none in"]),
    "tokens that are none": (
        {"tokens": b"short\n" + TOKEN + b"\n" + TOKEN + b" b\n"},
        ["line 1 of", "line 3 of"],
    ),
}


@pytest.mark.parametrize(("files", "faults"), FAULTY.values(), ids=FAULTY)
def test_each_fault_of_a_file_is_told(
    tmp_path: Path, files: dict[str, bytes], faults: list[str]
) -> None:
    with pytest.raises(InvalidConfig) as raised:
        load(flags_of(tmp_path, **files), {})
    assert len(raised.value.faults) == len(faults)
    for got, expected in zip(raised.value.faults, faults, strict=True):
        assert expected in got
        assert "PRIVATE" not in got
        assert TOKEN.decode() not in got


def test_files_that_cannot_be_read_are_told_with_all_else(tmp_path: Path) -> None:
    variables = {
        "PISYEDILI_TLS_CERTIFICATE": str(tmp_path / "none"),
        "PISYEDILI_TLS_KEY": str(tmp_path),
        "PISYEDILI_TOKENS": str(tmp_path / "no" / "tokens"),
    }
    expected = "expected a file that can be read, got"
    code, out, err = failed_start("--workers=0", **variables)
    assert (code, out) == (2, "")
    assert [line.removeprefix("pisyedili serve: ") for line in err.splitlines()] == [
        "--workers: expected a whole number from 1 to 256, got '0'",
        f"--tls-certificate: {expected} {tmp_path / 'none'}: No such file or directory",
        f"--tls-key: {expected} {tmp_path}: Is a directory",
        f"--tokens: {expected} {tmp_path / 'no' / 'tokens'}: No such file or directory",
    ]


def test_the_variables_of_a_kubernetes_service_are_told_apart() -> None:
    environ = {"PISYEDILI_SERVICE_HOST": "10.0.0.1", "PISYEDILI_PORT": "tcp://10.0.0.1:50051"}
    with pytest.raises(InvalidConfig, match="enableServiceLinks: false"):
        load([], environ)


def test_faulty_settings_end_the_process_with_2_and_name_each_fault() -> None:
    code, out, err = failed_start("--port=x", "--workers=0", PISYEDILI_COLOUR="red")
    assert (code, out) == (2, "")
    assert [line.split(":")[1] for line in err.splitlines()] == [
        " PISYEDILI_COLOUR",
        " --port",
        " --workers",
    ]


def test_help_lists_every_flag() -> None:
    code, out, _ = failed_start("--help")
    assert code == 0
    assert all(option.flag in out for option in OPTIONS)
