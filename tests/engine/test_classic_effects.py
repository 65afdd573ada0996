"""The table of source 004, statement by statement: what cards do (K11 to K15, K25, K27)."""

from pisyedili.engine.cards import CLUBS, DIAMONDS, HEARTS, SPADES, Rank
from pisyedili.engine.errors import Refusal
from pisyedili.engine.events import RoundEnd
from pisyedili.engine.moves import DRAW
from pisyedili.engine.state import Covering, Owing, Pending, RoundOver, Turn
from tests.engine.builder import after, play, position, refused, rulebook

SEVEN = Rank(7)
OTHER_SUIT = "[effects.J.choose_suit]\nalways = true\nother_suit_only = true"


def test_K11_an_eight_skips_the_next_seat() -> None:
    skipped = after(position("classic", "8♥ 2♦ | 3♥ 5♣ | 2♥ 5♦ | K♥ 6♠", "9♥"), "8♥")
    assert (skipped.seat, skipped.phase) == (2, Turn())
    assert after(skipped, "2♥").seat == 3


def test_K12_a_ten_turns_the_order_of_play_round_until_the_next_ten() -> None:
    state = position("classic", "10♥ 2♦ 6♥ | 3♥ 5♣ | 2♥ 5♦ 4♠ | K♥ 6♠", "9♥")
    turned = after(state, "10♥")
    assert (turned.seat, turned.direction) == (3, -1)
    onward = after(turned, "K♥")
    assert onward.seat == 2
    assert after(onward, "2♥").seat == 1


def test_K12_a_second_ten_turns_it_back() -> None:
    state = position("classic", "10♥ 2♦ 6♥ | 3♥ 5♣ | 2♥ 5♦ | 10♠ 6♠", "9♥")
    back = after(state, "10♥", "10♠")
    assert (back.seat, back.direction) == (0, 1)


def test_K13_a_seven_is_answered_by_three_cards_drawn_or_by_a_seven_but_no_jack() -> None:
    owing = after(position("classic", "7♥ 2♦ | 7♣ J♥ 8♥ | 2♥ 5♦", "9♥"), "7♥")
    assert (owing.seat, owing.phase) == (1, Owing(3, SEVEN))
    assert refused(owing, play("J♥", SPADES)) is Refusal.DEBT_DUE
    assert refused(owing, "8♥") is Refusal.DEBT_DUE
    assert refused(owing, "7♣") is None
    assert len(after(owing, DRAW).hands[1]) == 3 + 3


def test_K14_sevens_in_a_row_add_up_to_three_cards_each() -> None:
    state = position("classic", "7♥ 2♦ | 7♣ J♥ | 7♦ 5♦ | 2♥ 5♥", "9♥")
    owing = after(state, "7♥", "7♣", "7♦")
    assert (owing.seat, owing.phase) == (3, Owing(9, SEVEN))
    paid = after(owing, DRAW)
    assert len(paid.hands[3]) == 2 + 9
    assert len(owing.stock) - len(paid.stock) == 9


def test_K15_another_card_may_follow_an_ace_by_its_suit_or_rank_or_none() -> None:
    state = position("classic", "A♥ K♥ A♠ K♠ | 3♣ 5♥ | 2♦ 5♦", "9♥")
    laid = after(state, "A♥")
    assert (laid.seat, laid.phase) == (0, Covering(Pending()))
    assert after(laid, "K♥").seat == 1
    assert after(laid, "A♠").phase == Covering(Pending())
    assert after(laid, "pass").seat == 1
    assert refused(laid, "K♠") is Refusal.NO_MATCH
    assert refused(laid, DRAW) is Refusal.DRAW_NOT_DUE


def test_K15_aces_go_one_by_one_and_nobody_else_draws() -> None:
    state = position("classic", "A♥ K♥ A♠ K♠ | 3♣ 5♥ | 2♦ 5♦", "9♥")
    assert refused(state, "A♥ A♠") is Refusal.CARDS_NOT_TOGETHER
    laid = after(state, "A♥")
    assert (laid.hands[1:], laid.stock) == (state.hands[1:], state.stock)


def test_K15_a_last_ace_finishes_without_another_card() -> None:
    ended = after(position("classic", "A♥ | 3♣ 5♥ | 2♦ 5♦", "9♥"), "A♥")
    assert ended.phase == RoundOver(RoundEnd.FINISHED, 0)


def test_K25_a_table_may_ask_that_a_jack_names_another_suit() -> None:
    for suit in (CLUBS, DIAMONDS, SPADES):
        state = position(rulebook("classic", OTHER_SUIT), "J♠ 2♦ | 3♣ 5♥", "9♥")
        assert refused(state, play("J♠", HEARTS)) is Refusal.SUIT_NOT_DIFFERENT
        assert after(state, play("J♠", suit)).suit == suit


def test_K25_another_suit_is_one_other_than_the_named_suit_not_the_top_cards() -> None:
    book = rulebook("classic", OTHER_SUIT + "\non_own_rank = true")
    named = after(position(book, "J♥ 2♦ | J♣ 5♥", "9♥"), play("J♥", SPADES))
    assert refused(named, play("J♣", SPADES)) is Refusal.SUIT_NOT_DIFFERENT
    assert after(named, play("J♣", HEARTS)).suit == HEARTS


def test_K25_the_table_itself_lets_a_jack_name_any_suit() -> None:
    state = position("classic", "J♠ 2♦ | 3♣ 5♥", "9♥")
    for suit in (CLUBS, DIAMONDS, HEARTS, SPADES):
        assert after(state, play("J♠", suit)).suit == suit


def test_K27_a_seat_that_draws_for_a_seven_does_not_play_in_that_turn() -> None:
    owing = after(position("classic", "7♥ 2♦ | 4♥ J♥ | 2♥ 5♦ | K♥ 6♠", "9♥"), "7♥")
    paid = after(owing, DRAW)
    assert (paid.seat, paid.phase) == (2, Turn())
    assert paid.turns == owing.turns + 1
