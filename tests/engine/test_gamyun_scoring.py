"""The table of source 002, statement by statement: ends, points, agreements (G18 to G29)."""

from collections import Counter

from pisyedili.engine.cards import JOKER
from pisyedili.engine.deal import new_match, start_round
from pisyedili.engine.errors import Refusal
from pisyedili.engine.events import RoundEnd
from pisyedili.engine.moves import DRAW
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.scoring import score_round, winners
from pisyedili.engine.state import Match, MatchOver, RoundOver, State, Turn
from tests.engine.builder import SEED, after, position, refused, rulebook

HANDS = "4♥ | 3♣ 5♥ | 2♦ 5♦ | K♦ 6♠"


def finishing(book: Rulebook, *before: tuple[int, ...], hands: str = HANDS) -> State:
    """Return the state after seat 0 finishes the round that follows rounds with these scores."""
    match = Match(book, "test", (), SEED, len(before), before)
    return after(position(book, hands, "9♥", stock="", match=match), hands.split(maxsplit=1)[0])


def costs(hands: str, stock: str = "") -> tuple[int, ...]:
    """Return what the seats are charged after seat 0 lays the first card on a nine of hearts."""
    state = after(position("gamyun", hands, "9♥", stock=stock), hands.split(maxsplit=1)[0])
    return state.match.scores[-1]


def test_G18_four_rounds_are_played_where_nothing_else_is_agreed() -> None:
    third = finishing(rulebook("gamyun"), (0,) * 4, (0,) * 4)
    assert isinstance(third.phase, RoundOver)
    assert start_round(third).state.match.round == 3
    fourth = finishing(rulebook("gamyun"), (0,) * 4, (0,) * 4, (0,) * 4)
    assert isinstance(fourth.phase, MatchOver)


def test_G18_another_number_of_rounds_can_be_agreed() -> None:
    book = rulebook("gamyun", "[match]\nrounds = 2")
    assert isinstance(finishing(book).phase, RoundOver)
    assert isinstance(finishing(book, (0,) * 4).phase, MatchOver)


def test_G19_a_round_ends_when_a_hand_is_empty() -> None:
    ended = finishing(rulebook("gamyun"))
    assert ended.phase == RoundOver(RoundEnd.FINISHED, 0)


def test_G19_a_round_ends_when_nobody_can_play_and_nothing_is_left_to_draw() -> None:
    state = position("gamyun", "2♦ 3♣ | 2♣ 3♦ | 5♦ 5♣ | 6♠ K♦", "9♥", stock="")
    stuck = after(state, "pass", "pass", "pass")
    assert (stuck.seat, stuck.phase) == (3, Turn())
    blocked = after(stuck, "pass")
    assert blocked.phase == RoundOver(RoundEnd.BLOCKED)
    assert blocked.match.scores == ((5, 5, 10, 16),)


def test_G19_a_card_that_can_be_played_keeps_the_round_going() -> None:
    state = position("gamyun", "2♦ 3♣ | 2♣ 3♥ | 5♦ 5♣ | 6♠ K♦", "9♥", stock="")
    going = after(state, "pass", "3♥", "pass", "pass", "pass")
    assert (going.seat, going.phase) == (1, Turn())


def test_G19_the_turn_that_draws_the_last_card_is_not_one_without_a_play_or_draw() -> None:
    state = position("gamyun", "2♦ 3♣ | 2♣ 3♦ | 5♦ 5♣ | 6♠ K♦", "9♥", stock="4♦")
    stuck = after(state, DRAW, "pass", "pass", "pass")
    assert (stuck.seat, stuck.phase) == (0, Turn())
    assert after(stuck, "pass").phase == RoundOver(RoundEnd.BLOCKED)


def test_G20_each_seven_held_at_the_end_draws_three() -> None:
    drawn = costs("4♥ | 7♣ 7♦ | 2♦ 5♦ | K♦ 6♠", "K♣ Q♣ K♠ 2♣ 3♣ 4♣")
    assert drawn == (0, 14 + 9 + 30, 7, 16)


def test_G20_a_seven_drawn_for_a_seven_draws_three_more() -> None:
    drawn = costs("4♥ | 7♣ 2♣ | 2♦ 5♦ | K♦ 6♠", "K♣ 6♣ 5♣ 4♣ 3♣ 7♠ 2♣")
    assert drawn == (0, 7 + 2 + (2 + 7 + 3) + (4 + 5 + 6), 7, 16)


def test_G20_a_seven_drawn_for_an_ace_draws_nothing() -> None:
    assert costs("4♥ | A♣ 2♣ | 2♦ 5♦ | K♦ 6♠", "6♣ 5♣ 4♣ 7♠") == (0, 11 + 2 + 7, 7, 16)


def test_G21_each_ace_held_at_the_end_draws_one_and_so_does_an_ace_drawn_for_it() -> None:
    assert costs("4♥ | A♣ A♦ | 2♦ 5♦ | K♦ 6♠", "6♣ 5♣ 4♣") == (0, 22 + 4 + 5, 7, 16)
    assert costs("4♥ | A♣ 2♣ | 2♦ 5♦ | K♦ 6♠", "6♣ 5♣ A♠") == (0, 11 + 2 + 11 + 5, 7, 16)


def test_G21_no_other_card_draws_at_the_end() -> None:
    assert costs("4♥ | joker J♦ | 2♦ 5♦ | K♦ 6♠", "6♣ 5♣ A♠") == (0, 125, 7, 16)


