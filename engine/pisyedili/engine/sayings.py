"""A rule set as sayings, in the order of a rule sheet."""

from collections.abc import Iterator

from pisyedili.engine.rules import Rules
from pisyedili.engine.say_cards import card_sayings
from pisyedili.engine.say_score import match_sayings, score_sayings
from pisyedili.engine.say_table import opening_sayings, table_sayings
from pisyedili.engine.say_turn import limit_sayings, stock_sayings, tek_sayings, turn_sayings
from pisyedili.engine.saying import Saying


def sayings(rules: Rules) -> tuple[Saying, ...]:
    """Return all that a rule set says, those sayings among it that only a comparison needs."""
    return tuple(_sayings(rules))


def _sayings(rules: Rules) -> Iterator[Saying]:
    yield from table_sayings(rules)
    yield from opening_sayings(rules)
    yield from turn_sayings(rules.turn)
    yield from card_sayings(rules)
    yield from tek_sayings(rules)
    yield from stock_sayings(rules)
    yield from score_sayings(rules)
    yield from match_sayings(rules)
    yield from limit_sayings(rules.safety)
