"""Rule sets that come as files: the package's, folders of house rules, and faults in them."""

from pathlib import Path

import pytest

from pisyedili.engine.errors import InvalidRules, RulesFault
from pisyedili.engine.preset import load_presets

PACKAGED = {
    "standard",
    "simple",
    "gamyun",
    "classic",
    "crazy-eights",
    "crazy-eights-special",
    "mau-mau",
    "pesten",
    "switch",
}


def folder(path: Path, **files: str) -> Path:
    """Write rule files by id and return their folder."""
    for name, text in files.items():
        (path / f"{name}.toml").write_text(text, "utf-8")
    return path


def faults(path: Path, **files: str) -> list[tuple[str, object]]:
    """Return path and reason of each fault that loading these files finds, in a fixed order."""
    with pytest.raises(InvalidRules) as error:
        load_presets(folder(path, **files))
    return sorted((fault.path, fault.reason) for fault in error.value.faults)


def test_the_package_has_its_presets() -> None:
    assert load_presets().keys() >= PACKAGED


def test_a_preset_has_a_name_and_a_line_in_three_languages() -> None:
    for name, preset in load_presets().items():
        assert preset.id == name
        assert len(preset.names) == len(preset.lines) == 3
        assert all([*preset.names, *preset.lines])


def test_a_folder_adds_its_rule_sets_to_those_of_the_package(tmp_path: Path) -> None:
    house = folder(tmp_path, ours='extends = "simple"\ntable.hand = 5', notes="table.hand = 4")
    found = load_presets(house)
    assert found.keys() == load_presets().keys() | {"ours", "notes"}
    assert found["ours"].rulebook.rules.table.hand == 5
    assert found["ours"].rulebook.rules.effects == found["simple"].rulebook.rules.effects
    assert found["notes"].rulebook.rules.effects == ()


def test_other_files_of_a_folder_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "readme.txt").write_text("no rules", "utf-8")
    assert load_presets(tmp_path).keys() == load_presets().keys()


def test_a_rule_set_of_a_folder_replaces_one_of_the_package_by_its_id(tmp_path: Path) -> None:
    house = folder(tmp_path, simple="table.hand = 4", ours='extends = "simple"')
    found = load_presets(house)
    assert found["simple"].rulebook.rules.table.hand == 4
    assert found["ours"].rulebook == found["simple"].rulebook


def test_a_chain_of_rule_sets_is_merged_from_its_end(tmp_path: Path) -> None:
    house = folder(
        tmp_path,
        a='extends = "b"\ntable.hand = 5',
        b='extends = "c"\ntable = { hand = 6, seats_max = 3 }',
        c='extends = "simple"\ntable = { seats_max = 2, jokers = 1 }',
    )
    table = load_presets(house)["a"].rulebook.rules.table
    assert (table.hand, table.seats_max, table.jokers) == (5, 3, 1)


def test_what_a_rule_set_says_about_itself_is_not_inherited(tmp_path: Path) -> None:
    house = folder(
        tmp_path,
        a='extends = "b"\nabout.name.en = "A"\nabout.line.tr = "bir"',
        b='about.name = { tr = "be", en = "bee", de = "Beh" }',
        c='extends = "b"',
    )
    found = load_presets(house)
    assert (found["a"].names, found["a"].lines) == (("a", "A", "a"), ("bir", "", ""))
    assert found["b"].names == ("be", "bee", "Beh")
    assert found["c"].names == ("c", "c", "c")


@pytest.mark.parametrize(
    ("files", "faulty"),
    [
        ({"a": 'extends = "a"'}, "a"),
        ({"a": 'extends = "b"', "b": 'extends = "a"'}, "b"),
        ({"a": 'extends = "b"', "b": 'extends = "c"', "c": 'extends = "b"'}, "c"),
        ({"a": 'extends = "nobody"'}, "a"),
        ({"a": "extends = 3"}, "a"),
        ({"a": 'extends = ["simple"]'}, "a"),
        ({"a": "extends = {}"}, "a"),
    ],
)
def test_a_rule_set_extends_another_known_one_that_does_not_extend_it(
    tmp_path: Path, files: dict[str, str], faulty: str
) -> None:
    assert faults(tmp_path, **files) == [(f"{faulty}.toml:1: extends", RulesFault.WRONG_TYPE)]


