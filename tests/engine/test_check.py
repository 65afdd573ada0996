"""What a game state may not be: each fault in words, on a table that is sound but for it."""

import pytest

from pisyedili.engine.cards import CLUBS, HEARTS, JOKER, NO_CARD, Rank, Suit, parse_card
from pisyedili.engine.check import state_faults
from pisyedili.engine.errors import Refusal
from pisyedili.engine.events import RoundEnd
from pisyedili.engine.legality import legal_moves, refusal, refused_cards
from pisyedili.engine.moves import DRAW
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
from pisyedili.engine.view import view
from tests.engine.builder import after, position, rulebook

HANDS = "7♣ 8♦ | K♠ 2♠ | 3♦ 4♦"
SOUND = position("standard", HANDS, "9♣")
SIMPLE = position("simple", HANDS, "9♣")
CLASSIC = position("classic", HANDS, "9♣")
GAMYUN = position("gamyun", "7♣ 8♦ | K♠ 2♠ | 3♦ 4♦ | 5♦ 6♦", "9♣")
ACE_LAID = position("standard", "7♣ 8♦ | K♠ 2♠ | 3♦ 4♦", "A♣", phase=Covering(Pending()))
LAST_CARD = position("standard", "7♣ | K♠ 2♠ | 3♦ 4♦", "9♣", called=(True, False, False))
FIRST_LEADS = position("classic", HANDS, phase=Opening(), seat=1, turns=0)
EVERY_SEAT = position("standard", HANDS, phase=Opening(), seat=1, turns=0)
OVER = position("standard", "| K♠ 2♠ | 3♦ 4♦", "9♣").replace(phase=RoundOver(RoundEnd.BLOCKED))
SCORED = OVER.replace(match=OVER.match.replace(scores=((0, 1, 2),)))
LIMITED = position(rulebook("standard", "safety = { turns = 5, cards = 9 }"), HANDS, "9♣")
AT_ONCE = rulebook("standard", "stock.when_empty = 'reshuffle_at_once'")
PLAY_ON = rulebook("standard", "stock.when_empty = 'play_on'")
DRAWN = Turn(1, parse_card("8♦"))


def matched(state: State, **changes: object) -> State:
    return state.replace(match=state.match.replace(**changes))


