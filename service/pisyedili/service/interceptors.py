"""The one place that every call passes: it finds its method, and holds how many there are."""

import threading
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias, cast, final

import grpc
from grpc import HandlerCallDetails, RpcMethodHandler

from pisyedili.service.arrivals import Arrivals
from pisyedili.service.calls import unknown_method
from pisyedili.service.errors import Reason, RequestError, over_limit
from pisyedili.service.metrics import OWN_SERVICES, UNKNOWN_METHOD, Method, Metrics
from pisyedili.service.serving import Deserialize, Desk, Refusal, Stream, Unary, Watch
from pisyedili.service.tokens import Tokens
from pisyedili.service.workers import Workers

Handler: TypeAlias = "RpcMethodHandler[Any, Any]"
Answered: TypeAlias = Unary | Watch | Stream
Continuation: TypeAlias = "Callable[[HandlerCallDetails], Handler | None]"

_BESIDE: Final = 4
"""Threads of each standard service."""


@final
class Calls(grpc.ServerInterceptor):
    """Serves every method of the contract, those of ours up to so many calls at a time.

    Standard services and refusals have threads of their own, which work on games never takes.
    """

    def __init__(
        self,
        methods: Mapping[str, Method],
        metrics: Metrics,
        *,
        message_bytes: int,
        workers: Workers,
        most_at_a_time: int,
        seconds_to_arrive: float,
        tokens: Tokens | None,
    ) -> None:
        self._methods: Final = methods
        self._desk: Final = Desk(metrics, Arrivals(seconds_to_arrive), message_bytes)
        self._tokens: Final = tokens
        self._most: Final = most_at_a_time
        self._places: Final = threading.Semaphore(most_at_a_time)
        self._workers: Final = workers
        self._beside: Final[dict[str, Workers]] = {}
        self._answered: Final[dict[str, Answered]] = {}

    def intercept_service(
        self, continuation: Continuation, handler_call_details: HandlerCallDetails
    ) -> Handler:
        path = handler_call_details.method
        stranger = self._tokens.refusal(handler_call_details) if self._tokens else None
        if stranger is not None:
            return self._refusal(path, self._methods.get(path, UNKNOWN_METHOD), stranger)
        answered = self._answered.get(path) or self._find(continuation, handler_call_details)
        if answered is None:
            return self._refusal(path, UNKNOWN_METHOD, unknown_method(path))
        if not isinstance(answered, Unary):
            return grpc.stream_stream_rpc_method_handler(answered)
        if answered.places is None or answered.places.acquire(blocking=False):
            return grpc.stream_unary_rpc_method_handler(answered)
        return self._refusal(path, self._methods[path], _too_many(self._most))

    def close(self) -> None:
        """End the calls that would not end by themselves."""
        self._desk.arrivals.close()
        for context in tuple(self._desk.streams):
            context.cancel()

    def finish(self) -> None:
        """Wait until no thread is at work; the server has stopped."""
        for workers in (self._workers, *self._beside.values()):
            workers.shutdown()

    def _find(self, continuation: Continuation, details: HandlerCallDetails) -> Answered | None:
        handler, method = continuation(details), self._methods.get(details.method)
        if handler is None or method is None:
            return None
        answered = self._answer(details.method, method, handler)
        self._answered[details.method] = answered
        return answered

    def _answer(self, path: str, method: Method, handler: Handler) -> Answered:
        kind, behaviour = _kind(handler)
        own = method.service.startswith(OWN_SERVICES)
        workers = self._workers if own else self._workers_for(method.service)
        read = cast(Deserialize, handler.request_deserializer)  # Generated code always has one.
        answered = kind(path, method, self._desk, workers, behaviour, read)
        if own and isinstance(answered, Unary):
            answered.places = self._places
        return answered

    def _refusal(self, path: str, method: Method, error: RequestError) -> Handler:
        refusal = Refusal(path, method, self._desk, self._workers_for("refusals"), error)
        return grpc.stream_unary_rpc_method_handler(refusal)

    def _workers_for(self, name: str) -> Workers:
        """Return the threads of a standard service, or of refusals; made when they are needed."""
        if name not in self._beside:
            self._beside[name] = Workers(_BESIDE, name)
        return self._beside[name]


def _kind(handler: Handler) -> tuple[type[Answered], Callable[..., Any]]:
    if handler.unary_unary is not None:
        return Unary, handler.unary_unary
    if handler.unary_stream is not None:
        return Watch, handler.unary_stream
    if handler.stream_stream is not None:
        return Stream, handler.stream_stream
    raise TypeError("expected a method that sends and receives, got a stream without an answer")


def _too_many(most: int) -> RequestError:
    reason = Reason.ERROR_REASON_TOO_MANY_CALLS
    return over_limit(reason, "calls at a time", most, most + 1)
