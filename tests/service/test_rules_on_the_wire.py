from typing import Any

import pytest
from hypothesis import given

from pisyedili.engine.errors import InvalidRules
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.rules import Effects, Rules, StockRules, TableRules, WhenEmpty
from pisyedili.service.options import read_patch, read_rules, write_rules
from pisyedili.v1 import rules_pb2 as v1
from pisyedili.v1.cards_pb2 import Rank, Suit
from pisyedili.v1.rules_patch_pb2 import (
    PacketList,
    RankList,
    RankNumberList,
    RulesPatch,
    ScorePatch,
    StockPatch,
    TablePatch,
)
from tests.engine.option_tree import values
from tests.engine.strategies import RULES
from tests.service.games import PRESETS, WHOLE_GAMES

GAMYUN = PRESETS["gamyun"].rulebook.rules


@WHOLE_GAMES
@given(RULES)
def test_any_rules_come_back_from_their_message_and_make_equal_bytes(rules: Rules) -> None:
    message = write_rules(rules)
    again = read_rules(message)
    assert again == rules
    assert write_rules(again).SerializeToString() == message.SerializeToString()


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_a_preset_comes_back_from_its_message(preset: str) -> None:
    rules = PRESETS[preset].rulebook.rules
    assert read_rules(write_rules(rules)) == rules


def test_every_option_has_a_field_of_its_name() -> None:
    paths = {path.replace(".*", "") for path, _ in values(GAMYUN)} - {"", "effects"}
    assert paths
    for path in paths:
        descriptor: Any = v1.Rules.DESCRIPTOR
        for name in path.split("."):
            field = descriptor.fields_by_name[name]
            descriptor = field.message_type


def test_unspecified_is_what_held_before_the_option_existed() -> None:
    message = write_rules(Rules())
    message.table.partnerships = v1.PARTNERSHIPS_UNSPECIFIED
    message.table.ClearField("ranks")
    message.opening.style = v1.OPENING_STYLE_UNSPECIFIED
    message.opening.suit = Suit.SUIT_UNSPECIFIED
    message.opening.draw = v1.OPENING_DRAW_UNSPECIFIED
    message.turn.draw_when = message.turn.draw_again = v1.DRAW_WHEN_UNSPECIFIED
    message.turn.after_draw = v1.AFTER_DRAW_UNSPECIFIED
    message.stock.when_empty = v1.WHEN_EMPTY_UNSPECIFIED
    message.stock.blocking_passes = v1.BLOCKING_PASSES_UNSPECIFIED
    message.score.count = v1.SCORE_COUNT_UNSPECIFIED
    message.score.end_chain = v1.END_CHAIN_UNSPECIFIED
    message.match.winners = v1.WINNERS_UNSPECIFIED
    message.ClearField("tek")
    message.ClearField("safety")
    assert read_rules(message) == Rules()


def test_an_unspecified_part_of_an_effect_is_what_held_before() -> None:
    message = write_rules(Rules())
    message.effects.add(rank=Rank.RANK_SEVEN, draw_next=v1.DrawNext(cards=2), reverse=v1.Reverse())
    named = write_rules(read_rules(message)).effects[0]
    assert named.draw_next.stacking == v1.STACKING_NONE
    assert named.reverse.kind == v1.REVERSE_KIND_LASTING
    assert named.together == v1.TOGETHER_ONE


def test_an_unknown_number_of_an_option_is_a_fault() -> None:
    message = write_rules(GAMYUN)
    message.stock.when_empty = 99  # type: ignore[assignment]
    message.effects[0].rank = 77  # type: ignore[assignment]
    with pytest.raises(InvalidRules) as caught:
        read_rules(message)
    assert [fault.path for fault in caught.value.faults] == ["effects.77", "stock.when_empty"]


def test_a_rank_listed_twice_is_a_fault() -> None:
    message = write_rules(GAMYUN)
    message.effects.append(message.effects[0])
    message.score.end_draws.append(message.score.end_draws[0])
    with pytest.raises(InvalidRules) as caught:
        read_rules(message)
    assert [fault.path for fault in caught.value.faults] == ["effects", "score.end_draws"]


def test_an_empty_patch_changes_nothing() -> None:
    assert read_patch(RulesPatch(), GAMYUN) == GAMYUN
    assert read_patch(RulesPatch(table=TablePatch(), score=ScorePatch()), GAMYUN) == GAMYUN


def test_a_patch_replaces_what_it_sets_even_by_nothing() -> None:
    patch = RulesPatch(
        table=TablePatch(jokers=0, packets=PacketList(items=[4, 3])),
        stock=StockPatch(when_empty=v1.WHEN_EMPTY_RESHUFFLE),
    )
    changed = read_patch(patch, GAMYUN)
    assert changed.table == TableRules(seats_min=4, decks=2, jokers=0, packets=(4, 3))
    assert changed.stock == StockRules(when_empty=WhenEmpty.RESHUFFLE)
    cleared = read_patch(RulesPatch(table=TablePatch(packets=PacketList())), changed)
    assert cleared.table.packets == ()


def test_a_patch_changes_effects_and_points_rank_by_rank() -> None:
    patch = RulesPatch(
        effects=[
            v1.RankEffects(rank=Rank.RANK_ACE, skip=1),
            v1.RankEffects(rank=Rank.RANK_EIGHT),
        ],
        score=ScorePatch(
            points=[v1.RankNumber(rank=Rank.RANK_TWO, number=20), v1.RankNumber(rank=Rank.RANK_TEN)]
        ),
    )
    changed = read_patch(patch, GAMYUN)
    before: dict[int, Effects] = dict(GAMYUN.effects)
    effects: dict[int, Effects] = dict(changed.effects)
    assert (effects[1].skip, effects[1].cover) == (1, None)
    assert 8 not in effects
    assert effects[7] == before[7]
    points: dict[int, int] = dict(changed.score.points)
    assert (points[2], points[3]) == (20, 3)
    assert 10 not in points


def test_a_patch_replaces_lists_as_a_whole() -> None:
    patch = RulesPatch(
        table=TablePatch(ranks=RankList(items=[Rank.RANK_TEN, Rank.RANK_ACE])),
        score=ScorePatch(
            multipliers=RankNumberList(items=[v1.RankNumber(rank=Rank.RANK_ACE, number=2)]),
            end_draws=RankNumberList(),
        ),
    )
    changed = read_patch(patch, GAMYUN)
    assert changed.table.ranks == (1, 10)
    assert changed.score.multipliers == ((1, 2),)
    assert changed.score.end_draws == ()


def test_a_patched_preset_is_checked_as_a_whole() -> None:
    patched = read_patch(RulesPatch(table=TablePatch(decks=1, hand=20)), GAMYUN)
    with pytest.raises(InvalidRules, match=r"table\.hand: expected 81 cards"):
        Rulebook(patched)
