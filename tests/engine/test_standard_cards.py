"""The preset ``standard``: what sevens, eights, tens, jacks, aces and jokers do."""

from pisyedili.engine.cards import CLUBS, JOKER_RANK, SPADES, SUITS, Rank
from pisyedili.engine.errors import Refusal
from pisyedili.engine.events import SeatSkipped
from pisyedili.engine.state import Covering, Owing, State, Turn
from tests.engine.builder import after, hand, move, play, position, refused, rulebook

SEVEN = Rank(7)


def sizes(state: State) -> list[int]:
    """Return how many cards each seat holds."""
    return [len(held) for held in state.hands]


def test_V18_the_next_seat_draws_three_for_a_seven_and_loses_its_turn() -> None:
    state = position("standard", "7♣ 2♦ 3♦ | K♣ Q♥ 4♥ | 2♥ 3♥ 4♠", "9♣")
    owing = after(state, "7♣")
    assert (owing.seat, owing.phase) == (1, Owing(3, SEVEN))
    assert refused(owing, "K♣") is Refusal.DEBT_DUE
    assert refused(owing, "pass") is Refusal.DEBT_DUE
    paid = after(owing, "draw")
    assert (paid.seat, paid.phase, sizes(paid)) == (2, Turn(), [2, 6, 3])


def test_V19_a_seven_on_a_seven_passes_a_growing_debt_on() -> None:
    state = position("standard", "7♣ 2♦ 3♦ | 7♥ Q♥ 4♥ | 7♦ 3♥ 4♠", "9♣")
    two = after(state, "7♣", "7♥")
    assert (two.seat, two.phase) == (2, Owing(6, SEVEN))
    three = after(two, "7♦")
    assert (three.seat, three.phase) == (0, Owing(9, SEVEN))
    assert sizes(after(three, "draw")) == [11, 2, 2]


def test_V20_an_eight_skips_one_seat() -> None:
    skipped = move(position("standard", "8♣ 2♦ 3♦ | K♣ 2♥ | Q♣ 3♥ | 6♣ 4♥", "9♣"), "8♣")
    assert (skipped.state.seat, skipped.state.phase) == (2, Turn())
    assert [event for event in skipped.events if isinstance(event, SeatSkipped)] == [SeatSkipped(1)]
    assert after(skipped.state, "Q♣").seat == 3


def test_V21_a_ten_turns_the_order_of_play_round_until_the_next_ten() -> None:
    state = position("standard", "10♣ 2♦ 3♦ | K♣ 2♥ | 10♥ Q♣ 3♥ | 6♣ 4♥ 5♥", "9♣")
    turned = after(state, "10♣")
    assert turned.seat == 3
    assert after(turned, "6♣").seat == 2
    assert after(turned, "6♣", "Q♣").seat == 1
    again = after(position("standard", "10♣ 2♦ 3♦ | K♣ 2♥ | 5♥ 3♥ | 10♥ 4♥ 6♥", "9♣"), "10♣")
    assert after(again, "10♥").seat == 0


def test_V22_a_jack_renames_the_suit_to_any_suit() -> None:
    state = position("standard", "J♥ 2♦ 3♦ | K♠ Q♥ 4♣ | 2♥ 3♥ 4♠", "9♣")
    assert refused(state, "J♥") is Refusal.SUIT_DUE
    for suit in SUITS:
        named = after(state, play("J♥", suit))
        assert (named.seat, named.suit) == (1, suit)


def test_V22_the_named_suit_is_the_one_to_follow() -> None:
    state = position("standard", "J♥ 2♦ 3♦ | K♠ Q♥ 4♣ | 2♥ 3♥ 4♠", "9♣")
    named = after(state, play("J♥", SPADES))
    assert refused(named, "Q♥") is Refusal.NO_MATCH
    assert refused(named, "4♣") is Refusal.NO_MATCH
    assert after(named, "K♠").suit == SPADES


def test_V23_a_jack_goes_on_any_card_without_a_match() -> None:
    state = position("standard", "J♥ 5♥ 3♦ | K♠ Q♥ | 2♥ 3♥", "9♣")
    assert refused(state, "5♥") is Refusal.NO_MATCH
    assert refused(state, play("J♥", CLUBS)) is None


def test_V23_a_jack_never_goes_on_a_jack() -> None:
    on_jack = position("standard", "J♥ J♠ 3♦ | K♠ Q♥ | 2♥ 3♥", "J♣", suit=SPADES)
    for card in ("J♥", "J♠"):
        assert refused(on_jack, play(card, CLUBS)) is Refusal.NOT_ON_OWN_RANK


