"""How rounds open: every seat, the first seat, or a card turned up."""

import pytest

from pisyedili.engine.cards import CLUBS, JOKER, JOKER_RANK, NO_SUIT, RANK_OF, SUIT_OF, Card, Rank
from pisyedili.engine.deal import new_match
from pisyedili.engine.errors import InvalidRules, Refusal
from pisyedili.engine.events import RoundDealt
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.shuffle import round_seed, shuffled
from pisyedili.engine.state import Opening, Owing, State, Transition, Turn
from tests.engine.builder import after, hand, position, refused, rulebook, the_rest

ACE, SEVEN, EIGHT = Rank(1), Rank(7), Rank(8)
PLAY_ON = 'stock = {when_empty = "play_on"}'


def opening(rules: str | Rulebook, hands: str, stock: str = "…") -> State:
    """Return the beginning of a round dealt by seat 0: nothing played, seat 1 to start."""
    return position(rules, hands, stock=stock, phase=Opening(), seat=1, turns=0)


def turned_up(book: Rulebook, seats: int, *ranks: Rank) -> tuple[Transition, tuple[Card, ...]]:
    """Return a deal after which cards of these ranks come first, and what lay there to be drawn."""
    dealt = seats * book.rules.table.hand_for(seats)
    for number in range(1000):
        seed = number.to_bytes(32, "big")
        left = shuffled(book.deck(seats), round_seed(seed, 0), 0)[::-1][dealt:]
        if tuple(RANK_OF[card] for card in left[: len(ranks)]) == ranks:
            return new_match(book, seats, seed), left
    raise LookupError(ranks)


def test_ruling_05_the_limits_of_a_turn_do_not_hold_in_the_opening() -> None:
    strict = 'turn = {draws = 1, after_draw = "turn_ends", draw_when = "without_match"}'
    hands = "4♦ 8♥ | 5♣ 9♦ J♥ | K♥ Q♠"
    state = after(opening(rulebook("standard", strict), hands, "… 2♥ 3♥ 6♣"), "draw", "draw")
    assert (state.seat, state.phase) == (1, Opening(2))
    assert hand(state, 1) == "5♣ 6♣ 9♦ 3♥ J♥"


def test_ruling_05_after_any_draws_any_held_club_opens() -> None:
    state = opening("standard", "4♦ 8♥ | 5♣ 9♦ J♥ | K♥ Q♠", "… 2♥ 3♥ 6♣")
    for card in ("5♣", "6♣"):
        assert after(state, "draw", "draw", card).seat == 2


def test_ruling_05_with_nothing_to_draw_a_seat_that_draws_freely_may_pass_with_a_match() -> None:
    state = position(rulebook("standard", PLAY_ON), "5♣ 2♥ | K♥ Q♥ | 4♥ 4♠", "9♣", stock="")
    assert refused(state, "draw") is Refusal.NOTHING_TO_DRAW
    assert after(state, "pass").seat == 1


def test_ruling_05_with_nothing_to_draw_other_seats_pass_only_without_a_match() -> None:
    book = rulebook("standard", f'{PLAY_ON}\nturn = {{draw_when = "without_match"}}')
    matching = position(book, "5♣ 2♥ | K♥ Q♥ | 4♥ 4♠", "9♣", stock="")
    assert refused(matching, "pass") is Refusal.PASS_NOT_DUE
    assert after(position(book, "5♦ 2♥ | K♥ Q♥ | 4♥ 4♠", "9♣", stock=""), "pass").seat == 1


def test_ruling_05_a_seat_without_a_club_and_nothing_to_draw_passes_its_opening_turn() -> None:
    hands = f"2♣ 4♦ 8♥ | 5♥ 9♦ J♥ | {the_rest('2♣ 4♦ 8♥ 5♥ 9♦ J♥')}"
    state = opening("standard", hands)
    assert refused(state, "draw") is Refusal.NOTHING_TO_DRAW
    state = after(state, "pass")
    assert (state.seat, state.phase) == (2, Opening())
    assert refused(state, "pass") is Refusal.OPENING_SUIT_DUE
    state = after(state, "K♣", "2♣")
    assert (state.seat, state.phase) == (1, Turn())


def test_ruling_05_a_first_seat_that_cannot_lead_lets_the_next_one_lead() -> None:
    book = rulebook("standard", 'opening = {style = "first_leads"}')
    hands = f"2♣ 4♦ 8♥ | 5♥ 9♦ J♥ | {the_rest('2♣ 4♦ 8♥ 5♥ 9♦ J♥')}"
    state = after(opening(book, hands), "pass")
    assert (state.seat, state.phase) == (2, Opening())
    assert refused(state, "K♦") is Refusal.OPENING_SUIT_DUE
    led = after(state, "K♣")
    assert (led.seat, led.phase) == (0, Turn())


def test_ruling_10_a_joker_does_not_open() -> None:
    book = rulebook("standard", "table = {jokers = 2}")
    state = opening(book, "4♦ 8♥ | joker 5♣ J♥ | K♥ Q♠")
    assert refused(state, "joker") is Refusal.OPENING_SUIT_DUE
    assert after(state, "5♣").seat == 2


