"""The table of source 002, statement by statement: what cards do (G11 to G17)."""

from pisyedili.engine.cards import CLUBS, DIAMONDS, HEARTS, JOKER_RANK, SPADES, Rank
from pisyedili.engine.errors import Refusal
from pisyedili.engine.moves import DRAW
from pisyedili.engine.state import Covering, Owing, Pending, RoundOver, Turn
from tests.engine.builder import after, play, position, refused

SEVEN = Rank(7)


def test_G11_a_joker_makes_the_next_seat_draw_ten() -> None:
    for top in ("9♥", "4♠"):
        state = position("gamyun", "joker 2♦ | 3♣ 9♥ | 2♦ 5♦ | K♦ 6♠", top)
        owing = after(state, "joker")
        assert (owing.seat, owing.phase) == (1, Owing(10, JOKER_RANK))
        paid = after(owing, DRAW)
        assert (len(paid.hands[1]), len(owing.stock) - len(paid.stock)) == (12, 10)
        assert (paid.seat, paid.phase) == (2, Turn())


def test_G12_a_joker_on_a_joker_makes_the_seat_after_that_draw_twenty() -> None:
    state = position("gamyun", "joker 2♦ | joker 7♥ | 2♦ 5♦ | K♦ 6♠", "9♥")
    once = after(state, "joker")
    assert refused(once, "7♥") is Refusal.DEBT_DUE
    twice = after(once, "joker")
    assert (twice.seat, twice.phase) == (2, Owing(20, JOKER_RANK))
    assert len(after(twice, DRAW).hands[2]) == 22


def test_G13_an_ace_makes_each_other_seat_draw_one() -> None:
    state = position("gamyun", "A♥ 2♦ | 3♣ 5♥ | 2♦ 5♦ | K♦ 6♠", "9♥", stock="4♦ 3♠ 2♠ 5♠")
    laid = after(state, "A♥")
    assert [len(held) for held in laid.hands] == [1, 3, 3, 3]
    assert len(laid.stock) == 1


def test_G13_another_card_may_follow_an_ace_by_its_suit_or_rank_or_none() -> None:
    state = position("gamyun", "A♥ K♥ A♠ K♠ | 3♣ 5♥ | 2♦ 5♦ | K♦ 6♠", "9♥")
    laid = after(state, "A♥")
    assert (laid.seat, laid.phase) == (0, Covering(Pending()))
    assert after(laid, "K♥").seat == 1
    assert after(laid, "pass").seat == 1
    assert refused(laid, "K♠") is Refusal.NO_MATCH
    assert refused(laid, DRAW) is Refusal.DRAW_NOT_DUE
    twice = after(laid, "A♠")
    assert (twice.seat, twice.phase) == (0, Covering(Pending()))
    assert after(twice, "K♠").seat == 1


def test_G13_aces_are_laid_one_at_a_time() -> None:
    state = position("gamyun", "A♥ A♠ K♠ | 3♣ 5♥ | 2♦ 5♦ | K♦ 6♠", "9♥")
    assert refused(state, "A♥ A♠") is Refusal.CARDS_NOT_TOGETHER
    assert refused(state, "A♥") is None


def test_G13_a_last_ace_finishes_without_another_card() -> None:
    ended = after(position("gamyun", "A♥ | 3♣ 5♥ | 2♦ 5♦ | K♦ 6♠", "9♥"), "A♥")
    assert isinstance(ended.phase, RoundOver)
    assert ended.phase.finisher == 0


def test_G14_a_jack_names_any_suit_and_the_next_card_follows_it() -> None:
    for suit in (CLUBS, DIAMONDS, HEARTS, SPADES):
        others = "5♣ 5♦ 5♥ 5♠"
        state = position("gamyun", f"J♥ 2♦ | {others} | 2♦ 5♦ | K♦ 6♠", "9♥")
        assert refused(state, "J♥") is Refusal.SUIT_DUE
        named = after(state, play("J♥", suit))
        assert named.suit == suit
        accepted = [card for card in others.split() if refused(named, card) is None]
        assert accepted == [others.split()[suit - 1]]


def test_G14_another_jack_may_follow_a_jack_by_its_rank() -> None:
    named = after(position("gamyun", "J♥ 2♦ | J♣ 5♥ 6♣ | 2♦ 5♦ | K♦ 6♠", "9♥"), play("J♥", SPADES))
    assert after(named, play("J♣", DIAMONDS)).suit == DIAMONDS
    assert refused(named, "6♣") is Refusal.NO_MATCH


def test_G14_a_jack_that_does_not_match_may_not_be_played() -> None:
    state = position("gamyun", "J♥ J♠ 2♦ | 3♣ 5♥ | 2♦ 5♦ | K♦ 6♠", "9♥")
    assert refused(state, play("J♥", CLUBS)) is None
    assert refused(state, play("J♠", CLUBS)) is Refusal.NO_MATCH


def test_G15_a_ten_sends_the_turn_to_the_seat_before_once_and_then_on_clockwise() -> None:
    state = position("gamyun", "10♥ 2♦ 6♥ | 3♥ 5♣ | 2♥ 5♦ | K♥ 6♠", "9♥")
    back = after(state, "10♥")
    assert (back.seat, back.direction) == (3, 1)
    again = after(back, "K♥")
    assert again.seat == 0
    assert after(again, "6♥").seat == 1


def test_G16_an_eight_skips_the_next_seat() -> None:
    state = position("gamyun", "8♥ 2♦ | 3♥ 5♣ | 2♥ 5♦ | K♥ 6♠", "9♥")
    skipped = after(state, "8♥")
    assert (skipped.seat, skipped.phase) == (2, Turn())
    assert (skipped.hands[1:], skipped.stock) == (state.hands[1:], state.stock)


def test_G17_a_seven_is_answered_by_three_cards_drawn_or_by_a_seven() -> None:
    state = position("gamyun", "7♥ 2♦ | 7♣ 5♥ J♥ joker | 2♥ 5♦ | K♥ 6♠", "9♥")
    owing = after(state, "7♥")
    assert (owing.seat, owing.phase) == (1, Owing(3, SEVEN))
    for card in ("5♥", "joker", play("J♥", SPADES), "pass"):
        assert refused(owing, card) is Refusal.DEBT_DUE
    assert refused(owing, "7♣") is None
    paid = after(owing, DRAW)
    assert len(paid.hands[1]) == 4 + 3
    assert (paid.seat, paid.phase) == (2, Turn())


def test_G17_three_cards_are_due_for_every_seven_laid() -> None:
    state = position("gamyun", "7♥ 2♦ | 7♣ 5♥ | 7♦ 5♦ | K♥ 6♠", "9♥")
    owing = after(state, "7♥", "7♣", "7♦")
    assert (owing.seat, owing.phase) == (3, Owing(9, SEVEN))
    assert len(after(owing, DRAW).hands[3]) == 2 + 9
