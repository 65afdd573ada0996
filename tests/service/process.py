"""A real server in a process of its own, its log, and its metrics."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from typing import Any

import grpc
from google.rpc.error_details_pb2 import ErrorInfo
from google.rpc.status_pb2 import Status
from grpc_health.v1.health_pb2 import HealthCheckRequest, HealthCheckResponse
from grpc_status import rpc_status
from prometheus_client.parser import text_string_to_metric_families

PATIENCE = 60.0
"""Seconds after which a wait is given up; no test depends on how long it takes."""

COMMAND = (sys.executable, "-m", "pisyedili.service")

Line = dict[str, Any]

Series = tuple[str, frozenset[tuple[str, str]]]
"""A name and its labels."""


def environment(**more: str) -> dict[str, str]:
    bare = {key: value for key, value in os.environ.items() if not key.startswith("PISYEDILI_")}
    return bare | more


class Running:
    """A server that was started, and the lines that it has logged."""

    def __init__(self, *flags: str, **variables: str) -> None:
        self.process = subprocess.Popen(  # noqa: S603 - our own command
            (*COMMAND, "--port=0", "--metrics-port=0", "--drain-delay=0", *flags),
            stdout=subprocess.PIPE,
            env=environment(**variables),
            text=True,
        )
        self.lines: list[Line] = []
        self._more = threading.Condition()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()
        serving = self.line(event="serving")
        self.port: int = serving["port"]
        self.metrics_port: int = serving["metrics_port"]
        self.address = f"localhost:{self.port}"

    def line(self, **wanted: object) -> Line:
        """Wait for a line that has these values."""
        found: list[Line] = []

        def there() -> bool:
            found[:] = [line for line in self.lines if wanted.items() <= line.items()]
            return bool(found) or self.ended

        with self._more:
            assert self._more.wait_for(there, PATIENCE), f"no line with {wanted}: {self.lines}"
        assert found, f"no line with {wanted} before the end: {self.lines}"
        return found[0]

    def calls(self, **wanted: object) -> list[Line]:
        """Return the lines of calls with these values, so far."""
        wanted = {"event": "rpc_finished", **wanted}
        return [line for line in self.lines if wanted.items() <= line.items()]

    def metric(self, name: str, **labels: str) -> float:
        """Return the value of one series."""
        return self.metrics()[name, frozenset(labels.items())]

    def metrics(self) -> dict[Series, float]:
        """Return what a scrape says."""
        url = f"http://localhost:{self.metrics_port}/metrics"
        with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
            text = answer.read().decode()
        return {
            (sample.name, frozenset(sample.labels.items())): sample.value
            for family in text_string_to_metric_families(text)
            for sample in family.samples
        }

    def signal(self, number: int = signal.SIGTERM) -> None:
        self.process.send_signal(number)

    def exit_code(self) -> int:
        """Wait for the end, and return the exit code."""
        code = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        return code

    @property
    def ended(self) -> bool:
        return self._ended

    _ended = False

    def _read(self) -> None:
        assert self.process.stdout is not None
        for text in self.process.stdout:
            with self._more:
                self.lines.append(json.loads(text))
                self._more.notify_all()
        with self._more:
            self._ended = True
            self._more.notify_all()
        self.process.stdout.close()


def error_info(error: grpc.RpcError) -> ErrorInfo:
    """Return the one `ErrorInfo` of a failed call."""
    status = rpc_status.from_call(error)  # type: ignore[arg-type]  # It is a call, too.
    assert status is not None, error
    return info(status)


def info(status: Status) -> ErrorInfo:
    """Return the one `ErrorInfo` of a status."""
    (detail,) = (detail for detail in status.details if detail.Is(ErrorInfo.DESCRIPTOR))
    found = ErrorInfo()
    detail.Unpack(found)
    assert found.domain == "pisyedili"
    return found


def begun(server: Running, path: str) -> float:
    """Return how many calls of a method have begun."""
    service, method = path[1:].split("/")
    labels = {"grpc_type": "unary", "grpc_service": service, "grpc_method": method}
    return server.metric("grpc_server_started_total", **labels)


def until(condition: Callable[[], bool], patience: float = PATIENCE) -> None:
    """Wait for what the server lets no line tell."""
    give_up = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < give_up
        time.sleep(0.01)


class Held:
    """A call that was begun, and whose request is still held back."""

    def __init__(self, channel: grpc.Channel, path: str, timeout: float = PATIENCE) -> None:
        self._messages: SimpleQueue[bytes | None] = SimpleQueue()
        call: grpc.StreamUnaryMultiCallable[bytes, bytes] = channel.stream_unary(path)
        self.future = call.future(iter(self._messages.get, None), timeout)

    def send(self, message: bytes) -> None:
        """Send the request."""
        self._messages.put(message)
        self._messages.put(None)

    def code(self) -> grpc.StatusCode:
        """Wait for the end, and return the code."""
        code = self.future.code()
        self._messages.put(None)
        return code


def health(channel: grpc.Channel, service: str = "") -> str:
    """Ask for the health of the server, or of a service."""
    check = channel.unary_unary(
        "/grpc.health.v1.Health/Check",
        HealthCheckRequest.SerializeToString,
        HealthCheckResponse.FromString,
    )
    status = check(HealthCheckRequest(service=service), timeout=PATIENCE).status
    return HealthCheckResponse.ServingStatus.Name(status)


@contextmanager
def running(*flags: str, **variables: str) -> Iterator[Running]:
    """Start a server, and stop it where the test has not."""
    server = Running(*flags, **variables)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.process.kill()
        server.exit_code()


def failed_start(*flags: str, **variables: str) -> tuple[int, str, str]:
    """Return exit code, standard output and standard error of a start that fails."""
    done = subprocess.run(  # noqa: S603 - our own command
        (*COMMAND, *flags),
        capture_output=True,
        check=False,
        env=environment(**variables),
        text=True,
        timeout=PATIENCE,
    )
    return done.returncode, done.stdout, done.stderr
