"""Ruling 24: what is drawn for cards held at the end of a round, from where and in which order."""

from pisyedili.engine.cards import JOKER_RANK, NO_CARD, Rank, format_cards, parse_cards
from pisyedili.engine.events import EndDrawn, PointsWritten, RoundEnd, RoundEnded, StockReshuffled
from pisyedili.engine.scoring import SeatScore, score_round
from pisyedili.engine.state import RoundOver, State, Transition
from tests.engine.builder import move, position, rulebook

ACE, SEVEN = Rank(1), Rank(7)
ALL = rulebook(
    "gamyun", 'score = { end_draws = { 7 = 3, A = 1, joker = 10 }, end_chain = "all_ranks" }'
)
QUEENS_FIRST = rulebook("gamyun", "score.end_draws = { Q = 2, A = 1 }")
ROUND_THE_TABLE = "7♣ 7♦ | 3♣ | 4♥ | 7♠ A♠"
TWELVE = "2♣ 3♦ 4♦ 5♦ 6♦ 8♦ 9♦ 10♦ 2♠ 3♠ 4♠ 5♠"


def finish(state: State, card: str = "4♥") -> Transition:
    """Make seat 0 lay its last card."""
    return move(state, card)


def drawn(transition: Transition) -> list[tuple[int, int, str]]:
    """Return who drew for which rank what, in the order in which it happened."""
    return [
        (event.seat, event.rank, format_cards(event.cards))
        for event in transition.events
        if isinstance(event, EndDrawn)
    ]


def test_ruling_24_the_seat_left_of_the_finisher_draws_first_and_all_that_it_is_due() -> None:
    ended = finish(position("gamyun", ROUND_THE_TABLE, "9♥", stock=TWELVE, seat=2))
    assert [format_cards(score.end_draws[0].cards) for score in score_round(ended.state)[::3]] == [
        "10♦ 9♦ 8♦",
        "5♠ 4♠ 3♠",
    ]
    assert ended.state.match.scores == ((14 + 27 + 15, 3, 0, 18 + 12 + 2),)


def test_ruling_24_what_was_drawn_is_told_in_the_order_in_which_it_happened() -> None:
    ended = finish(position("gamyun", ROUND_THE_TABLE, "9♥", stock=TWELVE, seat=2))
    assert drawn(ended) == [
        (3, SEVEN, "5♠ 4♠ 3♠"),
        (3, ACE, "2♠"),
        (0, SEVEN, "10♦ 9♦ 8♦"),
        (0, SEVEN, "6♦ 5♦ 4♦"),
    ]


def test_ruling_24_seats_draw_clockwise_even_where_play_went_the_other_way() -> None:
    hands = "4♥ | A♣ | 3♦ | A♦"
    ended = finish(position("gamyun", hands, "9♥", stock="2♣ 3♣", direction=-1))
    assert drawn(ended) == [(1, ACE, "3♣"), (3, ACE, "2♣")]


def test_ruling_24_ranks_draw_in_the_order_the_table_lists_them() -> None:
    stock = "2♣ 3♦ 4♦ 5♦ 6♦ 8♦ 9♦ 10♦"
    sevens_first = finish(position("gamyun", "4♥ | A♣ 7♣ | 3♦ | 5♣", "9♥", stock=stock))
    assert drawn(sevens_first) == [(1, SEVEN, "10♦ 9♦ 8♦"), (1, ACE, "6♦")]
    queens_first = finish(position(QUEENS_FIRST, "4♥ | A♣ Q♣ | 3♦ | 5♣", "9♥", stock=stock))
    assert drawn(queens_first) == [(1, Rank(12), "10♦ 9♦"), (1, ACE, "8♦")]


def test_ruling_24_an_ace_drawn_for_a_seven_draws_in_its_turn() -> None:
    state = position("gamyun", "4♥ | 7♣ | 3♦ | 5♣", "9♥", stock="2♣ 3♣ 6♦ A♦ 8♦")
    ended = finish(state)
    assert drawn(ended) == [(1, SEVEN, "8♦ A♦ 6♦"), (1, ACE, "3♣")]
    assert ended.state.match.scores == ((0, 7 + 8 + 11 + 6 + 3, 3, 5),)


def test_ruling_24_a_seven_drawn_for_an_ace_draws_only_where_the_chain_is_over_all_ranks() -> None:
    hands, stock = "4♥ | A♣ | 3♦ | 5♣", "2♣ 3♣ 6♦ 8♦ 7♦"
    assert drawn(finish(position("gamyun", hands, "9♥", stock=stock))) == [(1, ACE, "7♦")]
    over_all = finish(position(ALL, hands, "9♥", stock=stock))
    assert drawn(over_all) == [(1, ACE, "7♦"), (1, SEVEN, "8♦ 6♦ 3♣")]


