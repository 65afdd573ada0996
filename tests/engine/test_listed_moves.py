"""Ruling 28: there is a move, the list says exactly what is accepted, and in which order."""

from itertools import product
from typing import Any, Final

import pytest

from pisyedili.engine.cards import (
    CARDS,
    CLUBS,
    DIAMONDS,
    HEARTS,
    NO_SUIT,
    SPADES,
    SUITS,
    Rank,
    parse_card,
)
from pisyedili.engine.errors import Refusal
from pisyedili.engine.legality import legal_moves, refused_cards
from pisyedili.engine.moves import DRAW, PASS, PASS_CALLING, Move, Play
from pisyedili.engine.play import apply_move
from pisyedili.engine.state import OVER, Covering, Forgotten, Opening, Owing, Pending, State, Turn
from tests.engine.builder import after, play, position, presets, refused, rulebook

SEVEN = Rank(7)
NINE = parse_card("9♥")
REST = "3♣ 5♣ | 2♦ 5♦ | K♦ 6♠"
OTHER = "effects.J.choose_suit = { always = true, on_own_rank = true, other_suit_only = true }"
ANY = 'effects.A = { together = "any_number" }'

POSITIONS: Final[dict[str, tuple[str, str, str, str, dict[str, Any]]]] = {
    "a turn with a jack": ("standard", "", "9♥ J♠ 4♦ Q♣", "4♥", {}),
    "two cards, one to be called": ("standard", "", "9♥ J♠", "4♥", {}),
    "a last card": ("standard", "", "9♥", "4♥", {"called": (True, False, False, False)}),
    "a barred turn": ("standard", "", "9♥", "4♥", {"phase": Turn(1, NINE, barred=True)}),
    "a debt": ("standard", "", "7♣ J♠ 8♥", "7♥", {"phase": Owing(3, SEVEN)}),
    "a forgotten call": ("standard", "", "9♥", "4♥", {"phase": Forgotten()}),
    "an opening": ("standard", "", "7♣ J♣ 8♥", "4♣", {"phase": Opening(), "turns": 3}),
    "an opening without the suit": ("standard", "", "8♥", "4♣", {"phase": Opening(), "turns": 3}),
    "three aces": ("standard", "", "A♣ A♦ A♥ 9♥", "4♥", {}),
    "any number of aces": ("simple", ANY, "A♣ A♦ A♥ 9♥", "4♥", {}),
    "a cover due": ("standard", "", "9♥ K♠ J♠", "A♥", {"phase": Covering(Pending())}),
    "no cover held": ("standard", "", "9♥ K♠", "A♦", {"phase": Covering(Pending())}),
    "a cover allowed": ("gamyun", "", "9♥ K♠", "A♥", {"phase": Covering(Pending())}),
    "the drawn card alone": ("gamyun", "", "9♥ 4♠ joker", "4♥", {"phase": Turn(1, NINE)}),
    "another suit to name": ("classic", OTHER, "J♠ J♥ 3♦", "4♥", {}),
    "no match": ("simple", "", "9♠ 2♣", "4♥", {}),
    "a round over": ("simple", "", "9♥", "4♥", {}),
}


def at(name: str) -> State:
    """Return a named position."""
    preset, changes, hands, top, fields = POSITIONS[name]
    state = position(rulebook(preset, changes), f"{hands} | {REST}", top, **fields)
    return after(state, "9♥") if name == "a round over" else state


def conceivable(state: State) -> list[Move]:
    """Return every move that a client could think of: all short sequences, suits and calls."""
    hand = dict.fromkeys(state.hands[state.seat])
    sequences = {cards for size in (1, 2, 3) for cards in product(hand, repeat=size)}
    sequences |= {(card,) for card in CARDS} | {()}
    suits = (NO_SUIT, *SUITS)
    plays = (
        Play(cards, suit, call) for cards in sequences for suit in suits for call in (False, True)
    )
    return [*plays, DRAW, PASS, PASS_CALLING]


def passed_through(preset: str, changes: str) -> list[State]:
    """Return the states of one round in which each seat picks from all over its list."""
    hands = "3♣ 7♥ 9♥ A♥ | 4♣ 7♦ J♦ A♦ | 8♥ 2♦ Q♠ | 10♥ K♣"
    states = [position(rulebook(preset, changes), hands, "4♥")]
    while not isinstance(states[-1].phase, OVER) and len(states) < 80:
        state = states[-1]
        moves = legal_moves(state)
        assert moves
        states.append(apply_move(state, state.seat, moves[len(states) * 7 % len(moves)]).state)
    return states


