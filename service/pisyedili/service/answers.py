"""Answers: the game in its caller's form, what happened, and what was asked for besides."""

from typing import TypeVar

from pisyedili.engine.state import State, Transition
from pisyedili.engine.view import view, visible
from pisyedili.service import facts
from pisyedili.service.books import Books
from pisyedili.service.encode import write_game
from pisyedili.service.encode_views import (
    write_events,
    write_legal_moves,
    write_scores,
    write_view,
)
from pisyedili.v1.game_service_pb2 import (
    ApplyMoveResponse,
    CreateGameResponse,
    Include,
    StartRoundResponse,
)
from pisyedili.v1.state_pb2 import Game
from pisyedili.v1.view_pb2 import PlayerView

Answer = TypeVar("Answer", ApplyMoveResponse, CreateGameResponse, StartRoundResponse)


def answer(
    message: Answer, after: Transition, include: Include, books: Books, *, opaque: bool
) -> Answer:
    """Fill an empty answer."""
    state = after.state
    answer_game(message.game, state, books, opaque=opaque)
    write_events(message.events, after.events)
    if include.moves:
        write_legal_moves(message.legal, state)
    if include.scores:
        write_scores(message.scores, state)
    viewers: list[int | None] = [*include.seats]
    if include.spectator:
        viewers.append(None)
    for viewer in viewers:
        update = message.views.add()
        answer_view(update.view, state, viewer, books)
        write_events(update.events, visible(after.events, viewer))
    return message


def answer_game(message: Game, state: State, books: Books, *, opaque: bool) -> None:
    """Fill in a game, and note its size."""
    facts.current().state_bytes.append(write_game(message, state, books, opaque=opaque))


def answer_view(message: PlayerView, state: State, viewer: int | None, books: Books) -> None:
    """Fill in what a seat, or a spectator, may see."""
    write_view(message, view(state, viewer), books.of(state.match.rulebook).message)
