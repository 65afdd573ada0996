"""The table of source 004, statement by statement: seats, opening and turns (K1 to K10)."""

from pisyedili.engine.cards import CLUBS, HEARTS, SPADES, parse_card
from pisyedili.engine.deal import new_match
from pisyedili.engine.errors import Refusal
from pisyedili.engine.moves import DRAW
from pisyedili.engine.state import Opening, State, Turn
from tests.engine.builder import (
    SEED,
    after,
    hand,
    play,
    playable_seats,
    position,
    refused,
    rulebook,
)


def leading(hands: str, stock: str | None = None) -> State:
    """Return the opening turn of seat 1, left of the dealer."""
    return position("classic", hands, stock=stock, phase=Opening(), seat=1, turns=0)


def test_K1_two_or_more_seats_play_as_far_as_one_deck_serves_well() -> None:
    assert playable_seats("classic") == [2, 3, 4, 5, 6]


def test_K2_each_seat_is_dealt_seven_cards() -> None:
    for seats in (2, 6):
        state = new_match(rulebook("classic"), seats, SEED).state
        assert [len(held) for held in state.hands] == [7] * seats
        assert (len(state.stock), state.discard) == (52 - 7 * seats, ())


def test_K3_the_seat_left_of_the_dealer_starts() -> None:
    state = new_match(rulebook("classic"), 4, SEED).state
    assert (state.dealer, state.seat, state.phase) == (0, 1, Opening())


def test_K3_the_first_seat_leads_a_club_and_the_next_one_follows_it() -> None:
    state = leading("9♦ 2♥ | 3♣ 5♥ | 3♦ 5♣ 4♠")
    assert refused(state, "5♥") is Refusal.OPENING_SUIT_DUE
    led = after(state, "3♣")
    assert (led.seat, led.phase) == (2, Turn())
    assert refused(led, "3♦") is None
    assert refused(led, "5♣") is None
    assert refused(led, "4♠") is Refusal.NO_MATCH


def test_K4_a_first_seat_without_a_club_draws_until_one_comes() -> None:
    state = leading("9♦ 2♥ | 3♦ 5♥ | 3♥ 5♣", stock="…A♦ 7♣ 9♠ 2♠")
    drawn = after(state, DRAW, DRAW, DRAW)
    assert (drawn.seat, drawn.phase) == (1, Opening(3))
    assert hand(drawn, 1) == "7♣ 3♦ 5♥ 2♠ 9♠"
    assert refused(drawn, "pass") is Refusal.OPENING_SUIT_DUE
    assert refused(drawn, DRAW) is Refusal.DRAW_WITH_PLAYABLE_CARD
    assert refused(drawn, "7♣") is None


def test_K4_a_first_seat_with_a_club_does_not_draw() -> None:
    state = leading("9♦ 2♥ | 3♣ 5♥ | 3♦ 5♣")
    assert refused(state, DRAW) is Refusal.DRAW_WITH_PLAYABLE_CARD


def test_K5_the_club_that_is_led_has_no_special_effect() -> None:
    for club in ("A♣", "7♣", "8♣", "10♣", "J♣"):
        before = leading(f"9♦ 2♥ | {club} 5♥ | 3♦ 5♣ | 2♠ 3♠")
        assert refused(before, play(club, HEARTS)) is Refusal.SUIT_NEEDLESS
        led = after(before, club)
        assert (led.seat, led.phase, led.direction, led.suit) == (2, Turn(), 1, CLUBS)
        assert led.stock == before.stock


def test_K6_a_seat_plays_a_legal_card_or_draws_one_even_so() -> None:
    state = position("classic", "9♥ 4♠ | 3♣ 5♥", "4♥", stock="2♣ 3♦ 6♠")
    assert refused(state, "4♠") is None
    assert refused(state, "pass") is Refusal.PASS_NOT_DUE
    drawn = after(state, DRAW)
    assert (drawn.seat, drawn.phase) == (0, Turn(1, parse_card("6♠")))
    assert refused(drawn, "9♥") is None


def test_K7_a_card_matches_a_top_card_that_is_no_jack_by_rank_or_suit() -> None:
    state = position("classic", "6♥ 9♣ 9♥ | 3♣ 5♥", "6♣")
    assert refused(state, "6♥") is None
    assert refused(state, "9♣") is None
    assert refused(state, "9♥") is Refusal.NO_MATCH


def test_K8_a_jack_goes_on_any_card_but_a_jack_and_names_a_suit() -> None:
    state = position("classic", "J♥ J♦ 9♣ | 3♣ 3♠ 5♥", "6♣")
    assert refused(state, "J♥") is Refusal.SUIT_DUE
    named = after(state, play("J♥", SPADES))
    assert named.suit == SPADES
    assert refused(named, "3♠") is None
    assert refused(position("classic", "J♥ 9♣ | 3♣", "J♠"), play("J♥", SPADES)) is (
        Refusal.NOT_ON_OWN_RANK
    )


def test_K9_on_a_jack_only_the_named_suit_follows_and_no_jack() -> None:
    state = position("classic", "J♥ 9♣ | J♠ J♦ 3♠ 5♥", "6♣")
    named = after(state, play("J♥", SPADES))
    assert refused(named, "3♠") is None
    assert refused(named, "5♥") is Refusal.NO_MATCH
    assert refused(named, play("J♦", HEARTS)) is Refusal.NOT_ON_OWN_RANK
    assert refused(named, play("J♠", HEARTS)) is Refusal.NOT_ON_OWN_RANK


def test_K9_a_jack_led_without_effect_still_bars_other_jacks() -> None:
    led = after(leading("9♦ 2♥ | J♣ 6♥ | J♦ 5♣ 5♥"), "J♣")
    assert refused(led, play("J♦", HEARTS)) is Refusal.NOT_ON_OWN_RANK
    assert refused(led, "5♣") is None
    assert refused(led, "5♥") is Refusal.NO_MATCH


def test_K10_a_seat_that_cannot_play_draws_until_it_can() -> None:
    state = position("classic", "9♥ 4♠ | 3♣ 5♥", "6♦", stock="2♣ 3♦ 6♠ 8♠ 9♠")
    drawn = after(state, DRAW, DRAW)
    assert (drawn.seat, drawn.phase) == (0, Turn(2, parse_card("8♠")))
    drawn = after(drawn, DRAW)
    assert refused(drawn, DRAW) is Refusal.DRAW_WITH_PLAYABLE_CARD
    assert refused(drawn, "6♠") is None


def test_K10_a_seat_that_cannot_play_passes_after_at_least_one_draw() -> None:
    state = position("classic", "9♥ 4♠ | 3♣ 5♥", "6♦", stock="2♣ 3♦ 6♠ 8♠ 9♠")
    assert refused(state, "pass") is Refusal.PASS_NOT_DUE
    drawn = after(state, DRAW)
    assert (drawn.seat, refused(drawn, DRAW)) == (0, None)
    passed = after(drawn, "pass")
    assert (passed.seat, passed.phase) == (1, Turn())


def test_K10_any_card_may_be_played_after_a_draw_not_only_the_drawn_one() -> None:
    state = position("classic", "9♥ 4♠ | 3♣ 5♥", "4♥", stock="2♣ 3♦ 6♠ 8♥")
    drawn = after(state, DRAW)
    assert refused(drawn, "8♥") is None
    assert refused(drawn, "4♠") is None
    assert refused(drawn, "pass") is None
