"""The match handler of the page plays matches: the proxy and the engine are real, Nakama is not."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.deploy.proxy import Proxy
from tests.deploy.tools import PATIENCE
from tests.docs.pages import code

USERS = ["ada", "bora", "can"]
STAND_IN = Path(__file__).parent / "nakama.mjs"


@pytest.fixture(scope="module")
def told(proxy: Proxy, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What the handler did over a match, as the stand-in for Nakama wrote it down."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    handler = tmp_path_factory.mktemp("handler") / "handler.js"
    handler.write_text(code("integrate-nakama.md", "javascript"), "utf-8")
    command = (node, str(STAND_IN), str(handler), f"{proxy.url}/v1")
    done = subprocess.run(  # noqa: S603 - our own script
        command, capture_output=True, check=False, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_match_is_played_to_its_end_though_one_player_never_moves(told: Any) -> None:
    assert told["phase"] == "PHASE_KIND_MATCH_OVER"
    assert [made["move"]["ply"] for made in told["kept"]["moves"]] == list(range(told["plies"]))
    assert {made["seat"] for made in told["kept"]["moves"]} == {0, 1, 2}


def test_each_player_is_sent_the_view_of_the_own_seat_after_each_move(told: Any) -> None:
    assert told["sent"]
    assert all(USERS[sent["seat"]] == sent["to"] for sent in told["sent"])
    for user in USERS:
        plies = {sent["ply"] for sent in told["sent"] if sent["to"] == user}
        assert plies == set(range(told["plies"] + 1))


def test_who_has_no_seat_may_not_join(told: Any) -> None:
    assert told["joined"] == [True, True, False]


def test_what_is_no_move_is_refused_and_ends_no_match(told: Any) -> None:
    *malformed, stale, unreachable, waiting = told["refused"]
    assert len(malformed) == 4
    assert {to for to, _ in malformed} == {"ada"}
    assert stale == ["ada", "ERROR_REASON_STALE_PLY"]
    assert {unreachable[1], waiting[1]} == {"no healthy upstream"}


def test_a_match_outlives_its_engines_and_its_node(told: Any) -> None:
    assert [told["lives"], told["waits"], told["resumed"]] == [True, True, True]


def test_an_old_match_ends_where_another_holds_the_game(told: Any) -> None:
    assert told["ends"]
    assert told["errors"] == ["match %s goes on elsewhere: %s masa-7 Error: version check failed"]
