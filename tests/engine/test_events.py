"""What events tell of a move: why cards are drawn, who passes, and what a deal begins with."""

import pytest

from pisyedili.engine.cards import HEARTS, Rank, parse_card, parse_cards
from pisyedili.engine.deal import new_match, start_round
from pisyedili.engine.events import (
    CardsDrawn,
    CardsPlayed,
    DirectionReversed,
    Passed,
    PointsWritten,
    RoundDealt,
    RoundEnd,
    RoundEnded,
    SuitNamed,
    Why,
)
from pisyedili.engine.state import (
    Covering,
    Forgotten,
    Opening,
    Owing,
    Pending,
    RoundOver,
    State,
    Turn,
)
from tests.engine.builder import SEED, after, move, play, position, rulebook

HANDS = "5♥ 6♥ | K♦ 2♥ | Q♦ 3♥"
PLAY_ON = 'stock = {when_empty = "play_on"}'


@pytest.mark.parametrize(
    ("state", "why"),
    [
        (position("standard", HANDS, phase=Opening(), turns=2), Why.OPENING),
        (position("standard", HANDS, "9♣"), Why.TURN),
        (position("standard", HANDS, "7♣", phase=Owing(3, Rank(7))), Why.DEBT),
        (position("standard", HANDS, "A♣", phase=Covering(Pending())), Why.COVER),
        (position("standard", "5♥ | K♦ 2♥ | Q♦ 3♥", "9♣", phase=Forgotten()), Why.FORGOTTEN),
    ],
)
def test_a_draw_says_why(state: State, why: Why) -> None:
    drawn = move(state, "draw").events[0]
    assert isinstance(drawn, CardsDrawn)
    assert (drawn.seat, drawn.why) == (0, why)


def test_the_others_draw_for_an_ace_and_the_event_says_so() -> None:
    played = move(position("standard", f"A♣ {HANDS}", "9♣"), "A♣").events
    drawn = [event for event in played if isinstance(event, CardsDrawn)]
    assert [(draw.seat, draw.count, draw.why) for draw in drawn] == [
        (1, 1, Why.OTHERS),
        (2, 1, Why.OTHERS),
    ]


def test_a_named_suit_is_told_with_its_namer() -> None:
    state = position("standard", f"J♥ {HANDS}", "9♣")
    assert move(state, play("J♥", HEARTS)).events[:2] == (
        CardsPlayed(0, parse_cards("J♥")),
        SuitNamed(0, HEARTS),
    )


def test_a_lasting_reverse_tells_the_new_direction() -> None:
    reversed_once = move(position("standard", f"10♣ {HANDS}", "9♣"), "10♣")
    assert DirectionReversed(-1) in reversed_once.events
    back = move(position("standard", f"10♣ {HANDS}", "9♣", direction=-1), "10♣")
    assert DirectionReversed(1) in back.events


def test_the_end_of_a_round_tells_its_finisher_and_the_last_card_laid() -> None:
    called = (True, False, False)
    ended = move(position("standard", "5♣ | K♦ 2♥ | Q♦ 3♥", "2♣ 9♣", called=called), "5♣")
    assert ended.events == (
        CardsPlayed(0, parse_cards("5♣")),
        RoundEnded(RoundEnd.FINISHED, 0, parse_card("5♣")),
        PointsWritten((0, 12, 13)),
    )


def test_ruling_08_a_limit_of_one_ends_the_round_after_one_turn_or_card() -> None:
    for limit in ("turns = 1", "cards = 1"):
        book = rulebook("standard", f"safety = {{ {limit} }}")
        state = position(book, f"5♣ {HANDS}", "9♣", turns=0, cards=0)
        assert after(state, "5♣").phase == RoundOver(RoundEnd.LIMIT)


def test_a_pass_that_a_seat_makes_is_none_by_itself() -> None:
    state = position("standard", HANDS, "9♣", phase=Turn(1, parse_card("5♥")))
    assert move(state, "pass").events == (Passed(0, by_itself=False),)


def test_ruling_08_a_seat_that_has_drawn_nothing_does_not_pass_by_itself() -> None:
    book = rulebook("standard", f"{PLAY_ON}\nturn = {{auto_pass = true}}")
    state = position(book, HANDS, "7♣", stock="2♦ 3♦ 4♦", phase=Owing(3, Rank(7)))
    paid = move(state, "draw")
    assert paid.state.seat == 1
    assert not [event for event in paid.events if isinstance(event, Passed)]


def test_ruling_07_a_draw_that_ends_a_turn_is_no_pass() -> None:
    book = rulebook("standard", f'{PLAY_ON}\nturn = {{after_draw = "turn_ends"}}')
    state = after(position(book, HANDS, "9♣", stock="4♦"), "draw", "pass", "pass")
    assert not isinstance(state.phase, RoundOver)
    assert after(state, "pass").phase == RoundOver(RoundEnd.BLOCKED)


def test_ruling_23_a_seat_that_draws_again_in_a_barred_turn_stays_barred() -> None:
    book = rulebook("standard", "turn = {draws = 2}")
    state = position(book, "5♥ | K♦ 2♥ | Q♦ 3♥", "9♣", stock="… 6♠ 4♦", phase=Forgotten())
    assert after(state, "draw", "draw").phase == Turn(2, parse_card("6♠"), barred=True)


def test_a_match_begins_with_its_first_round_and_keeps_its_id_and_names() -> None:
    dealt = new_match(rulebook("standard"), 3, SEED, "game 1", ("Ada", "Can", "Eda"))
    match = dealt.state.match
    assert (match.game_id, match.names, match.seed) == ("game 1", ("Ada", "Can", "Eda"), SEED)
    assert (match.round, match.scores, dealt.state.ply) == (0, (), 0)
    assert dealt.events == (RoundDealt(0, 0, ()),)


def test_the_next_round_is_dealt_by_the_next_seat_and_counts_its_moves_on() -> None:
    over = position("standard", HANDS, "9♣", phase=RoundOver(RoundEnd.BLOCKED), ply=9)
    over = over.replace(match=over.match.replace(scores=((1, 2, 3),)))
    dealt = start_round(over)
    assert dealt.events == (RoundDealt(1, 1, ()),)
    assert (dealt.state.match.round, dealt.state.seat, dealt.state.ply) == (1, 2, 9)