def test_ruling_24_jokers_draw_last_and_what_they_bring_draws_again_over_all_ranks() -> None:
    stock = "2♣ 3♣ 4♣ 2♠ 3♠ 4♠ 5♠ 6♠ 8♠ 9♠ 10♠ Q♠ K♠ A♠ 5♦"
    ended = finish(position(ALL, "4♥ | joker A♣ | 3♦ | 5♣", "9♥", stock=stock))
    assert drawn(ended) == [
        (1, ACE, "5♦"),
        (1, JOKER_RANK, "A♠ K♠ Q♠ 10♠ 9♠ 8♠ 6♠ 5♠ 4♠ 3♠"),
        (1, ACE, "2♠"),
    ]


def test_ruling_24_the_end_draws_take_what_is_left_and_reshuffle_nothing() -> None:
    book = rulebook("gamyun", '[stock]\nwhen_empty = "reshuffle"')
    ended = finish(position(book, "4♥ | 7♣ 7♦ | 7♠ | 5♣", "9♥", stock="2♣ 3♣"))
    assert drawn(ended) == [(1, SEVEN, "3♣ 2♣")]
    assert all(not isinstance(event, StockReshuffled) for event in ended.events)
    assert ended.state.match.scores == ((0, 14 + 5, 7, 5),)


def test_ruling_24_the_multiplier_applies_to_the_hand_with_what_was_drawn_for_it() -> None:
    state = position("gamyun", "7♥ | A♣ 2♣ | 3♦ | 5♣", "9♥", stock="2♦ 10♦")
    ended = finish(state, "7♥")
    assert ended.state.match.scores == ((0, 3 * (11 + 2 + 10), 9, 15),)


def test_ruling_24_a_score_tells_hand_draws_points_and_multiplier_apart() -> None:
    ended = finish(position("gamyun", "7♥ | A♣ 2♣ | 3♦ | 5♣", "9♥", stock="2♦ 10♦"), "7♥")
    score = score_round(ended.state)[1]
    assert format_cards(score.hand) == "A♣ 2♣"
    assert [(draw.rank, format_cards(draw.cards)) for draw in score.end_draws] == [(ACE, "10♦")]
    assert (score.points, score.multiplier, score.total) == (23, 3, 69)


def test_ruling_24_the_cards_drawn_at_the_end_stay_in_the_stock_of_the_state() -> None:
    before = position("gamyun", "4♥ | A♣ 2♣ | 3♦ | 5♣", "9♥", stock="2♦ 10♦")
    ended = finish(before)
    assert ended.state.stock == before.stock
    assert ended.state.hands[1:] == before.hands[1:]


def test_ruling_24_what_was_drawn_is_told_between_the_end_and_the_points() -> None:
    ended = finish(position("gamyun", "4♥ | A♣ | 3♦ | 5♣", "9♥", stock="2♦ 10♦"))
    kinds = [type(event) for event in ended.events]
    assert kinds[-3:] == [RoundEnded, EndDrawn, PointsWritten]
    assert ended.events[-1] == PointsWritten((0, 21, 3, 5))


def test_ruling_24_no_end_draws_in_a_round_that_nobody_finished() -> None:
    state = position("gamyun", "2♦ | 7♣ | A♦ | 3♣", "9♥", stock="", passes=3)
    ended = move(state, "pass")
    assert drawn(ended) == []
    assert RoundEnded(RoundEnd.BLOCKED, None, NO_CARD) in ended.events
    assert ended.state.match.scores == ((2, 7, 11, 3),)


def test_each_seat_is_scored_under_its_number_and_the_finisher_once() -> None:
    ended = finish(position("standard", "7♣ | 3♣ | 4♥ 5♥", "9♣", called=(True, False, False)), "7♣")
    assert score_round(ended.state) == (
        SeatScore(0, (), (), 0, 1),
        SeatScore(1, parse_cards("3♣"), (), 3, 3),
        SeatScore(2, parse_cards("4♥ 5♥"), (), 9, 3),
    )
    blocked = RoundOver(RoundEnd.BLOCKED)
    assert score_round(position("standard", "7♣ | 3♣ | 4♥ 5♥", "9♣", phase=blocked)) == (
        SeatScore(0, parse_cards("7♣"), (), 7, 1),
        SeatScore(1, parse_cards("3♣"), (), 3, 1),
        SeatScore(2, parse_cards("4♥ 5♥"), (), 9, 1),
    )
