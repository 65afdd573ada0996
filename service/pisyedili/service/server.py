"""The server of one process: it says when it serves, and stops without losing a call."""

import signal
import sys
import threading
from collections.abc import Mapping, Sequence
from typing import Final, final

import grpc
import structlog

from pisyedili.engine import __version__
from pisyedili.engine.errors import InvalidRules
from pisyedili.engine.preset import Preset, load_presets
from pisyedili.service import log, standard
from pisyedili.service.config import Config, InvalidConfig, load
from pisyedili.service.exposition import Exposition
from pisyedili.service.fresh import Unusable
from pisyedili.service.interceptors import Calls
from pisyedili.service.metrics import Method, Metrics
from pisyedili.service.servicers import GameServicer, RulesServicer
from pisyedili.service.tls import Handshakes
from pisyedili.service.tokens import Tokens
from pisyedili.service.workers import Workers
from pisyedili.v1.game_service_pb2_grpc import add_GameServiceServicer_to_server
from pisyedili.v1.rules_service_pb2_grpc import add_RulesServiceServicer_to_server

_HARD_LIMIT: Final = 4
"""How many times its limit a message may have to be refused by us; a larger one grpcio cuts off."""

PINGS_MS: Final = 1_000
"""How often a client or a proxy may ask whether the connection lives."""

_LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})

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
        handshakes = Handshakes(config.tls) if config.tls else None
        tokens = Tokens(config.tokens) if config.tokens else None
        _show(metrics, handshakes, tokens)
        main = _Listener(config, metrics, methods, tokens)
        self._listeners: Final = [main]
        self.port: Final = main.bind("--port", config.port, handshakes)
        self.health_port: Final = self._be_probed(config, metrics, methods)
        self._health: Final = standard.health_of(one.server for one in self._listeners)
        _add(main.server, presets, config)
        self._exposition: Final = _expose(metrics, config)
        self.metrics_port: Final = self._exposition.port

    def start(self) -> None:
        """Answer calls from now on."""
        for listener in self._listeners:
            listener.server.start()
        standard.serving(self._health)

    def leave(self) -> None:
        """Say NOT_SERVING, and go on answering."""
        self._health.enter_graceful_shutdown()

    def stop(self, grace: float) -> None:
        """Take no further call, and wait so many seconds for those in flight."""
        for stopped in [listener.stop(grace) for listener in self._listeners]:
            stopped.wait()
        for listener in self._listeners:
            listener.close()
        self._exposition.close()

    def _be_probed(
        self, config: Config, metrics: Metrics, methods: Mapping[str, Method]
    ) -> int | None:
        """Open the port, if there is to be one, on which health is asked for without TLS."""
        if config.health_port is None:
            return None
        listener = _Listener(config, metrics, methods, None)
        self._listeners.append(listener)
        return listener.bind("--health-port", config.health_port, None)


@final
class _Listener:
    """A server of gRPC's for some methods, and the interceptor that each of its calls passes."""

    def __init__(
        self,
        config: Config,
        metrics: Metrics,
        methods: Mapping[str, Method],
        tokens: Tokens | None,
    ) -> None:
        self._host: Final = f"[{config.host}]" if ":" in config.host else config.host
        workers = Workers(config.workers, "grpc")
        self._calls: Final = Calls(
            methods,
            metrics,
            workers=workers,
            message_bytes=config.limits.message_bytes,
            most_at_a_time=config.max_concurrent_rpcs,
            seconds_to_arrive=config.request_timeout,
            tokens=tokens,
        )
        self.server: Final = grpc.server(
            workers,
            interceptors=[self._calls],
            options=_options(config),
        )

    def bind(self, flag: str, port: int, handshakes: Handshakes | None) -> int:
        """Hold a port, and return its number; `CannotStart` if it is taken."""
        address = f"{self._host}:{port}"
        try:
            if handshakes is None:
                return self.server.add_insecure_port(address)
            return self.server.add_secure_port(address, handshakes.credentials())
        except RuntimeError as error:
            got = "got a taken port or an address not of this host"
            raise CannotStart(f"{flag}: expected to listen on {address}, {got}") from error

    def stop(self, grace: float) -> threading.Event:
        """Take no further call; the event comes when those in flight are over."""
        stopped = self.server.stop(grace)
        self._calls.close()
        return stopped

    def close(self) -> None:
        """Let the threads go; no call is left."""
        self._calls.finish()


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
    except (CannotStart, Unusable) as error:
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
        health_port=server.health_port,
        tls=config.tls is not None,
        client_certificates=config.tls_client_ca is not None,
        tokens=config.tokens is not None,
    )
    _warn_of_eavesdroppers(config)
    while not stopping.wait(_HEED):
        pass
    server.leave()
    _log.info("draining", seconds=config.drain_delay)
    hurried.wait(config.drain_delay)
    _log.info("closing", grace=config.grace)
    server.stop(config.grace)
    _log.info("stopped")


def _warn_of_eavesdroppers(config: Config) -> None:
    """Say that tokens can be read on the way here, unless something before us ends TLS."""
    if config.tokens and not config.tls and config.host not in _LOOPBACK:
        _log.warning("tokens_without_tls", host=config.host)


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


def _add(server: grpc.Server, presets: Mapping[str, Preset], config: Config) -> None:
    add_RulesServiceServicer_to_server(RulesServicer(presets, config.limits), server)
    add_GameServiceServicer_to_server(GameServicer(presets, config.limits), server)
    if config.reflection:
        standard.add_reflection(server)


def _show(metrics: Metrics, handshakes: Handshakes | None, tokens: Tokens | None) -> None:
    if handshakes:
        metrics.show_end(handshakes.ends)
        metrics.show_rotation("certificate", handshakes.identity.failed)
    if tokens:
        metrics.show_rotation("tokens", tokens.digests.failed)


def _own(presets: Mapping[str, Preset], config: Config) -> set[str]:
    """Return the ids of presets that are no house rules."""
    house = config.presets.glob("*.toml") if config.presets else ()
    return set(presets) - {path.stem for path in house}


def _options(config: Config) -> Sequence[tuple[str, int]]:
    patience = round(config.request_timeout * 1000)
    return (
        ("grpc.so_reuseport", 0),
        ("grpc.max_receive_message_length", _HARD_LIMIT * config.limits.message_bytes),
        ("grpc.max_connection_age_ms", round(config.max_connection_age * 1000)),
        ("grpc.max_connection_age_grace_ms", round(config.max_connection_age_grace * 1000)),
        ("grpc.server_handshake_timeout_ms", patience),
        ("grpc.keepalive_time_ms", patience),
        ("grpc.keepalive_timeout_ms", patience),
        ("grpc.http2.ping_timeout_ms", patience),
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.http2.min_ping_interval_without_data_ms", PINGS_MS),
    )


def _expose(metrics: Metrics, config: Config) -> Exposition:
    try:
        return Exposition(config.host, config.metrics_port, metrics.registry)
    except OSError as error:
        taken = f"expected to listen on port {config.metrics_port}, got: {error.strerror}"
        raise CannotStart(f"--metrics-port: {taken}") from error