def test_a_file_that_is_no_toml_is_named(tmp_path: Path) -> None:
    assert faults(tmp_path, a="table =") == [("a.toml: file", RulesFault.WRONG_TYPE)]


def test_all_faulty_keys_are_named_with_their_file(tmp_path: Path) -> None:
    assert faults(tmp_path, a="colour = 1\ntable = { hand = true, size = 1 }") == [
        ("a.toml:1: colour", RulesFault.UNKNOWN_KEY),
        ("a.toml:2: table.hand", RulesFault.WRONG_TYPE),
        ("a.toml:2: table.size", RulesFault.UNKNOWN_KEY),
    ]


def test_a_faulty_key_is_named_with_the_file_that_has_it_not_the_one_that_extends_it(
    tmp_path: Path,
) -> None:
    files = {"a": 'extends = "b"', "b": "colour = 1"}
    assert faults(tmp_path, **files) == [("b.toml:1: colour", RulesFault.UNKNOWN_KEY)]


def test_each_fault_is_named_with_its_own_line(tmp_path: Path) -> None:
    text = "[table]\nhand = true\n\npackets = [\n  4,\n  'x',\n]\n[effects]\n7 = { draw_next = {} }"
    assert faults(tmp_path, a=text) == [
        ("a.toml:2: table.hand", RulesFault.WRONG_TYPE),
        ("a.toml:4: table.packets[1]", RulesFault.WRONG_TYPE),
        ("a.toml:9: effects.7.draw_next.cards", RulesFault.WRONG_TYPE),
    ]


def test_a_contradiction_with_a_rule_set_that_is_extended_names_both_files(tmp_path: Path) -> None:
    files = {"a": 'extends = "b"\n[turn]\nafter_draw = "turn_ends"', "b": "turn.draws = 3"}
    with pytest.raises(InvalidRules) as error:
        load_presets(folder(tmp_path, **files))
    assert str(error.value) == (
        "a.toml: turn.draws: expected 1 where the turn ends after a draw, got 3 "
        "(see turn.after_draw in a.toml:3, turn.draws in b.toml:1)"
    )


def test_all_contradictions_are_named_with_the_file_that_brings_them_about(tmp_path: Path) -> None:
    files = {
        "a": 'extends = "b"\ntable = { seats_min = 4, packets = [1] }',
        "b": "table.seats_max = 3",
    }
    assert faults(tmp_path, **files) == [
        ("a.toml:2: table.packets", RulesFault.CONTRADICTION),
        ("a.toml:2: table.seats_min", RulesFault.CONTRADICTION),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("about = 3", "about: expected a table with name and line, got 3"),
        ('about.name = "X"', "about.name: expected a table of texts by language, got 'X'"),
        ("about.name.en = 3", "about.name.en: expected a text, got 3"),
        ("about.line = []", "about.line: expected a table of texts by language, got []"),
        ("about.source = 'x'", "about.source: expected one of line, name, got source"),
        ("about.line.fr = 'x'", "about.line.fr: expected one of de, en, tr, got fr"),
        (
            "extends = 'nobody'",
            "extends: expected the id of a rule set that does not extend this, got 'nobody'",
        ),
    ],
)
def test_a_fault_of_a_head_says_what_was_expected(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InvalidRules) as error:
        load_presets(folder(tmp_path, a=text))
    assert str(error.value) == f"a.toml:1: {message}"


def test_a_file_in_another_encoding_is_named_with_its_first_foreign_byte(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_bytes("name = 'Köyümüz'".encode("latin-1"))
    with pytest.raises(InvalidRules) as error:
        load_presets(tmp_path)
    assert str(error.value) == r"house.toml: file: expected text in UTF-8, got b'\xf6'"


def test_all_faults_of_a_head_are_named(tmp_path: Path) -> None:
    text = "[about]\nsource = 'x'\nname = { fr = 'Maison', tr = 1 }\nline = 3\n[table]\nhand = true"
    assert faults(tmp_path, house=text) == [
        ("house.toml:2: about.source", RulesFault.UNKNOWN_KEY),
        ("house.toml:3: about.name.fr", RulesFault.UNKNOWN_KEY),
        ("house.toml:3: about.name.tr", RulesFault.WRONG_TYPE),
        ("house.toml:4: about.line", RulesFault.WRONG_TYPE),
        ("house.toml:6: table.hand", RulesFault.WRONG_TYPE),
    ]
