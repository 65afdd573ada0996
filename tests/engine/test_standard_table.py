"""The preset ``standard``: seats, cards, deal and what a table agrees on before it plays."""

from collections import Counter

import pytest

from pisyedili.engine.cards import CARDS, HEARTS, JOKER, JOKER_RANK, Card, parse_cards
from pisyedili.engine.deal import new_match, start_round
from pisyedili.engine.errors import InvalidRules, InvalidState, Refusal
from pisyedili.engine.legality import legal_moves
from pisyedili.engine.moves import Play
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.scoring import Standing, round_winners, standings
from pisyedili.engine.shuffle import round_seed, shuffled
from pisyedili.engine.state import Owing, State, Turn
from tests.engine.builder import SEED, after, play, playable_seats, position, refused, rulebook

FOUR = 4


def from_the_top(book: Rulebook, seats: int) -> tuple[Card, ...]:
    """Return the first round's shuffled cards, the one dealt first in front."""
    return shuffled(book.deck(seats), round_seed(SEED, 0), 0)[::-1]


def all_cards(state: State) -> Counter[Card]:
    """Return every card of a state, wherever it lies."""
    return Counter(card for pile in (*state.hands, state.stock, state.discard) for card in pile)


def test_V1_three_to_seven_seats_play_and_neither_fewer_nor_more() -> None:
    assert playable_seats("standard") == [3, 4, 5, 6, 7]


def test_V2_each_seat_plays_alone_unless_partnerships_are_agreed() -> None:
    called = (True, False, False, False)
    over = after(position("standard", "5♣ | 9♦ | 4♦ | K♠", "9♣", called=called), "5♣")
    assert round_winners(over) == (0,)
    assert [team.seats for team in standings(over.match, FOUR)] == [(0,), (1,), (2,), (3,)]


def test_V2_partners_facing_each_other_win_and_score_together() -> None:
    pairs = rulebook("standard", 'table = {partnerships = "pairs", seats_min = 4}')
    called = (True, False, False, False)
    over = after(position(pairs, "5♣ | 9♦ | 4♦ | K♠", "9♣", called=called), "5♣")
    assert round_winners(over) == (0, 2)
    assert standings(over.match, FOUR) == (Standing((0, 2), 4, 1), Standing((1, 3), 19, 2))


def test_V2_partnerships_need_an_even_number_of_seats() -> None:
    with pytest.raises(InvalidRules):
        rulebook("standard", 'table = {partnerships = "pairs", seats_min = 3}')
    pairs = rulebook("standard", 'table = {partnerships = "pairs", seats_min = 4}')
    with pytest.raises(InvalidState):
        new_match(pairs, 5, SEED)


def test_V3_one_deck_serves_up_to_four_seats_and_two_serve_more() -> None:
    decks = [len(rulebook("standard").deck(seats)) for seats in range(3, 8)]
    assert decks == [52, 52, 104, 104, 104]


def test_V3_two_decks_for_four_or_one_for_seven_can_be_agreed() -> None:
    two = rulebook("standard", "table = {decks = 2, extra_deck_from = 0}")
    assert all_cards(new_match(two, 4, SEED).state) == Counter(CARDS[:52] * 2)
    one = new_match(rulebook("standard", "table = {decks = 1, extra_deck_from = 0}"), 7, SEED).state
    assert all_cards(one) == Counter(CARDS[:52])
    assert len(one.stock) == 3


def test_V4_seven_cards_go_round_one_by_one_from_the_dealers_left() -> None:
    book = rulebook("standard")
    state, order = new_match(book, FOUR, SEED).state, from_the_top(book, FOUR)
    for place, seat in enumerate((1, 2, 3, 0)):
        assert state.hands[seat] == tuple(sorted(order[place:28:4]))
    assert state.stock == order[:27:-1]


