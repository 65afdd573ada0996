"""Whatever bytes come as a game: it is refused, or it can be played, scored, seen and written."""

from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pisyedili.engine.legality import legal_moves, refused_cards
from pisyedili.engine.play import apply_move
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.state import State
from pisyedili.engine.view import view
from pisyedili.service.decode import Decoder
from pisyedili.service.encode_views import (
    write_events,
    write_legal_moves,
    write_refused_cards,
    write_scores,
    write_view,
)
from pisyedili.service.errors import RequestError
from pisyedili.service.limits import Limits
from pisyedili.v1.game_service_pb2 import ApplyMoveResponse, ListMovesResponse
from pisyedili.v1.scores_pb2 import Scores
from pisyedili.v1.state_pb2 import Game, GameState
from pisyedili.v1.view_pb2 import PlayerView
from tests.engine.strategies import RANDOMS, RULEBOOKS, random_seats
from tests.service.games import BOOKS, WHOLE_GAMES, played, written

DECODER = Decoder(BOOKS, Limits())
NUMBERS = (0, 1, 2, 3, 7, 14, 53, 54, 127, 2**31 - 1, 2**31, 2**32 - 1)


def use(state: State) -> None:
    """Ask all of a game that can be asked, and make its first and last move."""
    moves = legal_moves(state)
    write_legal_moves(ListMovesResponse().legal, state)
    if moves:
        write_refused_cards(ListMovesResponse().refused, state)
        assert len(refused_cards(state)) <= len(state.hands[state.seat])
    write_scores(Scores(), state)
    rules = BOOKS.of(state.match.rulebook).message
    for viewer in (None, state.seat):
        write_view(PlayerView(), view(state, viewer), rules)
    for move in {*moves[:1], *moves[-1:]}:
        after = apply_move(state, state.seat, move)
        written(after.state)
        write_events(ApplyMoveResponse().events, after.events)


def come(data: bytes) -> None:
    """Let bytes come as a game."""
    try:
        state = DECODER.game(Game(opaque=data)).state
    except RequestError:
        return
    use(state)


@WHOLE_GAMES
@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    come(data)


@WHOLE_GAMES
@given(RULEBOOKS, RANDOMS)
def test_bytes_of_a_game_with_some_of_them_changed(rulebook: Rulebook, chance: Random) -> None:
    for state in played(rulebook, random_seats(chance, rulebook.rules), chance, 8):
        data = bytearray(written(state).SerializeToString())
        for _ in range(chance.choice((1, 1, 2, 5))):
            data[chance.randrange(len(data))] = chance.randrange(256)
        come(bytes(data))


@WHOLE_GAMES
@given(RULEBOOKS, RANDOMS)
def test_a_game_with_some_of_its_numbers_changed(rulebook: Rulebook, chance: Random) -> None:
    for state in played(rulebook, random_seats(chance, rulebook.rules), chance, 8):
        message = written(state)
        for _ in range(chance.choice((1, 1, 2, 5))):
            _change(message, chance)
        come(message.SerializeToString())


def _change(message: GameState, chance: Random) -> None:
    """Change one number of a game or of its phase."""
    phase: Any = getattr(message, message.WhichOneof("phase") or "turn")
    part: Any = chance.choice((message, phase))
    if (
        part is not message
        and "pending" in part.DESCRIPTOR.fields_by_name
        and chance.random() < 0.5
    ):
        part = part.pending
    names = [
        field.name
        for field in part.DESCRIPTOR.fields
        if not field.is_repeated and field.message_type is None and field.type != field.TYPE_BYTES
    ]
    if not names:
        return
    name = chance.choice(names)
    field = part.DESCRIPTOR.fields_by_name[name]
    value: object = chance.choice(NUMBERS)
    if field.enum_type is not None:
        value = chance.choice(NUMBERS[:10])
    elif field.type == field.TYPE_BOOL:
        value = chance.random() < 0.5
    elif field.type == field.TYPE_STRING:
        value = "é" * chance.choice((0, 1, 64, 65))
    setattr(part, name, value)
