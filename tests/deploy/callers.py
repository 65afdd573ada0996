"""All kinds of callers of one server: most of them in the wrong, each told so, or simply gone."""

import re
import socket
import struct
import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import Final
from urllib.request import urlopen

import grpc
from h2.config import H2Configuration
from h2.connection import H2Connection

from pisyedili.client import Client, Draw, IllegalMove
from pisyedili.client.connection import Connection
from pisyedili.v1.game_service_pb2 import CreateGameRequest
from tests.clients.server_process import ServerProcess
from tests.service.http2 import Answer, frame, headers
from tests.service.process import PATIENCE
from tests.service.silence import SAID, saying

CREATE: Final = "/pisyedili.v1.GameService/CreateGame"
GOOD: Final = CreateGameRequest(preset="simple", seats=3).SerializeToString()
WITHDRAWN: Final = struct.pack("ii", 1, 0)
"""For a connection that ends without a farewell."""

DEFECT: Final = re.compile(r'grpc_server_handled_total.*grpc_code="(Internal|Unknown)"')

PAUSE: Final = 0.05
TRICKLE: Final = 0.02


def begun() -> H2Connection:
    """Return a connection on which a call has begun."""
    connection = H2Connection(H2Configuration(header_encoding="utf-8"))
    connection.initiate_connection()
    connection.send_headers(1, headers(CREATE))
    return connection


class Callers:
    """Each method is one round of one kind of caller, and raises where the server errs."""

    def __init__(self, server: ServerProcess) -> None:
        self.seconds: list[float] = []
        self._server = server
        self._client = Client(server.target, deadline=PATIENCE)
        options = Connection(server.target).channel_options()
        self._channel = grpc.insecure_channel(server.target, options)
        self._create = self._channel.unary_unary(CREATE, bytes, bytes)
        self.kinds: Final[tuple[Callable[[], object], ...]] = (
            self.good,
            self.refused,
            self.malformed,
            self.huge,
            self.cancelled,
            self.late,
            self.slow,
            self.silent,
            self.dropped,
            self.scraped,
        )

    def close(self) -> None:
        self._client.close()
        self._channel.close()

    def good(self) -> None:
        """Play a match; how long each call takes is noted."""
        game = self._client.create_game("simple", 3)
        while not game.match_over:
            if game.round_over:
                game.start_round()
            begin = time.perf_counter()
            move = game.moves().default_move
            self.seconds.append(time.perf_counter() - begin)
            assert move is not None
            game.move(move)

    def refused(self) -> None:
        """Draw for a seat that is not on turn."""
        game = self._client.create_game("simple", 3)
        try:
            game.move(Draw(), seat=(game.seat + 1) % 3)
        except IllegalMove:
            time.sleep(PAUSE)
        else:
            raise AssertionError("expected a refusal, got a move")

    def malformed(self) -> None:
        self._ends(b"\xff" * 100, PATIENCE, grpc.StatusCode.INVALID_ARGUMENT)
        time.sleep(PAUSE)

    def huge(self) -> None:
        """Send more than we take, and more than grpcio lets come to us.

        Where the connection ends of age, the latter is too much for gRPC to repeat.
        """
        exhausted, ended = grpc.StatusCode.RESOURCE_EXHAUSTED, grpc.StatusCode.UNAVAILABLE
        self._ends(bytes(300 * 1024), PATIENCE, exhausted)
        self._ends(bytes(2000 * 1024), PATIENCE, exhausted, ended)
        time.sleep(PAUSE)

    def cancelled(self) -> None:
        self._create.future(GOOD, timeout=PATIENCE).cancel()
        time.sleep(PAUSE)

    def late(self) -> None:
        """Wait for less time than the answer takes, or barely more."""
        self._ends(GOOD, PAUSE / 50, grpc.StatusCode.OK, grpc.StatusCode.DEADLINE_EXCEEDED)

    def slow(self) -> None:
        """Send a request byte by byte, and wait for the answer."""
        call, answer = begun(), Answer()
        with saying(self._server.port, call.data_to_send()) as link:
            for byte in frame(GOOD):
                call.send_data(1, bytes([byte]))
                link.sendall(call.data_to_send())
                time.sleep(TRICKLE)
            call.end_stream(1)
            while not answer.ended:
                link.sendall(call.data_to_send())
                for event in call.receive_data(link.recv(65536)):
                    answer.take(event)
        assert answer.code == 0, answer

    def silent(self) -> None:
        """Say less and less on several connections, and leave after a while."""
        with ExitStack() as links:
            for said in SAID.values():
                links.enter_context(saying(self._server.port, said))
            links.enter_context(saying(self._server.metrics_port, b""))
            time.sleep(20 * PAUSE)

    def dropped(self) -> None:
        """Break off in the middle of a request."""
        call = begun()
        call.send_data(1, frame(GOOD)[:8])
        with saying(self._server.port, call.data_to_send()) as link:
            link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, WITHDRAWN)
            time.sleep(PAUSE)

    def scraped(self) -> None:
        """Read the metrics, which know of no defect."""
        url = f"http://localhost:{self._server.metrics_port}/metrics"
        with urlopen(url, timeout=PATIENCE) as answer:
            lines = answer.read().decode().splitlines()
        for line in lines:
            assert not DEFECT.match(line) or line.endswith(" 0.0"), line
        time.sleep(20 * PAUSE)

    def _ends(self, message: bytes, timeout: float, *expected: grpc.StatusCode) -> None:
        code, words = grpc.StatusCode.OK, None
        try:
            self._create(message, timeout=timeout)
        except grpc.RpcError as error:
            code, words = error.code(), error.details()
        assert code in expected, f"expected {expected}, got {code}: {words}"
