"""A whole game as its rules, its seed and its moves, and the game again from them."""

from collections.abc import Callable, Iterable
from typing import Final, TypeVar, final

from pisyedili.engine.deal import new_match, start_round
from pisyedili.engine.errors import IllegalMove
from pisyedili.engine.moves import Move
from pisyedili.engine.play import apply_move
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.state import State
from pisyedili.engine.value import Value

T = TypeVar("T")


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


@final
class Place:
    """Where in a record a replay stands: at a round, and at the index of a move, both from 0."""

    def __init__(self) -> None:
        self.round = 0
        self.index = 0

    def __str__(self) -> str:
        return f"round {self.round + 1}, move {self.index + 1}"


def replay(record: Record) -> State:
    """Return the state that a record leads to; ``IllegalMove`` has a note of its place."""
    dealt = new_match(record.rulebook, record.seats, record.seed, record.game_id, record.names)
    place = Place()
    try:
        return retrace(dealt.state, record.rounds, _step, place)
    except IllegalMove as error:
        error.add_note(str(place))
        raise


def retrace(
    state: State, rounds: Iterable[Iterable[T]], step: Callable[[State, T], State], place: Place
) -> State:
    """Return what the recorded rounds of a dealt game lead to, step by step.

    Where an error ends this, ``place`` says at which step, or before which round's first one.
    """
    for place.round, moves in enumerate(rounds):
        place.index = 0
        if place.round:
            state = start_round(state).state
        for place.index, move in enumerate(moves):
            state = step(state, move)
    return state


def _step(state: State, move: Move) -> State:
    return apply_move(state, state.seat, move).state