def test_V24_everyone_but_the_player_draws_one_for_an_ace() -> None:
    state = position("standard", "A♣ 5♣ 3♦ | K♣ 2♥ | Q♣ 3♥ | 6♣ 4♥ 8♥", "9♣", stock="… 9♠ Q♠ K♠")
    played = after(state, "A♣")
    assert [hand(played, seat) for seat in range(4)] == [
        "5♣ 3♦",
        "K♣ 2♥ K♠",
        "Q♣ 3♥ Q♠",
        "6♣ 4♥ 8♥ 9♠",
    ]


def test_V25_all_aces_go_down_at_once_and_the_others_draw_as_many() -> None:
    state = position("standard", "A♣ A♦ A♥ 5♥ 2♠ | K♣ 2♥ | Q♣ 3♥", "9♣")
    assert refused(state, "A♣") is Refusal.CARDS_NOT_TOGETHER
    assert refused(state, "A♣ A♥") is Refusal.CARDS_NOT_TOGETHER
    assert sizes(after(state, "A♣ A♦ A♥")) == [2, 5, 5]


def test_V26_only_the_last_aces_suit_covers() -> None:
    hands = "A♣ A♦ A♥ 5♥ 2♦ 2♠ 6♣ | K♣ 2♥ | Q♣ 3♥"
    covering = after(position("standard", hands, "9♣"), "A♣ A♦ A♥")
    assert covering.seat == 0
    for card in ("2♦", "2♠", "6♣"):
        assert refused(covering, card) is Refusal.NO_MATCH
    assert after(covering, "5♥").seat == 1


def test_V26_a_seat_that_can_cover_its_last_ace_must() -> None:
    covering = after(position("standard", "A♣ 5♣ 2♠ | K♣ 2♥ | Q♣ 3♥", "9♣"), "A♣")
    assert refused(covering, "pass") is Refusal.COVER_DUE
    assert refused(covering, "draw") is Refusal.DRAW_WITH_PLAYABLE_CARD


def test_V26_another_ace_of_a_different_suit_is_no_cover() -> None:
    state = position("standard", "A♣ 2♦ 3♦ | K♣ 2♥ | Q♣ 3♥", "9♣", stock="… A♠ 6♥ 6♠")
    covering = after(state, "A♣", "draw")
    assert hand(covering, 0) == "2♦ 3♦ A♠"
    assert refused(covering, "A♠") is Refusal.NO_MATCH


def test_V27_a_seat_without_a_cover_draws_one_and_plays_it() -> None:
    state = position("standard", "A♣ 2♦ 3♦ | K♣ 2♥ | Q♣ 3♥", "9♣", stock="… 4♣ 6♥ 6♠")
    bare = after(state, "A♣")
    assert isinstance(bare.phase, Covering)
    assert refused(bare, "pass") is Refusal.COVER_DUE
    drawn = after(bare, "draw")
    assert (drawn.seat, hand(drawn, 0)) == (0, "4♣ 2♦ 3♦")
    assert refused(drawn, "draw") is Refusal.DRAW_LIMIT
    covered = after(drawn, "4♣")
    assert (covered.seat, hand(covered, 0)) == (1, "2♦ 3♦")


def test_V27_a_seat_whose_drawn_card_is_no_cover_passes() -> None:
    state = position("standard", "A♣ 2♦ 3♦ | K♣ 2♥ | Q♣ 3♥", "9♣", stock="… 4♥ 6♥ 6♠")
    drawn = after(state, "A♣", "draw")
    assert refused(drawn, "4♥") is Refusal.NO_MATCH
    passed = after(drawn, "pass")
    assert (passed.seat, passed.suit, hand(passed, 0)) == (1, CLUBS, "2♦ 3♦ 4♥")


def test_V39_a_joker_on_a_joker_passes_twenty_on() -> None:
    jokers = rulebook("standard", "table = {jokers = 2}")
    state = position(jokers, "joker 2♦ 3♦ | joker 4♥ K♣ | 2♥ 3♥ 4♠", "9♣")
    owing = after(state, "joker")
    assert (owing.seat, owing.phase) == (1, Owing(10, JOKER_RANK))
    assert refused(owing, "K♣") is Refusal.DEBT_DUE
    stacked = after(owing, "joker")
    assert (stacked.seat, stacked.phase) == (2, Owing(20, JOKER_RANK))
    assert sizes(after(stacked, "draw")) == [2, 2, 23]
