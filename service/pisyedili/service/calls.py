"""One call from its begin to its end: its ids, its status, its log line, its counts."""

import re
from secrets import token_hex
from time import perf_counter
from typing import Final, NoReturn, final

import structlog
from google.rpc.error_details_pb2 import ErrorInfo
from google.rpc.status_pb2 import Status
from grpc import ServicerContext, StatusCode

from pisyedili.service import facts
from pisyedili.service.errors import DOMAIN, Reason, RequestError, status_of
from pisyedili.service.metrics import CallSeries, Metrics

REQUEST_ID: Final = "x-request-id"
"""The metadata key of the id by which caller and log name a call; it comes back in the trailer."""

STATUS_DETAILS: Final = "grpc-status-details-bin"

_CLOCKS_APART: Final = 0.02
"""Seconds by which a caller's clock may see a deadline before ours does."""

_LONGEST_PATH: Final = 200
_SAFE_ID: Final = re.compile(r"[!-~]{1,128}")
_TRACE: Final = re.compile(r"[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?")
_CODES: Final = {code.value[0]: code for code in StatusCode}
_log: Final = structlog.get_logger()


@final
class Call:
    """A call that is being answered; it ends once, by `done` or by `fail`.

    It is counted and logged before its status is sent, so that who has the answer finds both.
    """

    def __init__(
        self, path: str, context: ServicerContext, metrics: Metrics, series: CallSeries
    ) -> None:
        metadata = {key: str(value) for key, value in context.invocation_metadata() or ()}
        self._begun: Final = perf_counter()
        self._path: Final = path[:_LONGEST_PATH]
        self._peer: Final = context.peer().replace("%5B", "[").replace("%5D", "]")
        self._context: Final = context
        self._metrics: Final = metrics
        self._series: Final = series
        self._trace_id: Final = _trace_id(metadata.get("traceparent", ""))
        self._request_id: Final = _request_id(metadata.get(REQUEST_ID, ""))
        self._facts: Final = facts.begin()
        series.started.inc()
        context.set_trailing_metadata(((REQUEST_ID, self._request_id),))

    def received(self) -> None:
        """Count a message of the caller."""
        self._series.received.inc()

    def sent(self) -> None:
        """Count a message to the caller."""
        self._series.sent.inc()

    def done(self) -> None:
        """End a call that was answered, by the code that its handler may have set."""
        gone = self._gone()
        code = self._context.code() or StatusCode.OK  # type: ignore[attr-defined]
        self._end(gone.code if gone else code, Reason.Name(gone.reason) if gone else None)

    def fail(self, error: Exception) -> NoReturn:
        """End a call by the status of an error; a defect is logged, and its caller told an id."""
        status = status_of(self._gone() or self._unserved() or error) or self._defect(error)
        self._end(_CODES[status.code], _reason(status))
        details = (STATUS_DETAILS, status.SerializeToString())
        self._context.set_trailing_metadata(((REQUEST_ID, self._request_id), details))
        self._context.abort(_CODES[status.code], status.message)

    def _gone(self) -> RequestError | None:
        """Return the error of a call whose caller waits no more."""
        if self._context.is_active():
            return None
        left = self._context.time_remaining()
        late = left <= _CLOCKS_APART
        code = StatusCode.DEADLINE_EXCEEDED if late else StatusCode.CANCELLED
        message = "expected a caller that waits for the answer, got none"
        return RequestError(code, Reason.ERROR_REASON_DEADLINE, message)

    def _unserved(self) -> RequestError | None:
        """Return the error of a method that the contract has and its servicer has not."""
        if self._context.code() is not StatusCode.UNIMPLEMENTED:  # type: ignore[attr-defined]
            return None
        return unknown_method(self._path)

    def _defect(self, error: Exception) -> Status:
        _log.error("defect", method=self._path, request_id=self._request_id, exc_info=error)
        message = f"defect of the service; please report it with the request id {self._request_id}"
        reason = Reason.Name(Reason.ERROR_REASON_INTERNAL)
        told = {"request_id": self._request_id}
        status = Status(code=StatusCode.INTERNAL.value[0], message=message)
        status.details.add().Pack(ErrorInfo(domain=DOMAIN, reason=reason, metadata=told))
        return status

    def _end(self, code: StatusCode, reason: str | None) -> None:
        seconds = perf_counter() - self._begun
        self._metrics.note(self._facts)
        self._series.handled(code, seconds)
        log = _log.debug if self._series.quiet else _log.info
        log(
            "rpc_finished",
            method=self._path,
            code=code.name,
            reason=reason,
            duration_ms=round(seconds * 1000, 3),
            peer=self._peer,
            request_id=self._request_id,
            game_id=self._facts.game_id or None,
            ply=self._facts.ply,
            preset=self._facts.preset or None,
            trace_id=self._trace_id,
        )


def unknown_method(path: str) -> RequestError:
    """Return the error for a call of a method that is not served."""
    message = f"expected a method that is served, got {path[:_LONGEST_PATH]}"
    return RequestError(StatusCode.UNIMPLEMENTED, Reason.ERROR_REASON_UNKNOWN_METHOD, message)


def _request_id(given: str) -> str:
    return given if _SAFE_ID.fullmatch(given) else token_hex(16)


def _trace_id(traceparent: str) -> str | None:
    match = _TRACE.fullmatch(traceparent)
    return match[1] if match else None


def _reason(status: Status) -> str | None:
    info = ErrorInfo()
    return info.reason if any(detail.Unpack(info) for detail in status.details) else None
