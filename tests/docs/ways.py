"""The ways by which callers reach the engine, each taking and giving messages as JSON."""

import json
from base64 import b64decode
from collections.abc import Callable
from typing import Final

import grpc
from google.protobuf import json_format
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from google.rpc.status_pb2 import Status
from grpc_status import rpc_status

from pisyedili.service.standard import OURS
from tests.deploy.proxy import Proxy, ask
from tests.deploy.test_proxy import framed, frames
from tests.docs.calls import Answer, Json
from tests.service.process import PATIENCE, Running

METHODS: Final = {
    f"POST /{service.full_name}/{method.name}": method
    for service in OURS
    for method in service.methods
}
CODES: Final = {code.value[0]: code.name for code in grpc.StatusCode} | {0: ""}


def over_json(proxy: Proxy, target: str, body: Json | None) -> Answer:
    """Call as a match server does, by HTTP and JSON through the proxy."""
    method, path = target.split(" ")
    data = None if body is None else json.dumps(body).encode()
    answer = ask(proxy.url + path, body=data, method=method, content_type="application/json")
    return "" if answer.status == 200 else str(answer.status), json.loads(answer.body)


def over_grpc(engine: Running, target: str, body: Json | None) -> Answer:
    """Call as a backend does, by gRPC."""
    request = message(target, body)
    with grpc.insecure_channel(engine.address) as channel:
        call: Callable[..., bytes] = channel.unary_unary(target.split(" ")[1])
        try:
            return answered(target, call(request.SerializeToString(), timeout=PATIENCE))
        except grpc.RpcError as error:
            status = rpc_status.from_call(error)  # type: ignore[arg-type]  # It is a call, too.
            return refused(status or Status())


def over_web(proxy: Proxy, target: str, body: Json | None) -> Answer:
    """Call as a page does, by gRPC-Web through the proxy."""
    answer = ask(
        proxy.url + target.split(" ")[1],
        body=framed(message(target, body)),
        content_type="application/grpc-web+proto",
        x_grpc_web="1",
        origin="https://oyun.example",
    )
    parts = dict(frames(answer.body))
    if answer.headers.get("grpc-status", "0") == "0":
        assert b"grpc-status:0" in parts[0x80]
        return answered(target, parts[0])
    details = answer.headers["grpc-status-details-bin"]
    return refused(Status.FromString(b64decode(details + "==")))


def message(target: str, body: Json | None) -> Message:
    """Return the request of a method that JSON stands for."""
    return json_format.ParseDict(body or {}, GetMessageClass(METHODS[target].input_type)())


def answered(target: str, data: bytes) -> Answer:
    answer = GetMessageClass(METHODS[target].output_type).FromString(data)
    return "", json_format.MessageToDict(answer)


def refused(status: Status) -> Answer:
    return CODES[status.code], json_format.MessageToDict(status)
