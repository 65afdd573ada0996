"""Metrics for Prometheus: calls by the names of go-grpc-prometheus, and the game's own.

Every label value is one of a closed set, and every series is there from the start, so that a
first error shows as a step.
"""

import platform
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Final, TypeAlias, final

from grpc import StatusCode
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics

from pisyedili.engine import __version__
from pisyedili.engine.errors import Refusal
from pisyedili.engine.events import RoundEnd
from pisyedili.service.facts import Facts

CUSTOM: Final = "custom"
"""The preset of every rule set that is none of the package's own."""

OWN_SERVICES: Final = "pisyedili."

ServiceDescriptor: TypeAlias = Any
"""Of which protobuf has one class for each of its backends."""


@dataclass(frozen=True, slots=True)
class Method:
    """A method, as the labels name it."""

    service: str
    name: str
    type: str = "unary"


UNKNOWN_METHOD: Final = Method("unknown", "unknown")

_TYPES: Final = {
    (False, False): "unary",
    (True, False): "client_stream",
    (False, True): "server_stream",
    (True, True): "bidi_stream",
}
_CODES: Final = (
    StatusCode.OK,
    StatusCode.CANCELLED,
    StatusCode.INVALID_ARGUMENT,
    StatusCode.DEADLINE_EXCEEDED,
    StatusCode.NOT_FOUND,
    StatusCode.RESOURCE_EXHAUSTED,
    StatusCode.FAILED_PRECONDITION,
    StatusCode.ABORTED,
    StatusCode.UNIMPLEMENTED,
    StatusCode.INTERNAL,
    StatusCode.UNAUTHENTICATED,
)
_UNKNOWN_CODES: Final = (StatusCode.UNIMPLEMENTED, StatusCode.UNAUTHENTICATED)
_KINDS: Final = ("play", "draw", "pass")
_METHOD: Final = ("grpc_type", "grpc_service", "grpc_method")
_SECONDS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_BYTES: Final = (128, 256, 384, 512, 640, 768, 1024, 1536, 2048, 4096, 8192, 16384)


def methods_of(service: ServiceDescriptor) -> tuple[Method, ...]:
    """Return the methods that a service has by its contract."""
    return tuple(
        Method(
            service.full_name,
            method.name,
            _TYPES[bool(method.client_streaming), bool(method.server_streaming)],
        )
        for method in service.methods
    )


def go_spelling(code: StatusCode) -> str:
    """Return a status code's name as Go writes it: ``OK``, ``Canceled``, ``InvalidArgument``."""
    if code is StatusCode.OK:
        return "OK"
    if code is StatusCode.CANCELLED:
        return "Canceled"
    return code.name.title().replace("_", "")


@final
class Metrics:
    """All series of one server, in a registry of its own."""

    def __init__(self, methods: Iterable[Method], presets: Iterable[str]) -> None:
        disable_created_metrics()  # type: ignore[no-untyped-call]  # They double every scrape.
        self.registry: Final = CollectorRegistry()
        self._calls: Final = _Calls(self.registry)
        self._games: Final = _Games(self.registry, frozenset(presets))
        self._of: Final = {method: CallSeries(self._calls, method, _CODES) for method in methods}
        self._unknown: Final = CallSeries(self._calls, UNKNOWN_METHOD, _UNKNOWN_CODES)
        self._rotations: Final = Gauge(
            "pisyedili_rotation_failed",
            "Whether a secret's new files are bad, so that the old secret is in use.",
            ("what",),
            registry=self.registry,
        )
        names = ("version", "python")
        build = Gauge("pisyedili_build_info", "What runs here.", names, registry=self.registry)
        build.labels(__version__, platform.python_version()).set(1)

    def of(self, method: Method) -> "CallSeries":
        """Return the series of a method, or those of all unknown ones."""
        return self._of.get(method, self._unknown)

    def note(self, facts: Facts) -> None:
        """Count what a call did to games."""
        self._games.note(facts)

    def show_end(self, ends: Callable[[], float]) -> None:
        """Show at each scrape when the certificate stops to be valid."""
        name = "pisyedili_certificate_expiration_timestamp_seconds"
        gauge = Gauge(name, "When the certificate stops to be valid.", registry=self.registry)
        gauge.set_function(ends)

    def show_rotation(self, what: str, failed: Callable[[], bool]) -> None:
        """Show at each scrape whether what a secret should rotate to cannot be used."""
        self._rotations.labels(what).set_function(failed)


