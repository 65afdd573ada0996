"""The random rule sets that properties run over: none of the options stays out of them."""

from collections import defaultdict
from enum import StrEnum
from typing import Any, Final, get_args

from pisyedili.engine.cards import SUITS, Suit
from tests.engine.option_tree import GIVEN, options, values
from tests.engine.playing import dice
from tests.engine.strategies import random_rules

RULE_SETS: Final = 2_000


def closed_set(hint: Any) -> set[Any]:
    """Return all values of an option where they can be counted."""
    if hint is bool:
        return {False, True}
    if hint is Suit:
        return set(SUITS)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return set(hint)
    return {None, GIVEN} if type(None) in get_args(hint) else set()


def test_random_rules_reach_every_option_and_every_value_that_can_be_counted() -> None:
    seen = defaultdict[str, set[Any]](set)
    for number in range(RULE_SETS):
        for path, value in values(random_rules(dice(number))):
            seen[path].add(value)
    for option in options():
        found = seen[str(option)]
        assert len(found) > 1, option
        assert found >= closed_set(option.hint), option
