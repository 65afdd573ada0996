"""The preset ``standard``: the first lap, in which every seat plays a club."""

from pisyedili.engine.cards import CLUBS, HEARTS, format_cards
from pisyedili.engine.deal import new_match
from pisyedili.engine.errors import Refusal
from pisyedili.engine.state import Opening, Owing, State, Turn
from tests.engine.builder import SEED, after, hand, play, position, refused, rulebook


def opening(hands: str, stock: str = "…") -> State:
    """Return the beginning of a round dealt by seat 0: nothing played, seat 1 to start."""
    return position("standard", hands, stock=stock, phase=Opening(), seat=1, turns=0)


def test_V7_nothing_lies_on_the_table_when_the_starter_opens() -> None:
    state = new_match(rulebook("standard"), 4, SEED).state
    assert state.phase == Opening()
    assert state.discard == ()
    assert state.seat == 1


def test_V7_the_starter_leads_any_club_and_nothing_else() -> None:
    state = opening("9♣ 2♠ | 5♣ K♣ 5♥ J♥ 8♠ | 6♣ 2♥")
    for card in ("5♥", "J♥", "8♠"):
        assert refused(state, card) is Refusal.OPENING_SUIT_DUE
    for card in ("5♣", "K♣"):
        led = after(state, card)
        assert (led.seat, led.suit, format_cards(led.discard)) == (2, CLUBS, card)


def test_V8_seats_without_clubs_draw_until_one_comes() -> None:
    state = opening("4♦ 8♥ | 5♥ 9♦ | K♥ Q♠", "… J♣ 6♦ 2♣ 3♥ 8♠")
    assert refused(state, "5♥") is Refusal.OPENING_SUIT_DUE
    state = after(state, "draw", "draw")
    assert hand(state, 1) == "9♦ 3♥ 5♥ 8♠"
    assert refused(state, "8♠") is Refusal.OPENING_SUIT_DUE
    state = after(state, "draw", "2♣", "draw")
    assert (state.seat, hand(state, 2)) == (2, "6♦ K♥ Q♠")
    assert refused(state, "K♥") is Refusal.OPENING_SUIT_DUE
    assert refused(state, "6♦") is Refusal.OPENING_SUIT_DUE
    assert after(state, "draw", "J♣").seat == 0


def test_V9_special_clubs_of_the_first_lap_have_no_effect() -> None:
    for card in ("A♣", "J♣", "10♣", "8♣", "7♣"):
        hands = f"2♥ 3♥ | {card} 4♥ 9♥ | 5♥ 6♥ | 2♦ 3♦"
        opened = after(opening(hands), card)
        assert (opened.seat, opened.direction, opened.suit) == (2, 1, CLUBS)
        assert [len(held) for held in opened.hands] == [2, 2, 2, 2]
        assert not isinstance(opened.phase, Owing)


def test_V9_a_jack_of_the_first_lap_names_no_suit() -> None:
    state = opening("2♥ 3♥ | J♣ 4♥ 9♥ | 5♥ 6♥")
    assert refused(state, play("J♣", HEARTS)) is Refusal.SUIT_NEEDLESS
    assert after(state, "J♣").suit == CLUBS


def test_V10_nobody_passes_in_the_first_lap() -> None:
    state = opening("4♦ 8♥ | 5♣ 9♦ J♥ | K♥ Q♠", "… 2♣ 3♥ 8♠")
    assert refused(state, "pass") is Refusal.OPENING_SUIT_DUE
    state = after(state, "5♣")
    for _ in range(3):
        assert refused(state, "pass") is Refusal.OPENING_SUIT_DUE
        state = after(state, "draw")
    assert hand(state, 2) == "2♣ 3♥ K♥ 8♠ Q♠"
    assert refused(state, "pass") is Refusal.OPENING_SUIT_DUE


def test_V11_suit_or_rank_of_the_top_card_counts_only_after_the_first_lap() -> None:
    state = after(opening("9♣ 2♠ 4♠ | 5♣ 3♣ K♦ 9♥ | 6♣ 5♦ 4♦"), "5♣")
    assert refused(state, "5♦") is Refusal.OPENING_SUIT_DUE
    state = after(state, "6♣", "9♣")
    assert (state.seat, state.phase) == (1, Turn())
    assert refused(state, "K♦") is Refusal.NO_MATCH
    assert after(state, "9♥").suit == HEARTS
    assert after(state, "3♣").suit == CLUBS


def test_V41_a_seat_may_draw_as_many_as_it_likes_with_clubs_in_hand() -> None:
    state = opening("9♣ 2♠ | 5♣ K♣ 9♦ | 6♣ 2♥")
    state = after(state, *["draw"] * 10)
    assert (state.seat, len(state.hands[1])) == (1, 13)
    assert after(state, "5♣").seat == 2


def test_V44_the_first_lap_ends_when_each_seat_has_played_a_club() -> None:
    state = after(opening("9♣ 6♥ 2♠ | 5♣ 3♦ 4♦ | 6♣ 5♥ 8♥"), "5♣", "6♣")
    assert (state.seat, state.phase) == (0, Opening())
    assert refused(state, "6♥") is Refusal.OPENING_SUIT_DUE
    state = after(state, "9♣")
    assert (state.seat, state.phase) == (1, Turn())
    assert format_cards(state.discard) == "5♣ 6♣ 9♣"
