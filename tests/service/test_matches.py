"""The methods that score, show and replay games and that know rule sets, over a real connection."""

from collections.abc import Iterator

import grpc
import pytest

from pisyedili.engine.shuffle import commitment
from pisyedili.service.limits import Limits
from pisyedili.v1.errors_pb2 import ErrorReason
from pisyedili.v1.game_service_pb2 import (
    ApplyMoveRequest,
    ApplyMoveResponse,
    CreateGameRequest,
    Include,
    ListMovesRequest,
    ReplayRecordRequest,
    ScoreGameRequest,
    StartRoundRequest,
    StartRoundResponse,
    ViewGameRequest,
)
from pisyedili.v1.game_service_pb2_grpc import GameServiceStub
from pisyedili.v1.moves_pb2 import Draw, Move
from pisyedili.v1.record_pb2 import Record
from pisyedili.v1.rules_patch_pb2 import MatchPatch, RulesPatch, SafetyPatch, TablePatch
from pisyedili.v1.rules_pb2 import RankEffects
from pisyedili.v1.rules_service_pb2 import CheckRulesRequest, ListPresetsRequest
from pisyedili.v1.rules_service_pb2_grpc import RulesServiceStub
from pisyedili.v1.state_pb2 import GAME_FORM_OPAQUE, Game
from pisyedili.v1.view_pb2 import PhaseKind
from tests.service.failing import failure
from tests.service.games import PRESETS, SEED

EVERYTHING = Include(moves=True, scores=True, seats=range(4), spectator=True)
SHORT = RulesPatch(match=MatchPatch(rounds=2), safety=SafetyPatch(turns=60))

Answer = ApplyMoveResponse | StartRoundResponse


@pytest.fixture(scope="module")
def channel(server: str) -> Iterator[grpc.Channel]:
    with grpc.insecure_channel(server) as channel:
        yield channel


@pytest.fixture(scope="module")
def games(channel: grpc.Channel) -> GameServiceStub:
    return GameServiceStub(channel)


@pytest.fixture(scope="module")
def rules(channel: grpc.Channel) -> RulesServiceStub:
    return RulesServiceStub(channel)


@pytest.fixture(scope="module")
def first(games: GameServiceStub) -> Game:
    request = CreateGameRequest(preset="gamyun", patch=SHORT, seats=4, game_id="g", seed=SEED)
    return games.CreateGame(request).game


@pytest.fixture(scope="module")
def played(games: GameServiceStub, first: Game) -> tuple[list[Answer], Record]:
    """A match of two rounds, played by default moves, and its record."""
    record = Record(rules=first.state.rules, seats=4, seed=SEED, game_id="g")
    answers: list[Answer] = []
    game, legal = first, games.ListMoves(ListMovesRequest(game=first)).legal
    record.rounds.add()
    while True:
        if legal.moves:
            record.rounds[-1].moves.append(legal.default_move)
            made = ApplyMoveRequest(
                game=game, seat=legal.seat, move=legal.default_move, include=EVERYTHING
            )
            answers.append(games.ApplyMove(made))
        else:
            record.rounds.add()
            answers.append(games.StartRound(StartRoundRequest(game=game, include=EVERYTHING)))
        game, legal = answers[-1].game, answers[-1].legal
        if answers[-1].scores.match_winners:
            return answers, record


@pytest.fixture
def match(played: tuple[list[Answer], Record]) -> list[Answer]:
    return played[0]


@pytest.fixture
def record(played: tuple[list[Answer], Record]) -> Record:
    record = Record()
    record.CopyFrom(played[1])
    return record


