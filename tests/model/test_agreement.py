"""The engine plays as a second reading of the rules does, move by move, at any table."""

import pytest
from hypothesis import given, settings

from pisyedili.engine.rules import Rules
from tests.engine.builder import presets
from tests.engine.playing import Style, dice, random_styles
from tests.engine.strategies import RULES, SEEDS, random_seats
from tests.model.agreement import SideBySide
from tests.model.tight import tight_rules


@settings(max_examples=3 * settings().max_examples)
@given(rules=RULES, seed=SEEDS)
def test_engine_and_model_agree_under_any_rules(rules: Rules, seed: bytes) -> None:
    chance = dice(seed)
    seats = random_seats(chance, rules)
    SideBySide(rules, seats, seed).play_out(random_styles(chance, seats), chance, most=120)


@settings(max_examples=2 * settings().max_examples)
@given(seed=SEEDS)
def test_engine_and_model_agree_where_cards_are_few(seed: bytes) -> None:
    chance = dice(seed)
    rules = tight_rules(chance)
    seats = random_seats(chance, rules)
    SideBySide(rules, seats, seed).play_out(random_styles(chance, seats), chance, most=120)


@pytest.mark.parametrize("style", Style)
@pytest.mark.parametrize("preset", sorted(presets()))
def test_engine_and_model_agree_at_a_preset(preset: str, style: Style) -> None:
    chance = dice(f"{preset} {style}")
    rules = presets()[preset].rulebook.rules
    seats = random_seats(chance, rules)
    game = SideBySide(rules, seats, chance.randbytes(32))
    game.play_out((style,) * seats, chance, most=400)
