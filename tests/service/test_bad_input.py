"""What callers get wrong, over the wire: code, reason and facts, and the next call is answered."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import grpc
import pytest

from pisyedili.engine.cards import Rank
from pisyedili.engine.state import Owing, State
from pisyedili.v1.cards_pb2 import Suit
from pisyedili.v1.game_service_pb2 import ApplyMoveRequest, CreateGameRequest, ListMovesRequest
from pisyedili.v1.game_service_pb2_grpc import GameServiceStub
from pisyedili.v1.moves_pb2 import Draw, Move, Play
from pisyedili.v1.rules_patch_pb2 import MatchPatch, RulesPatch, TablePatch, TurnPatch
from pisyedili.v1.state_pb2 import Game, GameState
from tests.engine.builder import position
from tests.service.failing import failure
from tests.service.games import written

REST = "| K♠ 2♠ | 3♦ 4♦"
TABLE = position("standard", f"7♣ J♥ 9♦ {REST}", "9♣")
OWING = position("standard", f"8♣ J♥ {REST}", "7♠", phase=Owing(3, Rank(7)))


class Case(NamedTuple):
    """A request, and what its caller is told: code, reason, and facts or fields among others."""

    request: ApplyMoveRequest | CreateGameRequest | ListMovesRequest
    code: str
    reason: str
    told: dict[str, str]


def create(seats: int = 4, preset: str = "standard", patch: RulesPatch | None = None) -> Case:
    return Case(CreateGameRequest(preset=preset, seats=seats, patch=patch), *BAD, {})


def apply(move: Move, state: State = TABLE, seat: int = 0) -> ApplyMoveRequest:
    return ApplyMoveRequest(game=Game(state=written(state)), seat=seat, move=move)


def play(*cards: int, suit: "Suit.ValueType" = Suit.SUIT_UNSPECIFIED, call: bool = False) -> Move:
    return Move(play=Play(cards=cards, suit=suit), call_tek=call)  # type: ignore[arg-type]


def torn(tear: Callable[[GameState], object]) -> ListMovesRequest:
    state = written(TABLE)
    tear(state)
    return ListMovesRequest(game=Game(state=state))


def newer(state: GameState) -> None:
    state.MergeFromString(b"\xf8\x3f\x01")  # field 1023


BAD = ("INVALID_ARGUMENT", "INVALID_STATE")
NO = "FAILED_PRECONDITION"
CONTRADICTORY = RulesPatch(
    table=TablePatch(seats_min=9, hand=100),
    turn=TurnPatch(draws=1, pass_after=2),
    match=MatchPatch(rounds=0),
)
CASES = {
    "unknown preset": create(preset="nobody")._replace(
        reason="UNKNOWN_PRESET", told={"got": "nobody"}
    ),
    "contradictory rules": create(patch=CONTRADICTORY)._replace(
        reason="INVALID_RULES",
        told={
            "table.seats_min": "expected at most 7, got 9",
            "turn.pass_after": "expected at most 1, got 2",
            "match.rounds": "expected 1 to 1000, got 0",
        },
    ),
    "too few seats": create(seats=2)._replace(
        reason="MALFORMED", told={"seats": "expected 3 to 7 seats, got 2"}
    ),
    "too many seats": create(seats=17)._replace(
        code="RESOURCE_EXHAUSTED", reason="TOO_MANY_SEATS", told={"expected": "16", "got": "17"}
    ),
    "a missing card": Case(torn(lambda state: state.stock.pop()), *BAD, {}),
    "a doubled card": Case(torn(lambda state: state.stock.append(state.stock[0])), *BAD, {}),
    "a seat that is not there": Case(
        torn(lambda state: setattr(state, "seat", 3)),
        *BAD,
        {"game.state.seat": "expected a seat from 0 to 2, got 3"},
    ),
    "a phase against the table": Case(torn(lambda state: state.forgotten.SetInParent()), *BAD, {}),
    "unknown fields": Case(torn(newer), "INVALID_ARGUMENT", "STATE_TOO_NEW", {}),
    "a card not held": Case(
        apply(play(8)), NO, "CARD_NOT_HELD", {"got": "8♣", "card": "CARD_CLUBS_EIGHT"}
    ),
    "another's turn": Case(
        apply(play(7), seat=1),
        NO,
        "OUT_OF_TURN",
        {"expected": "a move of seat 0, which is on turn", "got": "a move of seat 1", "seat": "1"},
    ),
    "a stale ply": Case(
        apply(Move(draw=Draw(), ply=3)), "ABORTED", "STALE_PLY", {"expected": "0", "got": "3"}
    ),
    "no suit with a jack": Case(
        apply(play(37)), NO, "SUIT_DUE", {"expected": "a named suit with this card", "got": "J♥"}
    ),
    "a suit with a seven": Case(
        apply(play(7, suit=Suit.SUIT_SPADES)), NO, "SUIT_NEEDLESS", {"got": "7♣ naming spades"}
    ),
    "tek with two cards left": Case(
        apply(play(7, call=True)), NO, "CALL_NOT_DUE", {"got": "7♣, calling the last card"}
    ),
    "a jack on a debt": Case(
        apply(play(37, suit=Suit.SUIT_CLUBS), OWING), NO, "DEBT_DUE", {"got": "J♥ naming clubs"}
    ),
    "no move": Case(apply(Move()), "INVALID_ARGUMENT", "MALFORMED", {}),
}


@pytest.fixture(autouse=True)
def then_a_good_call(channel: grpc.Channel) -> Iterator[None]:
    yield
    request = ListMovesRequest(game=Game(state=written(TABLE)))
    assert GameServiceStub(channel).ListMoves(request).legal.moves


@pytest.mark.parametrize("name", CASES)
def test_a_caller_is_told_what_was_expected_and_what_came(channel: grpc.Channel, name: str) -> None:
    case, games = CASES[name], GameServiceStub(channel)
    method = getattr(games, type(case.request).__name__.removesuffix("Request"))
    found = failure(method, case.request)
    assert (found.code, found.reason) == (case.code, case.reason)
    assert case.told.items() <= (found.facts | found.fields).items(), found
    assert "expected" in found.message


def test_a_missing_and_a_doubled_card_are_counted(channel: grpc.Channel) -> None:
    def swap(state: GameState) -> None:
        state.stock[0] = state.stock[1]

    found = failure(GameServiceStub(channel).ListMoves, torn(swap))
    assert "got 1 missing and 1 too many" in found.message
