"""Every value of every option makes a difference: found in random games that differ in it alone.

The options are enumerated from the dataclasses, so that a new one which nothing reads fails here.
"""

from collections.abc import Iterator
from enum import StrEnum
from itertools import zip_longest
from random import Random
from typing import Any, Final

import pytest

from pisyedili.engine.cards import JOKER_RANK, RANKS
from pisyedili.engine.consistency import faults
from pisyedili.engine.errors import InvalidState
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.rules import Rules, Winners
from tests.engine.option_tree import BY_RANK, Option, options, pairs, put, values
from tests.engine.playing import dice, random_game
from tests.engine.strategies import random_rules, random_seats

TRIES: Final = 1000
OPTIONS: Final = list(options())
DEFAULT: Final = Rules()

# Two words for one thing wherever both are allowed: fewest cards are the lowest total of cards.
SAME: Final = {("match.winners", Winners.LOWEST_TOTAL, Winners.FEWEST_CARDS)}

# A joker goes on a joker by its rank only where it is not always playable, and then no joker is
# ever played before it (but on a table with next to nothing but jokers).
NOT_OF_JOKERS: Final = ("effects.*.choose_suit.rank_follows", "effects.*.cover.suit_only")


def compared() -> Iterator[Any]:
    """Yield each option with the number of each of its pairs of values, and whether for jokers."""
    for option in OPTIONS:
        for number, (one, other) in enumerate(pairs(option, DEFAULT, RANKS[0])):
            if (str(option), one, other) not in SAME:
                simple = isinstance(one, int | str)
                name = f"{option}-{one}-{other}" if simple else f"{option}-{number}"
                yield pytest.param(option, number, False, id=name)
                if BY_RANK in option.path and str(option) not in NOT_OF_JOKERS:
                    yield pytest.param(option, number, True, id=f"{name}-joker")


@pytest.mark.parametrize(("option", "number", "joker"), list(compared()))
def test_two_values_of_an_option_lead_to_different_games(
    option: Option, number: int, joker: bool
) -> None:
    tried = 0
    for seed in range(TRIES):
        two = tables(option, number, joker=joker, chance=dice(f"{option} {number} {seed}"))
        if two:
            tried += 1
            if differ(*two, seed):
                return
    pytest.fail(f"no difference in {tried} games")


def tables(
    option: Option, number: int, *, joker: bool, chance: Random
) -> tuple[Rulebook, Rulebook, int] | None:
    """Return two random tables that differ in one option, and a number of seats for them."""
    base = random_rules(chance)
    if joker and not base.table.jokers:
        return None
    rank = JOKER_RANK if joker else chance.choice(base.table.ranks)
    both = [put(base, option.path, rank, new) for new in pairs(option, base, rank)[number]]
    if both[0] == both[1] or any(faults(rules) for rules in both):
        return None
    one, other = map(Rulebook, both)
    return one, other, random_seats(chance, chance.choice(both))


def differ(one: Rulebook, other: Rulebook, seats: int, seed: int) -> bool:
    """Tell whether the same players with the same cards play another game."""
    both = (transcript(rulebook, seats, seed) for rulebook in (one, other))
    return any(here != there for here, there in zip_longest(*both))


def transcript(rulebook: Rulebook, seats: int, seed: int) -> Iterator[object]:
    """Yield all that is dealt, may be done and happens in a game, up to its winners."""
    try:
        game = random_game(rulebook, seats, seed.to_bytes(32, "big"), most=150)
    except InvalidState:
        return
    yield game.state.hands
    yield game.dealt[-1].events
    for step in game.steps():
        yield step.state.seat, step.moves, step.transition.events


def test_random_rules_reach_every_value_of_every_option() -> None:
    reached = {pair for seed in range(600) for pair in values(random_rules(dice(seed)))}
    for option in OPTIONS:
        found = {value for path, value in reached if path == str(option)}
        if isinstance(option.hint, type) and issubclass(option.hint, StrEnum):
            assert found == set(option.hint), option
        assert len(found) > 1, option


@pytest.mark.parametrize(("path", "one", "other"), list(SAME))
def test_two_words_for_one_thing_play_alike(path: str, one: str, other: str) -> None:
    option = next(option for option in OPTIONS if str(option) == path)
    number = pairs(option, DEFAULT, RANKS[0]).index((one, other))
    for seed in range(60):
        two = tables(option, number, joker=False, chance=dice(seed))
        assert two is None or not differ(*two, seed)
