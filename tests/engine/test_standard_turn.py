"""The preset ``standard``: drawing, passing, the last card and an empty stock."""

from pisyedili.engine.cards import CARD_NAMES
from pisyedili.engine.errors import Refusal
from pisyedili.engine.events import RoundEnd, StockReshuffled, TekCalled, TekForgotten
from pisyedili.engine.state import Forgotten, RoundOver, State
from tests.engine.builder import after, hand, move, play, position, refused, top

OTHERS = "K♥ Q♥ | 4♥ 4♠"


def two_left(stock: str = "…") -> State:
    """Return a turn of seat 0 with two clubs on a club; the others hold clubs to go on with."""
    return position("standard", "5♣ 6♣ | K♣ 2♦ 3♦ | Q♣ 2♠ 3♠", "9♣", stock=stock)


def test_V12_a_seat_without_a_match_draws_one_card() -> None:
    state = position("standard", f"2♦ 3♦ | {OTHERS}", "9♣", stock="… 5♠ 6♠")
    assert refused(state, "2♦") is Refusal.NO_MATCH
    drawn = after(state, "draw")
    assert (drawn.seat, hand(drawn, 0)) == (0, "2♦ 3♦ 6♠")
    assert refused(drawn, "draw") is Refusal.DRAW_LIMIT
    assert after(drawn, "pass").seat == 1


def test_V13_a_seat_with_a_match_may_draw_as_well() -> None:
    state = position("standard", f"5♣ 9♦ 2♥ | {OTHERS}", "9♣", stock="… 6♠")
    assert refused(state, "5♣") is None
    assert hand(after(state, "draw"), 0) == "5♣ 9♦ 2♥ 6♠"


def test_V14_a_playable_drawn_card_may_be_played() -> None:
    state = after(position("standard", f"5♣ 2♥ | {OTHERS}", "9♣", stock="… 4♣"), "draw")
    played = after(state, "4♣")
    assert (played.seat, CARD_NAMES[top(played)], hand(played, 0)) == (1, "4♣", "5♣ 2♥")


def test_V14_a_playable_drawn_card_may_be_kept() -> None:
    state = after(position("standard", f"5♣ 2♥ | {OTHERS}", "9♣", stock="… 4♣"), "draw")
    passed = after(state, "pass")
    assert (passed.seat, CARD_NAMES[top(passed)], hand(passed, 0)) == (1, "9♣", "4♣ 5♣ 2♥")


def test_V14_no_other_card_is_played_after_a_draw() -> None:
    state = position("standard", f"5♣ 2♥ | {OTHERS}", "9♣", stock="… 6♥ 4♣")
    assert refused(after(state, "draw"), "5♣") is Refusal.DRAWN_CARD_ONLY
    unlucky = after(position("standard", f"5♣ 2♥ | {OTHERS}", "9♣", stock="… 4♦"), "draw")
    assert refused(unlucky, "4♦") is Refusal.NO_MATCH
    assert refused(unlucky, "5♣") is Refusal.DRAWN_CARD_ONLY


def test_V15_the_last_card_is_called_with_the_card_before_it() -> None:
    called = move(two_left(), play("5♣", call=True))
    assert TekCalled(0) in called.events
    assert called.state.called == (True, False, False)
    over = after(called.state, "K♣", "Q♣", "6♣")
    assert over.phase == RoundOver(RoundEnd.FINISHED, 0)


def test_V15_a_call_is_due_only_when_one_card_is_left() -> None:
    three = position("standard", f"5♣ 6♣ 2♦ | {OTHERS}", "9♣")
    assert refused(three, play("5♣", call=True)) is Refusal.CALL_NOT_DUE
    assert refused(two_left(), play("5♣", call=True)) is None


def test_V15_the_call_is_missed_once_the_turn_has_moved_on() -> None:
    moved = after(two_left(), "5♣")
    assert moved.called == (False, False, False)
    back = move(after(moved, "K♣"), "Q♣")
    assert back.state.phase == Forgotten()
    assert TekForgotten(0) in back.events


def test_V16_an_uncalled_last_card_cannot_finish_and_costs_one_card() -> None:
    state = after(two_left("… 3♣"), "5♣", "K♣", "Q♣")
    assert refused(state, "6♣") is Refusal.CALL_FORGOTTEN
    assert refused(state, "pass") is Refusal.CALL_FORGOTTEN
    state = after(state, "draw")
    assert (state.seat, hand(state, 0)) == (0, "3♣ 6♣")
    assert refused(state, "draw") is Refusal.DRAW_LIMIT


def test_V16_the_drawn_card_is_played_if_it_can_be_and_the_last_one_called_again() -> None:
    state = after(two_left("… 3♣"), "5♣", "K♣", "Q♣", "draw", play("3♣", call=True))
    assert (state.seat, state.called[0], hand(state, 0)) == (1, True, "6♣")


def test_V16_a_seat_that_cannot_play_the_drawn_card_passes() -> None:
    state = after(two_left("… 3♥"), "5♣", "K♣", "Q♣", "draw")
    assert refused(state, "3♥") is Refusal.NO_MATCH
    state = after(state, "pass")
    assert (state.seat, hand(state, 0)) == (1, "6♣ 3♥")


def test_V17_a_draw_from_an_empty_stock_reshuffles_all_discards_but_the_top() -> None:
    state = position("standard", f"5♦ 6♦ | {OTHERS}", "9♣", stock="2♦")
    before = after(state, "draw", "pass")
    assert (before.stock, len(before.discard)) == ((), 45)
    reshuffled = move(before, "draw")
    assert StockReshuffled(44) in reshuffled.events
    assert reshuffled.state.discard == state.discard[-1:]
    assert len(reshuffled.state.stock) == 43
    assert len(reshuffled.state.hands[1]) == 3


def test_V45_passing_with_a_playable_card_in_hand_is_a_choice_after_a_draw() -> None:
    state = position("standard", f"5♣ 9♦ 2♥ | {OTHERS}", "9♣", stock="… 4♣")
    assert refused(state, "pass") is Refusal.PASS_NOT_DUE
    passed = after(state, "draw", "pass")
    assert (passed.seat, hand(passed, 0)) == (1, "4♣ 5♣ 9♦ 2♥")
