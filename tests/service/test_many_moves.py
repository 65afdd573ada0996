"""Many moves in one call: of one game, or of many."""

import grpc
import pytest

from pisyedili.service.limits import Limits
from pisyedili.v1.game_service_pb2 import (
    ApplyMoveRequest,
    ApplyMovesRequest,
    BatchApplyRequest,
    CreateGameRequest,
    CreateGameResponse,
    Include,
)
from pisyedili.v1.game_service_pb2_grpc import GameServiceStub
from pisyedili.v1.moves_pb2 import Draw, Move, SeatMove
from tests.service.failing import failure, told
from tests.service.games import SEED

DRAW = Move(draw=Draw())


@pytest.fixture
def games(channel: grpc.Channel) -> GameServiceStub:
    return GameServiceStub(channel)


@pytest.fixture
def game(games: GameServiceStub) -> CreateGameResponse:
    return games.CreateGame(
        CreateGameRequest(preset="standard", seats=4, seed=SEED, include=Include(moves=True))
    )


def test_many_moves_lead_where_single_moves_lead(
    games: GameServiceStub, game: CreateGameResponse
) -> None:
    moves, now = [], game.game
    legal = game.legal
    for _ in range(30):
        moves.append(SeatMove(seat=legal.seat, move=legal.default_move))
        after = games.ApplyMove(
            ApplyMoveRequest(
                game=now, seat=legal.seat, move=legal.default_move, include=Include(moves=True)
            )
        )
        now, legal = after.game, after.legal
    assert games.ApplyMoves(ApplyMovesRequest(game=game.game, moves=moves)).game == now


def test_of_many_moves_the_first_refused_one_is_named(
    games: GameServiceStub, game: CreateGameResponse
) -> None:
    seat = game.legal.seat
    moves = [
        SeatMove(seat=seat, move=DRAW),
        SeatMove(seat=(seat + 1) % 4, move=DRAW),
        SeatMove(move=DRAW),
    ]
    failed = failure(games.ApplyMoves, ApplyMovesRequest(game=game.game, moves=moves))
    assert (failed.code, failed.reason) == ("FAILED_PRECONDITION", "OUT_OF_TURN")
    assert failed.facts["index"] == "1"
    assert failed.message.startswith("moves[1]: expected a move of seat")
    del moves[1]
    failed = failure(games.ApplyMoves, ApplyMovesRequest(game=game.game, moves=moves))
    assert failed.fields.keys() == {"moves[1].seat"}


def test_too_many_moves_are_refused(games: GameServiceStub, game: CreateGameResponse) -> None:
    most = Limits().moves
    moves = [SeatMove(move=DRAW)] * (most + 1)
    failed = failure(games.ApplyMoves, ApplyMovesRequest(game=game.game, moves=moves))
    assert (failed.code, failed.reason) == ("RESOURCE_EXHAUSTED", "TOO_MANY_MOVES")
    assert failed.facts == {"expected": str(most), "got": str(most + 1)}


def test_a_batch_answers_each_item_by_itself_and_in_order(
    games: GameServiceStub, game: CreateGameResponse
) -> None:
    good = ApplyMoveRequest(game=game.game, seat=game.legal.seat, move=DRAW)
    illegal = ApplyMoveRequest(game=game.game, seat=(game.legal.seat + 1) % 4, move=DRAW)
    items = [good, illegal, ApplyMoveRequest(seat=0), good]
    results = games.BatchApply(BatchApplyRequest(items=items)).results
    outcomes = [result.WhichOneof("outcome") for result in results]
    assert outcomes == ["applied", "error", "error", "applied"]
    assert results[0].applied == results[3].applied == games.ApplyMove(good)
    assert told(results[1].error, "FAILED_PRECONDITION") == failure(games.ApplyMove, illegal)
    assert told(results[2].error, "INVALID_ARGUMENT").fields.keys() == {"game", "move"}


def test_too_many_items_are_refused(games: GameServiceStub) -> None:
    items = [ApplyMoveRequest()] * (Limits().batch + 1)
    failed = failure(games.BatchApply, BatchApplyRequest(items=items))
    assert (failed.code, failed.reason) == ("RESOURCE_EXHAUSTED", "TOO_MANY_ITEMS")
