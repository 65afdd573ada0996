"""Rule files: how keys are read and merged, and every kind of fault in them."""

import pytest

from pisyedili.engine.cards import JOKER_RANK, RANKS, SPADES, Rank
from pisyedili.engine.errors import Fault, InvalidRules, RulesFault, StateFault
from pisyedili.engine.rulefile import merge, parse_document
from pisyedili.engine.rules import (
    ChooseSuit,
    Cover,
    DrawNext,
    Effects,
    EndChain,
    Partnerships,
    Reverse,
    Rules,
    Stacking,
    Together,
)

ACE, SEVEN, EIGHT, JACK = Rank(1), Rank(7), Rank(8), Rank(11)
BASE = """
[table]
seats_max = 5
[effects]
7 = { draw_next = { cards = 3, stacking = "adds" }, skip = 1 }
A = { others_draw = 2 }
[score]
multipliers = { J = 2, 7 = 3 }
end_draws = { 7 = 3, A = 1 }
points = { K = 10, A = 11 }
"""


def merged(text: str, base: Rules | None = None) -> Rules:
    return merge(base or Rules(), parse_document(text))


def faults(text: str) -> dict[str, RulesFault | StateFault]:
    """Return the reasons of a text's faults by path."""
    with pytest.raises(InvalidRules) as error:
        merged(text)
    found = {fault.path: fault.reason for fault in error.value.faults}
    assert len(found) == len(error.value.faults)
    return found


def fault(text: str) -> Fault:
    """Return the only fault of a text."""
    with pytest.raises(InvalidRules) as error:
        merged(text)
    assert len(error.value.faults) == 1
    return error.value.faults[0]


def test_an_empty_file_changes_nothing() -> None:
    assert merged("", merged(BASE)) == merged(BASE)
    assert merged("") == Rules()


def test_a_key_replaces_the_one_that_it_extends_and_leaves_its_neighbours() -> None:
    rules = merged("table.seats_min = 3", merged(BASE))
    assert (rules.table.seats_min, rules.table.seats_max) == (3, 5)
    assert rules.effects == merged(BASE).effects


def test_every_kind_of_option_is_read() -> None:
    rules = merged("""
        table = { partnerships = "pairs", ranks = ["A", 7, "8", "K"], packets = [3, 2, 2] }
        opening = { suit = "spades", inert = true, turn_up_buried = [8] }
        score.end_chain = "all_ranks"
    """)
    assert rules.table.partnerships is Partnerships.PAIRS
    assert rules.table.ranks == (1, 7, 8, 13)
    assert rules.table.packets == (3, 2, 2)
    assert (rules.opening.suit, rules.opening.inert) == (SPADES, True)
    assert rules.opening.turn_up_buried == (8,)
    assert rules.score.end_chain is EndChain.ALL_RANKS


def test_every_effect_is_read() -> None:
    rules = merged("""
        [effects.joker]
        wild = true
        skip = 2
        others_draw = 1
        together = "all"
        reverse = {}
        cover = { must = true }
        choose_suit = { always = true }
        draw_next = { cards = 10, stacking = "doubles", turn_goes_on = true }
    """)
    assert rules.effects == (
        (
            JOKER_RANK,
            Effects(
                draw_next=DrawNext(cards=10, stacking=Stacking.DOUBLES, turn_goes_on=True),
                skip=2,
                reverse=Reverse(),
                choose_suit=ChooseSuit(always=True),
                others_draw=1,
                cover=Cover(must=True),
                together=Together.ALL,
                wild=True,
            ),
        ),
    )


def test_ranks_are_put_in_order_however_they_are_written() -> None:
    rules = merged('table.ranks = ["K", 10, "A"]\neffects = { J.skip = 1, A.skip = 1, 7.skip = 1 }')
    assert rules.table.ranks == (1, 10, 13)
    assert [rank for rank, _ in rules.effects] == [1, 7, 11]
    assert [rank for rank, _ in merged(BASE).score.points] == [1, 13]
    assert [rank for rank, _ in merged(BASE).score.multipliers] == [7, 11]


def test_end_draws_stay_in_the_order_of_the_file() -> None:
    assert merged(BASE).score.end_draws == ((SEVEN, 3), (ACE, 1))
    assert merged("score.end_draws = { A = 1, 7 = 3 }").score.end_draws == ((ACE, 1), (SEVEN, 3))


def test_the_effects_of_a_rank_are_replaced_as_a_whole_and_other_ranks_stay() -> None:
    rules = merged("effects = { 7.skip = 2, 8.skip = 1 }", merged(BASE))
    assert rules.effects == (
        (ACE, Effects(others_draw=2)),
        (SEVEN, Effects(skip=2)),
        (EIGHT, Effects(skip=1)),
    )


def test_no_effects_make_a_rank_plain() -> None:
    assert merged("effects.7 = {}", merged(BASE)).effects == ((ACE, Effects(others_draw=2)),)
    assert merged("effects.8 = {}").effects == ()


def test_points_go_rank_by_rank_and_none_drop_the_rank() -> None:
    rules = merged("score.points = { K = 0, J = 25 }", merged(BASE))
    assert rules.score.points == ((ACE, 11), (JACK, 25))


@pytest.mark.parametrize("key", ["multipliers", "end_draws"])
def test_multipliers_and_end_draws_are_replaced_as_a_whole(key: str) -> None:
    rules = merged(f"score.{key} = {{ A = 5 }}", merged(BASE))
    assert getattr(rules.score, key) == ((ACE, 5),)


def test_what_a_file_says_about_itself_is_no_option() -> None:
    assert merged('extends = "x"\nabout.name.en = "y"') == Rules()


