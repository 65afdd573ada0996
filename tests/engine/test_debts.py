"""Ruling 15 as far as it is about debts, and ruling 16: what falls due, and what follows."""

from pisyedili.engine.cards import Rank
from pisyedili.engine.errors import Refusal
from pisyedili.engine.events import CardsDrawn, DebtRaised, Why
from pisyedili.engine.moves import DRAW
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.state import Covering, Forgotten, Owing, Pending, Turn
from tests.engine.builder import after, move, play, position, refused, rulebook

ACE, SEVEN = Rank(1), Rank(7)
FOUR = "3♥ 2♦ | 7♣ A♣ 5♥ | 2♥ 5♦ 2♠ | K♥ 6♥ 6♠"
DOUBLING = '7 = { draw_next = { cards = 3, stacking = "doubles" }, together = "any_number" }'
SPARING = "7 = { draw_next = { cards = 3, spared_on_empty_stock = true } }"


def table(effects: str, preset: str = "gamyun", more: str = "") -> Rulebook:
    return rulebook(preset, f"{more}\n[effects]\n{effects}")


def test_ruling_15_cards_laid_together_raise_the_debt_by_each() -> None:
    book = table('7 = { draw_next = { cards = 3, stacking = "adds" }, together = "any_number" }')
    state = position(book, f"7♦ 7♥ 7♠ {FOUR}", "9♥")
    assert after(state, "7♥").phase == Owing(3, SEVEN)
    assert after(state, "7♥ 7♦").phase == Owing(6, SEVEN)
    assert after(state, "7♥ 7♦ 7♠").phase == Owing(9, SEVEN)


def test_ruling_15_cards_laid_together_make_the_others_draw_for_each() -> None:
    book = table('A = { others_draw = 2, together = "any_number" }')
    laid = move(position(book, f"A♦ A♥ {FOUR}", "9♥"), "A♥ A♦")
    drawn = [event for event in laid.events if isinstance(event, CardsDrawn)]
    assert [(event.seat, event.count, event.why) for event in drawn] == [
        (1, 4, Why.OTHERS),
        (2, 4, Why.OTHERS),
        (3, 4, Why.OTHERS),
    ]


def test_ruling_15_a_debt_waits_until_the_cover_phase_is_over() -> None:
    book = table("A = { draw_next.cards = 2, cover = {} }")
    covering = move(position(book, f"A♥ {FOUR}", "9♥"), "A♥")
    assert (covering.state.seat, covering.state.phase) == (0, Covering(Pending(debt=2, rank=ACE)))
    assert all(not isinstance(event, DebtRaised) for event in covering.events)
    covered = move(covering.state, "3♥")
    assert covered.events[-1] == DebtRaised(1, 2, ACE)
    assert (covered.state.seat, covered.state.phase) == (1, Owing(2, ACE))
    assert after(covering.state, "pass").phase == Owing(2, ACE)


def test_ruling_15_debts_of_two_ranks_in_one_turn_add_up_and_the_later_rank_stacks() -> None:
    book = table(
        'A = { draw_next = { cards = 2, stacking = "adds" }, cover = {} }\n'
        '7 = { draw_next = { cards = 3, stacking = "adds" } }'
    )
    owing = after(position(book, f"A♥ 7♥ {FOUR}", "9♥"), "A♥", "7♥")
    assert (owing.seat, owing.phase) == (1, Owing(5, SEVEN))
    assert refused(owing, "A♣") is Refusal.DEBT_DUE
    assert after(owing, "7♣").phase == Owing(8, SEVEN)
    alone = after(position(book, f"A♥ 7♥ {FOUR}", "9♥"), "A♥", "3♥")
    assert alone.phase == Owing(2, ACE)
    assert refused(alone, "7♣") is Refusal.DEBT_DUE
    assert refused(alone, "A♣") is None


def test_ruling_15_doubling_raises_n_for_the_first_card_and_doubles_for_each_further_one() -> None:
    state = position(table(DOUBLING), f"7♦ 7♥ 7♠ {FOUR}", "9♥")
    assert after(state, "7♥").phase == Owing(3, SEVEN)
    assert after(state, "7♥ 7♦").phase == Owing(6, SEVEN)
    assert after(state, "7♥ 7♦ 7♠").phase == Owing(12, SEVEN)
    assert after(state, "7♥", "7♣").phase == Owing(6, SEVEN)
    assert after(state, "7♥ 7♦", "7♣").phase == Owing(12, SEVEN)


