"""Rules as the lines by which they differ, and the digits that tell rule sets apart."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pisyedili.engine.rulefile import merge, parse_document
from pisyedili.engine.rules import Rules
from pisyedili.engine.ruletext import difference, digest, shortest
from tests.engine.builder import presets, rulebook
from tests.engine.strategies import RULES

KNOWN = {name: preset.rulebook.rules for name, preset in presets().items()}


@given(RULES, st.sampled_from(["", *KNOWN]))
def test_a_difference_put_over_its_base_gives_the_rules_again(rules: Rules, name: str) -> None:
    base = KNOWN.get(name, Rules())
    assert merge(base, parse_document(difference(base, rules))) == rules


@given(RULES)
def test_the_shortest_difference_is_none_longer_and_gives_the_rules(rules: Rules) -> None:
    name, lines = shortest(rules, KNOWN)
    assert merge(KNOWN.get(name, Rules()), parse_document(lines)) == rules
    assert all(lines.count("\n") <= difference(base, rules).count("\n") for base in KNOWN.values())


@pytest.mark.parametrize("name", KNOWN)
def test_a_preset_is_its_own_name_without_a_line(name: str) -> None:
    assert shortest(KNOWN[name], KNOWN) == (name, "")


@pytest.mark.parametrize(
    ("changes", "lines"),
    [
        ("turn.draws = 2", "turn.draws = 2\n"),
        ("turn.auto_pass = false", "turn.auto_pass = false\n"),
        ("effects.8 = {}", "effects.8 = {}\n"),
        ("effects.9 = { skip = 2 }", "effects.9 = { skip = 2 }\n"),
        ("effects.9.cover = {}", "effects.9 = { cover = {} }\n"),
        (
            "effects.9 = { draw_next = { cards = 1, stacking = 'doubles' }, together = 'all' }",
            'effects.9 = { draw_next = { cards = 1, stacking = "doubles" }, together = "all" }\n',
        ),
        ("score.points.K = 0", "score.points.K = 0\n"),
        ("score.multipliers = {}", "score.multipliers = {}\n"),
        ("score.end_draws = { A = 1, 7 = 3 }", "score.end_draws = { A = 1, 7 = 3 }\n"),
        ("opening.suit = 'hearts'", 'opening.suit = "hearts"\n'),
        ("table.packets = [4, 3]", "table.packets = [4, 3]\n"),
        (
            "table.ranks = ['A', '7', '8', '10', 'J']",
            'table.ranks = ["A", "7", "8", "10", "J"]\n',
        ),
    ],
)
def test_an_option_is_said_in_one_line(changes: str, lines: str) -> None:
    base = rulebook("gamyun").rules
    assert difference(base, merge(base, parse_document(changes))) == lines


def test_the_digest_tells_rules_apart_and_is_that_of_all_their_lines() -> None:
    assert len({digest(rules) for rules in KNOWN.values()}) == len(KNOWN)
    lines = (
        "effects.7 = { draw_next = { cards = 2 } }\n"
        "effects.J = { skip = 1 }\n"
        'match.winners = "fewest_cards"\n'
        "safety.turns = 2000\n"
    )
    assert digest(rulebook("simple").rules) == sha256(lines.encode()).hexdigest()[:16]
    changed = rulebook("simple", "turn.auto_pass = true").rules
    assert digest(changed) != digest(rulebook("simple").rules)
