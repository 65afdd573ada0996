"""Methods, each served as a stream of bytes, one class for each way of answering.

grpcio answers bytes that are no protobuf, and calls without a request, before any handler runs, and
with codes that blame the server. As a stream of bytes a method is the same on the wire, and its
handler is asked once there is a message.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Event, Semaphore
from typing import Any, Final, NoReturn, final

from google.protobuf.message import DecodeError, Message
from grpc import ServicerContext, StatusCode

from pisyedili.service.arrivals import Arrivals
from pisyedili.service.calls import Call
from pisyedili.service.errors import Reason, RequestError, over_limit
from pisyedili.service.metrics import Method, Metrics
from pisyedili.service.workers import Workers

Deserialize = Callable[[bytes], Message]

_LEAVING: Final = 0.02
"""Seconds for which a call without a message may turn out to be one that was given up."""


@dataclass(frozen=True, slots=True)
class Desk:
    """What all methods of a server share; ``streams`` are open until their callers leave.

    ``watches`` is the thread that sends to those who watch: who tells them something holds a lock
    that the end of a watch wants, and a send ends only after the ends before it.
    """

    metrics: Metrics
    arrivals: Arrivals
    message_bytes: int
    streams: set[ServicerContext] = field(default_factory=set)
    watches: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "watches"))


class Served:
    """A method as grpcio calls it, in the threads that it finds under this very attribute."""

    def __init__(self, path: str, method: Method, desk: Desk, workers: Workers) -> None:
        self.path: Final = path
        self.desk: Final = desk
        self.series: Final = desk.metrics.of(method)
        self.experimental_thread_pool: Final = workers

    def begin(self, context: ServicerContext) -> Call:
        """Begin a call of this method."""
        return Call(self.path, context, self.desk.metrics, self.series)


@final
class Refusal(Served):
    """A method that is refused without a look at the request."""

    def __init__(
        self,
        path: str,
        method: Method,
        desk: Desk,
        workers: Workers,
        error: RequestError,
    ) -> None:
        super().__init__(path, method, desk, workers)
        self._error: Final = error

    def __call__(self, _requests: Iterator[bytes], context: ServicerContext) -> NoReturn:
        self.begin(context).fail(self._error)


class Answered(Served):
    """A method that a handler answers."""

    def __init__(
        self,
        path: str,
        method: Method,
        desk: Desk,
        workers: Workers,
        handler: Callable[..., Any],
        deserialize: Deserialize,
    ) -> None:
        super().__init__(path, method, desk, workers)
        self.handler: Final = handler
        self._deserialize: Final = deserialize

    def messages(
        self, requests: Iterator[bytes], context: ServicerContext, call: Call
    ) -> Iterator[Message]:
        """Yield the caller's messages as they come."""
        while (data := self._next(requests, context)) is not None:
            call.received()
            yield self._read(data)

    def only_message(
        self, requests: Iterator[bytes], context: ServicerContext, call: Call
    ) -> Message:
        """Return the caller's message."""
        data = self._next(requests, context)
        if data is None:
            _let_leave(context)
            raise _malformed("expected one message, got none that is whole")
        call.received()
        return self._read(data)

    def _next(self, requests: Iterator[bytes], context: ServicerContext) -> bytes | None:
        workers = self.experimental_thread_pool
        self.desk.arrivals.expect(context, workers)
        try:
            return next(requests, None)
        finally:
            self.desk.arrivals.arrived(context, workers)

    def _read(self, data: bytes) -> Message:
        most = self.desk.message_bytes
        if len(data) > most:
            reason = Reason.ERROR_REASON_MESSAGE_TOO_LARGE
            raise over_limit(reason, "bytes in a message", most, len(data))
        try:
            return self._deserialize(data)
        except DecodeError:
            raise _malformed("expected the protobuf of the request, got other bytes") from None


@final
class Unary(Answered):
    """One message in, one message out; each call frees its place among those at a time."""

    places: Semaphore | None = None

    def __call__(self, requests: Iterator[bytes], context: ServicerContext) -> bytes:
        call = self.begin(context)
        try:
            request = self.only_message(requests, context, call)
            data: bytes = self.handler(request, context).SerializeToString()
        except Exception as error:  # noqa: BLE001 - here is where every error ends
            call.fail(error)
        finally:
            if self.places is not None:
                self.places.release()
        call.sent()
        call.done()
        return data


@final
class Stream(Answered):
    """Messages in, messages out, in a thread for as long as it is open."""

    def __call__(self, requests: Iterator[bytes], context: ServicerContext) -> Iterator[bytes]:
        call = self.begin(context)
        self.desk.streams.add(context)
        try:
            for response in self.handler(self.messages(requests, context, call), context):
                call.sent()
                yield response.SerializeToString()
        except Exception as error:  # noqa: BLE001 - here is where every error ends
            call.fail(error)
        except GeneratorExit:
            call.done()
            raise
        finally:
            self.desk.streams.discard(context)
        call.done()


@final
class Watch(Answered):
    """One message in, and messages out now and then, without a thread in between."""

    experimental_non_blocking = True

    def __call__(
        self,
        requests: Iterator[bytes],
        context: ServicerContext,
        send: Callable[[bytes | None], None],
    ) -> None:
        call = self.begin(context)
        try:
            request = self.only_message(requests, context, call)
        except Exception as error:  # noqa: BLE001 - here is where every error ends
            call.fail(error)
        if not context.add_callback(lambda: self._ended(context, call)):
            call.done()
            return
        self.desk.streams.add(context)
        tell = self.desk.watches.submit
        self.handler(request, context, lambda response: tell(self._send, response, call, send))

    def _send(
        self, response: Message | None, call: Call, send: Callable[[bytes | None], None]
    ) -> None:
        if response is not None:
            call.sent()
        send(None if response is None else response.SerializeToString())

    def _ended(self, context: ServicerContext, call: Call) -> None:
        self.desk.streams.discard(context)
        call.done()


def _let_leave(context: ServicerContext) -> None:
    """Wait a moment for word that the caller has left; it comes after the end of its messages."""
    left = Event()
    if context.add_callback(left.set):
        left.wait(_LEAVING)


def _malformed(message: str) -> RequestError:
    return RequestError(StatusCode.INVALID_ARGUMENT, Reason.ERROR_REASON_MALFORMED, message)
