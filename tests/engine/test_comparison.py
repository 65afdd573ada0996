"""Two rule sets compared: every option that differs is named, and both sides have a sentence."""

from collections.abc import Iterator
from itertools import permutations
from typing import Any, Final

import pytest

from pisyedili.engine.cards import JOKER_RANK, RANK_NAMES, RANKS, Rank
from pisyedili.engine.comparison import Difference, compare
from pisyedili.engine.consistency import faults
from pisyedili.engine.errors import InvalidRules
from pisyedili.engine.preset import LANGUAGES
from pisyedili.engine.rulefile import merge, parse_document
from pisyedili.engine.rules import Rules
from tests.engine.builder import presets, rulebook
from tests.engine.golden_options import COMMAND, changed_by, entries, entry_of
from tests.engine.option_tree import BY_RANK, Option, options, pairs, put
from tests.engine.playing import dice
from tests.engine.strategies import random_rules

TRIES: Final = 400
OPTIONS: Final = list(options())
DEFAULT: Final = Rules()


def differences(preset: str, changes: str, language: str = "en") -> dict[str, Difference]:
    """Return what a change makes different in a preset, by path."""
    found = compare(rulebook(preset).rules, rulebook(preset, changes).rules, language)
    return {one.path: one for one in found}


def compared() -> Iterator[Any]:
    """Yield each option with the number of each of its pairs of values, and whether for jokers."""
    for option in OPTIONS:
        for number, (one, other) in enumerate(pairs(option, DEFAULT, RANKS[0])):
            simple = isinstance(one, int | str)
            name = f"{option}-{one}-{other}" if simple else f"{option}-{number}"
            yield pytest.param(option, number, False, id=name)
            if BY_RANK in option.path:
                yield pytest.param(option, number, True, id=f"{name}-joker")


@pytest.mark.parametrize(("option", "number", "joker"), list(compared()))
def test_two_values_of_an_option_are_named_and_said_in_other_words(
    option: Option, number: int, joker: bool
) -> None:
    tried = 0
    for seed in range(TRIES):
        chance = dice(f"{option} {number} {seed}")
        base = random_rules(chance)
        rank = JOKER_RANK if joker else chance.choice(base.table.ranks)
        one, other = (
            put(base, option.path, rank, new) for new in pairs(option, base, rank)[number]
        )
        if one == other or faults(one) or faults(other):
            continue
        tried += 1
        if all(told(one, other, option, rank, language) for language in LANGUAGES):
            return
    pytest.fail(f"the same words in {tried} rule sets")


def told(one: Rules, other: Rules, option: Option, rank: Rank, language: str) -> bool:
    """Check what a comparison says of one option; tell whether it says two things."""
    path = ".".join(RANK_NAMES[rank] if name == BY_RANK else name for name in option.path)
    found = compare(one, other, language)
    assert found
    for difference in found:
        assert difference.path == path or difference.path.startswith(f"{path}.")
        assert difference.a_value != difference.b_value
        assert difference.a_sentence
        assert difference.b_sentence
    return any(difference.a_sentence != difference.b_sentence for difference in found)


@pytest.mark.parametrize("group", entries("en"))
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentences_of_options_are_as_they_were_read(language: str, group: str) -> None:
    for entry in entries(language)[group]:
        now = entry_of(*changed_by(entry), language)
        assert entry == now, f"read the difference, then run {COMMAND}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_of_every_preset_were_read(language: str) -> None:
    assert {changed_by(own[0])[0] for own in entries(language).values()} == set(presets())
    assert list(entries(language)) == list(entries("en"))


def test_a_rule_set_does_not_differ_from_itself() -> None:
    for preset in presets().values():
        assert compare(preset.rulebook.rules, preset.rulebook.rules, "tr") == ()


