"""The plain table of source 001, statement by statement."""

from collections import Counter

from pisyedili.engine.cards import HEARTS, RANK_OF, SUIT_OF, Rank, parse_card
from pisyedili.engine.deal import new_match
from pisyedili.engine.errors import Refusal
from pisyedili.engine.events import RoundDealt, RoundEnd, StockReshuffled
from pisyedili.engine.legality import legal_moves
from pisyedili.engine.moves import DRAW
from pisyedili.engine.scoring import standings, winners
from pisyedili.engine.state import MatchOver, Owing, State, Turn
from tests.engine.builder import (
    SEED,
    after,
    hand,
    move,
    play,
    playable_seats,
    position,
    refused,
    rulebook,
)

SEVEN = Rank(7)
PLAIN_HANDS = "9♥ 4♠ 9♠ Q♣ | 3♣ 5♣ 6♣ | 2♦ 5♦ | K♦ 6♦"


def dealt(seats: int, seed: bytes = SEED) -> State:
    return new_match(rulebook("simple"), seats, seed).state


def dealt_with_top(rank: int) -> State:
    """Return the first of many seeded deals whose turned-up card has this rank."""
    deals = (dealt(4, number.to_bytes(32, "big")) for number in range(500))
    found = next((state for state in deals if RANK_OF[state.discard[-1]] == rank), None)
    assert found is not None
    return found


def test_S1_two_to_four_seats_play_and_neither_fewer_nor_more() -> None:
    assert playable_seats("simple") == [2, 3, 4]


def test_S2_every_seat_is_dealt_seven_cards_of_one_deck() -> None:
    for seats in (2, 3, 4):
        state = dealt(seats)
        cards = Counter(state.stock + state.discard)
        cards.update(card for held in state.hands for card in held)
        assert [len(held) for held in state.hands] == [7] * seats
        assert cards == Counter(range(1, 53))


def test_S3_one_card_is_turned_up_and_the_first_seat_plays_on_it() -> None:
    dealt_round = new_match(rulebook("simple"), 4, SEED)
    state = dealt_round.state
    assert len(state.discard) == 1
    card = state.discard[0]
    assert dealt_round.events == (RoundDealt(0, 0, (card,)),)
    assert (len(state.stock), state.suit) == (52 - 4 * 7 - 1, SUIT_OF[card])
    assert (state.phase, state.seat) == (Turn(), 1)


def test_S3_a_turned_up_seven_or_jack_has_no_effect() -> None:
    for rank in (7, 11):
        state = dealt_with_top(rank)
        assert (state.phase, state.seat) == (Turn(), 1)


def test_S4_a_card_matches_the_top_card_by_suit_or_by_rank_and_not_otherwise() -> None:
    state = position("simple", PLAIN_HANDS, "4♥")
    assert refused(state, "9♥") is None
    assert refused(state, "4♠") is None
    assert refused(state, "9♠") is Refusal.NO_MATCH


def test_S4_the_card_played_is_the_next_one_to_match() -> None:
    state = after(position("simple", "4♠ 2♦ | 9♠ 9♥ 3♦", "4♥"), "4♠")
    assert refused(state, "9♠") is None
    assert refused(state, "9♥") is Refusal.NO_MATCH


def test_S5_a_seat_without_a_match_draws_one_card_and_its_turn_ends() -> None:
    state = position("simple", "9♠ Q♣ | 3♣ 5♣ | 2♦ 5♦", "4♥", stock="2♣ K♥")
    assert refused(state, "pass") is Refusal.PASS_NOT_DUE
    drawn = after(state, "draw")
    assert hand(drawn, 0) == "Q♣ K♥ 9♠"
    assert (drawn.seat, drawn.phase) == (1, Turn())


def test_S5_a_seat_with_a_match_may_not_draw() -> None:
    state = position("simple", "9♥ Q♣ | 3♣ 5♣ | 2♦ 5♦", "4♥")
    assert refused(state, "draw") is Refusal.DRAW_WITH_PLAYABLE_CARD


def test_S6_an_empty_stock_is_made_of_all_discards_but_the_top_when_a_draw_needs_it() -> None:
    state = position("simple", "9♠ Q♣ | 3♣ 5♣", "8♦ K♠ 4♥", stock="2♣")
    last_drawn = after(state, "draw")
    assert (last_drawn.stock, last_drawn.discard) == ((), state.discard)
    reshuffled = move(last_drawn, "draw")
    assert reshuffled.events[0] == StockReshuffled(len(state.discard) - 1)
    assert reshuffled.state.discard == (parse_card("4♥"),)
    assert len(reshuffled.state.stock) == len(state.discard) - 2
    assert len(reshuffled.state.hands[1]) == 3


