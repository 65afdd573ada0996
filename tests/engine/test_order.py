"""Rulings 13 and 14, and 15 as far as it is about who is next: the order of play."""

from pisyedili.engine.events import DirectionReversed, SeatSkipped, TekForgotten, TurnSentBack
from pisyedili.engine.moves import DRAW
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.state import Covering, Forgotten, Owing, Pending, State, Turn
from tests.engine.builder import after, move, play, position, rulebook

FOUR = "3♥ 2♦ 4♦ | 3♦ 5♥ 5♣ | 2♥ 5♦ 2♠ | K♥ 6♥ 6♠"
FIVE = f"{FOUR} | 9♣ Q♥ Q♣"


def two(effects: str, hands: str) -> State:
    """Return a position of two seats at a standard table with other effects."""
    book = rulebook("standard", f"[table]\nseats_min = 2\n[effects]\n{effects}")
    return position(book, hands, "9♥")


def table(effects: str, preset: str = "classic") -> Rulebook:
    return rulebook(preset, f"[effects]\n{effects}")


def holding(cards: str, hands: str = FOUR) -> str:
    """Return hands with more cards in the first one."""
    return f"{cards} {hands}"


def test_ruling_13_with_two_seats_a_skip_begins_the_next_turn_of_the_same_seat() -> None:
    state = two("8 = { skip = 1 }", "8♥ 4♥ 5♥ | 3♣ 5♣")
    skipped = move(state, "8♥")
    assert SeatSkipped(1) in skipped.events
    assert (skipped.state.seat, skipped.state.phase) == (0, Turn())
    assert skipped.state.turns == state.turns + 1


def test_ruling_13_a_skip_back_to_oneself_punishes_an_uncalled_last_card() -> None:
    state = two("8 = { skip = 1 }", "8♥ 4♥ | 3♣ 5♣")
    uncalled = move(state, "8♥")
    assert (uncalled.state.seat, uncalled.state.phase) == (0, Forgotten())
    assert uncalled.events[-1] == TekForgotten(0)
    called = after(state, play("8♥", call=True))
    assert (called.seat, called.phase) == (0, Turn())


def test_ruling_13_a_skip_of_two_counts_round_a_table_of_two() -> None:
    skipped = move(two("8 = { skip = 2 }", "8♥ 4♥ 5♥ | 3♣ 5♣"), "8♥")
    assert skipped.events[-2:] == (SeatSkipped(1), SeatSkipped(0))
    assert (skipped.state.seat, skipped.state.phase) == (1, Turn())


def test_ruling_13_with_two_seats_a_lasting_reverse_changes_nothing_about_who_is_next() -> None:
    turned = after(two("10 = { reverse = {} }", "10♥ 4♥ 5♥ | 3♥ 5♣ 6♣"), "10♥")
    assert (turned.seat, turned.direction) == (1, -1)
    assert after(turned, "3♥").seat == 0


def test_ruling_13_a_table_may_let_a_reverse_act_as_a_skip_with_two_seats() -> None:
    effects = "10 = { reverse = { skips_with_two = true } }"
    turned = move(two(effects, "10♥ 4♥ 5♥ | 3♥ 5♣ 6♣"), "10♥")
    assert (turned.state.seat, turned.state.direction) == (0, 1)
    assert SeatSkipped(1) in turned.events
    with_four = after(position(table(effects), holding("10♥"), "9♥"), "10♥")
    assert (with_four.seat, with_four.direction) == (3, -1)


def test_ruling_14_a_turn_sent_back_goes_to_the_seat_before_and_then_comes_back() -> None:
    state = position(table('10 = { reverse.kind = "one_turn" }'), holding("10♥"), "9♥")
    back = move(state, "10♥")
    assert back.events[-1] == TurnSentBack(3)
    assert (back.state.seat, back.state.direction) == (3, 1)
    assert after(back.state, "K♥").seat == 0
    assert after(back.state, "K♥", "3♥").seat == 1


def test_ruling_14_the_seat_before_is_found_against_the_direction_of_the_moment() -> None:
    book = table('10 = { reverse.kind = "one_turn" }')
    state = position(book, holding("10♥"), "9♥", direction=-1)
    back = after(state, "10♥")
    assert (back.seat, back.direction) == (1, -1)
    assert after(back, "5♥").seat == 0


def test_ruling_14_the_seat_before_may_skip_the_seat_that_sent_the_turn_back() -> None:
    book = table('10 = { reverse.kind = "one_turn" }\n8 = { skip = 1 }')
    hands = holding("10♥").replace("K♥", "8♥")
    assert after(position(book, hands, "9♥"), "10♥", "8♥").seat == 1


