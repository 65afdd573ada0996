"""A caller that speaks HTTP/2 frame by frame, for what no gRPC client would send."""

import base64
import socket
import struct
from collections.abc import Sequence
from dataclasses import dataclass, field

from google.rpc.status_pb2 import Status
from h2.config import H2Configuration
from h2.connection import H2Connection
from h2.events import (
    ConnectionTerminated,
    DataReceived,
    Event,
    ResponseReceived,
    StreamEnded,
    StreamReset,
    TrailersReceived,
)

from tests.service.process import PATIENCE


def frame(message: bytes, *, length: int | None = None, compressed: int = 0) -> bytes:
    """Return a message with its gRPC prefix, which may lie."""
    return struct.pack(">BI", compressed, len(message) if length is None else length) + message


@dataclass
class Answer:
    """What came back: headers and trailers together, and the bytes between."""

    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    ended: bool = False

    @property
    def code(self) -> int:
        return int(self.headers["grpc-status"])

    @property
    def status(self) -> Status:
        """The rich status."""
        text = self.headers["grpc-status-details-bin"]
        return Status.FromString(base64.b64decode(text + "=" * (-len(text) % 4)))

    def take(self, event: Event) -> None:
        match event:
            case ResponseReceived(headers=headers) | TrailersReceived(headers=headers):
                self.headers |= {str(name): str(value) for name, value in headers}
            case DataReceived(data=data):
                self.body += data
            case StreamEnded() | StreamReset() | ConnectionTerminated():
                self.ended = True


def call(
    port: int,
    path: str,
    body: bytes | None = b"",
    metadata: Sequence[tuple[str, str]] = (),
) -> Answer:
    """Send a request of exactly these bytes, or never any, and return what comes back."""
    connection = H2Connection(H2Configuration(client_side=True, header_encoding="utf-8"))
    connection.initiate_connection()
    connection.send_headers(1, [*headers(path), *metadata])
    answer, rest = Answer(), _Rest(body)
    with socket.create_connection(("localhost", port), PATIENCE) as link:
        rest.send(connection, link)
        while not answer.ended:
            received = link.recv(65536)
            assert received, "the connection ended before the answer"
            for event in connection.receive_data(received):
                answer.take(event)
            rest.send(connection, link)
    return answer


class _Rest:
    """What is still to be sent of a body, and its end."""

    def __init__(self, body: bytes | None) -> None:
        self._body = body or b""
        self._ended = body is None

    def send(self, connection: H2Connection, link: socket.socket) -> None:
        """Send as much as the peer takes now."""
        while self._body and (window := connection.local_flow_control_window(1)) > 0:
            part = self._body[: min(window, connection.max_outbound_frame_size)]
            connection.send_data(1, part)
            self._body = self._body[len(part) :]
        if not self._body and not self._ended:
            connection.end_stream(1)
            self._ended = True
        link.sendall(connection.data_to_send())


def headers(path: str) -> Sequence[tuple[str, str]]:
    return (
        (":method", "POST"),
        (":scheme", "http"),
        (":path", path),
        (":authority", "localhost"),
        ("content-type", "application/grpc"),
        ("te", "trailers"),
    )
