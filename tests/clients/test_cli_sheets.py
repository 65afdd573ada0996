"""Rules in words by the command: Markdown in a pipe, set for reading in a terminal."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pisyedili.cli.child import service
from tests.clients.cli_process import Done, Session, inside, rule_file, run, too_wide

HOUSE = """
extends = "simple"

[about]
name = { tr = "Bizim masa", en = "Our table" }

[effects]
9 = { skip = 1 }
"""


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with service("--log-level=info") as running:
        yield f"localhost:{running.port}"


def at(server: str, *words: str, **variables: str) -> Done:
    return inside("rules", *words, PISYEDILI_SERVER=server, **variables)


@pytest.mark.parametrize(
    ("language", "first", "heading"),
    [
        ("tr", "# Sade Pis Yedili", "## Özel kâğıtlar"),
        ("en", "# Pis Yedili, simple", "## Special cards"),
        ("de", "# Pis Yedili, einfach", "## Besondere Karten"),
    ],
)
def test_a_preset_is_told_as_markdown_in_a_pipe(
    server: str, language: str, first: str, heading: str
) -> None:
    done = run("rules", "show", "simple", f"--lang={language}", PISYEDILI_SERVER=server)
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0] == first
    assert heading in lines
    assert "\x1b" not in done.out


def test_a_rule_file_is_told_whole_under_its_own_name(server: str, tmp_path: Path) -> None:
    done = at(server, "show", rule_file(tmp_path, HOUSE), "--lang=tr")
    assert done.out.startswith("# Bizim masa\n")
    assert "| 9, Vale | Sonraki oyuncu atlanır." in done.out


def test_a_terminal_sets_the_sheet_for_reading(server: str) -> None:
    with Session("rules", "show", "standard", PISYEDILI_SERVER=server) as session:
        assert session.end() == 0
    assert "Special cards" in session.text
    assert "## Special cards" not in session.text
    assert "---" not in session.text
    assert not too_wide(session.text)


def test_what_two_tables_differ_in_is_json_in_a_pipe(server: str, tmp_path: Path) -> None:
    done = at(server, "diff", "simple", rule_file(tmp_path, HOUSE))
    assert json.loads(done.out) == [
        {
            "path": "effects.9.skip",
            "a_value": "0",
            "b_value": "1",
            "a_sentence": "9: A plain card.",
            "b_sentence": "9: The next player is skipped. With two players, it’s your turn again.",
        }
    ]


@pytest.mark.parametrize("language", ["tr", "en", "de"])
def test_people_read_what_differs_side_by_side_at_80_columns(server: str, language: str) -> None:
    done = at(server, "diff", "standard", "classic", "--output=text", f"--lang={language}")
    assert done.code == 0
    assert not too_wide(done.out)
    lines = done.out.splitlines()
    assert lines[:2] == ["table.seats_min  3 → 2", "table.seats_max  7 → 6"]
    assert [line.split()[0] for line in lines[2:4]] == ["standard", "classic"]


def test_tables_that_play_alike_have_an_empty_list_or_a_sentence(server: str) -> None:
    assert json.loads(at(server, "diff", "simple", "simple").out) == []
    told = at(server, "diff", "simple", "simple", "--output=text", "--lang=de")
    assert told.out == "simple und simple spielen gleich.\n"


@pytest.mark.parametrize("words", [("show", "gamyum"), ("diff", "simple", "gamyum")])
def test_a_table_that_is_not_there_is_2(server: str, words: tuple[str, ...]) -> None:
    done = at(server, *words)
    assert (done.code, done.out) == (2, "")
    assert "gamyum" in done.err


@pytest.mark.parametrize("words", [("show",), ("diff", "simple")])
def test_faulty_rules_are_1_with_every_fault(
    server: str, tmp_path: Path, words: tuple[str, ...]
) -> None:
    file = rule_file(tmp_path, 'extends = "simple"\ntable.hand = 60\nturn.pass_after = 3\n')
    done = at(server, *words, file)
    assert (done.code, done.out) == (1, "")
    assert "table.hand" in done.err
    assert "turn.pass_after" in done.err
