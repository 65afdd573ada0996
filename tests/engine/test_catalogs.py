"""The catalogs of the three languages: the same keys, all forms, every sentence said."""

import re
from collections.abc import Iterator
from functools import cache
from string import Formatter

import pytest

from pisyedili.engine.cards import JOKER, RANK_NAMES, SUIT_NAMES, parse_card
from pisyedili.engine.catalog import catalog
from pisyedili.engine.preset import LANGUAGES
from pisyedili.engine.rulefile import merge, parse_document
from pisyedili.engine.rules import Rules
from pisyedili.engine.saying import Fact, Saying
from pisyedili.engine.sayings import sayings
from tests.engine.builder import presets
from tests.engine.golden_sheets import odd_tables
from tests.engine.option_tree import BY_RANK, options
from tests.engine.playing import dice
from tests.engine.strategies import random_rules

WORDS = ("rank", "suit", "number", "who", "of", "join")
LENGTHS = range(1, 5)
TABLES = ("title", "heading", "points", "example")

# Every number of cards may be one or several; what random rules rarely come to is written out.
RARE = """
[table]
hand = 1
packets = [1]
hand_of_two = 1
[effects]
7 = { draw_next = { cards = 1, turn_goes_on = true, stacking = "adds" } }
8 = { skip = 2, reverse = { kind = "one_turn" } }
9 = { reverse = { kind = "one_turn" }, skip = 1 }
[stock]
when_empty = "play_on"
blocked_extra_passes = 1
[safety]
turns = 1
cards = 1
"""


def sentence_keys(language: str) -> set[str]:
    """Return the keys of sentences and tables: all but those of words, whose forms differ."""
    return {key for key in catalog(language).entries if key.partition(".")[0] not in WORDS}


@cache
def said() -> frozenset[Saying]:
    """Return all that the presets and many other rule sets say."""
    rare = merge(Rules(), parse_document(RARE))
    random = [random_rules(dice(seed)) for seed in range(500)]
    return frozenset(saying for rules in (*read(), rare, *random) for saying in sayings(rules))


def read() -> list[Rules]:
    """Return the rule sets whose sheets people have read."""
    return [*odd_tables().values(), *(preset.rulebook.rules for preset in presets().values())]


def variants(saying: Saying) -> set[str]:
    entries, key = catalog("en").entries, saying.key
    count = dict(saying.facts).get("count")
    return {key} if key in entries else {f"{key}.one" if count == 1 else f"{key}.other"}


def forms(language: str) -> Iterator[tuple[str, str]]:
    """Yield each fact's name with each form in which a template puts it."""
    for text in catalog(language).entries.values():
        for _, name, form, _ in Formatter().parse(text):
            if name:
                yield name, form or ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_there_in_every_language(language: str) -> None:
    assert sentence_keys(language) == sentence_keys("en")


def test_every_sentence_is_said_by_some_table_and_no_table_says_another() -> None:
    keys = {key for key in sentence_keys("en") if key.partition(".")[0] not in TABLES}
    assert {key for saying in said() for key in variants(saying)} == keys


def test_every_sentence_stands_in_a_sheet_that_people_have_read() -> None:
    places = {place(saying) for rules in read() for saying in sayings(rules) if saying.spoken}
    assert {place(saying) for saying in said() if saying.spoken} == places


def place(saying: Saying) -> tuple[str, frozenset[str], frozenset[Fact]]:
    words = frozenset(value for _, value in saying.facts if isinstance(value, str))
    return saying.section, frozenset(variants(saying)), words


def test_every_option_is_told_of_in_some_sheet() -> None:
    told = {path_of(path) for saying in said() if saying.spoken for path in saying.paths}
    for option in options():
        assert any(f"{path}.".startswith(f"{option}.") for path in told), option


def test_sayings_name_options_and_groups_of_them() -> None:
    known = {".".join(option.path[:length]) for option in options() for length in LENGTHS}
    told = {path for rules in read() for saying in sayings(rules) for path in saying.paths}
    assert {path_of(path) for path in told} <= known


def path_of(path: str) -> str:
    """Return the path of an option that has one for each rank as the option tree writes it."""
    return ".".join(BY_RANK if name in RANK_NAMES else name for name in path.split("."))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_can_be_said_in_every_language(language: str) -> None:
    words = catalog(language)
    for saying in said():
        sentence = words.sentence(saying)
        assert sentence[0] == words.capital(sentence[0])
        assert sentence[-1] in ".:"
        assert not set("{}") & set(sentence)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rank_and_suit_has_every_form_that_a_sentence_asks_for_and_no_other(
    language: str,
) -> None:
    asked = {"rank": {"label"}, "suit": {"name"}}
    for name, form in forms(language):
        kind = name.removesuffix("s")
        if kind in asked:
            asked[kind].add(form.partition("/")[0] or "name")
    entries = catalog(language).entries
    for kind, names in (("rank", RANK_NAMES[1:]), ("suit", SUIT_NAMES[1:])):
        there = {key for key in entries if key.startswith(f"{kind}.")}
        assert there == {f"{kind}.{name}.{form}" for name in names for form in asked[kind]}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_that_a_saying_names_is_there_and_no_other(language: str) -> None:
    words = {
        f"{name}.{value}"
        for saying in said()
        for name, value in saying.facts
        if isinstance(value, str)
    }
    entries = catalog(language).entries
    assert {key for key in entries if key.partition(".")[0] in ("who", "of")} == words


def test_turkish_numbers_take_no_plural() -> None:
    for text in catalog("tr").entries.values():
        assert not re.search(r"\{(?:count|number|most|size)\S*\} \w+l[ae]r\b", text), text


@pytest.mark.parametrize(
    ("language", "number", "form", "text"),
    [
        ("en", 2, "", "two"),
        ("en", 17, "", "17"),
        ("en", 2, "digits", "2"),
        ("en", 2, "times", "twice"),
        ("en", 3, "times", "three times"),
        ("de", 2, "times", "doppelt"),
        ("de", 10, "times", "zehnfach"),
        ("de", 25, "times", "25fach"),
        ("tr", 3, "times", "üç katı"),
        ("tr", 12, "", "on iki"),
        ("tr", 12345, "", "12.345"),
        ("en", 12345, "", "12,345"),
    ],
)
def test_a_number_is_written_as_its_language_writes_it(
    language: str, number: int, form: str, text: str
) -> None:
    assert catalog(language).number(number, form) == text


@pytest.mark.parametrize(
    ("language", "words", "text"),
    [
        ("en", [], ""),
        ("en", ["an ace"], "an ace"),
        ("tr", ["vale", "kız"], "vale ya da kız"),
        ("de", ["eine Zwei", "eine Dame", "ein Ass"], "eine Zwei, eine Dame oder ein Ass"),
    ],
)
def test_a_list_has_its_last_word_joined(language: str, words: list[str], text: str) -> None:
    assert catalog(language).listed(words, "or") == text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_is_written_by_its_signs_and_a_joker_by_its_name(language: str) -> None:
    words = catalog(language)
    assert words.card(parse_card("10♥")) == "10♥"
    assert words.card(JOKER) == words.entries["example.joker"]
