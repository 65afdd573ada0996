"""Debts, draws that outlast the stock, and cards drawn by the others."""

from collections import Counter

from pisyedili.engine.cards import DIAMONDS, JOKER_RANK, Card, Rank, parse_cards
from pisyedili.engine.errors import Refusal
from pisyedili.engine.events import CardsDrawn, DebtPaid, StockReshuffled, Why
from pisyedili.engine.legality import legal_moves
from pisyedili.engine.moves import DRAW, Play
from pisyedili.engine.state import Owing, State, Turn
from tests.engine.builder import after, hand, move, play, position, refused, rulebook, the_rest

SEVEN = Rank(7)
PLAY_ON = 'stock = {when_empty = "play_on"}'


def cards_of(state: State) -> Counter[Card]:
    """Return every card of a state, wherever it lies."""
    return Counter(card for pile in (*state.hands, state.stock, state.discard) for card in pile)


def test_ruling_01_a_whole_debt_is_one_draw_and_ends_the_turn() -> None:
    state = position("standard", "2♦ 3♦ | K♣ Q♥ | 4♥ 5♥", "7♥ 7♣", phase=Owing(6, SEVEN))
    paid = move(state, "draw")
    assert DebtPaid(0, 6, 0) in paid.events
    assert (paid.state.seat, paid.state.phase, len(paid.state.hands[0])) == (1, Turn(), 8)


def test_ruling_01_a_debt_that_does_not_stack_leaves_only_the_draw() -> None:
    state = position("simple", "7♥ 9♣ 3♦ | K♣ Q♥", "7♣", phase=Owing(2, SEVEN))
    assert legal_moves(state) == (DRAW,)
    for card in ("7♥", "9♣"):
        assert refused(state, card) is Refusal.DEBT_DUE
    paid = after(state, "draw")
    assert (paid.seat, paid.phase, len(paid.hands[0])) == (1, Turn(), 5)


def test_ruling_02_a_debt_is_met_by_its_rank_or_by_drawing_and_by_nothing_else() -> None:
    jokers = rulebook("standard", "table = {jokers = 2}")
    hands = "7♥ 9♣ J♦ A♣ joker | K♣ Q♥ | 4♥ 5♥"
    state = position(jokers, hands, "7♣", phase=Owing(3, SEVEN))
    assert legal_moves(state) == (Play(parse_cards("7♥")), DRAW)
    for refused_move in ("9♣", "A♣", "joker", "pass", play("J♦", DIAMONDS)):
        assert refused(state, refused_move) is Refusal.DEBT_DUE
    assert after(state, "7♥").phase == Owing(6, SEVEN)


def test_ruling_02_with_nothing_left_to_draw_the_draw_forgives_the_debt() -> None:
    state = position(
        rulebook("standard", PLAY_ON),
        "2♦ 3♦ | K♣ Q♥ | 4♥ 5♥",
        "7♣",
        stock="",
        phase=Owing(3, SEVEN),
    )
    assert legal_moves(state) == (DRAW,)
    assert refused(state, "pass") is Refusal.DEBT_DUE
    forgiven = move(state, "draw")
    assert DebtPaid(0, 0, 3) in forgiven.events
    assert (forgiven.state.seat, hand(forgiven.state, 0)) == (1, "2♦ 3♦")


def test_ruling_03_a_draw_takes_the_old_stock_first_and_goes_on_after_a_reshuffle() -> None:
    state = position("standard", "2♦ 3♦ | K♣ Q♥ | 4♥ 5♥", "7♣", stock="K♦", phase=Owing(3, SEVEN))
    paid = move(state, "draw")
    assert StockReshuffled(44) in paid.events
    drawn = next(event for event in paid.events if isinstance(event, CardsDrawn))
    assert (drawn.count, drawn.cards[0], drawn.why) == (3, parse_cards("K♦")[0], Why.DEBT)
    assert paid.state.discard == parse_cards("7♣")
    assert len(paid.state.stock) == 42
    assert cards_of(paid.state) == cards_of(state)


def test_ruling_03_what_is_missing_after_a_reshuffle_is_forgiven() -> None:
    hands = f"2♦ 3♦ | {the_rest('2♦ 3♦ 4♥ 5♥ 6♦ 7♣')} | 4♥ 5♥"
    state = position("standard", hands, "6♦ 7♣", stock="", phase=Owing(3, SEVEN))
    paid = move(state, "draw")
    assert DebtPaid(0, 1, 2) in paid.events
    assert hand(paid.state, 0) == "2♦ 3♦ 6♦"
    assert (paid.state.stock, paid.state.discard) == ((), parse_cards("7♣"))


def test_ruling_03_a_table_that_plays_on_never_reshuffles() -> None:
    book = rulebook("standard", PLAY_ON)
    state = position(book, "2♦ 3♦ | K♣ Q♥ | 4♥ 5♥", "7♣", stock="K♦", phase=Owing(3, SEVEN))
    paid = move(state, "draw")
    assert DebtPaid(0, 1, 2) in paid.events
    assert (hand(paid.state, 0), paid.state.discard) == ("2♦ 3♦ K♦", state.discard)


def test_ruling_04_each_seat_in_turn_draws_its_whole_number() -> None:
    hands = "A♣ A♥ 5♥ 2♦ | K♣ 2♥ | Q♣ 3♥ | 6♣ 4♥"
    stock = "… 10♠ 9♠ 6♠ 5♠ 3♠ 2♠"
    clockwise = after(position("standard", hands, "9♣", stock=stock), "A♣ A♥")
    assert [hand(clockwise, seat) for seat in (1, 2, 3)] == [
        "K♣ 2♥ 2♠ 3♠",
        "Q♣ 3♥ 5♠ 6♠",
        "6♣ 4♥ 9♠ 10♠",
    ]
    other_way = after(position("standard", hands, "9♣", stock=stock, direction=-1), "A♣ A♥")
    assert [hand(other_way, seat) for seat in (1, 2, 3)] == [
        "K♣ 2♥ 9♠ 10♠",
        "Q♣ 3♥ 5♠ 6♠",
        "6♣ 4♥ 2♠ 3♠",
    ]


def test_ruling_04_the_others_stop_drawing_when_the_cards_run_out() -> None:
    hands = "A♣ A♥ 5♥ 2♦ | K♣ 2♥ | Q♣ 3♥ | 6♣ 4♥"
    state = position(rulebook("standard", PLAY_ON), hands, "9♣", stock="5♠ 3♠ 2♠")
    played = after(state, "A♣ A♥")
    assert [hand(played, seat) for seat in (1, 2, 3)] == ["K♣ 2♥ 2♠ 3♠", "Q♣ 3♥ 5♠", "6♣ 4♥"]


def test_ruling_02_a_debt_of_jokers_is_not_met_by_a_seven() -> None:
    jokers = rulebook("standard", "table = {jokers = 2}")
    hands = "7♣ joker 9♣ | K♣ Q♥ | 4♥ 5♥"
    state = position(jokers, hands, "8♣ joker", phase=Owing(10, JOKER_RANK), suit=1)
    assert refused(state, "7♣") is Refusal.DEBT_DUE
    assert after(state, "joker").phase == Owing(20, JOKER_RANK)
