"""The methods that tell rules in words, over a real connection."""

from collections.abc import Callable, Iterator
from typing import Any

import grpc
import pytest

from pisyedili.engine.comparison import compare
from pisyedili.engine.preset import LANGUAGES
from pisyedili.engine.sheet import rule_sheet
from pisyedili.service.options import write_rules
from pisyedili.v1.rules_patch_pb2 import RulesPatch, TablePatch
from pisyedili.v1.rules_pb2 import RankEffects
from pisyedili.v1.rules_service_pb2 import (
    CompareRulesRequest,
    DescribeRulesRequest,
    Language,
    RulesDifference,
    RuleSet,
)
from pisyedili.v1.rules_service_pb2_grpc import RulesServiceStub
from tests.service.failing import failure
from tests.service.games import PRESETS

NUMBERS = {
    "tr": Language.LANGUAGE_TURKISH,
    "en": Language.LANGUAGE_ENGLISH,
    "de": Language.LANGUAGE_GERMAN,
}
TOO_MANY = RulesPatch(table=TablePatch(hand=60))


@pytest.fixture(scope="module")
def rules(server: str) -> Iterator[RulesServiceStub]:
    with grpc.insecure_channel(server) as channel:
        yield RulesServiceStub(channel)


def sheet(service: RulesServiceStub, **fields: Any) -> str:
    return service.DescribeRules(DescribeRulesRequest(**fields)).sheet


def title(text: str) -> str:
    return text.partition("\n")[0]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_a_preset_is_told_under_its_own_name(
    rules: RulesServiceStub, preset: str, language: str
) -> None:
    name = PRESETS[preset].names[LANGUAGES.index(language)]
    told = sheet(rules, preset=preset, language=NUMBERS[language])
    assert told == rule_sheet(PRESETS[preset].rulebook.rules, language, name)
    assert title(told) == f"# {name}"


def test_where_no_language_is_asked_for_rules_are_told_in_english(rules: RulesServiceStub) -> None:
    english = sheet(rules, preset="simple", language=Language.LANGUAGE_ENGLISH)
    assert sheet(rules, preset="simple") == english


def test_house_rules_are_told_whole_under_the_name_that_comes_with_them(
    rules: RulesServiceStub,
) -> None:
    patch = RulesPatch(effects=[RankEffects(rank=9, skip=1)])  # type: ignore[arg-type]
    told = sheet(rules, preset="simple", patch=patch, name="Our\n house")
    assert title(told) == "# Our house"
    assert "| 9, Jack | The next player is skipped." in told
    assert title(sheet(rules, preset="simple", patch=patch)) == "# Pis Yedili: how this table plays"


def test_complete_rules_that_are_a_presets_have_its_name(rules: RulesServiceStub) -> None:
    message = write_rules(PRESETS["gamyun"].rulebook.rules)
    assert sheet(rules, rules=message) == sheet(rules, preset="gamyun")


def test_two_rule_sets_are_compared_option_by_option(rules: RulesServiceStub) -> None:
    other = RuleSet(rules=write_rules(PRESETS["gamyun"].rulebook.rules))
    request = CompareRulesRequest(
        a=RuleSet(preset="standard"), b=other, language=Language.LANGUAGE_TURKISH
    )
    found = rules.CompareRules(request).differences
    a, b = (PRESETS[preset].rulebook.rules for preset in ("standard", "gamyun"))
    assert list(map(fields, found)) == [one.fields() for one in compare(a, b, "tr")]


def fields(one: RulesDifference) -> tuple[str, ...]:
    return one.path, one.a_value, one.b_value, one.a_sentence, one.b_sentence


def test_what_a_patch_changes_can_be_told(rules: RulesServiceStub) -> None:
    b = RuleSet(preset="simple", patch=RulesPatch(table=TablePatch(hand=5)))
    (one,) = rules.CompareRules(CompareRulesRequest(a=RuleSet(preset="simple"), b=b)).differences
    assert fields(one) == (
        "table.hand",
        "7",
        "5",
        "Everyone is dealt seven cards, one at a time.",
        "Everyone is dealt five cards, one at a time.",
    )


def test_a_rule_set_and_itself_have_no_differences(rules: RulesServiceStub) -> None:
    same = RuleSet(preset="classic")
    assert not rules.CompareRules(CompareRulesRequest(a=same, b=same)).differences


def test_faulty_rules_are_refused_with_the_paths_of_their_faults(rules: RulesServiceStub) -> None:
    failed = failure(rules.DescribeRules, DescribeRulesRequest(preset="simple", patch=TOO_MANY))
    assert (failed.code, failed.reason) == ("INVALID_ARGUMENT", "INVALID_RULES")
    assert failed.fields.keys() == {"table.hand"}
    request = CompareRulesRequest(
        a=RuleSet(preset="simple"), b=RuleSet(preset="simple", patch=TOO_MANY)
    )
    failed = failure(rules.CompareRules, request)
    assert (failed.code, failed.reason) == ("INVALID_ARGUMENT", "INVALID_RULES")
    assert failed.fields.keys() == {"b.table.hand"}


def test_what_is_wrong_with_one_of_two_rule_sets_is_said_of_it(rules: RulesServiceStub) -> None:
    unknown = CompareRulesRequest(a=RuleSet(preset="gamyum"), b=RuleSet(preset="simple"))
    failed = failure(rules.CompareRules, unknown)
    assert failed.reason == "UNKNOWN_PRESET"
    assert failed.fields.keys() == {"a.preset"}
    neither = failure(rules.CompareRules, CompareRulesRequest(a=RuleSet(), b=RuleSet()))
    assert (neither.reason, set(neither.fields)) == ("MALFORMED", {"a.rules"})
    missing = failure(rules.CompareRules, CompareRulesRequest())
    assert (missing.reason, set(missing.fields)) == ("MALFORMED", {"a", "b"})


def test_rules_of_a_newer_release_are_not_told(rules: RulesServiceStub) -> None:
    patch = RulesPatch(effects=[RankEffects(rank=7)])  # type: ignore[arg-type]
    patch.effects[0].MergeFromString(b"\xf2\x3f\x01x")
    newer = RuleSet(preset="gamyun", patch=patch)
    failed = failure(rules.CompareRules, CompareRulesRequest(a=RuleSet(preset="gamyun"), b=newer))
    assert failed.reason == "STATE_TOO_NEW"
    assert failed.message.startswith("b: ")


@pytest.mark.parametrize("ask", ["DescribeRules", "CompareRules"])
def test_a_language_that_is_not_known_is_refused(rules: RulesServiceStub, ask: str) -> None:
    unknown: Any = 9
    one = RuleSet(preset="simple")
    request = {
        "DescribeRules": DescribeRulesRequest(preset="simple", language=unknown),
        "CompareRules": CompareRulesRequest(a=one, b=one, language=unknown),
    }[ask]
    method: Callable[[Any], Any] = getattr(rules, ask)
    failed = failure(method, request)
    assert (failed.code, failed.reason) == ("INVALID_ARGUMENT", "MALFORMED")
    assert failed.fields.keys() == {"language"}