def test_ruling_14_the_seat_before_may_send_the_turn_further_back() -> None:
    book = table('10 = { reverse.kind = "one_turn" }')
    hands = holding("10♥").replace("K♥", "10♠")
    twice = after(position(book, hands, "9♥"), "10♥", "10♠")
    assert (twice.seat, twice.direction) == (2, 1)


def test_ruling_14_with_two_seats_a_turn_sent_back_simply_alternates() -> None:
    back = after(two('10 = { reverse.kind = "one_turn" }', "10♥ 4♥ 5♥ | 3♥ 5♣ 6♣"), "10♥")
    assert (back.seat, back.direction) == (1, 1)
    assert after(back, "3♥").seat == 0


def test_ruling_15_a_skip_comes_first_and_the_debt_falls_on_the_seat_then_on_turn() -> None:
    book = table('7 = { skip = 1, draw_next = { cards = 3, stacking = "adds" } }')
    owing = after(position(book, holding("7♥"), "9♥"), "7♥")
    assert (owing.seat, owing.phase) == (2, Owing(3, owing.top_rank))
    assert after(owing, DRAW).seat == 3


def test_ruling_15_a_turn_sent_back_with_a_skip_goes_back_one_seat_more() -> None:
    book = table('10 = { skip = 1, reverse.kind = "one_turn" }')
    back = move(position(book, holding("10♥", FIVE), "9♥"), "10♥")
    assert back.events[-2:] == (SeatSkipped(4), TurnSentBack(3))
    assert (back.state.seat, back.state.direction) == (3, 1)


def test_ruling_15_a_lasting_reverse_with_a_skip_skips_in_the_new_direction() -> None:
    book = table("10 = { skip = 1, reverse = {} }")
    turned = after(position(book, holding("10♥", FIVE), "9♥"), "10♥")
    assert (turned.seat, turned.direction) == (3, -1)


def test_ruling_15_an_even_number_of_reverses_in_one_move_cancels() -> None:
    book = table('10 = { reverse = {}, together = "any_number" }')
    state = position(book, holding("10♣ 10♦ 10♥"), "9♥")
    twice = move(state, "10♥ 10♦")
    assert (twice.state.seat, twice.state.direction) == (1, 1)
    assert all(not isinstance(event, DirectionReversed) for event in twice.events)
    thrice = after(state, "10♥ 10♣ 10♦")
    assert (thrice.seat, thrice.direction) == (3, -1)


def test_ruling_15_an_even_number_of_turns_sent_back_in_one_move_cancels() -> None:
    book = table('10 = { reverse.kind = "one_turn", together = "any_number" }')
    state = position(book, holding("10♣ 10♦ 10♥"), "9♥")
    assert after(state, "10♥ 10♦").seat == 1
    assert after(state, "10♥ 10♣ 10♦").seat == 3


def test_ruling_15_cards_laid_together_skip_as_many_seats() -> None:
    book = table('8 = { skip = 1, together = "any_number" }')
    state = position(book, holding("8♦ 8♥", FIVE), "9♥")
    assert after(state, "8♥").seat == 2
    assert after(state, "8♥ 8♦").seat == 3


def test_ruling_15_who_is_next_waits_until_the_cover_is_laid() -> None:
    book = table("A = { skip = 1, reverse = {}, cover = {} }\n8 = { skip = 1 }")
    covering = move(position(book, holding("A♥ 8♥", FIVE), "9♥"), "A♥")
    assert covering.state.phase == Covering(Pending(skips=1, flip=True))
    assert (covering.state.seat, covering.state.direction) == (0, 1)
    assert all(not isinstance(event, SeatSkipped) for event in covering.events)
    covered = after(covering.state, "8♥")
    assert (covered.seat, covered.direction) == (2, -1)
    left = after(covering.state, "pass")
    assert (left.seat, left.direction) == (3, -1)


def test_ruling_15_skips_beyond_any_table_drop_whole_rounds_of_it() -> None:
    phase = Covering(Pending(skips=9_999))
    book = table("A = { cover = {} }\n8 = { skip = 1 }")
    covering = position(book, "8♥ 3♥ 2♦ | 3♦ 5♥ | 2♥ 5♦", "A♥", phase=phase)
    covered = move(covering, "8♥")
    assert covered.state.seat == (1 + 10_000) % 3
    assert covered.events[1:] == (SeatSkipped(1),)
