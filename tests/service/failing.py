"""Calls that fail, and how."""

from collections.abc import Callable
from typing import Any, NamedTuple

import grpc
import pytest
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo
from grpc_status import rpc_status


class Failure(NamedTuple):
    """What a caller is told: ``reason`` without its prefix, ``fields`` by path."""

    code: str
    reason: str
    message: str
    facts: dict[str, str]
    fields: dict[str, str]


def failure(method: Callable[[Any], object], request: object) -> Failure:
    """Make a call that has to fail, and return how it does."""
    with pytest.raises(grpc.RpcError) as caught:
        method(request)
    error: Any = caught.value
    status = rpc_status.from_call(error)
    assert status is not None
    return told(status, error.code().name)


def told(status: Any, code: str) -> Failure:
    """Return what a status says."""
    info, fields = ErrorInfo(), BadRequest()
    assert status.details[0].Unpack(info)
    if len(status.details) > 1:
        assert status.details[1].Unpack(fields)
    return Failure(
        code,
        info.reason.removeprefix("ERROR_REASON_"),
        status.message,
        dict(info.metadata),
        {field.field: field.description for field in fields.field_violations},
    )
