"""A whole game as its rules, its seed and its moves, and the game again from them."""

from typing import Final, final

from pisyedili.engine.deal import new_match, start_round
from pisyedili.engine.moves import Move
from pisyedili.engine.play import apply_move
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.state import State
from pisyedili.engine.value import Value


@final
class Record(Value):
    """A game's beginning and, round by round, each seat's moves in order."""

    __match_args__ = ("rulebook", "seats", "seed", "game_id", "names", "rounds")

    def __init__(
        self,
        rulebook: Rulebook,
        seats: int,
        seed: bytes,
        game_id: str,
        names: tuple[str, ...],
        rounds: tuple[tuple[Move, ...], ...],
    ) -> None:
        self.rulebook: Final = rulebook
        self.seats: Final = seats
        self.seed: Final = seed
        self.game_id: Final = game_id
        self.names: Final = names
        self.rounds: Final = rounds


def replay(record: Record) -> State:
    """Return the state that a record leads to; its first illegal move raises ``IllegalMove``."""
    state = new_match(
        record.rulebook, record.seats, record.seed, record.game_id, record.names
    ).state
    for number, moves in enumerate(record.rounds):
        if number:
            state = start_round(state).state
        for move in moves:
            state = apply_move(state, state.seat, move).state
    return state
