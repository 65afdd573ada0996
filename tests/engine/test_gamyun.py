"""The table of source 002, statement by statement: seats, opening and turns (G1 to G10)."""

from collections import Counter

from pisyedili.engine.cards import CARDS, CLUBS, HEARTS, JOKER, Card
from pisyedili.engine.deal import new_match
from pisyedili.engine.errors import Refusal
from pisyedili.engine.events import Passed
from pisyedili.engine.moves import DRAW
from pisyedili.engine.state import Opening, State, Turn
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

HANDS = "9♥ 4♠ Q♣ | 3♣ 5♥ 6♦ | 2♦ 5♦ 9♠ | K♦ 6♠ 3♠"


def opening(hands: str, stock: str | None = None, discard: str = "") -> State:
    """Return the first seat's opening turn, or the one after so many clubs were laid."""
    laid = len(discard.split())
    return position(
        "gamyun",
        hands,
        discard,
        stock=stock,
        phase=Opening(),
        seat=(1 + laid) % 4,
        turns=laid,
    )


def test_G1_four_seats_play_and_neither_fewer_nor_more() -> None:
    assert playable_seats("gamyun") == [4]


def test_G1_two_decks_and_two_jokers_are_in_play() -> None:
    state = new_match(rulebook("gamyun"), 4, SEED).state
    cards = Counter[Card](state.stock)
    cards.update(card for held in state.hands for card in held)
    assert cards == Counter(dict.fromkeys(CARDS, 2))


def test_G2_each_seat_is_dealt_seven_cards() -> None:
    state = new_match(rulebook("gamyun"), 4, SEED).state
    assert [len(held) for held in state.hands] == [7] * 4


def test_G3_the_turn_goes_round_clockwise() -> None:
    state = position("gamyun", "4♥ Q♣ | 5♥ 6♦ | 9♥ 9♠ | K♥ 6♠", "3♥")
    seats = [state.seat]
    for card in ("4♥", "5♥", "9♥", "K♥"):
        state = after(state, card)
        seats.append(state.seat)
    assert seats == [0, 1, 2, 3, 0]


def test_G4_every_seat_plays_a_club_before_any_seat_plays_freely() -> None:
    state = opening("9♣ 5♦ | 3♣ 5♥ | 2♣ 5♠ | K♣ 6♠")
    for seat, club in ((1, "3♣"), (2, "2♣"), (3, "K♣"), (0, "9♣")):
        assert (state.seat, state.phase) == (seat, Opening())
        state = after(state, club)
    assert (state.seat, state.phase) == (1, Turn())
    assert len(state.discard) == 4


def test_G4_no_other_suit_opens_and_no_seat_passes() -> None:
    state = opening("9♣ 5♦ | 3♣ 9♥ joker | 2♣ 5♠ | K♣ 6♠")
    assert refused(state, "9♥") is Refusal.OPENING_SUIT_DUE
    assert refused(state, "joker") is Refusal.OPENING_SUIT_DUE
    assert refused(state, "pass") is Refusal.OPENING_SUIT_DUE


def test_G5_a_seat_without_a_club_draws_until_one_comes() -> None:
    state = opening("9♣ 5♦ | 3♦ 9♥ | 2♣ 5♠ | K♣ 6♠", stock="A♦ 8♥ 4♣ 2♠ 3♠")
    drawn = after(state, DRAW, DRAW, DRAW)
    assert (drawn.seat, drawn.phase) == (1, Opening(3))
    assert hand(drawn, 1) == "4♣ 3♦ 9♥ 2♠ 3♠"
    assert refused(drawn, "pass") is Refusal.OPENING_SUIT_DUE
    assert refused(drawn, DRAW) is Refusal.DRAW_WITH_PLAYABLE_CARD
    assert after(drawn, "4♣").seat == 2


def test_G5_a_seat_whose_clubs_are_all_penalty_cards_may_draw_on_to_a_plain_one() -> None:
    for penalty in ("A♣", "7♣", "8♣", "10♣", "J♣"):
        state = opening(f"9♣ 5♦ | {penalty} 9♥ | 2♣ 5♠ | K♣ 6♠", stock="A♦ 6♣ 7♣")
        assert refused(state, penalty) is None
        drawn = after(state, DRAW)
        assert refused(drawn, "7♣") is None
        drawn = after(drawn, DRAW)
        assert refused(drawn, DRAW) is Refusal.DRAW_WITH_PLAYABLE_CARD
        assert refused(drawn, "6♣") is None