def test_V5_four_and_three_cards_at_a_time_by_agreement_only() -> None:
    agreed = rulebook("standard", "table = {packets = [4, 3]}")
    order, hands = from_the_top(agreed, FOUR), new_match(agreed, FOUR, SEED).state.hands
    assert hands[1] == tuple(sorted(order[0:4] + order[16:19]))
    assert hands[2] == tuple(sorted(order[4:8] + order[19:22]))
    assert hands[0] == tuple(sorted(order[12:16] + order[25:28]))
    assert new_match(rulebook("standard"), FOUR, SEED).state.hands != hands


def test_V5_three_two_and_two_cards_at_a_time_by_agreement_only() -> None:
    agreed = rulebook("standard", "table = {packets = [3, 2, 2]}")
    order, hands = from_the_top(agreed, FOUR), new_match(agreed, FOUR, SEED).state.hands
    assert hands[1] == tuple(sorted(order[0:3] + order[12:14] + order[20:22]))
    assert hands[0] == tuple(sorted(order[9:12] + order[18:20] + order[26:28]))
    assert new_match(rulebook("standard"), FOUR, SEED).state.hands != hands


def test_V5_packets_that_do_not_make_seven_are_refused() -> None:
    with pytest.raises(InvalidRules) as refusal:
        rulebook("standard", "table = {hand = 7, packets = [4, 4]}")
    assert [fault.path for fault in refusal.value.faults] == ["table.packets"]


def test_V6_play_goes_clockwise_from_the_dealers_left() -> None:
    state, seats = new_match(rulebook("standard"), FOUR, SEED).state, []
    for _ in range(5):
        seats.append(state.seat)
        while not isinstance(legal_moves(state)[0], Play):
            state = after(state, "draw")
        state = after(state, legal_moves(state)[0])
    assert seats[:4] == [1, 2, 3, 0]
    assert seats[4] == 1


def test_V40_no_jokers_and_one_deck_unless_settled_otherwise_before_the_game() -> None:
    assert all_cards(new_match(rulebook("standard"), FOUR, SEED).state) == Counter(CARDS[:52])


def test_V40_settled_decks_and_jokers_hold_for_every_round() -> None:
    settled = rulebook("standard", "table = {decks = 2, extra_deck_from = 0, jokers = 4}")
    cards = Counter(CARDS[:52] * 2) + Counter({JOKER: 4})
    assert all_cards(new_match(settled, FOUR, SEED).state) == cards
    called = (True, False, False, False)
    over = after(position(settled, "5♣ | 9♦ | 4♦ | K♠", "9♣", called=called), "5♣")
    assert all_cards(start_round(over).state) == cards


def test_V42_a_deck_has_jokers_only_where_they_are_wanted() -> None:
    for seats in range(3, 8):
        assert rulebook("standard").deck(seats).count(JOKER) == 0
        assert rulebook("standard", "table = {jokers = 3}").deck(seats).count(JOKER) == 3


def test_V42_what_a_joker_does_is_the_tables_choice() -> None:
    hands = "joker 2♦ 3♦ | 4♥ 5♥ 6♥ | 4♠ 5♠ 6♠"
    ten = position(rulebook("standard", "table = {jokers = 2}"), hands, "9♣")
    assert after(ten, "joker").phase == Owing(10, JOKER_RANK)
    wild = rulebook("standard", "table = {jokers = 2}\neffects = {joker = {wild = true}}")
    assert after(position(wild, hands, "9♣"), "joker").phase == Turn()
    plain = rulebook("standard", "table = {jokers = 2}\neffects = {joker = {}}")
    assert refused(position(plain, hands, "9♣"), "joker") is Refusal.NO_MATCH
    choosing = "{choose_suit = {always = true, on_own_rank = true}}"
    chooser = rulebook("standard", f"table = {{jokers = 2}}\neffects = {{joker = {choosing}}}")
    assert after(position(chooser, hands, "9♣"), play("joker", HEARTS)).suit == HEARTS


def test_V46_french_letters_and_the_one_name_the_same_cards() -> None:
    assert parse_cards("1♣ R♦ D♥ V♠") == parse_cards("A♣ K♦ Q♥ J♠")
    assert parse_cards("10♣ 1C DD") == parse_cards("10♣ A♣ Q♦")