@pytest.mark.parametrize("name", POSITIONS)
def test_ruling_28_the_moves_that_are_accepted_are_exactly_those_listed(name: str) -> None:
    state = at(name)
    accepted = {made for made in conceivable(state) if refused(state, made) is None}
    listed = legal_moves(state)
    assert accepted == set(listed)
    assert len(listed) == len(accepted)
    assert bool(listed) != isinstance(state.phase, OVER)


@pytest.mark.parametrize("name", [*presets()])
@pytest.mark.parametrize("changes", ["", "tek.forgotten_draws = 2", "stock.when_empty = 'play_on'"])
def test_ruling_28_there_is_a_legal_move_until_the_round_is_over(name: str, changes: str) -> None:
    states = passed_through(name, changes)
    assert all(bool(legal_moves(state)) != isinstance(state.phase, OVER) for state in states)


def test_ruling_28_plays_are_listed_by_cards_then_the_draw() -> None:
    state = position("gamyun", "K♥ 4♠ 9♥ 4♣ joker | 3♣ | 2♦ | K♦", "4♥")
    cards = ["4♣", "9♥", "K♥", "4♠", "joker"]
    assert legal_moves(state) == (*map(play, cards), DRAW)


def test_ruling_28_cards_laid_together_are_listed_by_their_cards_too() -> None:
    state = position(rulebook("simple", ANY), "A♥ A♦ A♣ 3♥ | 2♦", "4♥")
    orders = ("A♥", "A♥ A♣", "A♥ A♣ A♦", "A♥ A♦", "A♥ A♦ A♣", "3♥")
    assert legal_moves(state) == tuple(map(play, orders))


def test_ruling_28_suits_are_named_in_their_order() -> None:
    state = position("classic", "J♥ 2♣ 4♦ | 3♣ | 2♦", "4♥")
    suits = (CLUBS, DIAMONDS, HEARTS, SPADES)
    assert legal_moves(state) == (play("4♦"), *(play("J♥", suit) for suit in suits), DRAW)


def test_ruling_28_a_play_without_the_call_comes_before_the_one_with_it() -> None:
    state = position("standard", f"9♥ J♠ | {REST}", "4♥")
    suits = (CLUBS, DIAMONDS, HEARTS, SPADES)
    jacks = [play("J♠", suit, call=call) for suit in suits for call in (False, True)]
    assert legal_moves(state) == (play("9♥"), play("9♥", call=True), *jacks, DRAW)


def test_ruling_28_the_pass_comes_after_the_draw() -> None:
    state = position("classic", "9♠ 2♣ | 3♣ 5♣", "4♥", stock="…6♦")
    assert legal_moves(after(state, DRAW)) == (DRAW, PASS)


def test_ruling_28_a_pass_without_the_call_comes_before_the_one_with_it() -> None:
    book = rulebook("standard", 'stock.when_empty = "play_on"')
    called = (True, False, False, False)
    state = position(book, f"9♥ | {REST}", "4♠", stock="", called=called)
    assert legal_moves(state) == (PASS, PASS_CALLING)


def test_ruling_28_equal_cards_are_listed_once() -> None:
    state = position("gamyun", "9♥ 9♥ 2♠ | 3♣ | 2♦ | K♦", "4♥")
    assert legal_moves(state) == (play("9♥"), DRAW)


def test_ruling_28_no_move_is_accepted_once_the_round_is_over() -> None:
    over = after(position("simple", "9♥ | 3♣ 5♣", "4♥"), "9♥")
    for made in (play("3♣"), DRAW, PASS):
        assert refused(over, made) is Refusal.ROUND_OVER


def test_ruling_28_cards_that_may_not_be_played_are_named_with_the_reason() -> None:
    state = position("standard", f"9♥ 9♠ J♠ | {REST}", "4♥")
    assert refused_cards(state) == ((parse_card("9♠"), Refusal.NO_MATCH),)
    owing = position("standard", f"9♥ 7♠ J♠ | {REST}", "7♥", phase=Owing(3, SEVEN))
    assert refused_cards(owing) == (
        (parse_card("9♥"), Refusal.DEBT_DUE),
        (parse_card("J♠"), Refusal.DEBT_DUE),
    )
