"""What jokers and jacks may lie on, and which suit they leave in force."""

from typing import Any

from pisyedili.engine.cards import CLUBS, HEARTS, JOKER_RANK, SPADES, Rank
from pisyedili.engine.errors import Refusal
from pisyedili.engine.state import Opening, Owing, State
from tests.engine.builder import after, play, position, refused, rulebook

JOKERS = "table = {jokers = 3}"
OTHER_SUIT = "choose_suit = {always = true, on_own_rank = true, other_suit_only = true}"


def state_of(hands: str, top: str, rules: str = JOKERS, **fields: Any) -> State:
    """Return a turn of seat 0 at the standard table with jokers."""
    return position(rulebook("standard", rules), hands, top, **fields)


def test_ruling_17_a_joker_keeps_the_suit_that_stood_before_it() -> None:
    hands = "joker 2♦ 3♦ | K♠ Q♥ 4♥ | 6♠ 6♥ 2♥"
    assert after(state_of(hands, "9♣"), "joker").suit == CLUBS
    named = after(state_of(hands, "J♣", suit=SPADES), "joker", "draw")
    assert (named.seat, named.suit) == (2, SPADES)
    assert refused(named, "6♥") is Refusal.NO_MATCH
    assert after(named, "6♠").seat == 0


def test_ruling_17_a_joker_goes_on_anything_in_a_plain_turn() -> None:
    for top, suit in (("9♣", CLUBS), ("J♥", CLUBS), ("A♠", SPADES), ("8♣ joker", CLUBS)):
        owing = after(state_of("joker 2♦ 3♦ | K♠ Q♥ | 6♠ 6♥", top, suit=suit), "joker")
        assert owing.phase == Owing(10, JOKER_RANK)


def test_ruling_17_no_joker_on_a_debt_of_sevens() -> None:
    owing = state_of("joker 2♦ 3♦ | K♠ Q♥ | 6♠ 6♥", "7♣", phase=Owing(3, Rank(7)))
    assert refused(owing, "joker") is Refusal.DEBT_DUE


def test_ruling_17_no_joker_in_the_opening() -> None:
    state = state_of("6♠ 6♥ | joker 2♣ 3♦ | K♠ Q♥", "", phase=Opening(), seat=1, turns=0)
    assert refused(state, "joker") is Refusal.OPENING_SUIT_DUE


def test_ruling_17_after_a_draw_only_a_drawn_joker_may_be_played() -> None:
    hands = "joker 2♦ 3♦ | K♠ Q♥ | 6♠ 6♥"
    held = after(state_of(hands, "9♣", stock="… 4♥"), "draw")
    assert refused(held, "joker") is Refusal.DRAWN_CARD_ONLY
    drawn = after(state_of("5♥ 2♦ 3♦ | K♠ Q♥ | 6♠ 6♥", "9♣", stock="… joker"), "draw")
    assert after(drawn, "joker").phase == Owing(10, JOKER_RANK)


def test_ruling_17_only_a_joker_stacks_on_a_debt_of_jokers() -> None:
    hands = "joker 7♣ J♥ 5♣ | K♠ Q♥ | 6♠ 6♥"
    owing = state_of(hands, "9♣ joker", suit=CLUBS, phase=Owing(10, JOKER_RANK))
    for refused_move in ("7♣", "5♣", play("J♥", CLUBS)):
        assert refused(owing, refused_move) is Refusal.DEBT_DUE
    assert after(owing, "joker").phase == Owing(20, JOKER_RANK)


def test_ruling_17_a_joker_on_top_is_matched_by_suit_or_by_a_joker_only() -> None:
    plain = "table = {jokers = 3}\neffects = {joker = {}}"
    state = state_of("joker 9♥ 5♣ | K♠ Q♥ | 6♠ 6♥", "9♣ joker", plain, suit=CLUBS)
    assert refused(state, "9♥") is Refusal.NO_MATCH
    assert refused(state, "5♣") is None
    assert refused(state, "joker") is None


def test_ruling_17_a_jack_goes_on_a_joker_with_a_jack_below_it() -> None:
    state = state_of("J♥ 2♦ 3♦ | K♠ Q♥ | 6♠ 6♥", "J♣ joker", suit=SPADES)
    assert after(state, play("J♥", HEARTS)).suit == HEARTS
    on_jack = state_of("J♥ 2♦ 3♦ | K♠ Q♥ | 6♠ 6♥", "joker J♣", suit=SPADES)
    assert refused(on_jack, play("J♥", HEARTS)) is Refusal.NOT_ON_OWN_RANK


def test_ruling_18_a_different_suit_is_one_other_than_that_in_force_before() -> None:
    rules = f"effects = {{J = {{{OTHER_SUIT}}}}}"
    state = state_of("J♥ 2♦ 3♦ | K♠ Q♥ | 6♠ 6♥", "9♣", rules)
    assert refused(state, play("J♥", CLUBS)) is Refusal.SUIT_NOT_DIFFERENT
    assert after(state, play("J♥", HEARTS)).suit == HEARTS


def test_ruling_18_the_suit_in_force_may_be_one_that_was_named() -> None:
    rules = f"effects = {{J = {{{OTHER_SUIT}}}}}"
    state = state_of("J♥ 2♦ 3♦ | K♠ Q♥ | 6♠ 6♥", "J♣", rules, suit=SPADES)
    assert refused(state, play("J♥", SPADES)) is Refusal.SUIT_NOT_DIFFERENT
    assert after(state, play("J♥", CLUBS)).suit == CLUBS
