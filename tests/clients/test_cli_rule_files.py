"""Rule files given to the command: every fault by file, line and path, and the games they deal."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pisyedili.cli.child import service
from tests.clients.cli_process import Done, inside, rule_file


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with service("--log-level=info") as running:
        yield f"localhost:{running.port}"


def at(server: str, *words: str) -> Done:
    return inside(*words, PISYEDILI_SERVER=server)


def test_rule_files_are_told_every_fault_with_its_line_and_path(
    server: str, tmp_path: Path
) -> None:
    faulty = 'extends = "gamyun"\n[table]\ndecks = 9\nseats_min = 5\nfoo = 2\n[effects]\n7 = 3\n'
    file = rule_file(tmp_path, faulty)
    done = at(server, "rules", "check", file)
    assert (done.code, done.out) == (1, "")
    assert done.err.count("\n") == 5
    lines = {"table.decks": 3, "table.seats_min": 4, "table.foo": 5, "effects.7": 7}
    for path, line in lines.items():
        assert f"  {file}:{line}: {path}: expected" in done.err


def test_a_contradiction_is_told_with_the_lines_that_the_file_has_of_it(
    server: str, tmp_path: Path
) -> None:
    text = 'extends = "simple"\n[table]\nseats_max = 3\n# at least\nseats_min = 4\n'
    file = rule_file(tmp_path, text)
    done = at(server, "rules", "check", file)
    assert (
        f"  {file}:5: table.seats_min: expected at most 3, got 4 "
        f"(see table.seats_max in {file}:3)\n"
    ) in done.err
    file = rule_file(tmp_path, 'extends = "classic"\nturn.after_draw = "turn_ends"\n')
    done = at(server, "rules", "check", file)
    assert (
        f"  {file}:2: turn.draws: expected 1 where the turn ends after a draw, got no limit "
        f"(see turn.after_draw in {file}:2)\n"
    ) in done.err


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("x =", "TOML: "),
        ('\nextends = "no"', ":2: extends: expected one of classic, "),
        ("extends = 3", ":1: extends: "),
    ],
)
def test_a_file_that_is_no_rule_file_is_faulty_too(
    server: str, tmp_path: Path, text: str, told: str
) -> None:
    done = at(server, "rules", "check", rule_file(tmp_path, text))
    assert done.code == 1
    assert told in done.err


def test_a_rule_file_deals_its_own_game(server: str, tmp_path: Path) -> None:
    file = rule_file(tmp_path, 'extends = "simple"\n[table]\nhand = 5\n')
    assert json.loads(at(server, "rules", "check", file).out)["table"]["hand"] == 5
    state = json.loads(at(server, "new", file, "--seats=3").out)
    assert [len(hand["cards"]) for hand in state["hands"]] == [5, 5, 5]
