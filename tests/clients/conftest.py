"""One real service for all tests of clients that leave it as it is."""

from collections.abc import Iterator

import pytest

from pisyedili.client import Client
from tests.clients.server_process import ServerProcess, serving


@pytest.fixture(scope="session")
def server() -> Iterator[ServerProcess]:
    with serving() as process:
        yield process


@pytest.fixture
def client(server: ServerProcess) -> Iterator[Client]:
    with Client(server.target, deadline=60) as client:
        yield client