def test_G5_a_seat_with_a_plain_club_may_not_draw() -> None:
    state = opening("9♣ 5♦ | 7♣ 3♣ 9♥ | 2♣ 5♠ | K♣ 6♠")
    assert refused(state, DRAW) is Refusal.DRAW_WITH_PLAYABLE_CARD


def test_G6_a_penalty_club_laid_in_the_first_lap_has_no_effect() -> None:
    for penalty in ("A♣", "7♣", "8♣", "10♣", "J♣"):
        before = opening(f"9♣ 5♦ | {penalty} 9♥ 3♦ | 2♣ 5♠ | K♣ 6♠")
        assert refused(before, play(penalty, HEARTS)) is Refusal.SUIT_NEEDLESS
        laid = after(before, penalty)
        assert (laid.seat, laid.phase, laid.direction, laid.suit) == (2, Opening(), 1, CLUBS)
        assert laid.stock == before.stock
        assert [len(held) for held in laid.hands] == [2, 2, 2, 2]


def test_G6_the_penalty_club_that_ends_the_first_lap_has_no_effect() -> None:
    for penalty in ("A♣", "7♣", "8♣", "10♣", "J♣"):
        before = opening(f"{penalty} 5♦ 4♦ | 9♥ 3♦ | 5♠ | 6♠", discard="3♣ 2♣ K♣")
        laid = after(before, penalty)
        assert (laid.seat, laid.phase, laid.direction, laid.suit) == (1, Turn(), 1, CLUBS)
        assert laid.hands[1:] == before.hands[1:]


def test_G7_a_card_follows_the_last_one_by_suit_or_by_number_and_not_otherwise() -> None:
    state = position("gamyun", "K♥ 9♠ K♠ | 3♣ 2♣ | 2♦ 4♦ | K♦ 6♦", "9♥")
    assert refused(state, "K♥") is None
    assert refused(state, "9♠") is None
    assert refused(state, "K♠") is Refusal.NO_MATCH


def test_G8_a_seat_that_could_play_may_draw_one_card_instead() -> None:
    state = position("gamyun", HANDS, "4♥", stock="5♠ K♥")
    assert refused(state, "9♥") is None
    assert refused(state, "pass") is Refusal.PASS_NOT_DUE
    drawn = after(state, DRAW)
    assert (drawn.seat, drawn.phase) == (0, Turn(1, drawn.hands[0][2]))
    assert hand(drawn, 0) == "Q♣ 9♥ K♥ 4♠"
    assert refused(drawn, DRAW) is Refusal.DRAW_LIMIT


def test_G8_a_seat_that_cannot_play_draws_one_card() -> None:
    state = position("gamyun", "2♠ Q♣ | 3♣ 5♥ | 2♦ 5♦ | K♦ 6♠", "4♥", stock="2♣ 3♦ K♥")
    assert refused(state, "pass") is Refusal.PASS_NOT_DUE
    drawn = after(state, DRAW)
    assert (len(drawn.hands[0]), len(drawn.stock)) == (3, 2)
    assert refused(drawn, DRAW) is Refusal.DRAW_LIMIT


def test_G9_a_playable_drawn_card_may_be_played_or_the_seat_passes() -> None:
    drawn = after(position("gamyun", HANDS, "4♥", stock="5♠ K♥"), DRAW)
    assert after(drawn, "K♥").seat == 1
    assert after(drawn, "pass").seat == 1
    assert refused(drawn, "9♥") is Refusal.DRAWN_CARD_ONLY


def test_G10_the_turn_moves_on_when_the_drawn_card_cannot_be_played() -> None:
    state = position("gamyun", "2♠ Q♣ | 3♣ 5♥ | 2♦ 5♦ | K♦ 6♠", "4♥", stock="2♣ 3♦ K♠")
    drawn = move(state, DRAW)
    assert drawn.events[-1] == Passed(0, by_itself=True)
    assert (drawn.state.seat, drawn.state.phase) == (1, Turn())
    assert hand(drawn.state, 0) == "Q♣ 2♠ K♠"


def test_G10_the_turn_stays_when_the_drawn_card_can_be_played() -> None:
    state = position("gamyun", "2♠ Q♣ | 3♣ 5♥ | 2♦ 5♦ | K♦ 6♠", "4♥", stock="2♣ 3♦ joker")
    drawn = move(state, DRAW)
    assert all(not isinstance(event, Passed) for event in drawn.events)
    assert (drawn.state.seat, drawn.state.phase) == (0, Turn(1, JOKER))