def test_ruling_15_doubling_on_a_debt_doubles_the_whole_for_each_card_laid() -> None:
    hands = "3♥ 2♦ | 7♦ 7♠ 5♥ | 2♥ 5♦ | K♥ 6♥"
    owing = after(position(table(DOUBLING), f"7♥ {hands}", "9♥"), "7♥")
    assert after(owing, "7♦ 7♠").phase == Owing(12, SEVEN)


def test_ruling_15_doubling_counts_the_debt_of_another_rank_as_a_part_of_the_whole() -> None:
    book = table(f"A = {{ draw_next = {{ cards = 2 }}, cover = {{}} }}\n{DOUBLING}")
    covering = after(position(book, f"A♥ 7♦ 7♥ {FOUR}", "9♥"), "A♥")
    assert after(covering, "7♥").phase == Owing(5, SEVEN)
    assert after(covering, "7♥ 7♦").phase == Owing(10, SEVEN)


def test_ruling_15_no_debt_is_raised_where_a_draw_would_yield_no_card() -> None:
    hands = f"7♥ {FOUR}"
    spared = move(position(table(SPARING), hands, "9♥", stock=""), "7♥")
    assert (spared.state.seat, spared.state.phase) == (1, Turn())
    assert all(not isinstance(event, DebtRaised) for event in spared.events)
    assert after(position(table(SPARING), hands, "9♥", stock="4♣"), "7♥").phase == Owing(3, SEVEN)
    raised = after(position("gamyun", hands, "9♥", stock=""), "7♥")
    assert raised.phase == Owing(3, SEVEN)


def test_ruling_15_a_stock_that_discards_can_refill_does_not_spare_the_debt() -> None:
    book = table(SPARING, more='[stock]\nwhen_empty = "reshuffle"')
    state = position(book, f"7♥ {FOUR}", "9♥", stock="")
    assert after(state, "7♥").phase == Owing(3, SEVEN)


def test_ruling_15_the_stock_is_looked_at_as_the_debt_falls_due_not_as_it_is_laid() -> None:
    effects = "7 = { others_draw = 1, draw_next = { cards = 3, spared_on_empty_stock = true } }"
    state = position(table(effects), f"7♥ {FOUR}", "9♥", stock="4♣ 4♦ 4♠")
    emptied = after(state, "7♥")
    assert emptied.stock == ()
    assert (emptied.seat, emptied.phase) == (1, Turn())


def test_ruling_16_a_victim_whose_turn_goes_on_begins_a_fresh_turn() -> None:
    book = table("7 = { draw_next = { cards = 2, turn_goes_on = true } }")
    owing = after(position(book, f"7♥ {FOUR}", "9♥", stock="…4♣ 3♠ 5♥ 9♠"), "7♥")
    paid = after(owing, DRAW)
    assert (paid.seat, paid.phase) == (1, Turn())
    assert refused(paid, "7♣") is None
    assert refused(paid, "pass") is Refusal.PASS_NOT_DUE


def test_ruling_16_the_fresh_turn_has_a_fresh_draw_limit() -> None:
    book = table("7 = { draw_next = { cards = 2, turn_goes_on = true } }")
    state = position(book, f"7♥ {FOUR}", "9♥", stock="…5♥ 4♥ 4♣ 9♠")
    paid = after(state, "7♥", DRAW)
    drawn = after(paid, DRAW)
    assert isinstance(drawn.phase, Turn)
    assert (drawn.seat, drawn.phase.drawn) == (1, 1)
    assert refused(drawn, DRAW) is Refusal.DRAW_LIMIT


def test_ruling_16_drawing_the_debt_counts_as_a_turn() -> None:
    book = table("7 = { draw_next = { cards = 2, turn_goes_on = true } }")
    owing = after(position(book, f"7♥ {FOUR}", "9♥"), "7♥")
    paid = after(owing, DRAW)
    assert paid.turns == owing.turns + 1
    assert after(paid, "7♣").turns == owing.turns + 2


def test_ruling_16_an_uncalled_last_card_is_due_in_the_fresh_turn_when_no_debt_was_drawn() -> None:
    book = table(
        "7 = { draw_next = { cards = 2, turn_goes_on = true } }",
        "standard",
        '[stock]\nwhen_empty = "play_on"',
    )
    hands = "7♥ 3♥ 2♦ | 5♥ | 2♥ 5♦ | K♥ 6♥"
    owing = after(position(book, hands, "9♥", stock=""), "7♥")
    assert (owing.seat, owing.phase) == (1, Owing(2, SEVEN))
    paid = after(owing, DRAW)
    assert (paid.seat, paid.phase) == (1, Forgotten())
    called = position(book, hands, "9♥", stock="", called=(False, True, False, False))
    assert after(called, play("7♥"), DRAW).phase == Turn()
