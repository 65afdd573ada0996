"""A whole game as rules, seed and moves, and the game again from them."""

import pytest

from pisyedili.engine.deal import new_match, start_round
from pisyedili.engine.defaults import default_move
from pisyedili.engine.errors import IllegalMove, InvalidState, Refusal
from pisyedili.engine.legality import legal_moves
from pisyedili.engine.moves import DRAW, PASS, Move
from pisyedili.engine.record import Record, replay
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.state import OVER, MatchOver, RoundOver, State
from tests.engine.builder import SEED, after, play, rulebook

NAMES = ("Ali", "Ayşe", "Can", "Ece")


def played(book: Rulebook, moves_at_most: int = 5000) -> tuple[State, Record]:
    """Return the end of a match of four seats, and its record."""
    state = new_match(book, 4, SEED, "g", NAMES).state
    rounds: list[list[Move]] = [[]]
    for number in range(moves_at_most):
        if isinstance(state.phase, MatchOver):
            break
        if isinstance(state.phase, RoundOver):
            state = start_round(state).state
            rounds.append([])
        moves = legal_moves(state)
        rounds[-1].append(moves[number % len(moves)])
        state = after(state, rounds[-1][-1])
    return state, Record(book, 4, SEED, "g", NAMES, tuple(map(tuple, rounds)))


@pytest.mark.parametrize("preset", ["simple", "gamyun", "classic", "standard"])
def test_a_recorded_match_replays_to_the_same_state(preset: str) -> None:
    book = rulebook(preset, "safety.turns = 60")
    state, record = played(book)
    assert isinstance(state.phase, MatchOver)
    assert len(record.rounds) == book.rules.match.rounds
    assert replay(record) == state


def test_a_record_without_moves_is_the_first_deal() -> None:
    dealt = new_match(rulebook("gamyun"), 4, SEED, "g", NAMES).state
    assert replay(Record(rulebook("gamyun"), 4, SEED, "g", NAMES, ())) == dealt
    assert replay(Record(rulebook("gamyun"), 4, SEED, "g", NAMES, ((),))) == dealt


def test_a_record_may_stop_in_the_middle_of_a_round() -> None:
    state, record = played(rulebook("gamyun"), 25)
    assert not isinstance(state.phase, OVER)
    assert replay(record) == state


def test_a_round_after_a_finished_one_is_dealt_even_without_moves() -> None:
    book = rulebook("gamyun", "safety.turns = 4")
    state = new_match(book, 4, SEED).state
    moves: list[Move] = []
    while not isinstance(state.phase, OVER):
        found = default_move(state)
        assert found is not None
        moves.append(found)
        state = after(state, found)
    dealt = replay(Record(book, 4, SEED, "", (), (tuple(moves), ())))
    assert dealt == start_round(state).state
    assert dealt.match.round == 1


def test_another_seed_or_move_leads_to_another_state() -> None:
    state, record = played(rulebook("gamyun"), 25)
    other = record.replace(seed=SEED[::-1], rounds=((),))
    assert replay(other) != replay(record.replace(rounds=((),)))
    assert replay(record.replace(rounds=(record.rounds[0][:-1],))) != state


@pytest.mark.parametrize(
    ("rounds", "reason", "place"),
    [
        (((PASS,),), Refusal.OPENING_SUIT_DUE, "round 1, move 1"),
        (((play("joker"),),), Refusal.CARD_NOT_HELD, "round 1, move 1"),
        (((), ()), Refusal.ROUND_NOT_OVER, "round 2, move 1"),
    ],
)
def test_a_record_that_the_rules_refuse_is_refused_with_its_place(
    rounds: tuple[tuple[Move, ...], ...], reason: Refusal, place: str
) -> None:
    with pytest.raises(IllegalMove) as error:
        replay(Record(rulebook("classic"), 4, SEED, "", (), rounds))
    assert error.value.reason is reason
    assert error.value.__notes__ == [place]


def test_moves_after_the_end_of_a_match_are_refused() -> None:
    book = rulebook("simple", "safety.turns = 8")
    state, record = played(book)
    assert isinstance(state.phase, MatchOver)
    with pytest.raises(IllegalMove) as error:
        replay(record.replace(rounds=((*record.rounds[0], DRAW),)))
    assert error.value.reason is Refusal.ROUND_OVER
    assert error.value.__notes__ == [f"round 1, move {len(record.rounds[0]) + 1}"]
    with pytest.raises(IllegalMove) as another:
        replay(record.replace(rounds=(*record.rounds, ())))
    assert another.value.reason is Refusal.MATCH_OVER
    assert another.value.__notes__ == ["round 2, move 1"]


def test_a_record_of_a_game_that_cannot_begin_is_refused() -> None:
    with pytest.raises(InvalidState) as error:
        replay(Record(rulebook("gamyun"), 3, SEED[1:], "", NAMES, ()))
    assert [fault.path for fault in error.value.faults] == ["seats", "names", "seed"]
