"""Errors as a caller gets them: a code, a reason from the contract, and the facts."""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import Message
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo
from google.rpc.status_pb2 import Status
from grpc import StatusCode

from pisyedili.engine.errors import (
    Fault,
    IllegalMove,
    InvalidRules,
    InvalidState,
    Refusal,
    RulesFault,
    StateFault,
)
from pisyedili.v1.errors_pb2 import ErrorReason

Reason = ErrorReason

DOMAIN: Final = "pisyedili"

_LONGEST: Final = 200
"""The bytes of a text in an error; errors travel in headers, which clients hold to 8 KiB."""

_MOST_FIELDS: Final = 16
"""How many fields an error names."""

REASONS: Final[Mapping[Refusal | RulesFault | StateFault, Reason.ValueType]] = {
    reason: Reason.Value(f"ERROR_REASON_{reason.name}")
    for kind in (Refusal, RulesFault, StateFault)
    for reason in kind
}


class Violation(NamedTuple):
    """What is wrong with one field of a request."""

    path: str
    description: str
    reason: Reason.ValueType = Reason.ERROR_REASON_MALFORMED


class RequestError(Exception):
    """A call that fails, and why. Nothing in it is hidden from the caller's players."""

    def __init__(
        self,
        code: StatusCode,
        reason: Reason.ValueType,
        message: str,
        facts: Mapping[str, str] | None = None,
        fields: Iterable[Violation] = (),
    ) -> None:
        super().__init__(message)
        self.code = code
        self.reason = reason
        self.message = message
        self.facts = dict(facts or {})
        self.fields = tuple(fields)


def malformed(*fields: Violation) -> RequestError:
    """Return the error for fields that are missing, misplaced or out of bounds."""
    return _invalid(Reason.ERROR_REASON_MALFORMED, fields)


def invalid_rules(faults: Iterable[Fault], path: str = "") -> RequestError:
    """Return the error for rules that stand at a path of the request."""
    return _invalid(Reason.ERROR_REASON_INVALID_RULES, _violations(faults, path))


def invalid_state(faults: Iterable[Fault], path: str = "") -> RequestError:
    """Return the error for a game that stands at a path of the request."""
    return _invalid(Reason.ERROR_REASON_INVALID_STATE, _violations(faults, path))


def too_new(path: str) -> RequestError:
    """Return the error for a part of the request with fields that this service does not know."""
    field = Violation(
        path,
        "expected known fields only, got others: a newer release wrote them",
        Reason.ERROR_REASON_STATE_TOO_NEW,
    )
    return _invalid(Reason.ERROR_REASON_STATE_TOO_NEW, (field,))


def over_limit(reason: Reason.ValueType, what: str, most: int, got: int) -> RequestError:
    """Return the error for a call that asks for more than the service is set to."""
    message = f"expected at most {most} {what}, got {got}"
    facts = {"expected": str(most), "got": str(got)}
    return RequestError(StatusCode.RESOURCE_EXHAUSTED, reason, message, facts)


def stale(expected: int, got: int) -> RequestError:
    """Return the error for a move that was chosen at another ply than the game's."""
    message = f"expected a move for ply {expected}, got one for ply {got}"
    facts = {"expected": str(expected), "got": str(got)}
    return RequestError(StatusCode.ABORTED, Reason.ERROR_REASON_STALE_PLY, message, facts)


def refused(error: IllegalMove) -> RequestError:
    """Return the error for a move that the rules refuse, or a round begun at the wrong time."""
    facts = {"expected": error.expected, "got": error.got}
    code = StatusCode.FAILED_PRECONDITION
    return RequestError(code, REASONS[error.reason], str(error), facts)


def located(error: RequestError, path: str, **facts: int) -> RequestError:
    """Return the same error, said of a part of the request, with where it is among the facts."""
    return RequestError(
        error.code,
        error.reason,
        f"{path}: {error.message}",
        error.facts | {name: str(number) for name, number in facts.items()},
        (field._replace(path=f"{path}.{field.path}") for field in error.fields),
    )


def status_of(error: Exception) -> Status | None:
    """Return what the caller gets for an error, or None for one that it did not cause."""
    if isinstance(error, IllegalMove):
        error = refused(error)
    elif isinstance(error, InvalidRules):
        error = invalid_rules(error.faults)
    elif isinstance(error, InvalidState):
        error = invalid_state(error.faults)
    return _status(error) if isinstance(error, RequestError) else None


def _status(error: RequestError) -> Status:
    facts = {key: _short(fact) for key, fact in error.facts.items()}
    info = ErrorInfo(domain=DOMAIN, reason=Reason.Name(error.reason), metadata=facts)
    details = [_packed(info)]
    if error.fields:
        violations = (
            BadRequest.FieldViolation(
                field=field.path,
                description=_short(field.description),
                reason=Reason.Name(field.reason),
            )
            for field in error.fields
        )
        details.append(_packed(BadRequest(field_violations=violations)))
    return Status(code=error.code.value[0], message=_short(error.message), details=details)


def _packed(detail: Message) -> AnyMessage:
    packed = AnyMessage()
    packed.Pack(detail)
    return packed


def _violations(faults: Iterable[Fault], path: str) -> tuple[Violation, ...]:
    prefix = f"{path}." if path else ""
    return tuple(
        Violation(prefix + fault.path, fault.message, REASONS[fault.reason]) for fault in faults
    )


def _invalid(reason: Reason.ValueType, fields: tuple[Violation, ...]) -> RequestError:
    first, *others = fields
    message = f"{first.path}: {first.description}"
    message += f"; and {len(others)} more" if others else ""
    facts = {"faults": str(len(fields))}
    return RequestError(StatusCode.INVALID_ARGUMENT, reason, message, facts, fields[:_MOST_FIELDS])


def _short(text: str) -> str:
    data = text.encode()
    return text if len(data) <= _LONGEST else data[:_LONGEST].decode(errors="ignore") + "…"