def test_contradictions_are_not_looked_for_while_reading() -> None:
    assert merged("table = { seats_min = 9, packets = [1] }").table.seats_min == 9


def test_a_text_that_is_no_toml_is_refused_with_the_line() -> None:
    with pytest.raises(InvalidRules) as error:
        parse_document("table.hand = 7\ntable.decks = \n")
    (found,) = error.value.faults
    assert (found.path, found.reason) == ("file", RulesFault.WRONG_TYPE)
    assert found.message.startswith("expected TOML, got ")
    assert "line 2" in found.message


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("colour = 1", "colour"),
        ("table.colour = 1", "table.colour"),
        ("effects.7.colour = 1", "effects.7.colour"),
        ("effects.7.draw_next = { cards = 1, colour = 1 }", "effects.7.draw_next.colour"),
        ("effects.7.cover.colour = 1", "effects.7.cover.colour"),
    ],
)
def test_an_unknown_key_is_refused_at_its_path_with_those_known(text: str, path: str) -> None:
    found = fault(text)
    assert (found.path, found.reason) == (path, RulesFault.UNKNOWN_KEY)
    assert found.message.startswith("expected one of ")
    assert found.message.endswith(", got colour")


@pytest.mark.parametrize(
    ("text", "path", "message"),
    [
        ("table = 3", "table", "expected a table of options, got 3"),
        ("table.hand = '7'", "table.hand", "expected a whole number, got '7'"),
        ("table.hand = 7.0", "table.hand", "expected a whole number, got 7.0"),
        ("table.hand = true", "table.hand", "expected a whole number, got True"),
        ("opening.inert = 1", "opening.inert", "expected true or false, got 1"),
        (
            "table.partnerships = 'trios'",
            "table.partnerships",
            "expected one of none, pairs, got 'trios'",
        ),
        ("table.partnerships = 1", "table.partnerships", "expected one of none, pairs, got 1"),
        (
            "opening.suit = 'green'",
            "opening.suit",
            "expected one of clubs, diamonds, hearts, spades, got 'green'",
        ),
        ("table.packets = 7", "table.packets", "expected a list, got 7"),
        ("table.packets = [3, '4']", "table.packets[1]", "expected a whole number, got '4'"),
        ("table.ranks = 'A'", "table.ranks", "expected a list, got 'A'"),
        ("effects = 7", "effects", "expected a table by rank, got 7"),
        ("effects.7 = 3", "effects.7", "expected a table of options, got 3"),
        ("effects.7.skip = false", "effects.7.skip", "expected a whole number, got False"),
        ("effects.7.draw_next = 3", "effects.7.draw_next", "expected a table of options, got 3"),
        ("score.points = []", "score.points", "expected a table by rank, got []"),
        ("score.points.A = 'x'", "score.points.A", "expected a whole number, got 'x'"),
        ("score.end_draws = 1", "score.end_draws", "expected a table by rank, got 1"),
    ],
)
def test_a_wrong_type_is_refused_at_its_path_with_the_right_one(
    text: str, path: str, message: str
) -> None:
    assert fault(text) == Fault(path, RulesFault.WRONG_TYPE, message)


@pytest.mark.parametrize("entry", ["'X'", "1", "14", "7.0", "true", "'10♣'", "[]"])
def test_a_rank_in_a_list_is_one_that_is_known(entry: str) -> None:
    found = fault(f"table.ranks = ['A', {entry}]")
    assert (found.path, found.reason) == ("table.ranks[1]", RulesFault.WRONG_TYPE)
    assert found.message.startswith("expected one of A, 2, 3, ")


@pytest.mark.parametrize("group", ["effects", "score.points", "score.multipliers"])
@pytest.mark.parametrize("name", ["X", "1", "none", "jack", "JOKER"])
def test_a_rank_that_is_a_key_is_one_that_is_known(group: str, name: str) -> None:
    found = fault(f"{group}.{name} = 1")
    assert (found.path, found.reason) == (f"{group}.{name}", RulesFault.WRONG_TYPE)
    ranks = "A 2 3 4 5 6 7 8 9 10 J Q K joker"
    assert found.message == f"expected a rank ({ranks}), got {name!r}"


def test_an_effect_without_its_number_is_refused() -> None:
    found = fault("effects.7.draw_next = {}")
    path, message = "effects.7.draw_next.cards", "expected a whole number, got nothing"
    assert found == Fault(path, RulesFault.WRONG_TYPE, message)


def test_all_faults_of_a_file_are_named_at_once() -> None:
    assert faults("""
        colour = "red"
        safety = 5
        [table]
        hand = "seven"
        size = 3
        packets = [3, "4", 2.5]
        [effects]
        7 = { draw_next = { stacking = "adds", size = 1 } }
        X = {}
        A.cover = { must = "yes" }
        [score]
        points = { A = true, Z = 1 }
    """) == {
        "colour": RulesFault.UNKNOWN_KEY,
        "safety": RulesFault.WRONG_TYPE,
        "table.hand": RulesFault.WRONG_TYPE,
        "table.size": RulesFault.UNKNOWN_KEY,
        "table.packets[1]": RulesFault.WRONG_TYPE,
        "table.packets[2]": RulesFault.WRONG_TYPE,
        "effects.7.draw_next.cards": RulesFault.WRONG_TYPE,
        "effects.7.draw_next.size": RulesFault.UNKNOWN_KEY,
        "effects.X": RulesFault.WRONG_TYPE,
        "effects.A.cover.must": RulesFault.WRONG_TYPE,
        "score.points.A": RulesFault.WRONG_TYPE,
        "score.points.Z": RulesFault.WRONG_TYPE,
    }


def test_the_whole_deck_is_the_default() -> None:
    assert merged("").table.ranks == RANKS
