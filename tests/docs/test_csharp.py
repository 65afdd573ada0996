"""The C# of the page about Unity speaks of classes that protoc makes of the contract."""

import re
import shlex
import shutil
import subprocess

import pytest

from tests.docs.pages import ROOT, blocks, code, page

PAGE = "integrate-unity.md"
LIBRARIES = {"Aborted", "AddSeconds", "ByteString", "Cancelled", "Client", "CopyFrom", "Core"} | {
    *("DateTime", "DeadlineExceeded", "ErrorInfo", "FailedPrecondition", "ForAddress"),
    *("GetDetail", "GetRpcStatus", "Google", "Grpc", "GrpcChannel", "Net", "ParseFrom", "Protobuf"),
    *("Reason", "Rpc", "RpcException", "StatusCode", "ToByteArray", "Unavailable", "UtcNow"),
}
"""What .NET, gRPC and protobuf bring."""

GRPC = {"GameService", "GameServiceClient", "CreateGameAsync", "ApplyMoveAsync"}
"""What the plugin for gRPC makes of each service and method, by its rule."""

OWN = {"LoginOf", "Refuse", "Send", "Show", "Lay"}
"""What a backend and an app have themselves."""


def names(text: str) -> set[str]:
    """Return the names in a program, without its comments and texts."""
    bare = re.sub(r'//.*|/\*.*?\*/|"[^"\n]*"', "", text)
    return set(re.findall(r"\b[A-Z]\w*", bare))


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The classes that the page's command makes."""
    if shutil.which("protoc") is None:
        pytest.skip("protoc is not installed; it comes with Debian's package protobuf-compiler")
    folder = tmp_path_factory.mktemp("csharp")
    (block,) = blocks(page(PAGE), "sh")
    command = block.text.replace("Generated", shlex.quote(str(folder)))
    subprocess.run(("/bin/sh", "-e", "-c", command), check=True, cwd=ROOT)  # noqa: S603 - our own page
    return "".join(path.read_text("utf-8") for path in folder.glob("*.cs"))


def test_every_name_is_one_of_the_contracts_or_of_a_library(generated: str) -> None:
    used = names(code(PAGE, "csharp"))
    assert used - names(generated) - LIBRARIES - GRPC - OWN == set()
    assert len(used & names(generated)) > 30


def test_no_name_is_excused_that_is_not_used() -> None:
    text = page(PAGE)
    assert {name for name in LIBRARIES | GRPC | OWN if name not in text} == set()


def test_the_namespace_is_the_contracts(generated: str) -> None:
    assert "namespace PisYedili.V1 {" in generated
    assert "using PisYedili.V1;" in code(PAGE, "csharp")
