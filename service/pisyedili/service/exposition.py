"""The metrics over HTTP: ``GET /metrics``, and nothing else on its port."""

import socket
import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final

from prometheus_client import CollectorRegistry
from prometheus_client.exposition import choose_encoder

EVERY_ADDRESS: Final = "::"


class Exposition:
    """A web server in the background; raises `OSError` where its port is taken."""

    def __init__(self, host: str, port: int, registry: CollectorRegistry) -> None:
        handler = type("_Registered", (_Handler,), {"registry": registry})
        self._server: Final = _Server(_listening(host, port), handler)
        self.port: Final[int] = self._server.socket.getsockname()[1]
        threading.Thread(target=self._server.serve_forever, name="metrics", daemon=True).start()

    def close(self) -> None:
        """Stop listening."""
        self._server.shutdown()
        self._server.server_close()


class _Server(ThreadingHTTPServer):
    """A server over a socket that listens already, so that no name is looked up."""

    daemon_threads = True

    def __init__(self, listening: socket.socket, handler: type[BaseHTTPRequestHandler]) -> None:
        super().__init__(listening.getsockname()[:2], handler, bind_and_activate=False)
        self.socket.close()
        self.socket = listening


class _Handler(BaseHTTPRequestHandler):
    """Answers one scrape."""

    registry: CollectorRegistry
    timeout = 10
    server_version = "pisyedili"
    sys_version = ""

    def do_GET(self) -> None:
        if self.path.partition("?")[0] != "/metrics":
            self._answer(HTTPStatus.NOT_FOUND, "text/plain", b"expected /metrics\n")
            return
        encode, content_type = choose_encoder(self.headers.get("Accept", ""))
        self._answer(HTTPStatus.OK, content_type, encode(self.registry))

    def _answer(self, status: HTTPStatus, content_type: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: a scrape is no call."""


def _listening(host: str, port: int) -> socket.socket:
    if host != EVERY_ADDRESS:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family)
    if not socket.has_dualstack_ipv6():
        return socket.create_server(("", port))
    return socket.create_server(("", port), family=socket.AF_INET6, dualstack_ipv6=True)
