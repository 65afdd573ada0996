"""TLS: the certificate that the server shows, and whose clients it lets in, as they rotate."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, TypeVar, final

import grpc
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from cryptography.x509 import Certificate, InvalidVersion, load_pem_x509_certificates

from pisyedili.service.fresh import Fresh, Unusable, contents

T = TypeVar("T")

_CURVES: Final = frozenset({"secp256r1", "secp384r1"})
_KEYS: Final = "an RSA key of 2048 bits or more, or an ECDSA key on P-256 or P-384"


@dataclass(frozen=True, slots=True)
class TlsFiles:
    """The files, in PEM; with ``client_ca`` every client has to show a certificate of it."""

    certificate: Path
    key: Path
    client_ca: Path | None = None

    def paths(self) -> list[Path]:
        """Return all that are given."""
        return [path for path in (self.certificate, self.key, self.client_ca) if path]


@dataclass(frozen=True, slots=True)
class Identity:
    """What a server shows in a handshake, and the time at which it stops to be valid."""

    shown: grpc.ServerCertificateConfiguration
    ends: float


def read_identity(files: TlsFiles) -> Identity:
    """Return what the files hold; `Unusable` has every fault, of each and between them."""
    faults: list[str] = []
    chain, own = _part(faults, "--tls-certificate", files.certificate, _first, "certificates")
    secret, key = _part(faults, "--tls-key", files.key, _private, "a private key, not encrypted,")
    roots = None
    if files.client_ca:
        roots, _ = _part(faults, "--tls-client-ca", files.client_ca, _first, "certificates")
    if key:
        faults += _faults_of_key(key, files)
    if own:
        faults += _faults_of_certificate(own, key, files)
    if faults or not own:
        raise Unusable(faults)
    shown = grpc.ssl_server_certificate_configuration([(secret, chain)], roots)
    return Identity(shown, own.not_valid_after_utc.timestamp())


@final
class Handshakes:
    """The TLS of one server: each new connection is met with what the files hold then."""

    def __init__(self, files: TlsFiles) -> None:
        self.identity: Final = Fresh("certificate", files.paths(), lambda: read_identity(files))
        self._shown = self.identity.get()
        self._asks_clients: Final = files.client_ca is not None

    def credentials(self) -> grpc.ServerCredentials:
        """Return what makes a port of the server one of TLS."""
        return grpc.dynamic_ssl_server_credentials(
            self._shown.shown, self._changed, require_client_authentication=self._asks_clients
        )

    def ends(self) -> float:
        """Return when the certificate stops to be valid, in seconds since 1970."""
        return self.identity.get().ends

    def _changed(self) -> grpc.ServerCertificateConfiguration:
        """Return what to show from now on, or None for what is shown already."""
        identity = self.identity.get()
        if identity is self._shown:
            return None  # type: ignore[return-value]  # Which grpcio documents, and its stub lacks.
        self._shown = identity
        return identity.shown


def _part(
    faults: list[str], flag: str, file: Path, parse: Callable[[bytes], T], expected: str
) -> tuple[bytes, T | None]:
    """Return a file's bytes and what they mean; or add a fault."""
    try:
        data = contents(flag, file)
        return data, parse(data)
    except Unusable as unusable:
        faults += unusable.faults
    except (ValueError, TypeError, UnsupportedAlgorithm, InvalidVersion):
        faults.append(f"{flag}: expected {expected} in PEM, got something else in {file}")
    return b"", None


def _first(data: bytes) -> Certificate:
    """Return the first certificate, whose key is of a kind that is known."""
    first = load_pem_x509_certificates(data)[0]
    first.public_key()
    return first


def _private(data: bytes) -> PrivateKeyTypes:
    return load_pem_private_key(data, None)


def _faults_of_key(key: PrivateKeyTypes, files: TlsFiles) -> Iterator[str]:
    """Yield that handshakes would fail: gRPC takes keys of other kinds, and then meets nobody."""
    strong = isinstance(key, RSAPrivateKey) and key.key_size >= 2048
    curve = key.curve.name if isinstance(key, EllipticCurvePrivateKey) else ""
    if not strong and curve not in _CURVES:
        yield f"--tls-key: expected {_KEYS}, got another kind in {files.key}"


def _faults_of_certificate(
    certificate: Certificate, key: PrivateKeyTypes | None, files: TlsFiles
) -> Iterator[str]:
    first, last = certificate.not_valid_before_utc, certificate.not_valid_after_utc
    if not first <= datetime.now(UTC) <= last:
        got = f"got one for {first:%Y-%m-%dT%H:%MZ} to {last:%Y-%m-%dT%H:%MZ}"
        yield f"--tls-certificate: expected one that is valid now, {got} in {files.certificate}"
    if key and key.public_key() != certificate.public_key():
        got = f"got another in {files.key}"
        yield f"--tls-key: expected the key of the certificate in {files.certificate}, {got}"
