"""What holds under any rules and in any play: random rule sets, random tables, random players."""

from random import Random

import pytest
from hypothesis import event, given, settings

from pisyedili.engine.cards import JOKER_RANK
from pisyedili.engine.deal import start_round
from pisyedili.engine.errors import IllegalMove, Refusal
from pisyedili.engine.play import apply_move
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.rules import Rules
from pisyedili.engine.state import OVER, MatchOver
from tests.engine.mutations import mutants
from tests.engine.playing import Game, dice, random_game
from tests.engine.properties import (
    check_accepted_as_listed,
    check_arbitrary,
    check_copies,
    check_default,
    check_order,
    check_replay,
    check_state,
)
from tests.engine.strategies import RULES, SEEDS, random_rules, random_seats
from tests.engine.twins import check_twins, twins


def times(factor: int) -> settings:
    """Return the profile's settings with so many times its examples."""
    return settings(max_examples=factor * settings().max_examples)


def table(rules: Rules, seed: bytes) -> tuple[Game, Random]:
    """Return a game of random players at a table, and the chance that checks are drawn from."""
    chance = dice(seed[::-1])
    limited = rules.safety.turns or rules.safety.cards
    most = 20_000 if limited else 300
    return random_game(Rulebook(rules), random_seats(chance, rules), seed, most), chance


def covers_may_chain_without_end(rules: Rules) -> bool:
    """Tell whether every card that is dealt has a cover, so that no turn need ever end."""
    covered = {rank for rank, effects in rules.effects if effects.cover}
    dealt = {*rules.table.ranks, *((JOKER_RANK,) if rules.table.jokers else ())}
    return dealt <= covered


@times(4)
@given(rules=RULES, seed=SEEDS)
def test_every_state_of_a_game_has_all_its_cards_no_fault_and_a_legal_move(
    rules: Rules, seed: bytes
) -> None:
    game, _ = table(rules, seed)
    check_state(game.state)
    for step in game.steps():
        check_order(step.moves)
        check_default(step.state)
        check_state(step.transition.state)


@times(3)
@given(rules=RULES, seed=SEEDS)
def test_moves_are_accepted_exactly_where_they_are_listed(rules: Rules, seed: bytes) -> None:
    game, chance = table(rules, seed)
    for step in game.steps():
        if chance.random() < 0.06:
            check_accepted_as_listed(step.state, chance)
    check_accepted_as_listed(game.state, chance)


@times(2)
@given(rules=RULES, seed=SEEDS)
def test_the_same_seed_and_moves_lead_to_equal_states_that_copy_and_pickle(
    rules: Rules, seed: bytes
) -> None:
    game, chance = table(rules, seed)
    check_copies(game.state)
    for step in game.steps():
        assert apply_move(step.state, step.state.seat, step.move) == step.transition
        if chance.random() < 0.04:
            check_copies(step.transition.state)
    check_copies(game.state)
    check_replay(game)


@times(3)
@given(rules=RULES, seed=SEEDS)
def test_a_state_without_faults_plays_on_without_a_fault_even_if_no_game_reached_it(
    rules: Rules, seed: bytes
) -> None:
    game, chance = table(rules, seed)
    for step in game.steps():
        if chance.random() < 0.04:
            for state in mutants(step.transition.state, chance, 25):
                event(type(state.phase).__name__)
                check_arbitrary(state, chance)
                check_accepted_as_listed(state, chance, probes=8)


@times(3)
@given(rules=RULES, seed=SEEDS)
def test_a_seat_is_shown_and_told_the_same_whatever_it_may_not_know(
    rules: Rules, seed: bytes
) -> None:
    game, chance = table(rules, seed)
    for step in game.steps():
        if chance.random() < 0.1:
            for viewer in (None, step.state.seat, chance.randrange(game.seats)):
                pair = twins(step.state, viewer, chance)
                if pair:
                    check_twins(pair, viewer, chance)


@times(4)
@given(rules=RULES, seed=SEEDS)
def test_a_round_with_a_limit_ends_and_its_match_after_it(rules: Rules, seed: bytes) -> None:
    limited = rules.safety.turns or rules.safety.cards
    if limited and covers_may_chain_without_end(rules):
        return
    game = table(rules, seed)[0].play_out()
    event(f"limit {bool(limited)}, ended {not game.cut}")
    if limited:
        assert isinstance(game.state.phase, MatchOver)
        assert len(game.dealt) == len(game.state.match.scores) == rules.match.rounds


@given(rules=RULES, seed=SEEDS)
def test_a_round_is_started_only_between_two_rounds(rules: Rules, seed: bytes) -> None:
    game, _ = table(rules, seed)
    for step in game.steps():
        if not isinstance(step.state.phase, OVER):
            with pytest.raises(IllegalMove) as caught:
                start_round(step.state)
            assert caught.value.reason is Refusal.ROUND_NOT_OVER
    if isinstance(game.state.phase, MatchOver):
        with pytest.raises(IllegalMove) as caught:
            start_round(game.state)
        assert caught.value.reason is Refusal.MATCH_OVER


def test_random_rules_say_the_same_for_the_same_chance() -> None:
    assert random_rules(dice(7)) == random_rules(dice(7)) != random_rules(dice(8))
