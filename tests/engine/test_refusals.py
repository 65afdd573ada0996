"""Refusals in words: what the table expected, and what came."""

from typing import Any

import pytest

from pisyedili.engine.cards import DIAMONDS, HEARTS, NO_CARD, Rank, parse_card
from pisyedili.engine.deal import start_round
from pisyedili.engine.errors import IllegalMove, Refusal
from pisyedili.engine.events import RoundEnd
from pisyedili.engine.moves import DRAW, Move, Play
from pisyedili.engine.play import apply_move
from pisyedili.engine.state import (
    Covering,
    Forgotten,
    MatchOver,
    Opening,
    Owing,
    Pending,
    RoundOver,
    State,
    Turn,
)
from tests.engine.builder import move, play, position, rulebook

OTHERS = "K♦ 2♥ | Q♦ 3♥"
PLAY_ON = 'stock = {when_empty = "play_on"}'
SEVEN = Rank(7)
CALL = "the call only with a move that ends the turn with one card left"


def at(
    hand: str, top: str = "9♣", rules: str = "", preset: str = "standard", **fields: Any
) -> State:
    """Return a turn of seat 0 at a table of three."""
    return position(rulebook(preset, rules), f"{hand} | {OTHERS}", top, **fields)


def laid(hand: str, top: str, card: str = "") -> State:
    """Return the cover phase of seat 0, with a card drawn for it."""
    return at(hand, top, phase=Covering(Pending(), parse_card(card) if card else NO_CARD))


HELD = at("9♦ 5♦ J♥")
OTHER_SUIT = "effects.J.choose_suit = { always = true, other_suit_only = true }"
FOLLOWS = "effects.J.choose_suit = { always = true, on_own_rank = true, rank_follows = true }"
WITHOUT_MATCH = "turn = { draw_when = 'without_match', draws = 0 }"

