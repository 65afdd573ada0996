"""What is done at a table: the engine's verbs, with errors that say where."""

from collections.abc import Callable, Iterable
from typing import Final

from pisyedili.engine.deal import new_match
from pisyedili.engine.errors import IllegalMove, InvalidState
from pisyedili.engine.legality import refusal
from pisyedili.engine.play import apply_move
from pisyedili.engine.record import Place, retrace
from pisyedili.engine.refusals import illegal_move
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.state import State, Transition
from pisyedili.service import facts
from pisyedili.service.decode import decode_move, too_long
from pisyedili.service.errors import Reason, RequestError, Violation, located, malformed, refused
from pisyedili.service.requests import Beginning
from pisyedili.v1.cards_pb2 import Card
from pisyedili.v1.moves_pb2 import Move, SeatMove
from pisyedili.v1.record_pb2 import RoundMoves

Waits = Callable[[], None]
"""Raises where the caller waits no more."""

_STRIDE: Final = 64
"""The moves between two looks at whether the caller still waits."""


def deal(rulebook: Rulebook, seats: int, beginning: Beginning, path: str = "") -> Transition:
    """Return a new game's first round; ``MALFORMED`` for seats, names or a seed out of bounds."""
    game_id, names, seed = beginning
    try:
        faults = (*too_long(game_id, names),)
        if faults:
            raise InvalidState(faults)
        return new_match(rulebook, seats, seed, game_id, names)
    except InvalidState as error:
        fields = (Violation(path + fault.path, fault.message) for fault in error.faults)
        raise malformed(*fields) from None


def check(state: State, seat: int, message: Move) -> RequestError | None:
    """Return why a move is refused, for its rules or for its ply, or None where it is legal."""
    try:
        move = decode_move(message, state)
        why_not = refusal(state, seat, move)
    except IllegalMove as error:
        return refused(error)
    except RequestError as error:
        if error.reason != Reason.ERROR_REASON_STALE_PLY:
            raise
        return error
    return refused(illegal_move(state, seat, move, why_not)) if why_not else None


def apply(state: State, seat: int, message: Move) -> Transition:
    """Return what a move leads to, and note it."""
    after = _step(state, seat, message)
    facts.current().moved(message.WhichOneof("move") or "", after)
    return after


def apply_all(state: State, moves: Iterable[SeatMove], waits: Waits) -> State:
    """Return what many moves lead to, or none; errors have the index among their facts."""
    for index, item in enumerate(moves):
        if index % _STRIDE == 0:
            waits()
        try:
            if not item.HasField("seat"):
                raise malformed(Violation("seat", "expected a value, got none"))
            state = apply(state, item.seat, item.move).state
        except RequestError as error:
            facts.current().undone()
            raise located(error, f"moves[{index}]", index=index) from None
    return state


def replay(state: State, rounds: Iterable[RoundMoves], waits: Waits) -> State:
    """Return what the recorded rounds of a dealt game lead to; errors have round and index."""
    place = Place()

    def step(state: State, message: Move) -> State:
        if place.index % _STRIDE == 0:
            waits()
        return _step(state, state.seat, message).state

    try:
        return retrace(state, (recorded.moves for recorded in rounds), step, place)
    except IllegalMove as error:
        path, why_not = f"record.rounds[{place.round}]", refused(error)
    except RequestError as error:
        path, why_not = f"record.rounds[{place.round}].moves[{place.index}]", error
    raise located(why_not, path, round=place.round, index=place.index)


def _step(state: State, seat: int, message: Move) -> Transition:
    """Return what a move leads to; errors have the seat, the ply and the card among their facts."""
    try:
        return apply_move(state, seat, decode_move(message, state))
    except IllegalMove as error:
        facts.current().refused[error.reason] += 1
        told = refused(error)
        told.facts |= {"seat": str(seat), "ply": str(state.ply)}
        if message.play.cards:
            told.facts["card"] = Card.Name(message.play.cards[0])
        raise told from None
