"""Whatever ends, stands still or is replaced: no match is lost, and no caller sees an error."""

from itertools import islice
from pathlib import Path

import pytest

from tests.deploy.chaos import FAULTS, TABLES, scene
from tests.deploy.tools import PATIENCE, tool

SEED = 7


@pytest.fixture(autouse=True)
def envoy() -> None:
    tool("envoy")


def test_each_match_ends_as_its_record_replays_whatever_goes_wrong(tmp_path: Path) -> None:
    with scene(tmp_path, deadline=PATIENCE) as played:
        for fault in islice(played.faults(SEED), FAULTS):
            fault.happen()
            played.tables.more(TABLES)
        assert len(played.tables.end()) >= TABLES
        assert played.tables.unproven() == []
