"""A name server that knows one name, whatever it is asked, as a headless service's is."""

import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_A = 1


@contextmanager
def names(*addresses: str) -> Iterator[str]:
    """Run a name server that tells IPv4 addresses for every name, and give its own."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        asked.bind(("127.0.0.1", 0))
        host, port = asked.getsockname()
        thread = threading.Thread(target=_serve, args=(asked, addresses))
        thread.start()
        try:
            yield f"{host}:{port}"
        finally:
            asked.sendto(b"", (host, port))
            thread.join()


def _serve(asked: socket.socket, addresses: tuple[str, ...]) -> None:
    while True:
        question, peer = asked.recvfrom(512)
        if not question:
            return
        asked.sendto(_answer(question, addresses), peer)


def _answer(query: bytes, addresses: tuple[str, ...]) -> bytes:
    """Answer a query of RFC 1035: its header, its question, and a record for each address."""
    end = query.index(b"\0", 12) + 5
    (kind,) = struct.unpack(">H", query[end - 4 : end - 2])
    told = addresses if kind == _A else ()
    header = query[:2] + struct.pack(">HHHHH", 0x8580, 1, len(told), 0, 0)
    records = (
        struct.pack(">HHHIH", 0xC00C, _A, 1, 60, 4) + socket.inet_aton(address) for address in told
    )
    return header + query[12:end] + b"".join(records)