def test_ruling_10_after_the_last_club_the_starter_goes_on_by_matching() -> None:
    state = after(opening("standard", "9♣ 2♠ 4♠ | 5♣ K♦ 9♥ | 6♣ 5♦ 4♦"), "5♣", "6♣", "9♣")
    assert (state.seat, state.phase) == (1, Turn())
    assert refused(state, "K♦") is Refusal.NO_MATCH
    assert after(state, "9♥").seat == 2


def test_ruling_10_an_inert_jack_on_top_is_still_a_jack_of_clubs() -> None:
    hands = "J♣ 2♠ 4♠ | 5♣ 3♣ J♥ K♦ | 6♣ 5♦ 4♦"
    state = after(opening("standard", hands), "5♣", "6♣", "J♣")
    assert (state.seat, state.suit) == (1, CLUBS)
    assert refused(state, "J♥") is Refusal.NOT_ON_OWN_RANK
    assert refused(state, "K♦") is Refusal.NO_MATCH
    assert after(state, "3♣").seat == 2


def test_ruling_10_an_inert_ace_goes_alone_and_needs_no_cover() -> None:
    two = rulebook("standard", "table = {decks = 2}")
    state = opening(two, "4♦ 8♥ | A♣ A♣ A♥ 9♥ | K♥ Q♠")
    assert refused(state, "A♣ A♣") is Refusal.CARDS_NOT_TOGETHER
    assert refused(state, "A♣ A♥ A♣") is Refusal.CARDS_NOT_TOGETHER
    opened = after(state, "A♣")
    assert (opened.seat, opened.phase, hand(opened, 1)) == (2, Opening(), "A♣ A♥ 9♥")


def test_ruling_11_the_club_led_is_the_first_seats_first_turn() -> None:
    led = after(opening("classic", "4♦ 8♥ | 5♣ 9♦ | K♣ Q♠ | 6♣ 2♠"), "5♣")
    assert (led.seat, led.phase, led.turns) == (2, Turn(), 1)
    assert after(led, "K♣").seat == 3


def test_ruling_12_a_turned_up_joker_goes_under_the_stock() -> None:
    book = rulebook("simple", "table = {jokers = 8}")
    dealt, left = turned_up(book, 2, JOKER_RANK, EIGHT)
    assert dealt.state.discard == left[1:2]
    assert dealt.state.stock[0] == JOKER
    assert dealt.state.stock[1:] == left[:1:-1]
    assert dealt.events[0] == RoundDealt(0, 0, left[:2])


def test_ruling_12_a_listed_rank_goes_under_the_stock_too() -> None:
    dealt, left = turned_up(rulebook("crazy-eights"), 3, EIGHT, ACE)
    assert dealt.state.discard == left[1:2]
    assert dealt.state.stock[0] == left[0]


def test_ruling_12_where_all_would_be_buried_the_top_one_stays_and_is_inert() -> None:
    eights = "table = {ranks = [8], decks = 4, hand = 3, jokers = 2}"
    effects = "effects = {7 = {}, J = {}, 8 = {skip = 1}}"
    book = rulebook("simple", f"{eights}\nopening = {{turn_up_buried = [8]}}\n{effects}")
    dealt, left = turned_up(book, 2, EIGHT)
    assert dealt.state.discard == left[:1]
    assert dealt.state.stock == left[:0:-1]
    assert (dealt.state.seat, dealt.state.phase) == (1, Turn())
    joker, left = turned_up(book, 2, JOKER_RANK)
    assert (joker.state.discard, joker.state.suit) == ((JOKER,), NO_SUIT)


def test_ruling_12_one_card_remains_in_the_stock_after_the_turn_up() -> None:
    seventeen = "table = {seats_min = 3, seats_max = 3, hand = 17}"
    assert len(new_match(rulebook("standard", seventeen), 3, bytes(32)).state.stock) == 1
    with pytest.raises(InvalidRules) as refusal:
        rulebook("simple", seventeen)
    assert [fault.path for fault in refusal.value.faults] == ["table.hand"]


def test_ruling_12_an_applied_suit_chooser_keeps_its_own_suit() -> None:
    book = rulebook("crazy-eights", "opening = {turn_up_buried = [], turn_up_applied = [8]}")
    dealt, left = turned_up(book, 3, EIGHT)
    assert dealt.state.discard == left[:1]
    assert (dealt.state.seat, dealt.state.phase) == (1, Turn())
    assert dealt.state.suit == SUIT_OF[left[0]]


def test_ruling_12_an_applied_cover_card_has_its_effect_but_no_cover() -> None:
    ace = "A = {others_draw = 1, cover = {must = true}}"
    book = rulebook("simple", f'opening = {{turn_up_applied = ["A"]}}\neffects = {{{ace}}}')
    state = turned_up(book, 3, ACE)[0].state
    assert (state.seat, state.phase) == (1, Turn())
    assert [len(held) for held in state.hands] == [7, 8, 8]


def test_ruling_12_a_turned_up_card_that_is_not_applied_is_inert() -> None:
    applied = rulebook("simple", "opening = {turn_up_applied = [7]}")
    assert turned_up(applied, 2, SEVEN)[0].state.phase == Owing(2, SEVEN)
    assert turned_up(rulebook("simple"), 2, SEVEN)[0].state.phase == Turn()