REFUSED: list[tuple[State, Move | str, Refusal, str]] = [
    (
        HELD.replace(phase=RoundOver(RoundEnd.BLOCKED)),
        "draw",
        Refusal.ROUND_OVER,
        "no move: the round is over, got a draw",
    ),
    (HELD, "K♦", Refusal.CARD_NOT_HELD, "cards that the seat holds, got K♦"),
    (
        HELD,
        Play(()),
        Refusal.CARDS_NOT_TOGETHER,
        "one card, or cards of one rank in a listed order where they go together, got no card",
    ),
    (HELD, "5♦", Refusal.NO_MATCH, "a card that matches ♣ or rank 9, got 5♦"),
    (at("5♦ 6♦", "J♥"), "5♦", Refusal.NO_MATCH, "a card that matches ♥, got 5♦"),
    (at("5♦ 6♦", "J♥", FOLLOWS), "5♦", Refusal.NO_MATCH, "a card that matches ♥ or rank J, got 5♦"),
    (
        at("5♦ 6♦", "joker", "table.jokers = 2", suit=HEARTS),
        "5♦",
        Refusal.NO_MATCH,
        "a card that matches ♥ or rank joker, got 5♦",
    ),
    (laid("A♦ 6♦", "A♣"), "A♦", Refusal.NO_MATCH, "a card that matches ♣, got A♦"),
    (
        at("5♦ A♥", "A♣", preset="gamyun", phase=Covering(Pending())),
        "5♦",
        Refusal.NO_MATCH,
        "a card that matches ♣ or rank A, got 5♦",
    ),
    (
        at("J♦ 6♦", "J♥"),
        play("J♦", DIAMONDS),
        Refusal.NOT_ON_OWN_RANK,
        "a card other than J, since J never goes on J, got J♦ naming diamonds",
    ),
    (
        at("5♦ 6♦", "", phase=Opening(), turns=0),
        "5♦",
        Refusal.OPENING_SUIT_DUE,
        "a card of clubs to open with, got 5♦",
    ),
    (
        at("5♦ 6♦", "7♣", phase=Owing(3, SEVEN)),
        "pass",
        Refusal.DEBT_DUE,
        "the debt of 3 drawn, or another 7 where it stacks, got a pass",
    ),
    (
        at("5♣", phase=Forgotten()),
        "5♣",
        Refusal.CALL_FORGOTTEN,
        "a draw of 1 first for the uncalled last card, got 5♣",
    ),
    (
        at("5♣", phase=Turn(1, parse_card("5♣"), barred=True)),
        "5♣",
        Refusal.FINISH_BARRED,
        "a play that does not finish, the last card not having been called, got 5♣",
    ),
    (
        at("5♣ 6♣ 4♦", phase=Turn(1, parse_card("4♦"))),
        "5♣",
        Refusal.DRAWN_CARD_ONLY,
        "the card just drawn, 4♦, got 5♣",
    ),
    (
        laid("5♣ 6♣ 4♦", "A♣", "6♣"),
        "5♣",
        Refusal.DRAWN_CARD_ONLY,
        "the card just drawn, 6♣, got 5♣",
    ),
    (
        at("9♦ 9♥ 4♦"),
        "9♦ 9♥",
        Refusal.CARDS_NOT_TOGETHER,
        "one card, or cards of one rank in a listed order where they go together, got 9♦ 9♥",
    ),
    (HELD, "J♥", Refusal.SUIT_DUE, "a named suit with this card, got J♥"),
    (
        at("J♥ 4♦ 5♦", rules=OTHER_SUIT, suit=HEARTS),
        play("J♥", HEARTS),
        Refusal.SUIT_NOT_DIFFERENT,
        "a suit other than hearts, got J♥ naming hearts",
    ),
    (
        HELD,
        play("9♦", HEARTS),
        Refusal.SUIT_NEEDLESS,
        "no named suit with this card, got 9♦ naming hearts",
    ),
    (
        HELD,
        play("9♦", call=True),
        Refusal.CALL_NOT_DUE,
        f"{CALL}, got 9♦, calling the last card",
    ),
    (
        HELD.replace(phase=Turn(1, parse_card("9♦"))),
        "tek",
        Refusal.CALL_NOT_DUE,
        f"{CALL}, got a pass, calling the last card",
    ),
    (
        laid("5♣ 6♦", "A♣"),
        "pass",
        Refusal.COVER_DUE,
        "a cover for the A♣, or a draw without one, got a pass",
    ),
    (
        at("5♦ 6♦", rules=PLAY_ON, stock=""),
        "draw",
        Refusal.NOTHING_TO_DRAW,
        "a play or a pass, since there is nothing to draw, got a draw",
    ),
    (
        HELD.replace(phase=Turn(1, parse_card("9♦"))),
        "draw",
        Refusal.DRAW_LIMIT,
        "no further draw after 1, got a draw",
    ),
    (
        at("9♦ 5♦", rules="turn.draws = 2", phase=Turn(2, parse_card("9♦"))),
        "draw",
        Refusal.DRAW_LIMIT,
        "no further draw after 2, got a draw",
    ),
    (laid("5♣ 6♦", "A♣", "6♦"), "draw", Refusal.DRAW_LIMIT, "no further draw after 1, got a draw"),
    (
        at("9♦ 5♦", rules=WITHOUT_MATCH),
        "draw",
        Refusal.DRAW_WITH_PLAYABLE_CARD,
        "a play, since there is a playable card, got a draw",
    ),
    (
        at("5♣ A♥", "A♣", preset="gamyun", phase=Covering(Pending())),
        "draw",
        Refusal.DRAW_NOT_DUE,
        "a cover or a pass, got a draw",
    ),
    (HELD, "pass", Refusal.PASS_NOT_DUE, "a play, or a pass after 1 drawn, got a pass"),
    (
        at("9♦ 5♦", rules="turn = { draws = 3, pass_after = 2 }"),
        "pass",
        Refusal.PASS_NOT_DUE,
        "a play, or a pass after 2 drawn, got a pass",
    ),
]


@pytest.mark.parametrize(("state", "made", "reason", "text"), REFUSED)
def test_a_refusal_says_what_was_expected_and_what_came(
    state: State, made: Move | str, reason: Refusal, text: str
) -> None:
    with pytest.raises(IllegalMove) as refused:
        move(state, made)
    assert (refused.value.reason, str(refused.value)) == (reason, f"expected {text}")


def test_a_move_out_of_turn_names_both_seats() -> None:
    with pytest.raises(IllegalMove) as refused:
        apply_move(HELD, 2, DRAW)
    text = "expected a move of seat 0, which is on turn, got a move of seat 2"
    assert (refused.value.reason, str(refused.value)) == (Refusal.OUT_OF_TURN, text)


def test_a_round_started_at_the_wrong_time_says_so() -> None:
    for phase, reason, text in (
        (
            Turn(),
            Refusal.ROUND_NOT_OVER,
            "expected a round that is over, got one still being played",
        ),
        (
            MatchOver(RoundEnd.BLOCKED),
            Refusal.MATCH_OVER,
            "expected a match with rounds to play, got a match that is over",
        ),
    ):
        with pytest.raises(IllegalMove) as refused:
            start_round(HELD.replace(phase=phase))
        assert (refused.value.reason, str(refused.value)) == (reason, text)
