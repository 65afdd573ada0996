"""The lines of rule files on which faulty options are said."""

import tomllib

import pytest

from pisyedili.engine.lines import Source, line_of, with_lines

FILE = '''\
# a table of ours
extends = "simple"

about.name = { en = "Ours" }
[table]  # who and what
seats_min = 5
packets = [
  3,

  3,  # not four
]
hand_of_two = 1

[about.line]
en = """
[turn]
draws = 3
"""

[effects]
7 = { draw_next = { cards = 0 } }
J.choose_suit.always = true
"8" = { skip = 99 }
[effects.A.cover]
must = true
[score.points]
9 = -1

[turn]
after_draw = "turn_ends"
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("extends", 2),
        ("about.name.en", 4),
        ("table", 5),
        ("table.seats_min", 6),
        ("table.packets", 7),
        ("table.packets[1]", 7),
        ("table.hand_of_two", 12),
        ("about.line.en", 15),
        ("effects", 20),
        ("effects.7.draw_next.cards", 21),
        ("effects.J.choose_suit.always", 22),
        ("effects.8.skip", 23),
        ("effects.A", 24),
        ("effects.A.cover.must", 25),
        ("score", 26),
        ("score.points.9", 27),
        ("turn", 29),
        ("turn.after_draw", 30),
    ],
)
def test_an_option_is_found_on_the_line_on_which_its_statement_begins(path: str, line: int) -> None:
    assert line_of(FILE, path) == line
    assert line_of(FILE.replace("\n", "\r\n"), path) == line
    assert line_of(FILE.rstrip("\n"), path) == line


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("table.hand", 5),
        ("effects.7.draw_next.stacking", 21),
        ("effects.J.choose_suit.on_own_rank", 22),
        ("effects.K.skip", 20),
        ("score.count", 26),
        ("turn.draws", 29),
        ("stock.when_empty", 0),
        ("file", 0),
    ],
)
def test_an_option_that_is_not_said_is_found_at_its_innermost_table(path: str, line: int) -> None:
    assert line_of(FILE, path) == line


def test_a_key_with_dots_is_found_as_it_is_written() -> None:
    text = '[turn]\n"a.b" = 1\n"x.y".z = 2\nx = 3\n'
    assert line_of(text, "turn.a.b") == 2
    assert line_of(text, "turn.x.y.z") == 3
    assert line_of(text, "turn.x") == 4
    assert line_of(text, "b") == 0


def source(name: str, text: str) -> Source:
    return Source(name, text, tomllib.loads(text))


def test_a_fault_is_told_with_the_line_of_its_file() -> None:
    file = source("a.toml", "\ntable.decks = 9\n[turn]\n")
    assert with_lines("table.decks", "bad", (), file) == ("a.toml:2: table.decks", "bad")
    assert with_lines("turn.draws", "bad", (), file) == ("a.toml:3: turn.draws", "bad")
    assert with_lines("tek.forgotten_draws", "bad", (), file) == (
        "a.toml: tek.forgotten_draws",
        "bad",
    )


def test_a_fault_between_options_is_told_with_the_lines_of_all_that_the_file_says() -> None:
    file = source("a.toml", "table.seats_max = 3\ntable.seats_min = 4\n")
    others = ("table.seats_max", "table.decks")
    assert with_lines("table.seats_min", "bad", others, file) == (
        "a.toml:2: table.seats_min",
        "bad (see table.seats_max in a.toml:1)",
    )


def test_an_option_that_another_file_says_is_told_with_that_file() -> None:
    file = source("a.toml", "[turn]\nafter_draw = 'turn_ends'\n")
    middle = source("b.toml", "turn.pass_after = 1\n")
    base = source("c.toml", "[turn]\n\ndraws = 3\n")
    assert with_lines("turn.draws", "bad", ("turn.after_draw",), file, middle, base) == (
        "a.toml: turn.draws",
        "bad (see turn.after_draw in a.toml:2, turn.draws in c.toml:3)",
    )


def test_what_a_file_replaces_as_a_whole_is_said_by_that_file() -> None:
    file = source("a.toml", "[effects]\nJ = { skip = 1 }\n[score]\nend_draws.7 = 1\npoints.8 = 1\n")
    base = source(
        "b.toml",
        "effects.J.cover.must = true\neffects.K.skip = 1\n"
        "score = { end_draws.8 = 1, points.9 = 1 }\n",
    )
    places = {
        "effects.J.cover.must": "a.toml:2",
        "effects.K.cover.must": "a.toml",
        "score.end_draws.8": "a.toml:4",
        "score.points.8": "a.toml:5",
        "score.points.9": "a.toml",
    }
    for path, place in places.items():
        assert with_lines(path, "bad", (), file, base)[0] == f"{place}: {path}"


def test_an_entry_of_a_list_that_another_file_says_is_told_with_that_file() -> None:
    file, base = (
        source("a.toml", "table.hand = 5\n"),
        source("b.toml", "\ntable.packets = [3, 1]\n"),
    )
    assert with_lines("table.packets[1]", "bad", (), file, base) == (
        "a.toml: table.packets[1]",
        "bad (see table.packets[1] in b.toml:2)",
    )


def test_an_option_is_not_on_the_line_of_one_whose_name_begins_its_own() -> None:
    assert line_of("tab = 1\n", "table") == 0
    assert line_of("[turn]\ndraw = 1\n", "turn.draws") == 1
