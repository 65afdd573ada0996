"""Situations in which other shedding games and engines went wrong, with the right result here."""

from collections import Counter

import pytest

from pisyedili.engine.cards import HEARTS, NO_CARD, SPADES, Card, Rank, parse_card, parse_cards
from pisyedili.engine.deal import start_round
from pisyedili.engine.errors import IllegalMove, Refusal
from pisyedili.engine.events import (
    CardsDrawn,
    DebtPaid,
    MatchEnded,
    RoundEnd,
    RoundEnded,
    StockReshuffled,
    SuitNamed,
    Why,
)
from pisyedili.engine.legality import legal_moves
from pisyedili.engine.moves import DRAW, PASS, Play
from pisyedili.engine.play import apply_move
from pisyedili.engine.scoring import round_winners, winners
from pisyedili.engine.state import (
    Covering,
    MatchOver,
    Owing,
    Pending,
    Phase,
    RoundOver,
    State,
    Turn,
)
from pisyedili.engine.view import PlayerView, view
from tests.engine.builder import after, hand, move, play, position, refused, rulebook

SEVEN = Rank(7)
STUCK = "2♣ 2♦ 3♣ 3♦ 2♠ | 2♥ 3♥ 3♠ 7♣ 7♦ 7♠"
THREE = "9♠ 2♣ | 3♣ 5♣ | 2♦ 5♦"


def cards_of(state: State) -> Counter[Card]:
    """Return every card of a state, wherever it lies."""
    return Counter(card for pile in (*state.hands, state.stock, state.discard) for card in pile)


def tiny(hands: str, when_empty: str = "reshuffle", phase: Phase | None = None) -> State:
    """Return a table of twos, threes and sevens, all held but the seven of hearts on top."""
    table = "table = { ranks = [2, 3, 7], hand = 5, seats_max = 2 }\neffects.J = {}"
    book = rulebook("simple", f'{table}\nstock.when_empty = "{when_empty}"')
    return position(book, hands, "7♥", stock="", phase=phase)


def test_bug_01_a_debt_without_any_card_to_draw_is_forgiven() -> None:
    state = tiny(STUCK, phase=Owing(2, SEVEN))
    assert legal_moves(state) == (DRAW,)
    paid = move(state, DRAW)
    assert paid.events == (DebtPaid(0, 0, 2),)
    assert (paid.state.seat, paid.state.phase) == (1, Turn())
    assert paid.state.hands == state.hands


def test_bug_01_without_a_debt_and_without_any_card_to_draw_a_pass_is_legal() -> None:
    state = tiny(STUCK)
    assert refused(state, DRAW) is Refusal.NOTHING_TO_DRAW
    assert legal_moves(state) == (PASS,)
    assert after(state, PASS).seat == 1


def test_bug_02_a_round_in_which_nobody_can_play_or_draw_is_blocked_and_scored() -> None:
    state = position("gamyun", "9♠ 2♣ | 3♣ 5♣ | 2♦ 5♦ | K♠ 6♣", "7♥", stock="")
    ended = after(state, PASS, PASS, PASS, PASS)
    assert ended.phase == RoundOver(RoundEnd.BLOCKED)
    assert ended.match.scores == ((11, 8, 7, 16),)
    assert round_winners(ended) == (2,)


def test_bug_03_a_reshuffle_leaves_exactly_the_top_card_and_returns_all_others() -> None:
    state = position("simple", THREE, "K♠ Q♦ 4♥", stock="")
    drawn = move(state, DRAW)
    assert drawn.events[0] == StockReshuffled(len(state.discard) - 1)
    assert drawn.state.discard == (parse_card("4♥"),)
    returned = Counter(drawn.state.stock) + Counter(drawn.state.hands[0])
    assert returned == Counter(state.discard[:-1]) + Counter(state.hands[0])
    assert cards_of(drawn.state) == cards_of(state)


def test_bug_04_a_named_suit_outlives_a_reshuffle_until_the_next_play() -> None:
    state = position("standard", "J♥ 9♥ | 9♠ 3♥ 2♦ | 6♣ 5♣ 4♥", "K♠ Q♦ 4♦", stock="")
    named = after(state, play("J♥", SPADES, call=True))
    reshuffled = move(named, DRAW)
    assert isinstance(reshuffled.events[0], StockReshuffled)
    assert (reshuffled.state.suit, reshuffled.state.discard) == (SPADES, parse_cards("J♥"))
    ended = after(reshuffled.state, PASS)
    assert ended.suit == SPADES
    assert refused(ended, "4♥") is Refusal.NO_MATCH


def test_bug_04_a_jack_that_was_reshuffled_carries_no_name() -> None:
    book = rulebook("standard", "[table]\nseats_min = 2")
    state = position(book, "9♠ 2♣ 3♣ | 3♥ 4♠ 6♥", "J♥", stock="", suit=SPADES)
    laid = after(state, "9♠")
    assert laid.suit == SPADES
    drawn = after(laid, DRAW)
    assert parse_card("J♥") in (*drawn.stock, *drawn.hands[1])
    assert (drawn.discard, drawn.suit) == (parse_cards("9♠"), SPADES)
    assert refused(position(book, "J♥ 3♥ 2♦ | 4♦ 5♦", "9♥"), play("J♥")) is Refusal.SUIT_DUE


