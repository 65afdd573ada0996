"""The move to play for a seat whose clock ran out or whose player left."""

from pisyedili.engine.legality import legal_moves
from pisyedili.engine.moves import DRAW, PASS, Move, Play
from pisyedili.engine.state import Covering, Opening, Owing, State, Turn


def default_move(state: State) -> Move | None:
    """Return the default of the seat on turn, None once the round is over.

    It pays the debt; else passes; else makes the first listed play in an opening or a cover; else
    draws, if nothing was drawn this turn or nothing is playable; else makes the first listed play.
    """
    moves, phase = legal_moves(state), state.phase
    if isinstance(phase, Owing) and moves:
        return DRAW
    if PASS in moves:
        return PASS
    first = next((move for move in moves if isinstance(move, Play)), None)
    drawn = isinstance(phase, Turn) and phase.drawn > 0
    plays_first = isinstance(phase, Opening | Covering) or drawn
    return first if first and (plays_first or DRAW not in moves) else next(iter(moves[-1:]), None)