def test_rule_sets_differ_alike_both_ways() -> None:
    for one, other in permutations(presets().values(), 2):
        there = compare(one.rulebook.rules, other.rulebook.rules, "de")
        back = compare(other.rulebook.rules, one.rulebook.rules, "de")
        assert there
        assert [turned(difference) for difference in back] == list(there)


def turned(one: Difference) -> Difference:
    return Difference(one.path, one.b_value, one.a_value, one.b_sentence, one.a_sentence)


def test_values_are_written_as_in_rule_files() -> None:
    changes = """
table = { packets = [6, 1], ranks = ["A", 7, "J"], hand = 7, seats_max = 3, decks = 3 }
opening = { suit = "hearts", inert = false, style = "first_leads" }
turn.draw_when = "without_match"
score.end_draws = { joker = 10, 7 = 3, A = 1 }
"""
    found = differences("standard", changes + _plain("2 3 4 5 6 8 9 10 Q K"))
    values = {path: (one.a_value, one.b_value) for path, one in found.items()}
    assert values["table.packets"] == ("", "6 1")
    assert values["table.ranks"] == ("A 2 3 4 5 6 7 8 9 10 J Q K", "A 7 J")
    assert values["opening.suit"] == ("clubs", "hearts")
    assert values["opening.inert"] == ("true", "false")
    assert values["turn.draw_when"] == ("freely", "without_match")
    assert values["score.points.8"] == ("8", "")
    assert values["score.end_draws"] == ("7 A joker", "joker 7 A")


def _plain(ranks: str) -> str:
    """Return options that take ranks out of the table."""
    effects = "".join(f"{rank} = {{}}\n" for rank in ranks.split() if rank in ("8", "10"))
    points = "".join(f"{rank} = 0\n" for rank in ranks.split())
    return f"[effects]\n{effects}[score.points]\n{points}"


def test_an_effect_that_only_one_side_has_is_named_part_by_part() -> None:
    found = differences("simple", "effects.9 = { cover = { must = true } }")
    assert [(path, one.a_value, one.b_value) for path, one in found.items()] == [
        ("effects.9.cover.must", "", "true"),
        ("effects.9.cover.suit_only", "", "false"),
        ("effects.9.cover.may_finish", "", "false"),
    ]
    first = found["effects.9.cover.must"]
    assert first.a_sentence == "9: A plain card."
    assert first.b_sentence.startswith(
        "9: Cover at once with another card of its suit or its rank."
    )


def test_an_option_without_a_sentence_of_its_own_has_that_of_its_group() -> None:
    one = differences("gamyun", 'effects.A.together = "all"\neffects.A.others_draw = 1')
    assert one["effects.A.cover.must"].b_sentence.startswith("Ace: Everyone else draws a card.")


def test_end_draws_in_another_order_are_a_difference_of_their_own() -> None:
    (one,) = differences("gamyun", "score.end_draws = { A = 1, 7 = 3 }").values()
    assert one.path == "score.end_draws"
    assert one.a_sentence.endswith("For each seven, three cards. For each ace, one card.")
    assert one.b_sentence.endswith("For each ace, one card. For each seven, three cards.")
    assert "score.end_draws" not in differences("gamyun", "score.end_draws = { A = 1 }")


def test_differences_come_in_the_order_of_the_options() -> None:
    paths = [one.path for one in compare(rulebook("simple").rules, rulebook("classic").rules, "en")]
    groups = list(dict.fromkeys(path.partition(".")[0] for path in paths))
    assert groups == ["table", "opening", "turn", "effects", "stock", "score", "match"]


def test_rules_that_contradict_themselves_are_not_compared() -> None:
    with pytest.raises(InvalidRules, match=r"table\.hand.*table\.seats_min"):
        compare(_rules("table.hand = 40"), _rules("table.seats_min = 5"), "en")


def test_another_language_is_refused() -> None:
    with pytest.raises(ValueError, match="got 'TR'"):
        compare(DEFAULT, DEFAULT, "TR")


def _rules(text: str) -> Rules:
    return merge(Rules(), parse_document(text))