@pytest.mark.parametrize("when", ["reshuffle", "reshuffle_at_once"])
def test_bug_05_a_stock_of_ten_is_drawn_before_anything_is_reshuffled(when: str) -> None:
    book = rulebook("simple", f'effects.7.draw_next.cards = 12\nstock.when_empty = "{when}"')
    ten = "2♠ 3♠ 4♠ 5♠ 6♠ 8♠ 10♠ J♠ Q♠ K♠"
    state = position(book, "7♥ 9♠ | 3♣ 5♣ | 2♦ 5♦", "4♥", stock=ten)
    owing = after(state, "7♥")
    assert owing.stock == parse_cards(ten)
    paid = move(owing, DRAW)
    assert set(parse_cards(ten)) < set(paid.state.hands[1])
    assert len(paid.state.hands[1]) == 2 + 12
    assert cards_of(paid.state) == cards_of(state)


@pytest.mark.parametrize("when", ["reshuffle", "reshuffle_at_once", "play_on"])
def test_bug_06_an_empty_stock_is_never_made_of_a_fresh_deck(when: str) -> None:
    state = tiny(STUCK, when)
    assert refused(state, DRAW) is Refusal.NOTHING_TO_DRAW
    assert cards_of(after(state, PASS, "7♣")) == cards_of(state)
    assert cards_of(state).total() == 12


def test_bug_07_an_unheld_card_and_a_seat_out_of_turn_are_refused_for_what_they_are() -> None:
    state = position("simple", THREE, "4♥")
    assert refused(state, "9♥") is Refusal.CARD_NOT_HELD
    with pytest.raises(IllegalMove) as out_of_turn:
        apply_move(state, 1, play("3♣"))
    assert out_of_turn.value.reason is Refusal.OUT_OF_TURN


def test_bug_07_a_draw_says_no_number_and_a_second_one_is_refused() -> None:
    state = position("gamyun", "9♠ 2♣ | 3♣ 5♣ | 2♦ 5♦ | 6♣ 4♣", "4♥", stock="…K♥")
    assert DRAW.fields() == ()
    drawn = move(state, DRAW)
    assert drawn.events == (CardsDrawn(0, 1, parse_cards("K♥"), Why.TURN),)
    assert refused(drawn.state, DRAW) is Refusal.DRAW_LIMIT


def test_bug_08_a_suit_named_in_a_round_does_not_bind_the_next() -> None:
    on_a_jack = position("classic", "9♥ | 3♣ 5♣ | 2♦ 5♦", "J♠", suit=HEARTS)
    with_a_jack = position("classic", "J♥ | 3♣ 5♣ | 2♦ 5♦", "4♠")
    for ended in (after(on_a_jack, "9♥"), after(with_a_jack, "J♥")):
        fresh = start_round(ended).state
        assert (fresh.suit, fresh.discard) == (0, ())


@pytest.mark.parametrize("preset", ["classic", "gamyun", "crazy-eights"])
def test_bug_09_a_last_card_that_chooses_a_suit_finishes_at_once(preset: str) -> None:
    last = "8♥" if preset == "crazy-eights" else "J♥"
    state = position(preset, f"{last} | 3♣ 5♣ | 2♦ 5♦ | 6♣ 9♠", "4♥")
    assert Play(parse_cards(last)) in legal_moves(state)
    assert refused(state, play(last, SPADES)) is Refusal.SUIT_NEEDLESS
    ended = move(state, last)
    assert isinstance(ended.state.phase, RoundOver | MatchOver)
    assert ended.state.phase.finisher == 0
    assert all(not isinstance(event, SuitNamed) for event in ended.events)


def test_bug_10_a_last_card_that_raises_a_debt_finishes_and_nobody_draws() -> None:
    state = position("classic", "7♥ | 7♣ 5♣ | 2♦ 5♦", "4♥")
    ended = move(state, "7♥")
    assert ended.state.phase == RoundOver(RoundEnd.FINISHED, 0)
    assert ended.state.hands[1:] == state.hands[1:]
    assert RoundEnded(RoundEnd.FINISHED, 0, parse_card("7♥")) in ended.events


def test_bug_11_a_last_card_that_may_not_finish_leaves_a_draw_and_the_round_goes_on() -> None:
    called = (True, False, False)
    state = position("standard", "A♥ | 3♣ 5♣ | 2♦ 5♦", "4♥", stock="…9♥ 8♠ 6♦", called=called)
    laid = after(state, "A♥")
    assert (laid.seat, laid.phase, laid.hands[0]) == (0, Covering(Pending()), ())
    assert legal_moves(laid) == (DRAW,)
    drawn = after(laid, DRAW)
    assert hand(drawn, 0) == "9♥"
    assert after(drawn, "9♥").phase == RoundOver(RoundEnd.FINISHED, 0)
    assert after(drawn, "tek").seat == 1


