"""What a seat, or a spectator, sees of a game, field by field."""

import pytest

from pisyedili.engine.cards import (
    HEARTS,
    JOKER_RANK,
    NO_CARD,
    NO_RANK,
    Rank,
    parse_card,
    parse_cards,
)
from pisyedili.engine.events import CardsDrawn, Event, Passed, RoundEnd, Why
from pisyedili.engine.legality import legal_moves
from pisyedili.engine.shuffle import commitment, round_seed
from pisyedili.engine.state import (
    Covering,
    Forgotten,
    Match,
    MatchOver,
    Opening,
    Owing,
    Pending,
    Phase,
    RoundOver,
    State,
    Turn,
)
from pisyedili.engine.view import PhaseView, PlayerView, SeatView, view, visible
from tests.engine.builder import SEED, move, position, rulebook

HANDS = "7♣ 8♦ | K♠ | 3♦ 4♦ 5♦"
SEVEN, FIVE = Rank(7), parse_card("5♦")
DRAW = move(position("standard", "2♥ 3♦ | 4♣ 5♣ | 6♦ 7♦", "9♠", stock="…K♥"), "draw")
SCORES = ((1, 2, 3), (4, 5, 6))
MATCH = Match(rulebook("standard"), "game 1", ("Ada", "Can", "Eda"), SEED, 2, SCORES)


def table(phase: Phase) -> State:
    """Return a table in its third round, no two numbers of which are the same."""
    state = position("standard", HANDS, "9♣ J♥", suit=HEARTS, seat=2, phase=phase)
    return state.replace(
        match=MATCH,
        direction=-1,
        called=(False, True, False),
        passes=7,
        turns=11,
        cards=12,
        shuffles=13,
        ply=14,
    )


def seen(viewer: int | None, state: State, phase: PhaseView) -> PlayerView:
    """Return what is shown of a running round, but for what the seat on turn alone sees."""
    return PlayerView(
        viewer=viewer,
        game_id="game 1",
        rules=MATCH.rules,
        ply=14,
        round=2,
        dealer=2,
        phase=phase,
        seat=2,
        direction=-1,
        suit=HEARTS,
        passes=7,
        turns=11,
        cards=12,
        shuffles=13,
        seats=(
            SeatView(0, "Ada", 2, called=False, total=5),
            SeatView(1, "Can", 1, called=True, total=7),
            SeatView(2, "Eda", 3, called=False, total=9),
        ),
        hand=() if viewer is None else state.hands[viewer],
        discard=parse_cards("9♣ J♥"),
        stock_size=52 - 6 - 2,
        scores=SCORES,
        moves=(),
        match_commitment=commitment(SEED),
        round_commitment=commitment(round_seed(SEED, 2)),
        hands=(),
        round_seed=b"",
        match_seed=b"",
    )


def shown(kind: str, **fields: object) -> PhaseView:
    """Return a phase as all may see it: nothing drawn, barred, owed or ended but what is given."""
    nothing = PhaseView(kind, 0, False, 0, NO_RANK, None, None, NO_CARD)
    return nothing.replace(**fields)


def test_a_seat_sees_the_open_cards_and_numbers_and_its_own_hand() -> None:
    state = table(Turn(1, FIVE))
    for viewer in (0, 1):
        assert view(state, viewer) == seen(viewer, state, shown("turn", drawn=1))


def test_a_spectator_sees_no_hand() -> None:
    state = table(Turn(1, FIVE))
    assert view(state, None) == seen(None, state, shown("turn", drawn=1))


def test_the_seat_on_turn_sees_its_moves_and_the_card_it_drew() -> None:
    state = table(Turn(1, FIVE))
    own = seen(2, state, shown("turn", drawn=1, drawn_card=FIVE))
    assert view(state, 2) == own.replace(moves=legal_moves(state))
    assert legal_moves(state) != ()


def test_a_table_without_names_shows_none() -> None:
    state = position("standard", HANDS, "9♣")
    assert [seat.name for seat in view(state, 0).seats] == ["", "", ""]


def test_an_ended_round_shows_the_hands_and_its_seed_and_no_moves() -> None:
    state = table(RoundOver(RoundEnd.FINISHED, 1))
    ended = seen(2, state, shown("roundover", reason=RoundEnd.FINISHED, finisher=1))
    assert view(state, 2) == ended.replace(hands=state.hands, round_seed=round_seed(SEED, 2))


def test_an_ended_match_shows_its_seed_too() -> None:
    state = table(MatchOver(RoundEnd.BLOCKED))
    ended = seen(0, state, shown("matchover", reason=RoundEnd.BLOCKED))
    assert view(state, 0) == ended.replace(
        hands=state.hands, round_seed=round_seed(SEED, 2), match_seed=SEED
    )


@pytest.mark.parametrize(
    ("phase", "expected"),
    [
        (Opening(2), shown("opening", drawn=2)),
        (Turn(), shown("turn")),
        (Turn(1, FIVE, barred=True), shown("turn", drawn=1, barred=True)),
        (Forgotten(), shown("forgotten")),
        (Owing(6, SEVEN), shown("owing", debt=6, debt_rank=SEVEN)),
        (Covering(Pending()), shown("covering")),
        (
            Covering(Pending(debt=10, rank=JOKER_RANK), FIVE, barred=True),
            shown("covering", drawn=1, barred=True, debt=10, debt_rank=JOKER_RANK),
        ),
    ],
)
def test_a_phase_shows_its_draws_its_bar_and_its_debt(phase: Phase, expected: PhaseView) -> None:
    assert view(table(phase), 0).phase == expected


def test_the_draws_of_other_seats_are_face_down() -> None:
    drawn = CardsDrawn(1, 2, parse_cards("7♣ 8♦"), Why.DEBT)
    events: tuple[Event, ...] = (drawn, Passed(1, by_itself=False))
    face_down = (CardsDrawn(1, 2, (), Why.DEBT), Passed(1, by_itself=False))
    assert visible(events, 1) == events
    assert visible(events, 0) == face_down
    assert visible(events, None) == face_down


def test_a_draw_is_seen_whole_by_its_own_seat() -> None:
    (drawn,) = DRAW.events
    assert isinstance(drawn, CardsDrawn)
    assert len(drawn.cards) == drawn.count == 1
    assert visible(DRAW.events, 0) == DRAW.events


@pytest.mark.parametrize("viewer", [1, 2, None])
def test_of_other_seats_draws_the_number_alone_is_seen(viewer: int | None) -> None:
    assert visible(DRAW.events, viewer) == (CardsDrawn(0, 1, (), Why.TURN),)


def test_plays_are_seen_by_all() -> None:
    played = move(position("standard", "2♥ 3♥ | 4♣ 5♣ | 6♦ 7♦", "9♥"), "2♥")
    assert all(visible(played.events, viewer) == played.events for viewer in (0, 1, 2, None))
