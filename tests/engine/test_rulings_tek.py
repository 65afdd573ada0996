"""The call of the last card, and what forgetting it costs."""

from pisyedili.engine.cards import Rank, parse_card, parse_cards
from pisyedili.engine.errors import Refusal
from pisyedili.engine.events import CardsDrawn, RoundEnd, TekCalled, TekForgotten, Why
from pisyedili.engine.legality import legal_moves
from pisyedili.engine.moves import DRAW, PASS, PASS_CALLING, Play
from pisyedili.engine.state import Covering, Forgotten, Owing, Pending, RoundOver, State, Turn
from tests.engine.builder import after, hand, move, play, position, refused, rulebook

OTHERS = "K♦ 2♥ | Q♦ 3♥"
PLAY_ON = 'stock = {when_empty = "play_on"}'
FINISHED = RoundOver(RoundEnd.FINISHED, 0)
CALLED = (True, False, False)


def forgotten(rules: str = "", stock: str = "…", card: str = "6♣") -> State:
    """Return the turn of seat 0 with one uncalled card on the nine of clubs."""
    book = rulebook("standard", rules)
    return position(book, f"{card} | {OTHERS}", "9♣", stock=stock, phase=Forgotten())


def test_ruling_22_a_play_that_leaves_one_card_calls_it_or_leaves_the_call_out() -> None:
    state = position("standard", f"5♣ 6♥ | {OTHERS}", "9♣")
    assert legal_moves(state)[:2] == (
        Play(parse_cards("5♣")),
        Play(parse_cards("5♣"), call=True),
    )
    assert after(state, "5♣").called == (False, False, False)
    assert after(state, play("5♣", call=True)).called == CALLED


def test_ruling_22_a_pass_may_repeat_the_call() -> None:
    book = rulebook("standard", PLAY_ON)
    state = position(book, f"5♥ | {OTHERS}", "9♣", stock="", called=CALLED)
    assert legal_moves(state) == (PASS, PASS_CALLING)
    repeated = move(state, "tek")
    assert TekCalled(0) in repeated.events
    assert repeated.state.called == CALLED
    assert after(state, "pass").called == CALLED


def test_ruling_22_at_any_other_time_the_call_is_illegal() -> None:
    two_left = position("standard", f"5♣ 6♥ 7♥ | {OTHERS}", "9♣")
    assert refused(two_left, play("5♣", call=True)) is Refusal.CALL_NOT_DUE
    assert refused(after(two_left, "draw"), "tek") is Refusal.CALL_NOT_DUE
    finishing = position("standard", f"5♣ | {OTHERS}", "9♣", called=CALLED)
    assert refused(finishing, play("5♣", call=True)) is Refusal.CALL_NOT_DUE
    silent = rulebook("standard", "tek = {forgotten_draws = 0}")
    no_call = position(silent, f"5♣ 6♥ | {OTHERS}", "9♣")
    assert refused(no_call, play("5♣", call=True)) is Refusal.CALL_NOT_DUE


def test_ruling_22_the_call_waits_for_the_end_of_a_cover_phase() -> None:
    state = position("standard", f"A♣ 5♣ | {OTHERS}", "9♣")
    assert refused(state, play("A♣", call=True)) is Refusal.CALL_NOT_DUE
    three = position("standard", f"A♣ 5♣ 6♥ | {OTHERS}", "9♣")
    assert after(three, "A♣", play("5♣", call=True)).called == CALLED


def test_ruling_22_a_hand_that_changes_from_one_card_loses_the_call() -> None:
    for played in ("A♣", "7♣"):
        hands = f"{played} 5♣ 2♦ | 6♥ | Q♦ 3♥"
        state = position("standard", hands, "9♣", called=(False, True, False))
        changed = after(state, played, "5♣") if played == "A♣" else after(state, played, "draw")
        assert len(changed.hands[1]) > 1
        assert changed.called == (False, False, False)
    own = position("standard", f"5♥ | {OTHERS}", "9♣", stock="… 4♥", called=CALLED)
    assert after(own, "draw").called == (False, False, False)


def test_ruling_22_a_call_outlasts_the_turns_of_the_others() -> None:
    state = position("standard", f"5♣ 6♦ | {OTHERS}", "9♣")
    kept = after(state, play("5♣", call=True), "draw", "pass", "draw", "pass")
    assert (kept.called, kept.phase) == (CALLED, Turn())


def test_ruling_22_a_cover_may_finish_uncalled() -> None:
    assert after(position("standard", f"A♣ 5♣ | {OTHERS}", "9♣"), "A♣", "5♣").phase == FINISHED


