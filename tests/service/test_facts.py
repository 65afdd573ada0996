from collections import Counter
from typing import cast

import pytest
from grpc import ServicerContext

from pisyedili.service import facts
from pisyedili.service.errors import RequestError
from pisyedili.service.limits import Limits
from pisyedili.service.servicers import GameServicer
from pisyedili.v1.game_service_pb2 import (
    ApplyMoveRequest,
    ApplyMovesRequest,
    BatchApplyRequest,
    CreateGameRequest,
)
from pisyedili.v1.moves_pb2 import Draw, Move, SeatMove
from pisyedili.v1.rules_patch_pb2 import RulesPatch, TablePatch
from tests.service.games import PRESETS, SEED

GAMES = GameServicer(PRESETS, Limits())
DRAW = Move(draw=Draw())


class Caller:
    """A caller that waits for so many looks."""

    def __init__(self, looks: int = 1000) -> None:
        self.looks = looks

    def is_active(self) -> bool:
        self.looks -= 1
        return self.looks >= 0


def context(looks: int = 1000) -> ServicerContext:
    return cast("ServicerContext", Caller(looks))


def created() -> ApplyMoveRequest:
    """Return a request for the first move of a game."""
    request = CreateGameRequest(preset="standard", seats=3, game_id="table 7", seed=SEED)
    return ApplyMoveRequest(game=GAMES.CreateGame(request, context()).game, seat=1, move=DRAW)


def test_a_new_game_is_noted_with_its_preset() -> None:
    noted = facts.begin()
    created()
    assert (noted.game_id, noted.ply, noted.preset) == ("table 7", 0, "standard")
    assert noted.created == Counter(standard=1)
    assert len(noted.state_bytes) == 1


def test_house_rules_are_custom() -> None:
    noted = facts.begin()
    patch = RulesPatch(table=TablePatch(hand=5))
    GAMES.CreateGame(CreateGameRequest(preset="standard", patch=patch, seats=3), context())
    assert noted.preset == "custom"
    assert noted.created == Counter(custom=1)


def test_a_move_is_noted_with_its_kind() -> None:
    request, noted = created(), facts.begin()
    GAMES.ApplyMove(request, context())
    assert noted.moves == Counter({("standard", "draw"): 1})
    assert (noted.game_id, noted.ply) == ("table 7", 0)


def test_a_refused_move_is_noted_with_its_reason() -> None:
    request, noted = created(), facts.begin()
    request.seat = 2
    with pytest.raises(RequestError):
        GAMES.ApplyMove(request, context())
    assert noted.refused == Counter(out_of_turn=1)
    assert not noted.moves


def test_of_many_moves_that_fail_together_none_is_noted() -> None:
    request, noted = created(), facts.begin()
    moves = [SeatMove(seat=1, move=DRAW), SeatMove(seat=2, move=DRAW)]
    with pytest.raises(RequestError):
        GAMES.ApplyMoves(ApplyMovesRequest(game=request.game, moves=moves), context())
    assert not noted.moves


def test_a_batch_is_about_no_single_game() -> None:
    item, noted = created(), facts.begin()
    GAMES.BatchApply(BatchApplyRequest(items=[item, item]), context())
    assert noted.moves == Counter({("standard", "draw"): 2})
    assert (noted.game_id, noted.ply, noted.preset) == ("", None, "")


def test_long_work_stops_when_its_caller_is_gone() -> None:
    item = created()
    moves = ApplyMovesRequest(game=item.game, moves=[SeatMove(seat=1, move=DRAW)] * 10)
    with pytest.raises(RequestError, match="a caller that waits") as caught:
        GAMES.ApplyMoves(moves, context(looks=0))
    assert caught.value.code.name == "DEADLINE_EXCEEDED"
    with pytest.raises(RequestError, match="a caller that waits"):
        GAMES.BatchApply(BatchApplyRequest(items=[item] * 5), context(looks=3))
