"""Write the contract as the descriptor set that a transcoding proxy reads.

It holds the two services, and the error details that statuses carry.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from google.protobuf.descriptor import FileDescriptor
from google.protobuf.descriptor_pb2 import FileDescriptorSet
from google.rpc import error_details_pb2

from pisyedili.v1 import game_service_pb2, rules_service_pb2

PATH: Final = Path(__file__).parents[1] / "k8s" / "components" / "envoy" / "pisyedili.pb"


def descriptor_set() -> bytes:
    """Return the contract with all that it imports, each file after those that it needs."""
    roots = (rules_service_pb2, game_service_pb2, error_details_pb2)
    files: dict[str, FileDescriptor] = {}
    _collect((module.DESCRIPTOR for module in roots), files)
    written = FileDescriptorSet()
    for file in files.values():
        file.CopyToProto(written.file.add())
    return written.SerializeToString(deterministic=True)


def _collect(wanted: Iterable[FileDescriptor], files: dict[str, FileDescriptor]) -> None:
    for file in wanted:
        if file.name not in files:
            _collect(file.dependencies, files)
            files[file.name] = file


if __name__ == "__main__":
    PATH.write_bytes(descriptor_set())
