"""A client of some release: it knows the contract as it was then, and no more."""

from hashlib import sha256
from typing import Any, Final, NamedTuple

import grpc
from google.protobuf.descriptor_pb2 import FileDescriptorSet
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.json_format import MessageToDict
from google.protobuf.message_factory import GetMessageClass

from tests.service.process import PATIENCE

PACKAGE: Final = "pisyedili.v1"

Json = dict[str, Any]


class Contract:
    """The messages and methods of a release, made of the descriptors that were kept of it."""

    def __init__(self, descriptors: bytes) -> None:
        self._pool = DescriptorPool()
        for file in FileDescriptorSet.FromString(descriptors).file:
            self._pool.Add(file)

    def message(self, name: str) -> Any:
        """Return the class of a message."""
        return GetMessageClass(self._pool.FindMessageTypeByName(f"{PACKAGE}.{name}"))

    def method(self, name: str) -> Any:
        """Return the descriptor of a method of GameService."""
        return self._pool.FindServiceByName(f"{PACKAGE}.GameService").methods_by_name[name]

    def known(self, state: bytes) -> bytes:
        """Return of a game's bytes what the release knew."""
        message = self.message("GameState").FromString(state)
        message.DiscardUnknownFields()
        data = message.SerializeToString(deterministic=True)
        assert isinstance(data, bytes)
        return data

    def digest(self, state: bytes) -> str:
        """Return what tells two games apart, as far as the release knew them."""
        return sha256(self.known(state)).hexdigest()[:16]


class OldClient(NamedTuple):
    """Calls a service as a program of that release would."""

    contract: Contract
    channel: grpc.Channel

    def call(self, name: str, **fields: Any) -> Any:
        """Make a call; what the release did not know is left out of the answer."""
        method = self.contract.method(name)
        request, answer = (
            GetMessageClass(kind) for kind in (method.input_type, method.output_type)
        )
        call = self.channel.unary_unary(
            f"/{method.containing_service.full_name}/{name}",
            request_serializer=request.SerializeToString,
            response_deserializer=answer.FromString,
        )
        message = call(request(**fields), timeout=PATIENCE)
        message.DiscardUnknownFields()
        return message


def as_json(message: Any) -> Json:
    """Return a message as JSON, enums by their numbers, since these never change."""
    told = MessageToDict(message, preserving_proto_field_name=True, use_integers_for_enums=True)
    assert isinstance(told, dict)
    return told
