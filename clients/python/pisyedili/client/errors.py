"""What a call may raise. Each error says what was expected and what came.

``PisYediliError`` is the base of them all::

    InvalidRequest      a field, the rules or the game is wrong (INVALID_ARGUMENT)
    IllegalMove         the rules refuse it, or it is not the time (FAILED_PRECONDITION)
    StaleGame           the move was chosen at another ply (ABORTED)
    LimitExceeded       more than the service takes (RESOURCE_EXHAUSTED)
    Unauthenticated     no valid token (UNAUTHENTICATED)
    Unsupported         the service has no such method (UNIMPLEMENTED)
    Unavailable         no server, after all retries (UNAVAILABLE, CANCELLED)
    DeadlineExceeded    no answer in time (DEADLINE_EXCEEDED)
    ServiceFailure      a defect of the service (all others)
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, cast

import grpc
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo
from google.rpc.status_pb2 import Status

from pisyedili.v1.errors_pb2 import ErrorReason

DOMAIN: Final = "pisyedili"

_DETAILS: Final = "grpc-status-details-bin"
_REQUEST_ID: Final = "x-request-id"


@dataclass(frozen=True, slots=True)
class FieldError:
    """What is wrong with one field: its path in the request, the words, and the reason."""

    path: str
    description: str
    reason: ErrorReason.ValueType


class PisYediliError(Exception):
    """A call that failed.

    ``reason`` is a value of the contract's ``ErrorReason``, 0 where the service gave none;
    ``facts`` has what was expected and what came; ``fields`` names each field that is wrong;
    ``code`` is gRPC's status; ``request_id`` finds the call in the service's log.
    """

    def __init__(
        self,
        message: str,
        *,
        reason: ErrorReason.ValueType = ErrorReason.ERROR_REASON_UNSPECIFIED,
        facts: Mapping[str, str] | None = None,
        fields: Iterable[FieldError] = (),
        code: grpc.StatusCode = grpc.StatusCode.UNKNOWN,
        request_id: str = "",
    ) -> None:
        super().__init__(message)
        self.message = message
        self.reason = reason
        self.facts = dict(facts or {})
        self.fields = tuple(fields)
        self.code = code
        self.request_id = request_id

    @property
    def reason_name(self) -> str:
        """The reason in short, such as ``NO_MATCH``."""
        return reason_name(self.reason)


class InvalidRequest(PisYediliError, ValueError):
    """A field, the rules or the game is wrong."""


class IllegalMove(PisYediliError):
    """The rules refuse the move, or it is not the time for it; the game is as it was."""


class StaleGame(PisYediliError):
    """The move was chosen at another ply than the game's."""


class LimitExceeded(PisYediliError):
    """The call asks for more than the service takes."""


class Unauthenticated(PisYediliError):
    """The call carries no valid token."""


class Unsupported(PisYediliError):
    """The service has no such method: it is older than this client."""


class Unavailable(PisYediliError, ConnectionError):
    """No server answered, after all retries."""


class DeadlineExceeded(PisYediliError, TimeoutError):
    """No answer came in time."""


class ServiceFailure(PisYediliError):
    """A defect of the service, or of what stands between."""


_KINDS: Final[Mapping[grpc.StatusCode, type[PisYediliError]]] = {
    grpc.StatusCode.INVALID_ARGUMENT: InvalidRequest,
    grpc.StatusCode.FAILED_PRECONDITION: IllegalMove,
    grpc.StatusCode.ABORTED: StaleGame,
    grpc.StatusCode.RESOURCE_EXHAUSTED: LimitExceeded,
    grpc.StatusCode.UNAUTHENTICATED: Unauthenticated,
    grpc.StatusCode.UNIMPLEMENTED: Unsupported,
    grpc.StatusCode.UNAVAILABLE: Unavailable,
    grpc.StatusCode.CANCELLED: Unavailable,
    grpc.StatusCode.DEADLINE_EXCEEDED: DeadlineExceeded,
}
_CODES: Final[Mapping[int, grpc.StatusCode]] = {code.value[0]: code for code in grpc.StatusCode}


def reason_name(reason: ErrorReason.ValueType) -> str:
    """Return a reason in short, such as ``NO_MATCH``; ``UNSPECIFIED`` for a newer release's."""
    known = reason if reason in ErrorReason.values() else ErrorReason.ERROR_REASON_UNSPECIFIED
    return ErrorReason.Name(known).removeprefix("ERROR_REASON_")


def error_of_call(error: grpc.RpcError, target: str, deadline: float) -> PisYediliError:
    """Return the error for a failed call, of the blocking or the asyncio kind."""
    code, message = error.code(), error.details() or ""
    if code is grpc.StatusCode.DEADLINE_EXCEEDED:
        message = f"expected an answer of {target} within {deadline:g} seconds, got none"
    pairs = cast("Iterable[tuple[str, str | bytes]]", error.trailing_metadata() or ())
    trailers = dict(pairs)
    status = _status(trailers.get(_DETAILS)) or Status(code=code.value[0], message=message)
    return error_of_status(status, request_id=str(trailers.get(_REQUEST_ID, "")))


def error_of_status(status: Status, *, request_id: str = "") -> PisYediliError:
    """Return the error for a status with its details."""
    info, bad = ErrorInfo(), BadRequest()
    for detail in status.details:
        detail.Unpack(info) or detail.Unpack(bad)
    ours = info.domain == DOMAIN
    code = _CODES.get(status.code, grpc.StatusCode.UNKNOWN)
    return _KINDS.get(code, ServiceFailure)(
        status.message or code.name,
        reason=_reason(info.reason) if ours else ErrorReason.ERROR_REASON_UNSPECIFIED,
        facts=info.metadata if ours else {},
        fields=map(_field, bad.field_violations),
        code=code,
        request_id=request_id,
    )


def _status(details: object) -> Status | None:
    return Status.FromString(details) if isinstance(details, bytes) else None


def _field(violation: BadRequest.FieldViolation) -> FieldError:
    return FieldError(violation.field, violation.description, _reason(violation.reason))


def _reason(name: str) -> ErrorReason.ValueType:
    known = name in ErrorReason.keys()  # noqa: SIM118 - the enum is no mapping
    return ErrorReason.Value(name) if known else ErrorReason.ERROR_REASON_UNSPECIFIED