def test_ruling_23_the_whole_cost_is_one_draw_and_nothing_comes_before_it() -> None:
    state = forgotten("tek = {forgotten_draws = 3}", "… 3♣ 4♥ 2♠")
    assert legal_moves(state) == (DRAW,)
    assert refused(state, "6♣") is Refusal.CALL_FORGOTTEN
    assert refused(state, "pass") is Refusal.CALL_FORGOTTEN
    drawn = move(state, "draw")
    assert drawn.events[0] == CardsDrawn(0, 3, parse_cards("2♠ 4♥ 3♣"), Why.FORGOTTEN)
    assert drawn.state.phase == Turn(3, parse_card("3♣"), barred=True)


def test_ruling_23_the_cost_is_due_even_where_drawing_needs_a_lack_of_matches() -> None:
    state = forgotten('turn = {draw_when = "without_match"}', "… 4♥")
    assert hand(after(state, "draw"), 0) == "6♣ 4♥"


def test_ruling_23_the_cards_count_as_draws_of_the_turn() -> None:
    assert refused(after(forgotten(), "draw"), "draw") is Refusal.DRAW_LIMIT
    many = "tek = {forgotten_draws = 2}\nturn = {draws = 3}"
    once_more = after(forgotten(many, "… 2♦ 3♦ 4♥ 2♠"), "draw", "draw")
    assert hand(once_more, 0) == "6♣ 3♦ 4♥ 2♠"
    assert refused(once_more, "draw") is Refusal.DRAW_LIMIT
    assert after(forgotten(many, "… 4♥ 2♠"), "draw", "pass").seat == 1


def test_ruling_23_a_turn_that_ends_with_a_draw_ends_with_this_one() -> None:
    ended = after(forgotten('turn = {after_draw = "turn_ends"}', "… 3♣"), "draw")
    assert (ended.seat, hand(ended, 0)) == (1, "3♣ 6♣")


def test_ruling_23_a_card_may_be_played_then_calling_again() -> None:
    drawn = after(forgotten(stock="… 3♣"), "draw")
    assert refused(drawn, "6♣") is Refusal.DRAWN_CARD_ONLY
    assert after(drawn, play("3♣", call=True)).called == CALLED
    assert after(drawn, "pass").seat == 1


def test_ruling_23_two_aces_at_once_do_not_finish_that_turn() -> None:
    cover = "cover = {must = true, may_finish = true}"
    rules = f'effects = {{A = {{together = "all", {cover}}}}}'
    drawn = after(forgotten(rules, "… A♣", card="A♥"), "draw")
    assert refused(drawn, "A♣ A♥") is Refusal.FINISH_BARRED
    assert legal_moves(drawn) == (PASS,)


def test_ruling_23_a_card_that_would_finish_is_no_cover() -> None:
    covering = after(forgotten(stock="… 3♣ 4♥ 2♠ A♣"), "draw", "A♣")
    assert covering.phase == Covering(Pending(), barred=True)
    assert refused(covering, "6♣") is Refusal.FINISH_BARRED
    drawn = after(covering, "draw")
    assert hand(drawn, 0) == "3♣ 6♣"
    assert after(drawn, play("3♣", call=True)).called == CALLED


def test_ruling_23_a_cover_drawn_on_an_empty_hand_does_not_finish_that_turn_either() -> None:
    state = forgotten(stock="… 4♥ 6♥ 6♠ 8♥ 8♠ A♣", card="A♥")
    drawn = after(state, "draw", "A♣ A♥", "draw")
    assert hand(drawn, 0) == "4♥"
    assert refused(drawn, "4♥") is Refusal.FINISH_BARRED
    assert legal_moves(drawn) == (PASS, PASS_CALLING)
    assert after(drawn, "tek").called == CALLED


def test_ruling_23_a_debt_comes_first_and_is_only_drawn() -> None:
    state = position("standard", f"7♥ | {OTHERS}", "7♣", phase=Owing(3, Rank(7)))
    assert legal_moves(state) == (DRAW,)
    assert refused(state, "7♥") is Refusal.CALL_FORGOTTEN
    paid = move(state, "draw")
    assert (paid.state.seat, len(paid.state.hands[0])) == (1, 4)
    assert not [event for event in paid.events if isinstance(event, TekForgotten)]
    called = position("standard", f"7♥ | {OTHERS}", "7♣", phase=Owing(3, Rank(7)), called=CALLED)
    assert after(called, "7♥").phase == FINISHED


def test_ruling_23_with_nothing_to_draw_the_seat_passes() -> None:
    state = forgotten(PLAY_ON, "")
    assert refused(state, "6♣") is Refusal.CALL_FORGOTTEN
    assert refused(state, "draw") is Refusal.NOTHING_TO_DRAW
    assert legal_moves(state) == (PASS, PASS_CALLING)
    assert after(state, "tek").called == CALLED


def test_ruling_23_what_the_stock_lacks_of_the_cost_is_forgiven() -> None:
    state = forgotten(f"tek = {{forgotten_draws = 3}}\n{PLAY_ON}", "3♣ 4♥")
    assert after(state, "draw").phase == Turn(2, parse_card("3♣"), barred=True)