FAULTS = {
    "too few seats": (position("standard", "7♣ | K♠", "9♣"), "seats: expected 3 to 7 seats, got 2"),
    "an odd pair": (
        position(
            rulebook("standard", "table = { seats_min = 4, partnerships = 'pairs' }"),
            "7♣ | K♠ | 2♣ | 3♣ | 4♣",
            "9♣",
        ),
        "seats: expected an even number of seats for pairs, got 5",
    ),
    "a name too many": (
        matched(SOUND, names=("a", "b", "c", "d")),
        "names: expected 3 names or none, got 4",
    ),
    "a short seed": (matched(SOUND, seed=b"short"), "seed: expected 32 bytes, got 5"),
    "no such seat": (SOUND.replace(seat=3), "seat: expected a seat from 0 to 2, got 3"),
    "no such suit": (SOUND.replace(suit=Suit(5)), "suit: expected a suit or none, got 5"),
    "no direction": (SOUND.replace(direction=0), "direction: expected 1 or -1, got 0"),
    "a call too few": (SOUND.replace(called=(False,)), "called: expected 3 entries, got 1"),
    "less than no turns": (SOUND.replace(turns=-1), "turns: expected 0 to 2147483647, got -1"),
    "a round too late": (
        matched(SOUND, round=4, scores=((0, 0, 0),) * 4),
        "round: expected below 4, got 4",
    ),
    "a round unscored": (matched(SOUND, round=1), "scores: expected 1 finished rounds, got 0"),
    "a seat unscored": (
        matched(SOUND, round=1, scores=((1, 2),)),
        "scores[0]: expected 3 scores, got 2",
    ),
    "less than no points": (
        matched(SOUND, round=1, scores=((1, 2, -3),)),
        "scores[0]: expected scores from 0 to 2147483647, got -3",
    ),
    "a card too few": (
        SOUND.replace(stock=SOUND.stock[1:]),
        "cards: expected the 52 cards of the table, got 1 missing and 0 too many",
    ),
    "an unordered hand": (
        SOUND.replace(hands=(SOUND.hands[0][::-1], *SOUND.hands[1:])),
        "hands[0]: expected cards in ascending order, got another order",
    ),
    "two cards called": (
        SOUND.replace(called=(True, False, False)),
        "called[0]: expected a call only of a last card, got 2 cards",
    ),
    "nothing turned up": (
        position("simple", HANDS, cards=0),
        "discard: expected the card that was turned up, got no discard",
    ),
    "a card not counted": (
        SOUND.replace(cards=0),
        "cards: expected as many cards played as lie (1), got 0",
    ),
    "no shuffle": (
        SOUND.replace(shuffles=0),
        "shuffles: expected 1 or more, the deal's being the first, got 0",
    ),
    "another suit in force": (
        SOUND.replace(suit=HEARTS),
        "suit: expected the suit of the top card, or a named one, got 3",
    ),
    "a suit over nothing": (
        FIRST_LEADS.replace(suit=CLUBS),
        "suit: expected the suit of the top card, or a named one, got 1",
    ),
    "a stock that ended": (
        position("classic", HANDS, "9♣", stock=""),
        "stock: expected a card, since the round ends with the stock, got none",
    ),
    "a stock that waits": (
        position(AT_ONCE, HANDS, "9♣", stock=""),
        "stock: expected the discards reshuffled at once, got none",
    ),
    "passes enough": (
        position(PLAY_ON, HANDS, "9♣", stock="", passes=3),
        "passes: expected fewer passes than block the round, got 3",
    ),
    "passes too soon": (
        SOUND.replace(passes=1),
        "passes: expected none while there is something to draw, got 1",
    ),
    "turns enough": (LIMITED.replace(turns=5), "turns: expected fewer than 5, got 5"),
    "cards enough": (LIMITED.replace(cards=9, shuffles=2), "cards: expected fewer than 9, got 9"),
    "an opening left out": (
        SOUND.replace(turns=2),
        "phase: expected the opening while seats have yet to open, got another phase",
    ),
    "nothing led": (
        FIRST_LEADS.replace(phase=Turn()),
        "phase: expected the opening while seats have yet to open, got another phase",
    ),
    "an empty hand": (
        position("simple", "| K♠ 2♠ | 3♦ 4♦", "9♣", seat=1),
        "hands[0]: expected a card in a round that goes on, got none",
    ),
    "an opening of a turn-up": (
        SIMPLE.replace(phase=Opening(), seat=1, turns=0),
        "phase: expected no opening turns where a card is turned up, got one",
    ),
    "an opening after the lead": (
        CLASSIC.replace(phase=Opening(), seat=1, turns=0),
        "phase: expected an opening with nothing led, got 1 cards",
    ),
    "an opening too long": (
        EVERY_SEAT.replace(turns=3),
        "turns: expected fewer than 3 turns in the opening, got 3",
    ),
    "an opening backwards": (
        EVERY_SEAT.replace(direction=-1),
        "direction: expected clockwise in the opening, got -1",
    ),
    "another opener": (
        EVERY_SEAT.replace(seat=2),
        "seat: expected the seat whose opening turn it is, got 2",
    ),
    "opening draws unheld": (
        EVERY_SEAT.replace(phase=Opening(3)),
        "phase.drawn: expected no more draws than cards in hand, got 3",
    ),
    "a draw too many": (
        SOUND.replace(phase=Turn(2, parse_card("8♦"))),
        "phase.drawn: expected at most 1 draws, got 2",
    ),
    "a turn not ended": (
        SIMPLE.replace(phase=DRAWN),
        "phase.drawn: expected no draws in a turn that a draw ends, got 1",
    ),
    "a drawn card not held": (
        SOUND.replace(phase=Turn(1, parse_card("9♦"))),
        "phase.card: expected the drawn card, held, after a draw, got another",
    ),
    "a drawn card unnamed": (
        SOUND.replace(phase=Turn(1, NO_CARD)),
        "phase.card: expected the drawn card, held, after a draw, got another",
    ),
    "barred without a draw": (
        SOUND.replace(phase=Turn(barred=True)),
        "phase.barred: expected a drawn card for a forgotten call, got none",
    ),
    "an uncalled card let go": (
        LAST_CARD.replace(called=(False,) * 3),
        "phase: expected the cost of the uncalled last card due, got a free turn",
    ),
    "forgotten with two cards": (
        SOUND.replace(phase=Forgotten()),
        "phase: expected one uncalled card in hand, got another hand",
    ),
    "no cover card on top": (
        SOUND.replace(phase=Covering(Pending())),
        "phase: expected a cover card on top, got another card",
    ),
    "a cover not held": (
        ACE_LAID.replace(phase=Covering(Pending(), JOKER)),
        "phase.card: expected a drawn card that is held, got another",
    ),
    "a cover drawn at will": (
        position("gamyun", "7♣ 8♦ | K♠ | 3♦ | 5♦", "A♣").replace(
            phase=Covering(Pending(), parse_card("8♦"))
        ),
        "phase.card: expected no draw for a cover that is not due, got one",
    ),
    "an empty hand that finished": (
        position("gamyun", "| K♠ | 3♦ | 5♦", "A♣", phase=Covering(Pending())),
        "phase: expected a finished round, got an empty hand",
    ),
    "barred where nobody calls": (
        position("gamyun", "7♣ | K♠ | 3♦ | 5♦", "A♣", phase=Covering(Pending(), barred=True)),
        "phase.barred: expected false on a table without the call, got true",
    ),
    "skips without end": (
        ACE_LAID.replace(phase=Covering(Pending(skips=10_000))),
        "phase.pending.skips: expected 0 to 9999, got 10000",
    ),
    "a debt of no rank": (
        ACE_LAID.replace(phase=Covering(Pending(debt=3))),
        "phase.pending.rank: expected a rank that raises a debt, got 0",
    ),
    "a debt of eights": (
        SOUND.replace(phase=Owing(3, Rank(8))),
        "phase.rank: expected a rank that raises a debt, got 8",
    ),
    "a debt of nothing": (
        SOUND.replace(phase=Owing(0, Rank(7))),
        "phase.cards: expected 1 to 10000, got 0",
    ),
    "a match over too soon": (
        SCORED.replace(phase=MatchOver(RoundEnd.BLOCKED)),
        "phase: expected the match over with its last round, and not before, got otherwise",
    ),
    "a finisher of a blocked round": (
        SCORED.replace(phase=RoundOver(RoundEnd.BLOCKED, 0)),
        "phase.finisher: expected a finisher exactly where a seat went out, got 0",
    ),
    "a finisher nowhere": (
        SCORED.replace(phase=RoundOver(RoundEnd.FINISHED, 3)),
        "phase.finisher: expected a seat, got 3",
    ),
    "a finisher with cards": (
        SCORED.replace(phase=RoundOver(RoundEnd.FINISHED, 1)),
        "phase.finisher: expected a seat without cards, got 1",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_says_where_it_is_what_was_expected_and_what_came(name: str) -> None:
    state, text = FAULTS[name]
    assert list(map(str, state_faults(state))) == [text]


@pytest.mark.parametrize(
    "state",
    [
        *(SOUND, SIMPLE, CLASSIC, GAMYUN, ACE_LAID, LAST_CARD, FIRST_LEADS, EVERY_SEAT, LIMITED),
        SCORED.replace(phase=RoundOver(RoundEnd.FINISHED, 0)),
        SOUND.replace(phase=DRAWN),
        LAST_CARD.replace(called=(False,) * 3, phase=Forgotten()),
        position("gamyun", "7♣ | K♠ | 3♦ | 5♦", "joker", suit=HEARTS),
    ],
)
def test_a_sound_table_has_no_fault(state: State) -> None:
    assert state_faults(state) == ()


def test_faults_are_found_together() -> None:
    paths = [fault.path for fault in state_faults(SOUND.replace(seat=9, direction=0, ply=-1))]
    assert paths == ["seat", "direction", "ply"]


def test_once_a_round_is_over_no_card_may_be_laid_nor_drawn() -> None:
    over = SCORED.replace(phase=RoundOver(RoundEnd.BLOCKED), seat=1)
    assert legal_moves(over) == ()
    assert refusal(over, 1, DRAW) is Refusal.ROUND_OVER
    assert {reason for _, reason in refused_cards(over)} == {Refusal.ROUND_OVER}


def test_a_drawn_cover_shows_in_the_count_of_draws_alone() -> None:
    covering = position("standard", "8♦ | K♠ 2♠ | 3♦ 4♦", "A♣", phase=Covering(Pending()))
    drawn = after(covering, "draw")
    assert view(drawn, 1).phase.drawn == 1
    assert view(drawn, 1).phase.drawn_card == NO_CARD
    assert view(drawn, 0).phase.drawn_card != NO_CARD
