"""One real server for all tests that leave it as it is."""

from collections.abc import Iterator

import grpc
import pytest

from tests.service.process import Running, running


@pytest.fixture(scope="session")
def service() -> Iterator[Running]:
    with running() as server:
        yield server


@pytest.fixture(scope="session")
def server(service: Running) -> str:
    """The address of a server."""
    return service.address


@pytest.fixture
def channel(server: str) -> Iterator[grpc.Channel]:
    with grpc.insecure_channel(server) as channel:
        yield channel
