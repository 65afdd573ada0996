"""A real engine, and the proxy of the manifests before it."""

from collections.abc import Iterator

import pytest

from tests.deploy.proxy import Proxy
from tests.deploy.proxy import proxy as running_proxy
from tests.deploy.tools import tool
from tests.service.process import Running, running


@pytest.fixture(scope="session")
def engine() -> Iterator[Running]:
    with running() as engine:
        yield engine


@pytest.fixture(scope="session")
def proxy(engine: Running, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    tool("envoy")
    with running_proxy(tmp_path_factory.mktemp("proxy"), engine.port) as ready:
        yield ready
