"""The JSON Schema of rule files: in step with the options, and telling good files from faulty."""

import tomllib
from collections.abc import Callable, Iterator
from importlib import resources
from typing import Any, Final

import fastjsonschema
import pytest

from pisyedili.engine.errors import InvalidRules, RulesFault
from pisyedili.engine.rulefile import merge, parse_document
from pisyedili.engine.rules import Rules
from tests.engine import option_tree
from tests.engine.rule_faults import paths
from tests.engine.rules_schema import COMMAND, PATH, page, schema, text

PRESETS: Final = resources.files("pisyedili.engine").joinpath("presets")
VALID: Final[Callable[[object], object]] = fastjsonschema.compile(schema(), use_default=False)
HEADER: Final = 'extends = "gamyun"\nabout.name = { tr = "Ev", en = "House", de = "Haus" }\n'


def refused_at(document: str) -> str:
    """Return the path at which the schema refuses a rule file, empty where it takes it."""
    try:
        VALID(tomllib.loads(document))
    except fastjsonschema.JsonSchemaValueException as error:
        return str(error.name)
    return ""


def numbers(found: dict[str, Any], path: str = "") -> Iterator[tuple[str, int, int]]:
    """Yield each whole number of the schema with its bounds; of the ranks only the seven's."""
    for name, below in found.get("properties", {}).items():
        here = f"{path}{name}"
        if "$ref" in below:
            below = schema()["definitions"]["effects"]  # noqa: PLW2901 - what it stands for
        if below.get("type") == "integer":
            yield here, below["minimum"], below["maximum"]
        by_rank = "joker" in below.get("properties", {})
        shown = {"properties": {"7": below["properties"]["7"]}} if by_rank else below
        yield from numbers(shown, f"{here}.")


NUMBERS: Final = tuple(numbers(schema()))


def test_the_file_is_what_the_options_and_the_page_make() -> None:
    assert PATH.read_text("utf-8") == text(), f"run {COMMAND}"


@pytest.mark.parametrize("name", sorted(file.name for file in PRESETS.iterdir()))
def test_every_preset_is_taken(name: str) -> None:
    assert refused_at(PRESETS.joinpath(name).read_text("utf-8")) == ""


@pytest.mark.parametrize(
    "document",
    [
        "",
        HEADER,
        "effects = { 7 = {}, joker = { wild = true, draw_next.cards = 4 } }",
        'table.ranks = ["A", 7, "8", 10, "K"]',
        "score.points = { A = 0, joker = 50 }",
        "table.packets = [4, 3]",
        "#:schema ../docs/rules.schema.json\n",
    ],
)
def test_what_the_engine_reads_is_taken(document: str) -> None:
    merge(Rules(), parse_document(document))
    assert refused_at(document) == ""


@pytest.mark.parametrize(
    ("document", "path"),
    [
        ("colour = 1", "data"),
        ("table = { size = 1 }", "data.table"),
        ("table.hand = true", "data.table.hand"),
        ('table.hand = "7"', "data.table.hand"),
        ("table = 7", "data.table"),
        ("turn.auto_pass = 1", "data.turn.auto_pass"),
        ('turn.draw_when = "always"', "data.turn.draw_when"),
        ('opening.suit = "kupa"', "data.opening.suit"),
        ('opening.suit = "none"', "data.opening.suit"),
        ('table.ranks = ["A", 1]', "data.table.ranks[1]"),
        ("effects.11 = {}", "data.effects"),
        ("effects.none = {}", "data.effects"),
        ('effects.7.draw_next = { stacking = "adds" }', "data.effects.7.draw_next"),
        ("effects.7.draw_next = 3", "data.effects.7.draw_next"),
        ("effects.J.choose_suit = { when = 1 }", "data.effects.J.choose_suit"),
        ("score.points.B = 10", "data.score.points"),
        ("score.multipliers = { 7 = 1.5 }", "data.score.multipliers.7"),
    ],
)
def test_what_the_engine_does_not_read_is_refused_where_it_stands(document: str, path: str) -> None:
    with pytest.raises(InvalidRules):
        merge(Rules(), parse_document(document))
    assert refused_at(document) == path


@pytest.mark.parametrize(
    "document", ['about.title = "X"', "about.name.fr = 'X'", "about.line.en = 3", "extends = 3"]
)
def test_a_faulty_header_is_refused(document: str) -> None:
    assert refused_at(document)


@pytest.mark.parametrize(("path", "least", "most"), NUMBERS)
def test_the_bounds_of_a_number_are_the_engines(path: str, least: int, most: int) -> None:
    for number, good in ((least - 1, False), (least, True), (most, True), (most + 1, False)):
        found = paths(f"{path} = {number}")
        assert ((path, RulesFault.OUT_OF_BOUNDS) not in found) == good
        assert (refused_at(f"{path} = {number}") == "") == good


def test_every_option_is_there_and_told() -> None:
    found = {path.replace(".7.", ".*.").replace(".7", ".*") for path, _, _ in NUMBERS}
    expected = {str(option) for option in option_tree.options() if option.hint is int}
    assert found == expected
    keys = {str(option).replace(".*", "") for option in option_tree.options()}
    assert keys <= page().keys()
