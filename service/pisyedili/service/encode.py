"""From the engine to the contract: games and moves. Equal values make equal bytes.

Cards, suits and ranks are numbers on both sides, the same ones, but of types that mypy keeps apart:
hence ``Any`` where they are written.
"""

from typing import Any, Final, assert_never

from pisyedili.engine.events import RoundEnd
from pisyedili.engine.moves import Draw, Move, Pass, Play
from pisyedili.engine.state import (
    Covering,
    Forgotten,
    MatchOver,
    Opening,
    Owing,
    Phase,
    RoundOver,
    State,
    Turn,
)
from pisyedili.service.books import Books
from pisyedili.v1.state_pb2 import (
    Direction,
    Game,
    GameState,
    MatchOverPhase,
    RoundEndReason,
    RoundOverPhase,
)

DIRECTIONS: Final = {
    1: Direction.DIRECTION_CLOCKWISE,
    -1: Direction.DIRECTION_COUNTERCLOCKWISE,
}
ROUND_ENDS: Final = {
    reason: RoundEndReason.Value(f"ROUND_END_REASON_{reason.name}") for reason in RoundEnd
}


def write_game(game: Game, state: State, books: Books, *, opaque: bool) -> int:
    """Write a game in the form in which its caller keeps it; return its size in bytes."""
    if opaque:
        message = GameState()
        write_state(message, state, books)
        game.opaque = message.SerializeToString(deterministic=True)
        return len(game.opaque)
    write_state(game.state, state, books)
    return game.state.ByteSize()


def write_state(message: Any, state: State, books: Books) -> None:
    """Write a game out into an empty GameState."""
    match = state.match
    message.rules.CopyFrom(books.of(match.rulebook).message)
    message.game_id = match.game_id
    message.names.extend(match.names)
    message.seed = match.seed
    message.round = match.round
    for points in match.scores:
        message.scores.add().points.extend(points)
    for hand in state.hands:
        message.hands.add().cards.extend(hand)
    message.stock.extend(state.stock)
    message.discard.extend(state.discard)
    message.seat = state.seat
    message.suit = state.suit
    message.direction = DIRECTIONS[state.direction]
    message.called.extend(state.called)
    message.passes = state.passes
    message.turns = state.turns
    message.cards = state.cards
    message.shuffles = state.shuffles
    message.ply = state.ply
    _write_phase(message, state.phase)


def write_move(message: Any, move: Move) -> None:
    """Write a move into an empty Move."""
    match move:
        case Play(cards, suit, call):
            message.play.cards.extend(cards)
            message.play.suit = suit
            message.call_tek = call
        case Draw():
            message.draw.SetInParent()
        case Pass(call):
            getattr(message, "pass").SetInParent()
            message.call_tek = call
        case _:
            assert_never(move)


def _write_phase(message: Any, phase: Phase) -> None:
    match phase:
        case Turn():
            message.turn.drawn = phase.drawn
            message.turn.card = phase.card
            message.turn.barred = phase.barred
        case Opening():
            message.opening.drawn = phase.drawn
        case Owing():
            message.owing.cards = phase.cards
            message.owing.rank = phase.rank
        case Covering():
            _write_covering(message.covering, phase)
        case Forgotten():
            message.forgotten.SetInParent()
        case RoundOver():
            _write_end(message.round_over, phase)
        case MatchOver():
            _write_end(message.match_over, phase)
        case _:
            assert_never(phase)


def _write_covering(message: Any, phase: Covering) -> None:
    pending = phase.pending
    message.pending.skips = pending.skips
    message.pending.back = pending.back
    message.pending.flip = pending.flip
    message.pending.debt = pending.debt
    message.pending.rank = pending.rank
    message.card = phase.card
    message.barred = phase.barred


def _write_end(message: RoundOverPhase | MatchOverPhase, phase: RoundOver | MatchOver) -> None:
    message.reason = ROUND_ENDS[phase.reason]
    if phase.finisher is not None:
        message.finisher = phase.finisher