def test_G22_finishing_on_a_joker_costs_the_others_ten_times_their_hands() -> None:
    assert costs("joker | 3♣ 5♥ | 2♦ 5♦ | K♦ 6♠") == (0, 80, 70, 160)


def test_G23_finishing_on_a_seven_costs_the_others_three_times_their_hands() -> None:
    assert costs("7♥ | 3♣ 5♥ | 2♦ 5♦ | K♦ 6♠") == (0, 24, 21, 48)


def test_G24_finishing_on_a_jack_costs_the_others_twice_their_hands() -> None:
    assert costs("J♥ | 3♣ 5♥ | 2♦ 5♦ | K♦ 6♠") == (0, 16, 14, 32)


def test_G24_finishing_on_another_card_costs_the_others_their_hands() -> None:
    assert costs("10♥ | 3♣ 5♥ | 2♦ 5♦ | K♦ 6♠") == (0, 8, 7, 16)


def test_G25_a_card_left_in_hand_costs_its_points() -> None:
    pictures = {"joker": 100, "J♣": 25, "A♣": 11, "Q♣": 10, "K♣": 10}
    for card, points in (pictures | {f"{face}♣": face for face in range(2, 11)}).items():
        assert costs(f"4♥ | {card} | 2♦ 5♦ | K♦ 6♠") == (0, points, 7, 16)


def test_G26_every_total_below_the_average_wins() -> None:
    ended = finishing(rulebook("gamyun"), (60, 0, 0, 0), (0, 0, 60, 0), (0, 20, 0, 60))
    totals = (60, 28, 67, 76)
    assert [sum(column) for column in zip(*ended.match.scores, strict=True)] == list(totals)
    assert winners(ended.match, 4) == (1,)
    ended = finishing(rulebook("gamyun"), (40, 0, 0, 0), (0, 0, 60, 0), (0, 20, 0, 60))
    assert winners(ended.match, 4) == (0, 1)


def test_G27_the_jokers_can_be_left_out() -> None:
    book = rulebook("gamyun", "[table]\njokers = 0")
    state = new_match(book, 4, SEED).state
    cards = Counter(state.stock)
    cards.update(card for held in state.hands for card in held)
    assert cards.total() == 104
    assert JOKER not in cards


def test_G27_a_table_with_jokers_deals_them() -> None:
    assert rulebook("gamyun").deck(4).count(JOKER) == 2


def test_G28_where_nothing_else_is_agreed_an_ace_draws_and_an_eight_skips() -> None:
    state = position("gamyun", "A♥ 8♥ | 3♣ 5♥ | 2♦ 5♦ | K♦ 6♠", "9♥")
    laid = after(state, "A♥")
    assert [len(held) for held in laid.hands] == [1, 3, 3, 3]
    assert after(laid, "pass").seat == 1
    assert after(state, "8♥").seat == 2


def test_G28_an_ace_may_draw_or_skip_or_do_both() -> None:
    for effects, seat, drawn in [
        ("{ others_draw = 1 }", 1, [1, 1, 1]),
        ("{ skip = 1 }", 2, [0, 0, 0]),
        ("{ others_draw = 1, skip = 1 }", 2, [1, 1, 1]),
    ]:
        book = rulebook("gamyun", f"[effects]\nA = {effects}")
        laid = after(position(book, "A♥ 4♠ | 3♣ 5♥ | 2♦ 5♦ | K♦ 6♠", "9♥"), "A♥")
        assert (laid.seat, laid.phase) == (seat, Turn())
        assert [len(held) - 2 for held in laid.hands[1:]] == drawn


def test_G28_an_eight_may_skip_or_be_a_plain_card() -> None:
    for effects, seat in (("{}", 1), ("{ skip = 1 }", 2)):
        book = rulebook("gamyun", f"[effects]\n8 = {effects}")
        laid = after(position(book, "8♥ 4♠ | 3♣ 5♥ | 2♦ 5♦ | K♦ 6♠", "9♥"), "8♥")
        assert laid.seat == seat


def test_G29_a_table_may_let_a_turn_draw_as_many_cards_as_it_likes() -> None:
    changes = '[turn]\ndraws = 0\ndraw_again = "freely"\nafter_draw = "any_card"'
    state = position(
        rulebook("gamyun", changes),
        "9♠ 4♠ | 3♣ 5♥ | 2♦ 5♦ | K♦ 6♠",
        "9♥",
        stock="A♦ Q♥ 2♣ K♥ 5♣ 6♣",
    )
    drawn = after(state, DRAW, DRAW, DRAW, DRAW, DRAW)
    assert (drawn.seat, len(drawn.hands[0])) == (0, 7)
    assert refused(drawn, DRAW) is None
    assert refused(drawn, "9♠") is None
    assert refused(drawn, "K♥") is None


def test_G29_at_this_table_itself_a_turn_draws_one_card() -> None:
    state = position("gamyun", "9♠ 4♠ | 3♣ 5♥ | 2♦ 5♦ | K♦ 6♠", "9♥", stock="A♦ K♥")
    assert refused(after(state, DRAW), DRAW) is Refusal.DRAW_LIMIT


def test_G25_the_points_of_a_hand_can_be_asked_for_while_the_round_goes_on() -> None:
    state = position("gamyun", HANDS, "9♥")
    assert [score.points for score in score_round(state)] == [4, 8, 7, 16]
