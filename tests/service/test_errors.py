from base64 import b64encode
from urllib.parse import quote

import pytest
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
from pisyedili.service.errors import (
    REASONS,
    Reason,
    RequestError,
    Violation,
    located,
    malformed,
    over_limit,
    stale,
    status_of,
    too_new,
)

HEADER_LIMIT = 8192


def told(error: Exception) -> tuple[Status, ErrorInfo, BadRequest]:
    """Return the status of an error and its details."""
    status, info, fields = status_of(error), ErrorInfo(), BadRequest()
    assert isinstance(status, Status)
    assert status.details[0].Unpack(info)
    if len(status.details) > 1:
        assert status.details[1].Unpack(fields)
    return status, info, fields


def test_every_reason_of_the_engine_has_one_in_the_contract() -> None:
    for reason in (*Refusal, *RulesFault, *StateFault):
        assert Reason.Name(REASONS[reason]) == f"ERROR_REASON_{reason.name}"


def test_a_refused_move_fails_a_precondition_and_says_expected_and_got() -> None:
    error = IllegalMove(Refusal.NO_MATCH, "a card that matches ♣ or rank 9", "2♥")
    status, info, _ = told(error)
    assert status.code == StatusCode.FAILED_PRECONDITION.value[0]
    assert status.message == "expected a card that matches ♣ or rank 9, got 2♥"
    assert (info.domain, info.reason) == ("pisyedili", "ERROR_REASON_NO_MATCH")
    assert info.metadata == {"expected": "a card that matches ♣ or rank 9", "got": "2♥"}


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (
            InvalidRules((Fault("table.decks", RulesFault.OUT_OF_BOUNDS, "expected 1, got 9"),)),
            "ERROR_REASON_INVALID_RULES",
        ),
        (
            InvalidState((Fault("table.decks", StateFault.OUT_OF_BOUNDS, "expected 1, got 9"),)),
            "ERROR_REASON_INVALID_STATE",
        ),
    ],
    ids=["rules", "state"],
)
def test_faults_become_field_violations(error: Exception, reason: str) -> None:
    status, info, fields = told(error)
    assert status.code == StatusCode.INVALID_ARGUMENT.value[0]
    assert status.message == "table.decks: expected 1, got 9"
    assert (info.reason, info.metadata) == (reason, {"faults": "1"})
    (violation,) = fields.field_violations
    assert violation.field == "table.decks"
    assert violation.description == "expected 1, got 9"
    assert violation.reason == "ERROR_REASON_OUT_OF_BOUNDS"


@pytest.mark.parametrize(
    ("error", "code", "reason"),
    [
        (malformed(Violation("seat", "expected a seat")), "INVALID_ARGUMENT", "MALFORMED"),
        (too_new("game.state"), "INVALID_ARGUMENT", "STATE_TOO_NEW"),
        (stale(7, 6), "ABORTED", "STALE_PLY"),
        (
            over_limit(Reason.ERROR_REASON_TOO_MANY_ITEMS, "items", 256, 300),
            "RESOURCE_EXHAUSTED",
            "TOO_MANY_ITEMS",
        ),
    ],
    ids=["malformed", "too_new", "stale", "over_limit"],
)
def test_a_request_error_has_its_code_and_reason(
    error: RequestError, code: str, reason: str
) -> None:
    status, info, _ = told(error)
    assert status.code == StatusCode[code].value[0]
    assert info.reason == f"ERROR_REASON_{reason}"


def test_what_no_caller_caused_has_no_status() -> None:
    assert status_of(ZeroDivisionError()) is None


def test_an_error_of_a_part_says_which_part() -> None:
    error = located(malformed(Violation("move", "expected a move")), "moves[3]", index=3)
    status, info, fields = told(error)
    assert status.message == "moves[3]: move: expected a move"
    assert info.metadata["index"] == "3"
    assert fields.field_violations[0].field == "moves[3].move"


def test_an_error_fits_in_the_headers_whatever_came() -> None:
    faults = (Fault(f"scores[{n}]", StateFault.OUT_OF_BOUNDS, "♣" * 5000) for n in range(5000))
    long = IllegalMove(Refusal.CARD_NOT_HELD, "♣" * 5000, "♥" * 5000)
    for error in (InvalidState(tuple(faults)), long):
        status = told(error)[0]
        message = len(quote(status.message))
        details = len(b64encode(status.SerializeToString()))
        assert message + details < HEADER_LIMIT
