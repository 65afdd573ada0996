"""Every replica is replaced, one after another, under twenty thousand calls: none fails."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.deploy.fleet import Fleet, fleet
from tests.deploy.proxy import proxy
from tests.deploy.tables import Tables
from tests.deploy.tools import PATIENCE, tool

CALLS = 20_000
TABLES = 50


@pytest.fixture
def replicas() -> Iterator[Fleet]:
    with fleet() as three:
        yield three


def replace_all(replicas: Fleet, address: str) -> None:
    """Drain each replica and start it anew while matches are played."""
    with Tables(address, TABLES, PATIENCE) as tables:
        for which in range(len(replicas)):
            tables.more(CALLS // (len(replicas) + 1))
            replicas.drain(which)
        tables.more(max(TABLES, CALLS - tables.calls))
        assert len(tables.end()) >= TABLES
        assert tables.calls >= CALLS
        assert tables.unproven() == []


def test_clients_of_the_proxy_do_not_notice(replicas: Fleet, tmp_path: Path) -> None:
    tool("envoy")
    with proxy(tmp_path, *replicas.ports) as between:
        replace_all(replicas, between.address)


def test_clients_that_balance_by_themselves_do_not_notice(replicas: Fleet) -> None:
    replace_all(replicas, replicas.target)