def test_S7_a_seven_makes_the_next_seat_draw_two_and_lose_its_turn() -> None:
    owing = after(position("simple", "7♥ Q♣ | 3♣ 5♥ | 2♦ 5♦", "4♥"), "7♥")
    assert (owing.seat, owing.phase) == (1, Owing(2, SEVEN))
    assert refused(owing, "5♥") is Refusal.DEBT_DUE
    paid = after(owing, "draw")
    assert (len(paid.hands[1]), len(owing.stock) - len(paid.stock)) == (4, 2)
    assert (paid.seat, paid.phase) == (2, Turn())


def test_S8_a_seven_cannot_be_passed_on_with_another_seven() -> None:
    owing = after(position("simple", "7♥ Q♣ | 7♣ 5♥ | 2♦ 5♦", "4♥"), "7♥")
    assert refused(owing, "7♣") is Refusal.DEBT_DUE
    assert legal_moves(owing) == (DRAW,)


def test_S9_a_jack_skips_the_next_seat_which_draws_nothing() -> None:
    before = position("simple", "J♥ Q♣ | 3♣ 5♥ | 2♦ 5♦ | 9♦ K♦", "4♥")
    skipped = after(before, "J♥")
    assert (skipped.seat, skipped.phase) == (2, Turn())
    assert skipped.hands[1:] == before.hands[1:]
    assert skipped.stock == before.stock


def test_S10_ace_eight_and_ten_do_nothing_but_lie_there() -> None:
    for card in ("A♥", "8♥", "10♥"):
        before = position("simple", f"{card} Q♣ | 3♣ 5♥ | 2♦ 5♦ | 9♦ K♦", "4♥")
        laid = after(before, card)
        assert (laid.seat, laid.phase, laid.direction, laid.suit) == (1, Turn(), 1, HEARTS)
        assert (laid.hands[1:], laid.stock) == (before.hands[1:], before.stock)
        assert after(laid, "5♥").seat == 2


def test_S10_ace_eight_and_ten_go_only_on_their_suit_or_rank() -> None:
    for card in ("A♠", "8♠", "10♠"):
        before = position("simple", f"{card} Q♣ | 3♣ 5♥", "4♥")
        assert refused(before, card) is Refusal.NO_MATCH


def test_S11_the_first_seat_without_cards_wins_at_once() -> None:
    for last in ("9♥", "7♥", "J♥"):
        ended = after(position("simple", f"{last} | 3♣ | 2♦ 5♦", "4♥"), last)
        assert ended.phase == MatchOver(RoundEnd.FINISHED, 0)
        assert winners(ended.match, 3) == (0,)


def test_S11_the_last_card_needs_no_call() -> None:
    state = position("simple", "9♥ 6♥ | 3♥ 5♥", "4♥")
    ended = after(state, "9♥", "3♥", "6♥")
    assert ended.phase == MatchOver(RoundEnd.FINISHED, 0)


def test_S12_the_others_are_ranked_by_the_cards_they_hold_fewer_being_better() -> None:
    state = position("simple", "9♥ | 2♣ 3♣ 7♣ | K♠ | A♦ 2♦ 3♦", "4♥")
    ended = after(state, "9♥")
    assert ended.match.scores == ((0, 3, 1, 3),)
    assert [place.rank for place in standings(ended.match, 4)] == [1, 3, 2, 3]


def test_S13_a_jack_follows_the_top_card_by_suit_or_rank_like_any_card() -> None:
    on_a_four = position("simple", "J♥ J♠ Q♣ | 3♣ 5♥", "4♥")
    assert refused(on_a_four, "J♥") is None
    assert refused(on_a_four, "J♠") is Refusal.NO_MATCH
    assert refused(position("simple", "J♠ Q♣ | 3♣ 5♥", "J♥"), "J♠") is None


def test_S13_a_jack_names_no_suit() -> None:
    state = position("simple", "J♥ Q♣ | 3♣ 5♥", "4♥")
    assert refused(state, play("J♥", HEARTS)) is Refusal.SUIT_NEEDLESS