def test_bug_12_a_named_suit_ends_with_the_next_card() -> None:
    state = position("classic", "J♣ 2♣ 3♣ | 7♥ 2♦ 3♦ | 7♠ 3♥ 4♥ | 6♣ 5♦ | 9♠ 9♥", "4♦")
    paid = after(state, play("J♣", HEARTS), "7♥", "7♠", DRAW)
    assert (paid.seat, paid.phase, paid.suit) == (4, Turn(), SPADES)
    assert refused(paid, "9♥") is Refusal.NO_MATCH
    assert after(paid, "9♠").seat == 0


@pytest.mark.parametrize("preset", ["simple", "gamyun", "classic", "standard"])
def test_bug_13_a_debt_cannot_be_passed_on_by_passing(preset: str) -> None:
    state = position(preset, "9♥ 2♣ | 3♣ 5♣ | 2♦ 5♦ | 6♣ 9♠", "7♥", phase=Owing(2, SEVEN))
    assert refused(state, PASS) is Refusal.DEBT_DUE


def test_bug_14_a_debt_is_drawn_whole_in_one_move() -> None:
    state = position("simple", THREE, "7♥", phase=Owing(2, SEVEN))
    paid = move(state, DRAW)
    assert len(paid.state.hands[0]) == 4
    assert DebtPaid(0, 2, 0) in paid.events
    assert paid.state.seat == 1


def test_bug_15_an_always_playable_card_does_not_answer_a_debt() -> None:
    book = rulebook("standard", "[table]\njokers = 2")
    state = position(book, "J♥ joker 2♣ | 3♣ 5♣ | 2♦ 5♦", "7♥", phase=Owing(3, SEVEN))
    assert refused(state, play("J♥", SPADES)) is Refusal.DEBT_DUE
    assert refused(state, "joker") is Refusal.DEBT_DUE
    assert legal_moves(state) == (DRAW,)


def test_bug_16_a_suit_choosing_card_without_a_suit_is_refused_since_a_suit_is_due() -> None:
    state = position("classic", "J♥ 2♣ | 3♣ 5♣", "4♥")
    assert refused(state, "J♥") is Refusal.SUIT_DUE
    assert after(state, play("J♥", SPADES)).suit == SPADES


def test_bug_17_the_turn_passes_after_the_last_card_of_the_stock_was_drawn() -> None:
    state = position("gamyun", "9♠ 2♣ | 3♣ 5♣ | 2♦ 5♦ | 6♣ 9♣", "4♥", stock="K♠")
    drawn = after(state, DRAW)
    assert (drawn.stock, drawn.seat, drawn.phase) == ((), 1, Turn())
    chosen = position("crazy-eights", "9♠ 2♣ | 3♣ 5♣", "4♥", stock="K♠")
    last = after(chosen, DRAW)
    assert refused(last, DRAW) is Refusal.NOTHING_TO_DRAW
    assert after(last, PASS).seat == 1


def test_bug_18_a_refused_move_leaves_the_state_as_it_was() -> None:
    state = position("simple", THREE, "4♥", ply=5)
    before = state.replace()
    for made in ("9♠", "9♥", "pass"):
        assert refused(state, made) is not None
    assert state == before
    assert (state.ply, after(state, DRAW).ply) == (5, 6)


def test_bug_19_a_view_has_no_field_for_a_hidden_card_or_a_live_seed() -> None:
    state = position("gamyun", "9♠ 2♣ | 3♣ 5♣ | 2♦ 5♦ | 6♣ 4♣", "4♥")
    for viewer in (None, 0, 1):
        seen = view(state, viewer)
        assert (seen.hands, seen.round_seed, seen.match_seed) == ((), b"", b"")
        assert seen.hand == (() if viewer is None else state.hands[viewer])
        assert seen.stock_size == len(state.stock)
    named = set(PlayerView.__match_args__)
    assert not named & {"state", "stock", "seed", "match", "start", "called", "rulebook"}
    assert view(state, 1).phase.drawn_card == NO_CARD


def test_bug_20_with_two_seats_a_skip_comes_back_and_a_reverse_does_not() -> None:
    state = position("classic", "8♥ 10♥ 2♣ | 3♥ 5♣", "4♥")
    assert after(state, "8♥").seat == 0
    assert after(state, "10♥").seat == 1
    assert after(state, "10♥", "3♥").seat == 0


def test_bug_21_tied_winners_both_win() -> None:
    state = position("crazy-eights", "2♣ 4♦ | 6♠ | 2♦ 4♣", "K♥", stock="", passes=3)
    ended = move(state, PASS)
    assert ended.state.match.scores == ((6, 6, 6),)
    assert ended.events[-1] == MatchEnded((0, 1, 2))
    uneven = after(position("crazy-eights", "2♣ 4♦ | 7♠ | 2♦ 4♣", "K♥", stock="", passes=3), PASS)
    assert round_winners(uneven) == (0, 2)
    assert winners(uneven.match, 3) == (0, 2)
