"""Games in the making, for tests of the service."""

from collections.abc import Iterator
from random import Random

from hypothesis import HealthCheck, settings

from pisyedili.engine.deal import new_match, start_round
from pisyedili.engine.legality import legal_moves
from pisyedili.engine.play import apply_move
from pisyedili.engine.preset import load_presets
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.state import MatchOver, State
from pisyedili.service.books import Books
from pisyedili.service.encode import write_state
from pisyedili.service.limits import Limits
from pisyedili.v1.state_pb2 import GameState

PRESETS = load_presets()

BOOKS = Books(PRESETS, Limits())

SEED = bytes(range(32))

WHOLE_GAMES = settings(
    deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
"""For properties whose examples are games, which take their time."""


def dealt(preset: str = "gamyun", seats: int = 4, game_id: str = "test") -> State:
    """Return a game of a preset just dealt."""
    return new_match(PRESETS[preset].rulebook, seats, SEED, game_id).state


def played(rulebook: Rulebook, seats: int, chance: Random, most: int) -> Iterator[State]:
    """Yield the states of a game in which moves are chosen by chance."""
    names = tuple(f"Oyuncu {seat}" for seat in range(seats)) if chance.random() < 0.5 else ()
    state = new_match(rulebook, seats, chance.randbytes(32), "game", names).state
    for _ in range(most):
        yield state
        moves = legal_moves(state)
        if moves:
            state = apply_move(state, state.seat, chance.choice(moves)).state
        elif isinstance(state.phase, MatchOver):
            return
        else:
            state = start_round(state).state


def written(state: State) -> GameState:
    """Return a game as a message."""
    message = GameState()
    write_state(message, state, BOOKS)
    return message
