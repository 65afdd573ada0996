"""What a game state may not be: each fault by its path, on a table that is sound but for it."""

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
DRAWN = Turn(1, parse_card("8♦"))


def matched(state: State, **changes: object) -> State:
    return state.replace(match=state.match.replace(**changes))


FAULTS = {
    "too few seats": (position("standard", "7♣ | K♠", "9♣"), "seats"),
    "an odd pair": (
        position(
            rulebook("standard", "table = { seats_min = 4, partnerships = 'pairs' }"),
            "7♣ | K♠ | 2♣ | 3♣ | 4♣",
            "9♣",
        ),
        "seats",
    ),
    "a name too many": (matched(SOUND, names=("a", "b", "c", "d")), "names"),
    "a short seed": (matched(SOUND, seed=b"short"), "seed"),
    "no such seat": (SOUND.replace(seat=3), "seat"),
    "no such suit": (SOUND.replace(suit=Suit(5)), "suit"),
    "no direction": (SOUND.replace(direction=0), "direction"),
    "a call too few": (SOUND.replace(called=(False,)), "called"),
    "less than no turns": (SOUND.replace(turns=-1), "turns"),
    "a round too late": (matched(SOUND, round=4, scores=((0, 0, 0),) * 4), "round"),
    "a round unscored": (matched(SOUND, round=1), "scores"),
    "a seat unscored": (matched(SOUND, round=1, scores=((1, 2),)), "scores[0]"),
    "less than no points": (matched(SOUND, round=1, scores=((1, 2, -3),)), "scores[0]"),
    "a card too few": (SOUND.replace(stock=SOUND.stock[1:]), "cards"),
    "an unordered hand": (
        SOUND.replace(hands=(SOUND.hands[0][::-1], *SOUND.hands[1:])),
        "hands[0]",
    ),
    "two cards called": (SOUND.replace(called=(True, False, False)), "called[0]"),
    "nothing turned up": (position("simple", HANDS, cards=0), "discard"),
    "a card not counted": (SOUND.replace(cards=0), "cards"),
    "no shuffle": (SOUND.replace(shuffles=0), "shuffles"),
    "another suit in force": (SOUND.replace(suit=HEARTS), "suit"),
    "a suit over nothing": (FIRST_LEADS.replace(suit=CLUBS), "suit"),
    "a stock that ended": (position("classic", HANDS, "9♣", stock=""), "stock"),
    "a stock that waits": (position(AT_ONCE, HANDS, "9♣", stock=""), "stock"),
    "passes enough": (position("standard", HANDS, "9♣", passes=3), "passes"),
    "passes too soon": (SOUND.replace(passes=1), "passes"),
    "turns enough": (LIMITED.replace(turns=5), "turns"),
    "cards enough": (LIMITED.replace(cards=9, shuffles=2), "cards"),
    "an opening left out": (SOUND.replace(turns=2), "phase"),
    "nothing led": (FIRST_LEADS.replace(phase=Turn()), "phase"),
    "an empty hand": (position("simple", "| K♠ 2♠ | 3♦ 4♦", "9♣", seat=1), "hands[0]"),
    "an opening of a turn-up": (SIMPLE.replace(phase=Opening(), seat=1, turns=0), "phase"),
    "an opening after the lead": (CLASSIC.replace(phase=Opening(), seat=1, turns=0), "phase"),
    "an opening too long": (EVERY_SEAT.replace(turns=3), "turns"),
    "an opening backwards": (EVERY_SEAT.replace(direction=-1), "direction"),
    "another opener": (EVERY_SEAT.replace(seat=2), "seat"),
    "opening draws unheld": (EVERY_SEAT.replace(phase=Opening(3)), "phase.drawn"),
    "a draw too many": (SOUND.replace(phase=Turn(2, parse_card("8♦"))), "phase.drawn"),
    "a turn not ended": (SIMPLE.replace(phase=DRAWN), "phase.drawn"),
    "a drawn card not held": (SOUND.replace(phase=Turn(1, parse_card("9♦"))), "phase.card"),
    "a drawn card unnamed": (SOUND.replace(phase=Turn(1, NO_CARD)), "phase.card"),
    "barred without a draw": (SOUND.replace(phase=Turn(barred=True)), "phase.barred"),
    "an uncalled card let go": (LAST_CARD.replace(called=(False,) * 3), "phase"),
    "forgotten with two cards": (SOUND.replace(phase=Forgotten()), "phase"),
    "no cover card on top": (SOUND.replace(phase=Covering(Pending())), "phase"),
    "a cover not held": (ACE_LAID.replace(phase=Covering(Pending(), JOKER)), "phase.card"),
    "a cover drawn at will": (
        position("gamyun", "7♣ 8♦ | K♠ | 3♦ | 5♦", "A♣").replace(
            phase=Covering(Pending(), parse_card("8♦"))
        ),
        "phase.card",
    ),
    "an empty hand that finished": (
        position("gamyun", "| K♠ | 3♦ | 5♦", "A♣", phase=Covering(Pending())),
        "phase",
    ),
    "barred where nobody calls": (
        position("gamyun", "7♣ | K♠ | 3♦ | 5♦", "A♣", phase=Covering(Pending(), barred=True)),
        "phase.barred",
    ),
    "skips without end": (
        ACE_LAID.replace(phase=Covering(Pending(skips=10_000))),
        "phase.pending.skips",
    ),
    "a debt of no rank": (
        ACE_LAID.replace(phase=Covering(Pending(debt=3))),
        "phase.pending.rank",
    ),
    "a debt of eights": (SOUND.replace(phase=Owing(3, Rank(8))), "phase.rank"),
    "a debt of nothing": (SOUND.replace(phase=Owing(0, Rank(7))), "phase.cards"),
    "a match over too soon": (SCORED.replace(phase=MatchOver(RoundEnd.BLOCKED)), "phase"),
    "a finisher of a blocked round": (
        SCORED.replace(phase=RoundOver(RoundEnd.BLOCKED, 0)),
        "phase.finisher",
    ),
    "a finisher nowhere": (SCORED.replace(phase=RoundOver(RoundEnd.FINISHED, 3)), "phase.finisher"),
    "a finisher with cards": (
        SCORED.replace(phase=RoundOver(RoundEnd.FINISHED, 1)),
        "phase.finisher",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_found_at_its_path(name: str) -> None:
    state, path = FAULTS[name]
    found = state_faults(state)
    assert path in {fault.path for fault in found}, found
    assert all(fault.message.startswith("expected ") for fault in found)


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