def test_a_turn_of_a_table_is_one_round_trip(games: GameServiceStub, match: list[Answer]) -> None:
    for answer in match[:: len(match) // 7]:
        assert [update.view.viewer for update in answer.views[:4]] == [0, 1, 2, 3]
        assert not answer.views[4].view.HasField("viewer")
        for seat, update in enumerate(answer.views[:4]):
            asked = ViewGameRequest(game=answer.game, seat=seat)
            assert games.ViewGame(asked).view == update.view
        assert games.ViewGame(ViewGameRequest(game=answer.game)).view == answer.views[4].view
        assert games.ScoreGame(ScoreGameRequest(game=answer.game)).scores == answer.scores


def test_a_seat_sees_its_own_hand_and_what_it_drew_alone(match: list[Answer]) -> None:
    drawn = 0
    for answer in match:
        for seat, update in enumerate(answer.views):
            own = answer.game.state.hands[seat].cards if seat < 4 else []
            assert update.view.hand == own
            for told, happened in zip(update.events, answer.events, strict=True):
                if happened.HasField("cards_drawn") and happened.cards_drawn.seat != seat:
                    drawn += 1
                    assert told.cards_drawn.count == len(happened.cards_drawn.cards)
                    assert not told.cards_drawn.cards
                else:
                    assert told == happened
    assert drawn


def test_hands_and_seeds_are_shown_once_they_are_over(match: list[Answer]) -> None:
    for answer in match:
        view = answer.views[4].view
        over = view.phase.kind in (PhaseKind.PHASE_KIND_ROUND_OVER, PhaseKind.PHASE_KIND_MATCH_OVER)
        assert view.match_commitment == commitment(SEED)
        assert bool(view.round_seed) == (len(view.hands) > 0) == over
        if over:
            assert commitment(view.round_seed) == view.round_commitment
            assert list(view.hands) == list(answer.game.state.hands)
    assert [answer.views[4].view.match_seed for answer in match[-2:]] == [b"", SEED]


def test_scores_add_up_line_by_line(match: list[Answer]) -> None:
    ended = [answer for answer in match if not answer.legal.moves]
    assert len(ended) == 2
    for answer in ended:
        written = [
            event.points_written for event in answer.events if event.HasField("points_written")
        ]
        assert [score.total for score in answer.scores.seats] == list(written[0].points)
        for score in answer.scores.seats:
            lines = [*score.hand, *(card for draw in score.end_draws for card in draw.cards)]
            assert sum(line.points for line in lines) == score.points
            assert score.points * score.multiplier == score.total
        assert answer.scores.round_winners
    totals = [standing.total for standing in ended[-1].scores.standings]
    assert totals == [
        sum(points)
        for points in zip(
            *([score.total for score in answer.scores.seats] for answer in ended), strict=True
        )
    ]
    ends = [event.match_ended for event in ended[-1].events if event.HasField("match_ended")]
    assert list(ends[0].winners) == list(ended[-1].scores.match_winners)


def test_events_have_their_names_and_reasons(match: list[Answer]) -> None:
    seen = {event.WhichOneof("event") for answer in match for event in answer.events}
    assert {"round_dealt", "cards_played", "cards_drawn", "passed", "round_ended"} <= seen
    for answer in match:
        for event in answer.events:
            if event.HasField("cards_drawn"):
                assert event.cards_drawn.reason
            if event.HasField("round_ended"):
                assert event.round_ended.reason


def test_a_round_starts_only_when_one_is_over(games: GameServiceStub, match: list[Answer]) -> None:
    early = failure(games.StartRound, StartRoundRequest(game=match[0].game))
    assert (early.code, early.reason) == ("FAILED_PRECONDITION", "ROUND_NOT_OVER")
    late = failure(games.StartRound, StartRoundRequest(game=match[-1].game))
    assert (late.code, late.reason) == ("FAILED_PRECONDITION", "MATCH_OVER")
    after = ApplyMoveRequest(game=match[-1].game, seat=0, move=Move(draw=Draw()))
    assert failure(games.ApplyMove, after).reason == "ROUND_OVER"


def test_a_seat_that_is_not_there_sees_nothing(games: GameServiceStub, first: Game) -> None:
    failed = failure(games.ViewGame, ViewGameRequest(game=first, seat=4))
    assert failed.code == "INVALID_ARGUMENT"
    assert failed.fields.keys() == {"seat"}


def test_a_record_leads_to_the_same_game(
    games: GameServiceStub, match: list[Answer], record: Record
) -> None:
    request = ReplayRecordRequest(record=record, expected=match[-1].game)
    replayed = games.ReplayRecord(request)
    assert replayed.matches
    assert replayed.game == match[-1].game
    request.expected.CopyFrom(match[-2].game)
    request.form = GAME_FORM_OPAQUE
    other = games.ReplayRecord(request)
    assert other.HasField("matches")
    assert not other.matches
    assert other.game.opaque == match[-1].game.state.SerializeToString(deterministic=True)


def test_the_first_refused_move_of_a_record_is_named(
    games: GameServiceStub, record: Record
) -> None:
    record.rounds[1].moves[3].CopyFrom(Move(draw=Draw(), call_tek=True))
    failed = failure(games.ReplayRecord, ReplayRecordRequest(record=record))
    assert (failed.code, failed.reason) == ("FAILED_PRECONDITION", "CALL_NOT_DUE")
    assert (failed.facts["round"], failed.facts["index"]) == ("1", "3")
    assert failed.message.startswith("record.rounds[1].moves[3]: expected")
    del record.rounds[0].moves[-1]
    failed = failure(games.ReplayRecord, ReplayRecordRequest(record=record))
    assert failed.reason == "ROUND_NOT_OVER"
    assert (failed.facts["round"], failed.facts["index"]) == ("1", "0")
    assert failed.message.startswith("record.rounds[1]: expected a round that is over")


def test_a_record_that_cannot_begin_is_refused_with_the_fields(
    games: GameServiceStub, record: Record
) -> None:
    broken = Record(rules=record.rules, seats=5, seed=b"short")
    failed = failure(games.ReplayRecord, ReplayRecordRequest(record=broken))
    assert failed.reason == "MALFORMED"
    assert failed.fields.keys() == {"record.seats", "record.seed"}
    assert failure(games.ReplayRecord, ReplayRecordRequest()).fields.keys() == {"record"}
    long = Record(rules=record.rules, seats=4, seed=SEED)
    long.rounds.add().moves.extend([Move()] * (Limits().moves + 1))
    assert failure(games.ReplayRecord, ReplayRecordRequest(record=long)).reason == "TOO_MANY_MOVES"


def test_presets_are_listed_with_names_lines_and_rules(rules: RulesServiceStub) -> None:
    listed = rules.ListPresets(ListPresetsRequest()).presets
    assert [preset.id for preset in listed] == sorted(PRESETS)
    for preset in listed:
        assert preset.name.tr
        assert preset.line.en
        assert preset.line.de
        checked = rules.CheckRules(CheckRulesRequest(rules=preset.rules))
        assert checked.rules == preset.rules
        assert rules.CheckRules(CheckRulesRequest(preset=preset.id)).rules == preset.rules


def test_a_check_of_rules_tells_every_fault(rules: RulesServiceStub) -> None:
    patch = RulesPatch(table=TablePatch(decks=9, packets={"items": [4, 4]}))  # type: ignore[arg-type]
    checked = rules.CheckRules(CheckRulesRequest(preset="gamyun", patch=patch))
    assert not checked.HasField("rules")
    assert {fault.path: ErrorReason.Name(fault.reason) for fault in checked.faults} == {
        "table.decks": "ERROR_REASON_OUT_OF_BOUNDS",
        "table.packets": "ERROR_REASON_CONTRADICTION",
    }
    assert {fault.path: list(fault.others) for fault in checked.faults} == {
        "table.decks": [],
        "table.packets": ["table.hand"],
    }


def test_rules_of_a_newer_release_are_refused(rules: RulesServiceStub) -> None:
    patch = RulesPatch(effects=[RankEffects(rank=7)])  # type: ignore[arg-type]
    patch.effects[0].MergeFromString(b"\xf2\x3f\x01x")
    failed = failure(rules.CheckRules, CheckRulesRequest(preset="gamyun", patch=patch))
    assert (failed.code, failed.reason) == ("INVALID_ARGUMENT", "STATE_TOO_NEW")


def test_an_unknown_preset_is_told_the_known_ones(rules: RulesServiceStub) -> None:
    failed = failure(rules.CheckRules, CheckRulesRequest(preset="gamyum"))
    assert failed.reason == "UNKNOWN_PRESET"
    assert failed.facts["got"] == "gamyum"
    assert "gamyun" in failed.facts["expected"]
