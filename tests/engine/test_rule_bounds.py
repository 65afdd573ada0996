"""Rule sets that cannot be played: numbers out of bounds, ranks that are none or out of order."""

import pytest

from pisyedili.engine.cards import JOKER_RANK, Rank, Suit
from pisyedili.engine.consistency import faults
from pisyedili.engine.errors import Fault, RulesFault
from pisyedili.engine.rules import Effects, OpeningRules, Rules, ScoreRules, TableRules
from tests.engine.rule_faults import of, paths

BOUNDS, CONTRADICTION = RulesFault.OUT_OF_BOUNDS, RulesFault.CONTRADICTION
SKIP = Effects(skip=1)


def found(rules: Rules) -> list[tuple[str, object, str]]:
    return [(fault.path, fault.reason, fault.message) for fault in faults(rules)]


@pytest.mark.parametrize(
    ("path", "least", "most", "more"),
    [
        ("table.jokers", 0, 32, ""),
        ("table.decks", 1, 8, ""),
        ("table.hand_of_two", 0, 1000, ""),
        ("turn.pass_after", 0, 1000, "turn.draws = 0\nturn.after_draw = 'any_card'"),
        ("turn.draws", 0, 1000, "turn.after_draw = 'any_card'\nturn.pass_after = 0"),
        ("effects.7.draw_next.cards", 1, 1000, ""),
        ("effects.7.skip", 0, 16, "effects.7.cover = {}"),
        ("effects.7.others_draw", 0, 1000, "effects.7.cover = {}"),
        ("tek.forgotten_draws", 0, 1000, ""),
        ("stock.blocked_extra_passes", 0, 1000, ""),
        ("score.points.7", 0, 1000, ""),
        ("score.multipliers.7", 1, 1000, ""),
        ("score.end_draws.7", 1, 1000, ""),
        ("match.rounds", 1, 1000, ""),
        ("safety.turns", 0, 1_000_000, ""),
        ("safety.cards", 0, 1_000_000, ""),
    ],
)
def test_a_number_has_bounds(path: str, least: int, most: int, more: str) -> None:
    for number in (least - 1, most + 1):
        (first, *_) = of(f"{path} = {number}\n{more}")
        message = f"expected {least} to {most}, got {number}"
        assert first == Fault(path, BOUNDS, message)
    for number in (least, most):
        assert (path, BOUNDS) not in paths(f"{path} = {number}\n{more}")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("table.seats_min = 1", ["table.seats_min"]),
        ("table = { seats_max = 17, decks = 3 }", ["table.seats_max"]),
        ("table.extra_deck_from = 17", ["table.extra_deck_from"]),
        ("table.extra_deck_from = -1", ["table.extra_deck_from"]),
        ("table.hand = 0", ["table.hand"]),
        ("table = { packets = [8, -1], hand = 7 }", ["table.packets[1]"]),
        ("table.ranks = ['A', 'joker', 7, 'J']\ntable.hand = 2", ["table.ranks"]),
        ("opening.turn_up_applied = ['joker']", ["opening.turn_up_applied"]),
        ("opening.turn_up_buried = ['joker']", ["opening.turn_up_buried"]),
    ],
)
def test_seats_hands_and_ranks_have_bounds(text: str, expected: list[str]) -> None:
    assert paths(text) == [(path, BOUNDS) for path in expected]


def test_a_suit_and_a_rank_are_those_of_the_cards() -> None:
    rules = Rules(
        opening=OpeningRules(suit=Suit(5)),
        effects=((Rank(15), SKIP),),
        score=ScoreRules(points=((Rank(-1), 3),)),
    )
    assert found(rules)[:3] == [
        ("opening.suit", BOUNDS, "expected a suit, got 5"),
        ("effects", BOUNDS, "expected a rank, got 15"),
        ("score.points", BOUNDS, "expected a rank, got -1"),
    ]
    no_rank = found(Rules(effects=((Rank(0), SKIP),)))
    assert no_rank[0] == ("effects", BOUNDS, "expected a rank, got none")


@pytest.mark.parametrize(
    ("rules", "path", "message"),
    [
        (Rules(effects=((Rank(7), SKIP), (Rank(7), SKIP))), "effects", "each rank once, got 7 7"),
        (
            Rules(effects=((Rank(11), SKIP), (Rank(7), SKIP))),
            "effects",
            "ranks from ace to joker, got J 7",
        ),
        (
            Rules(table=TableRules(ranks=(Rank(13), *(Rank(n) for n in range(2, 13))))),
            "table.ranks",
            "ranks from ace to joker, got K 2 3 4 5 6 7 8 9 10 J Q",
        ),
        (
            Rules(score=ScoreRules(end_draws=((Rank(7), 1), (Rank(7), 1)))),
            "score.end_draws",
            "each rank once, got 7 7",
        ),
        (Rules(effects=((Rank(7), Effects()),)), "effects.7", "at least one effect, got none"),
    ],
)
def test_pairs_of_rank_and_value_come_once_and_in_order(
    rules: Rules, path: str, message: str
) -> None:
    assert faults(rules) == (Fault(path, CONTRADICTION, f"expected {message}"),)


def test_end_draws_alone_may_come_in_any_order() -> None:
    pairs = ((JOKER_RANK, 10), (Rank(7), 3), (Rank(1), 1))
    assert faults(Rules(score=ScoreRules(end_draws=pairs))) == ()
    ordered = ScoreRules(multipliers=pairs)
    assert [path for path, _, _ in found(Rules(score=ordered))] == ["score.multipliers"]