@final
class _Calls:
    """The metrics of calls."""

    def __init__(self, registry: CollectorRegistry) -> None:
        def counter(name: str, text: str, *labels: str) -> Counter:
            return Counter(f"grpc_server_{name}", text, (*_METHOD, *labels), registry=registry)

        self.started: Final = counter("started_total", "Calls begun.")
        self.handled: Final = counter("handled_total", "Calls ended.", "grpc_code")
        self.received: Final = counter("msg_received_total", "Messages received.")
        self.sent: Final = counter("msg_sent_total", "Messages sent.")
        self.seconds: Final = Histogram(
            "grpc_server_handling_seconds",
            "Time from begin to end of a call.",
            _METHOD,
            buckets=_SECONDS,
            registry=registry,
        )


@final
class CallSeries:
    """The series of one method; the ``quiet`` ones are of standard services, which probes call."""

    def __init__(self, calls: _Calls, method: Method, codes: Iterable[StatusCode]) -> None:
        labels = (method.type, method.service, method.name)
        self.quiet: Final = method != UNKNOWN_METHOD and not method.service.startswith(OWN_SERVICES)
        self.started: Final = calls.started.labels(*labels)
        self.received: Final = calls.received.labels(*labels)
        self.sent: Final = calls.sent.labels(*labels)
        self._seconds: Final = calls.seconds.labels(*labels)
        self._calls: Final = calls
        self._labels: Final = labels
        self._handled: Final = {code: self._of(code) for code in codes}

    def handled(self, code: StatusCode, seconds: float) -> None:
        """Count a call that ended."""
        (self._handled.get(code) or self._of(code)).inc()
        self._seconds.observe(seconds)

    def _of(self, code: StatusCode) -> Counter:
        return self._calls.handled.labels(*self._labels, go_spelling(code))


@final
class _Games:
    """The metrics of games."""

    def __init__(self, registry: CollectorRegistry, presets: frozenset[str]) -> None:
        def counter(name: str, text: str, **labels: Sequence[str]) -> Counter:
            metric = Counter(f"pisyedili_{name}", text, tuple(labels), registry=registry)
            for row in product(*labels.values()) if labels else ():
                metric.labels(*row)
            return metric

        ids = (*sorted(presets), CUSTOM)
        self._presets: Final = presets
        self._created: Final = counter("games_created_total", "Games dealt.", preset=ids)
        self._moves: Final = counter("moves_applied_total", "Moves made.", preset=ids, kind=_KINDS)
        self._refused: Final = counter(
            "moves_refused_total", "Moves that the rules refused.", reason=tuple(Refusal)
        )
        self._rounds: Final = counter(
            "rounds_finished_total", "Rounds ended.", preset=ids, reason=tuple(RoundEnd)
        )
        self._reshuffles: Final = counter("reshuffles_total", "Discards made a new stock.")
        self._bytes: Final = Histogram(
            "pisyedili_state_bytes", "Size of a game sent.", buckets=_BYTES, registry=registry
        )

    def note(self, facts: Facts) -> None:
        """Count what a call did to games."""
        for preset, count in facts.created.items():
            self._created.labels(self._label(preset)).inc(count)
        for (preset, kind), count in facts.moves.items():
            self._moves.labels(self._label(preset), kind).inc(count)
        for reason, count in facts.refused.items():
            self._refused.labels(reason).inc(count)
        for (preset, reason), count in facts.rounds.items():
            self._rounds.labels(self._label(preset), reason).inc(count)
        if facts.reshuffles:
            self._reshuffles.inc(facts.reshuffles)
        for size in facts.state_bytes:
            self._bytes.observe(size)

    def _label(self, preset: str) -> str:
        return preset if preset in self._presets else CUSTOM
