"""Callers that say something, and then no more."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager

from tests.service.process import PATIENCE

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
SETTINGS = bytes(3) + b"\4" + bytes(5)
THANKS = bytes(3) + b"\4\1" + bytes(4)
"""What answers the server's own settings."""

HEADERS = b"\0\0\x40\1\4\0\0\0\1"
"""The begin of a frame that never comes."""

SAID = {
    "nothing": b"",
    "half a preface": PREFACE[:10],
    "a preface": PREFACE,
    "its settings": PREFACE + SETTINGS,
    "all that it must": PREFACE + SETTINGS + THANKS,
    "half a call": PREFACE + SETTINGS + THANKS + HEADERS,
}


@contextmanager
def saying(port: int, said: bytes) -> Iterator[socket.socket]:
    """Have a connection on which no more is said than this."""
    with socket.create_connection(("localhost", port), PATIENCE) as link:
        link.sendall(said)
        yield link
