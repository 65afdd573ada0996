"""TLS from files: whom a client trusts, and by what it is known itself."""

import ssl
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import grpc

Token: TypeAlias = str | Callable[[], str]
"""A bearer token, or what returns the one to show now; it is asked before each call."""


def tls(
    ca: str | Path | None = None,
    certificate: str | Path | None = None,
    key: str | Path | None = None,
) -> grpc.ChannelCredentials:
    """Return credentials that make a connection TLS, by files in PEM.

    Servers are trusted whose certificates ``ca`` has signed; without it, those of gRPC's list of
    public authorities. A server that asks who calls is shown ``certificate``. Raises `ValueError`
    for files that hold something else, and `OSError` for those that cannot be read.
    """
    if (certificate is None) != (key is None):
        given = "a key" if certificate is None else "a certificate"
        raise ValueError(f"expected a certificate and its key, got only {given}")
    contents = [
        None if file is None else Path(file).read_bytes() for file in (ca, key, certificate)
    ]
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    if ca is not None:
        _check(lambda: context.load_verify_locations(ca), f"certificates in PEM in {ca}")
    if certificate is not None:
        pair = f"a certificate in PEM in {certificate}, and its key, not encrypted, in {key}"
        _check(lambda: context.load_cert_chain(certificate, key, lambda: ""), pair)
    return grpc.ssl_channel_credentials(*contents)


def _check(load: Callable[[], None], expected: str) -> None:
    try:
        load()
    except ssl.SSLError as error:
        raise ValueError(f"expected {expected}, got: {error.reason or 'something else'}") from None
