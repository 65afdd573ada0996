"""The move to make for a seat whose clock ran out, clause by clause."""

from typing import Any

import pytest

from pisyedili.engine.cards import CLUBS, Rank, parse_card
from pisyedili.engine.defaults import default_move
from pisyedili.engine.legality import legal_moves
from pisyedili.engine.moves import DRAW, PASS, PASS_CALLING
from pisyedili.engine.state import Covering, Forgotten, Opening, Owing, Pending, State, Turn
from tests.engine.builder import after, play, position, presets, refused, rulebook

SEVEN = Rank(7)
REST = "3♣ 5♣ | 2♦ 5♦ | K♦ 6♠"


def at(preset: str, hand: str, top: str, changes: str = "", **fields: Any) -> State:
    """Return a position of seat 0 at a table of four."""
    return position(rulebook(preset, changes), f"{hand} | {REST}", top, **fields)


def test_a_debt_is_paid_even_where_it_could_be_passed_on() -> None:
    state = at("classic", "7♣ 9♥", "7♥", phase=Owing(3, SEVEN))
    assert refused(state, "7♣") is None
    assert default_move(state) == DRAW


def test_a_debt_is_paid_where_nothing_is_left_to_draw() -> None:
    state = at("gamyun", "7♣ 9♥", "7♥", phase=Owing(3, SEVEN), stock="")
    assert default_move(state) == DRAW


def test_a_seat_that_may_pass_passes_though_it_could_play_or_draw() -> None:
    drawn = at("classic", "9♥ 2♠", "4♥", phase=Turn(1, parse_card("9♥")))
    assert refused(drawn, "9♥") is None
    assert default_move(drawn) == PASS
    stuck = at("classic", "9♣ 2♠", "4♥", phase=Turn(1, parse_card("9♣")))
    assert legal_moves(stuck) == (DRAW, PASS)
    assert default_move(stuck) == PASS


def test_a_pass_says_no_call() -> None:
    drawn = at("standard", "9♣", "4♥", phase=Turn(1, parse_card("9♣"), barred=True))
    assert legal_moves(drawn) == (PASS, PASS_CALLING)
    assert default_move(drawn) == PASS


def test_an_ace_that_may_stay_uncovered_stays_so() -> None:
    covering = at("classic", "9♥ 2♠", "A♥", phase=Covering(Pending()))
    assert refused(covering, "9♥") is None
    assert default_move(covering) == PASS


def test_the_first_listed_club_opens_though_a_draw_is_free() -> None:
    state = at("standard", "9♣ 2♣ 4♥", "4♣", phase=Opening(), turns=3)
    assert DRAW in legal_moves(state)
    assert default_move(state) == play("2♣")


def test_a_seat_without_a_club_draws_in_the_opening() -> None:
    state = at("gamyun", "9♥ 2♥", "4♣", phase=Opening(), turns=3)
    assert default_move(state) == DRAW


def test_a_seat_without_a_club_and_without_a_stock_passes_in_the_opening() -> None:
    state = at("gamyun", "9♥ 2♥", "4♣", phase=Opening(), turns=3, stock="")
    assert default_move(state) == PASS


def test_a_cover_that_is_due_is_the_first_listed_one() -> None:
    covering = at("standard", "9♥ 2♥ 3♠", "A♥", phase=Covering(Pending()))
    assert default_move(covering) == play("2♥")


def test_a_seat_without_a_cover_draws_one_and_then_passes_or_plays_as_listed() -> None:
    covering = at("standard", "9♣ 2♣ 3♠", "A♥", phase=Covering(Pending()))
    assert default_move(covering) == DRAW
    drawn = position("standard", f"9♣ 2♣ 3♠ | {REST}", "A♥", stock="…9♥", phase=Covering(Pending()))
    assert default_move(after(drawn, DRAW)) == PASS


def test_a_fresh_turn_draws_though_it_could_play() -> None:
    state = at("classic", "9♥ 2♥", "4♥")
    assert refused(state, "2♥") is None
    assert default_move(state) == DRAW


def test_a_turn_that_may_not_draw_makes_the_first_listed_play() -> None:
    assert default_move(at("simple", "9♥ 2♥", "4♥")) == play("2♥")
    assert default_move(at("simple", "9♣ 2♣", "4♥")) == DRAW


def test_a_turn_that_drew_and_may_not_pass_yet_plays_or_draws_again() -> None:
    drawn = Turn(1, parse_card("9♣"))
    assert default_move(at("crazy-eights", "9♣ 2♥ 3♥", "4♥", phase=drawn)) == play("2♥")
    assert default_move(at("crazy-eights", "9♣ 2♠ 3♠", "4♥", phase=drawn)) == DRAW
    eight = at("crazy-eights", "9♣ 8♠ 3♠", "4♥", phase=drawn)
    assert default_move(eight) == play("8♠", CLUBS)


def test_a_play_says_no_call() -> None:
    changes = 'turn = { draw_when = "without_match", after_draw = "any_card" }'
    state = at("standard", "9♥ 2♣", "4♥", changes)
    assert legal_moves(state) == (play("9♥"), play("9♥", call=True))
    assert default_move(state) == play("9♥")


def test_the_cost_of_a_forgotten_call_is_drawn_or_with_nothing_to_draw_passed() -> None:
    assert default_move(at("standard", "9♥", "4♥", phase=Forgotten())) == DRAW
    plays_on = 'stock.when_empty = "play_on"'
    bare = at("standard", "9♥", "4♥", plays_on, phase=Forgotten(), stock="")
    assert default_move(bare) == PASS


def test_a_round_that_is_over_has_no_default() -> None:
    assert default_move(after(at("simple", "9♥", "4♥"), "9♥")) is None


@pytest.mark.parametrize("preset", presets())
def test_a_default_is_always_a_legal_move_and_brings_a_round_on(preset: str) -> None:
    state = position(preset, f"9♥ 4♠ 7♣ | {REST}", "4♥")
    for _ in range(200):
        found = default_move(state)
        if found is None:
            break
        assert found in legal_moves(state)
        state = after(state, found)
    assert state.turns > 20 or default_move(state) is None
