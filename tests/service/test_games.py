"""The methods that begin games, list moves and make them, called over a real connection."""

import grpc
import pytest

from pisyedili.v1 import rules_pb2, state_pb2
from pisyedili.v1.cards_pb2 import Card, Rank, Suit
from pisyedili.v1.errors_pb2 import ErrorReason
from pisyedili.v1.game_service_pb2 import (
    ApplyMoveRequest,
    CheckMoveRequest,
    CreateGameRequest,
    CreateGameResponse,
    Include,
    ListMovesRequest,
)
from pisyedili.v1.game_service_pb2_grpc import GameServiceStub
from pisyedili.v1.moves_pb2 import Draw, Move, Play
from pisyedili.v1.rules_patch_pb2 import RankList, RulesPatch, TablePatch
from tests.service.failing import failure
from tests.service.games import SEED

DRAW = Move(draw=Draw())
PASS = Move()
getattr(PASS, "pass").SetInParent()


@pytest.fixture
def games(channel: grpc.Channel) -> GameServiceStub:
    return GameServiceStub(channel)


@pytest.fixture
def game(games: GameServiceStub) -> CreateGameResponse:
    return games.CreateGame(
        CreateGameRequest(
            preset="standard", seats=4, game_id="table 7", seed=SEED, include=Include(moves=True)
        )
    )


def test_a_game_is_dealt_as_it_was_asked_for(games: GameServiceStub) -> None:
    names = ["Ada", "Can", "Eda", "Ozan"]
    request = CreateGameRequest(preset="gamyun", seats=4, game_id="table 7", seed=SEED, names=names)
    state = games.CreateGame(request).game.state
    assert (state.game_id, list(state.names), state.seed) == ("table 7", names, SEED)
    assert [len(hand.cards) for hand in state.hands] == [7, 7, 7, 7]
    assert len(state.stock) == 106 - 28
    assert games.CreateGame(request).game.state == state


def test_a_game_without_id_and_seed_gets_its_own(games: GameServiceStub) -> None:
    request = CreateGameRequest(preset="simple", seats=2)
    one, other = (games.CreateGame(request).game.state for _ in range(2))
    assert len(one.seed) == len(other.seed) == 32
    assert one.seed != other.seed
    assert one.game_id != other.game_id


def test_a_game_is_dealt_by_a_patched_preset_or_by_rules_alone(games: GameServiceStub) -> None:
    patch = RulesPatch(table=TablePatch(hand=5))
    patched = games.CreateGame(CreateGameRequest(preset="simple", patch=patch, seats=3)).game
    assert [len(hand.cards) for hand in patched.state.hands] == [5, 5, 5]
    request = CreateGameRequest(rules=patched.state.rules, seats=3, seed=SEED)
    assert games.CreateGame(request).game.state.rules == patched.state.rules
    plain = games.CreateGame(CreateGameRequest(patch=patch, seats=2)).game.state
    assert plain.rules.table.hand == 5


@pytest.mark.parametrize(
    ("request_", "reason", "fields"),
    [
        (CreateGameRequest(seats=4), "MALFORMED", {"rules"}),
        (
            CreateGameRequest(preset="simple", rules=rules_pb2.Rules(), seats=2),
            "MALFORMED",
            {"rules"},
        ),
        (CreateGameRequest(preset="gamyum", seats=4), "UNKNOWN_PRESET", {"preset"}),
        (CreateGameRequest(preset="gamyun", seats=5), "MALFORMED", {"seats"}),
        (
            CreateGameRequest(preset="gamyun", names="ab", seed=b"short"),
            "MALFORMED",
            {"seats", "names", "seed"},
        ),
        (
            CreateGameRequest(preset="simple", seats=2, game_id="i" * 65, names=["a", "n" * 65]),
            "MALFORMED",
            {"game_id", "names[1]"},
        ),
        (
            CreateGameRequest(preset="simple", seats=2, include=Include(seats=[1, 1, 2])),
            "MALFORMED",
            {"include.seats"},
        ),
        (
            CreateGameRequest(preset="simple", seats=2, include=Include(seats=[1, 1])),
            "MALFORMED",
            {"include.seats[1]"},
        ),
        (
            CreateGameRequest(
                preset="simple", patch=RulesPatch(table=TablePatch(decks=9, hand=0)), seats=2
            ),
            "INVALID_RULES",
            {"table.decks", "table.hand"},
        ),
    ],
    ids=[
        "no rules",
        "two rules",
        "preset",
        "seats",
        "names and seed",
        "texts",
        "views",
        "view twice",
        "patch",
    ],
)
def test_a_game_that_cannot_begin_is_refused_with_the_fields(
    games: GameServiceStub, request_: CreateGameRequest, reason: str, fields: set[str]
) -> None:
    failed = failure(games.CreateGame, request_)
    assert (failed.code, failed.reason) == ("INVALID_ARGUMENT", reason)
    assert failed.fields.keys() == fields


