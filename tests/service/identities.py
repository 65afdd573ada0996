"""Certificates, keys and tokens in files, laid there and changed as Kubernetes does it."""

from collections.abc import Mapping
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Final

import grpc
from trustme import CA, LeafCert

HOST: Final = "localhost"
PAST: Final = datetime(2020, 1, 1, tzinfo=UTC)
_NUMBERS: Final = count(1)


class Secret:
    """A Secret as a pod sees it: each file a link through ``..data``, which is swapped as one."""

    def __init__(self, folder: Path, files: Mapping[str, bytes]) -> None:
        self.folder: Final = folder
        folder.mkdir()
        for name in files:
            (folder / name).symlink_to(Path("..data", name))
        self.put(files)

    def put(self, files: Mapping[str, bytes]) -> None:
        """Put other files in the place of all that are there."""
        data = self.folder / f"..{next(_NUMBERS)}"
        data.mkdir()
        for name, content in files.items():
            (data / name).write_bytes(content)
        swap = self.folder / "..data_tmp"
        swap.symlink_to(data.name)
        swap.rename(self.folder / "..data")

    def __truediv__(self, name: str) -> Path:
        return self.folder / name


def pair(certificate: LeafCert) -> dict[str, bytes]:
    """Return a certificate and its key under the names that a Secret of TLS has."""
    chain = b"".join(one.bytes() for one in certificate.cert_chain_pems)
    return {"tls.crt": chain, "tls.key": certificate.private_key_pem.bytes()}


def tls_files(
    authority: CA, client_authority: CA | None = None, host: str = HOST
) -> dict[str, bytes]:
    """Return the files of a server, which asks its clients if their authority is named."""
    asks = {"ca.crt": client_authority.cert_pem.bytes()} if client_authority else {}
    return pair(authority.issue_cert(host)) | asks


def tls_flags(secret: Secret) -> list[str]:
    """Return the flags that name the files of a server."""
    flags = [f"--tls-certificate={secret / 'tls.crt'}", f"--tls-key={secret / 'tls.key'}"]
    asks = (secret / "ca.crt").exists()
    return [*flags, f"--tls-client-ca={secret / 'ca.crt'}"] if asks else flags


def trust(authority: CA, own: LeafCert | None = None) -> grpc.ChannelCredentials:
    """Return the credentials of a client, with a certificate of its own or without one."""
    root = authority.cert_pem.bytes()
    if own is None:
        return grpc.ssl_channel_credentials(root)
    files = pair(own)
    return grpc.ssl_channel_credentials(root, files["tls.key"], files["tls.crt"])
