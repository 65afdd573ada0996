"""The server of one process: it says when it serves, and stops without losing a call."""

import signal
import sys
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, final

import grpc
import structlog

from pisyedili.engine import __version__
from pisyedili.engine.errors import InvalidRules
from pisyedili.engine.preset import Preset, load_presets
from pisyedili.service import log, standard
from pisyedili.service.config import Config, InvalidConfig, load
from pisyedili.service.exposition import Exposition
from pisyedili.service.interceptors import Calls
from pisyedili.service.metrics import Metrics
from pisyedili.service.servicers import GameServicer, RulesServicer
from pisyedili.v1.game_service_pb2_grpc import add_GameServiceServicer_to_server
from pisyedili.v1.rules_service_pb2_grpc import add_RulesServiceServicer_to_server

_HARD_LIMIT: Final = 4
"""How many times its limit a message may have to be refused by us; a larger one grpcio cuts off."""

_KEEPALIVE_MS: Final = 10_000
"""How often a client may ask whether the connection lives."""

_HEED: Final = 0.5
"""Seconds after which a signal is seen that another thread has taken: that wakes no lock."""

_log: Final = structlog.get_logger()


class CannotStart(Exception):
    """Why a server does not start, in words for who starts it."""


@final
class Server:
    """A server that holds its ports from its making on, and answers between `start` and `stop`."""

    def __init__(self, config: Config) -> None:
        presets = _presets(config)
        methods = standard.methods(reflects=config.reflection)
        metrics = Metrics(methods.values(), _own(presets, config))
        self._calls: Final = Calls(
            methods,
            metrics,
            message_bytes=config.limits.message_bytes,
            most_at_a_time=config.max_concurrent_rpcs,
            seconds_to_arrive=config.request_timeout,
        )
        self._server: Final = grpc.server(
            ThreadPoolExecutor(config.workers, "grpc"),
            interceptors=[self._calls],
            options=_options(config),
        )
        self._health: Final = standard.add_health(self._server)
        self._add(presets, config)
        self.port: Final = _bind(self._server, config)
        self._exposition: Final = _expose(metrics, config)
        self.metrics_port: Final = self._exposition.port

    def start(self) -> None:
        """Answer calls from now on."""
        self._server.start()
        standard.serving(self._health)

    def leave(self) -> None:
        """Say NOT_SERVING, and go on answering."""
        self._health.enter_graceful_shutdown()

    def stop(self, grace: float) -> None:
        """Take no further call, and wait so many seconds for those in flight."""
        stopped = self._server.stop(grace)
        self._calls.close()
        stopped.wait()
        self._exposition.close()

    def _add(self, presets: Mapping[str, Preset], config: Config) -> None:
        add_RulesServiceServicer_to_server(RulesServicer(presets, config.limits), self._server)
        add_GameServiceServicer_to_server(GameServicer(presets, config.limits), self._server)
        if config.reflection:
            standard.add_reflection(self._server)


def run(arguments: Sequence[str], environ: Mapping[str, str]) -> int:
    """Serve until SIGTERM or SIGINT, and return the exit code: 2 for faulty settings."""
    try:
        config = load(arguments, environ)
    except InvalidConfig as invalid:
        sys.stderr.writelines(f"pisyedili serve: {fault}\n" for fault in invalid.faults)
        return 2
    log.configure(config.log_format, config.log_level)
    try:
        _serve(config)
    except CannotStart as error:
        _log.error("cannot_start", reason=str(error))
        return 1
    return 0


def _serve(config: Config) -> None:
    stopping, hurried = _on_signals()
    server = Server(config)
    server.start()
    _log.info(
        "serving",
        version=__version__,
        host=config.host,
        port=server.port,
        metrics_port=server.metrics_port,
    )
    while not stopping.wait(_HEED):
        pass
    server.leave()
    _log.info("draining", seconds=config.drain_delay)
    hurried.wait(config.drain_delay)
    _log.info("closing", grace=config.grace)
    server.stop(config.grace)
    _log.info("stopped")


def _on_signals() -> tuple[threading.Event, threading.Event]:
    """Return an event for the first signal that asks to stop, and one for the second."""
    stopping, hurried = threading.Event(), threading.Event()

    def stop(*_: object) -> None:
        (hurried if stopping.is_set() else stopping).set()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    return stopping, hurried


def _presets(config: Config) -> Mapping[str, Preset]:
    try:
        return load_presets(config.presets)
    except (InvalidRules, OSError, UnicodeDecodeError) as error:
        raise CannotStart(f"--presets: {error}") from error


def _own(presets: Mapping[str, Preset], config: Config) -> set[str]:
    """Return the ids of presets that are no house rules."""
    house = config.presets.glob("*.toml") if config.presets else ()
    return set(presets) - {path.stem for path in house}


def _options(config: Config) -> Sequence[tuple[str, int]]:
    return (
        ("grpc.so_reuseport", 0),
        ("grpc.max_receive_message_length", _HARD_LIMIT * config.limits.message_bytes),
        ("grpc.max_connection_age_ms", round(config.max_connection_age * 1000)),
        ("grpc.max_connection_age_grace_ms", round(config.max_connection_age_grace * 1000)),
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.http2.min_ping_interval_without_data_ms", _KEEPALIVE_MS),
    )


def _bind(server: grpc.Server, config: Config) -> int:
    host = f"[{config.host}]" if ":" in config.host else config.host
    address = f"{host}:{config.port}"
    try:
        return server.add_insecure_port(address)
    except RuntimeError as error:
        taken = f"expected to listen on {address}, got a taken port or an address not of this host"
        raise CannotStart(f"--port: {taken}") from error


def _expose(metrics: Metrics, config: Config) -> Exposition:
    try:
        return Exposition(config.host, config.metrics_port, metrics.registry)
    except OSError as error:
        taken = f"expected to listen on port {config.metrics_port}, got: {error.strerror}"
        raise CannotStart(f"--metrics-port: {taken}") from error