def test_an_answer_comes_in_the_form_of_its_request(games: GameServiceStub) -> None:
    request = CreateGameRequest(preset="standard", seats=4, game_id="table 7", seed=SEED)
    plain = games.CreateGame(request)
    request.form = state_pb2.GAME_FORM_OPAQUE
    opaque = games.CreateGame(request)
    assert opaque.game.opaque == plain.game.state.SerializeToString(deterministic=True)
    seat = plain.game.state.seat
    moved = games.ApplyMove(ApplyMoveRequest(game=plain.game, seat=seat, move=DRAW))
    hidden = games.ApplyMove(ApplyMoveRequest(game=opaque.game, seat=seat, move=DRAW))
    assert moved.game.WhichOneof("form") == "state"
    assert hidden.game.opaque == moved.game.state.SerializeToString(deterministic=True)
    assert hidden.events == moved.events


def test_an_unknown_form_is_refused(games: GameServiceStub) -> None:
    request = CreateGameRequest(preset="simple", seats=2, form=9)  # type: ignore[arg-type]
    assert failure(games.CreateGame, request).fields.keys() == {"form"}


def test_the_list_holds_the_legal_moves_and_the_default(
    games: GameServiceStub, game: CreateGameResponse
) -> None:
    listed = games.ListMoves(ListMovesRequest(game=game.game, include_refused=True))
    assert listed.legal == game.legal
    assert listed.legal.seat == game.game.state.seat
    assert listed.legal.default_move in listed.legal.moves
    playable = {move.play.cards[0] for move in listed.legal.moves if move.HasField("play")}
    refused = {card.card for card in listed.refused}
    assert playable | refused == set(game.game.state.hands[listed.legal.seat].cards)
    for card in listed.refused:
        assert card.refusal.reason == ErrorReason.ERROR_REASON_OPENING_SUIT_DUE
        assert card.refusal.expected == "a card of clubs to open with"


def test_every_listed_move_is_accepted(games: GameServiceStub, game: CreateGameResponse) -> None:
    for move in game.legal.moves:
        checked = games.CheckMove(CheckMoveRequest(game=game.game, seat=game.legal.seat, move=move))
        assert checked.legal
        assert not checked.HasField("refusal")
        applied = games.ApplyMove(ApplyMoveRequest(game=game.game, seat=game.legal.seat, move=move))
        assert applied.game.state.ply == game.game.state.ply + 1


def test_a_check_says_why_a_move_is_refused(
    games: GameServiceStub, game: CreateGameResponse
) -> None:
    seat = game.legal.seat
    for move, by, reason in (
        (DRAW, (seat + 1) % 4, "OUT_OF_TURN"),
        (PASS, seat, "OPENING_SUIT_DUE"),
        (Move(draw=Draw(), call_tek=True), seat, "CALL_NOT_DUE"),
        (Move(play=Play()), seat, "CARDS_NOT_TOGETHER"),
        (Move(draw=Draw(), ply=5), seat, "STALE_PLY"),
    ):
        checked = games.CheckMove(CheckMoveRequest(game=game.game, seat=by, move=move))
        assert not checked.legal
        assert ErrorReason.Name(checked.refusal.reason) == f"ERROR_REASON_{reason}"
        assert checked.refusal.expected in checked.refusal.message


