"""What a game state may just be, and what is one step too far."""

from typing import Any

import pytest

from pisyedili.engine.cards import (
    CLUBS,
    HEARTS,
    JOKER_RANK,
    NO_CARD,
    NO_SUIT,
    Card,
    Rank,
    parse_card,
)
from pisyedili.engine.check import state_faults
from pisyedili.engine.errors import StateFault
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.state import Covering, Opening, Owing, Pending, State, Turn
from tests.engine.builder import position, rulebook

HANDS = "7♣ 8♦ | K♠ 2♠ | 3♦ 4♦"
NONE_LEFT = "| K♠ 2♠ | 3♦ 4♦"
SOUND = position("standard", HANDS, "9♣")
OPENING = position("standard", HANDS, phase=Opening(), seat=1, turns=0)
ACE_LAID = position("standard", HANDS, "A♣", phase=Covering(Pending()))
PLAY_ON = rulebook("standard", "stock.when_empty = 'play_on'")
EXTRA_PASS = rulebook("standard", "stock = { when_empty = 'play_on', blocked_extra_passes = 1 }")
SEVEN = Rank(7)


def scored(points: int) -> State:
    """Return a second round, in which one seat had so many points in the first."""
    match = SOUND.match.replace(round=1, scores=((0, 0, points),))
    return SOUND.replace(match=match)


def limited(safety: str, **fields: Any) -> State:
    return position(rulebook("standard", f"safety = {{ {safety} }}"), HANDS, "9♣", **fields)


def covers(cover: str, forgotten: int = 0) -> Rulebook:
    """Return a standard table with aces that are covered so, and a call that costs so much."""
    changes = f"effects.A.cover = {{ {cover} }}\ntek.forgotten_draws = {forgotten}"
    return rulebook("standard", changes)


def ace(
    book: Rulebook,
    hands: str,
    stock: str | None = None,
    card: Card = NO_CARD,
    *,
    barred: bool = False,
) -> State:
    """Return the cover phase of seat 0 after an ace of clubs."""
    phase = Covering(Pending(), card, barred)
    return position(book, hands, "A♣", stock=stock, phase=phase)


MUST, MAY = "must = true", "must = false"
PAIRS = rulebook("standard", "table = { seats_min = 4, partnerships = 'pairs' }")
ALLOWED = {
    "pairs at a table of four": position(PAIRS, f"{HANDS} | 5♦ 6♦", "9♣"),
    "spades in force": position("standard", "7♣ 8♦ | K♠ 2♠ | 3♦ 4♦", "9♠"),
    "the other direction": SOUND.replace(direction=-1),
    "the last number of moves": SOUND.replace(ply=2**31 - 1),
    "the most points": scored(2**31 - 1),
    "fewer cards lie after a reshuffle": SOUND.replace(cards=7, shuffles=2),
    "the first suit named on a jack": position("standard", HANDS, "J♥", suit=CLUBS),
    "an empty stock that waits for a draw": position("standard", HANDS, "9♣", stock=""),
    "a pass before the one that blocks": position(EXTRA_PASS, HANDS, "9♣", stock="", passes=3),
    "any turns without a limit": limited("turns = 0", turns=9_999),
    "a limit of cards met in a cover phase": limited("cards = 1").replace(
        discard=ACE_LAID.discard, stock=ACE_LAID.stock, phase=Covering(Pending())
    ),
    "the second opener": OPENING.replace(turns=1, seat=2),
    "an opening hand all drawn": OPENING.replace(phase=Opening(2)),
    "a drawn cover": ACE_LAID.replace(phase=Covering(Pending(), parse_card("8♦"))),
    "a drawn cover where none is due, alone in hand": ace(
        covers(MAY), "8♦ | K♠ 2♠ | 3♦ 4♦", card=parse_card("8♦")
    ),
    "a cover phase that might have finished": ace(covers("may_finish = true"), HANDS),
    "an empty hand that may draw its cover": ace(covers(MUST), NONE_LEFT),
    "an empty hand that is barred from finishing": ace(PLAY_ON, NONE_LEFT, stock="", barred=True),
    "an empty hand that a barred turn left": position("standard", NONE_LEFT, "9♣", seat=1),
    "a debt that waits for a cover": ACE_LAID.replace(phase=Covering(Pending(debt=3, rank=SEVEN))),
    "a joker debt": SOUND.replace(phase=Owing(10, JOKER_RANK)),
    "a debt of one card": SOUND.replace(phase=Owing(1, SEVEN)),
    "the greatest debt": SOUND.replace(phase=Owing(10_000, SEVEN)),
}


@pytest.mark.parametrize("name", ALLOWED)
def test_at_its_bound_a_state_has_no_fault(name: str) -> None:
    assert list(map(str, state_faults(ALLOWED[name]))) == []


REFUSED = {
    "a card twice": (
        SOUND.replace(stock=(*SOUND.stock, SOUND.stock[0])),
        "cards: expected the 52 cards of the table, got 0 missing and 1 too many",
    ),
    "a move too many": (SOUND.replace(ply=2**31), "ply: expected 0 to 2147483647, got 2147483648"),
    "a point too many": (
        scored(2**31),
        "scores[0]: expected scores from 0 to 2147483647, got 2147483648",
    ),
    "more cards lie than were played": (
        SOUND.replace(cards=0, shuffles=2),
        "cards: expected as many cards played as lie (1), got 0",
    ),
    "no suit over a jack": (
        position("standard", HANDS, "J♥", suit=NO_SUIT),
        "suit: expected the suit of the top card, or a named one, got 0",
    ),
    "a suit named on a nine": (
        SOUND.replace(suit=HEARTS),
        "suit: expected the suit of the top card, or a named one, got 3",
    ),
    "a limit of one turn": (limited("turns = 1"), "turns: expected fewer than 1, got 3"),
    "a limit of one card": (limited("cards = 1"), "cards: expected fewer than 1, got 1"),
    "a finish with nothing to draw": (
        ace(PLAY_ON, NONE_LEFT, stock=""),
        "phase: expected a finished round, got an empty hand",
    ),
    "another's empty hand in a cover phase": (
        ace(covers(MUST), "7♣ 8♦ | | 3♦ 4♦"),
        "hands[1]: expected a card in a round that goes on, got none",
    ),
    "an empty hand where a cover may finish": (
        position(covers("may_finish = true", 1), NONE_LEFT, "9♣", seat=1),
        "hands[0]: expected a card in a round that goes on, got none",
    ),
    "an empty hand where nobody calls": (
        position(covers(MUST), NONE_LEFT, "9♣", seat=1),
        "hands[0]: expected a card in a round that goes on, got none",
    ),
    "a debt of no known rank": (
        SOUND.replace(phase=Owing(3, Rank(15))),
        "phase.rank: expected a rank that raises a debt, got 15",
    ),
    "a debt too great": (
        SOUND.replace(phase=Owing(10_001, SEVEN)),
        "phase.cards: expected 1 to 10000, got 10001",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_step_beyond_its_bound_a_state_is_faulty(name: str) -> None:
    state, text = REFUSED[name]
    assert list(map(str, state_faults(state))) == [text]


def test_a_fault_has_the_reason_of_its_kind() -> None:
    for state, reason in (
        (SOUND.replace(stock=SOUND.stock[1:]), StateFault.CARDS_NOT_CONSERVED),
        (SOUND.replace(direction=0), StateFault.OUT_OF_BOUNDS),
        (SOUND.replace(phase=Turn(2, parse_card("8♦"))), StateFault.PHASE_CONTRADICTS_TABLE),
    ):
        assert [fault.reason for fault in state_faults(state)] == [reason]