def test_an_illegal_move_fails_with_the_facts(
    games: GameServiceStub, game: CreateGameResponse
) -> None:
    held = set(game.game.state.hands[game.legal.seat].cards)
    card = next(card for card in Card.values()[1:14] if card not in held)
    move = Move(play=Play(cards=[card]))
    failed = failure(
        games.ApplyMove, ApplyMoveRequest(game=game.game, seat=game.legal.seat, move=move)
    )
    assert (failed.code, failed.reason) == ("FAILED_PRECONDITION", "CARD_NOT_HELD")
    assert failed.facts["expected"] == "cards that the seat holds"
    assert failed.facts["seat"] == str(game.legal.seat)
    assert failed.facts["ply"] == "0"
    assert failed.facts["card"] == Card.Name(card)
    assert failed.message == f"expected {failed.facts['expected']}, got {failed.facts['got']}"


def test_a_move_for_another_ply_is_stale(games: GameServiceStub, game: CreateGameResponse) -> None:
    first = ApplyMoveRequest(
        game=game.game, seat=game.legal.seat, move=Move(draw=Draw(), ply=game.legal.ply)
    )
    then = games.ApplyMove(first)
    second = ApplyMoveRequest(game=then.game, seat=game.legal.seat, move=first.move)
    failed = failure(games.ApplyMove, second)
    assert (failed.code, failed.reason) == ("ABORTED", "STALE_PLY")
    assert (failed.facts["expected"], failed.facts["got"]) == ("1", "0")


@pytest.mark.parametrize(
    ("move", "field"),
    [
        (Move(), "move"),
        (Move(play=Play(cards=[0])), "move.play.cards[0]"),  # type: ignore[list-item]
        (Move(play=Play(cards=[1, 54])), "move.play.cards[1]"),  # type: ignore[list-item]
        (Move(play=Play(cards=[1, -1])), "move.play.cards[1]"),  # type: ignore[list-item]
        (Move(play=Play(cards=[1] * 33)), "move.play.cards"),  # type: ignore[list-item]
        (Move(play=Play(cards=[1], suit=5)), "move.play.suit"),  # type: ignore[list-item, arg-type]
    ],
    ids=["none", "no card", "54", "-1", "33 cards", "suit"],
)
def test_a_malformed_move_is_refused_with_its_field(
    games: GameServiceStub, game: CreateGameResponse, move: Move, field: str
) -> None:
    seat = game.legal.seat
    applied = failure(games.ApplyMove, ApplyMoveRequest(game=game.game, seat=seat, move=move))
    checked = failure(games.CheckMove, CheckMoveRequest(game=game.game, seat=seat, move=move))
    assert applied == checked
    assert (applied.code, applied.reason) == ("INVALID_ARGUMENT", "MALFORMED")
    assert applied.fields.keys() == {field}


def test_all_missing_fields_are_named(games: GameServiceStub) -> None:
    failed = failure(games.ApplyMove, ApplyMoveRequest())
    assert failed.fields.keys() == {"game", "seat", "move"}


def test_a_suit_is_named_with_a_card_that_chooses(games: GameServiceStub) -> None:
    effects = [
        rules_pb2.RankEffects(rank=rank, choose_suit=rules_pb2.ChooseSuit(always=True))
        for rank in (Rank.RANK_ACE, Rank.RANK_TWO)
    ]
    ranks = RankList(items=[Rank.RANK_ACE, Rank.RANK_TWO])
    patch = RulesPatch(table=TablePatch(seats_max=2, ranks=ranks, hand=3), effects=effects)
    request = CreateGameRequest(patch=patch, seats=2, seed=SEED, include=Include(moves=True))
    listed = games.CreateGame(request).legal.moves
    suits = {move.play.suit for move in listed if move.HasField("play")}
    assert suits == set(Suit.values()[1:])
