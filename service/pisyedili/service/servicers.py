"""The methods of the contract: each decodes, asks the engine, and encodes; errors are raised."""

from collections.abc import Mapping
from typing import Final, final

from grpc import ServicerContext, StatusCode

from pisyedili.engine.comparison import Difference, compare
from pisyedili.engine.deal import start_round
from pisyedili.engine.errors import InvalidRules
from pisyedili.engine.preset import Preset
from pisyedili.engine.sheet import book_sheet
from pisyedili.engine.state import State
from pisyedili.service import facts, table
from pisyedili.service.answers import answer, answer_game, answer_view
from pisyedili.service.books import Books
from pisyedili.service.decode import Decoder, Game, refuse_unknown_fields
from pisyedili.service.encode_views import (
    write_legal_moves,
    write_refusal,
    write_refused_cards,
    write_scores,
)
from pisyedili.service.errors import REASONS, Reason, RequestError, over_limit, status_of
from pisyedili.service.limits import Limits
from pisyedili.service.requests import (
    Beginning,
    begin,
    check_include,
    check_seat,
    choose_language,
    choose_rules,
    choose_rules_at,
    is_opaque,
    require,
)
from pisyedili.v1 import game_service_pb2 as games
from pisyedili.v1 import rules_service_pb2 as rules
from pisyedili.v1.errors_pb2 import Fault
from pisyedili.v1.game_service_pb2_grpc import GameServiceServicer
from pisyedili.v1.record_pb2 import Record
from pisyedili.v1.rules_service_pb2_grpc import RulesServiceServicer
from pisyedili.v1.state_pb2 import Game as GameMessage


@final
class RulesServicer(RulesServiceServicer):
    """Rule sets: the server's own, checks of a caller's, and rules in words."""

    def __init__(self, presets: Mapping[str, Preset], limits: Limits) -> None:
        self._books: Final = Books(presets, limits)
        self._presets: Final = rules.ListPresetsResponse(
            presets=(self._preset(preset) for _, preset in sorted(presets.items()))
        )

    def ListPresets(
        self, request: rules.ListPresetsRequest, context: ServicerContext
    ) -> rules.ListPresetsResponse:
        return self._presets

    def CheckRules(
        self, request: rules.CheckRulesRequest, context: ServicerContext
    ) -> rules.CheckRulesResponse:
        try:
            book = self._books.of(choose_rules(request, self._books))
        except InvalidRules as error:
            faults = (
                Fault(
                    path=fault.path,
                    reason=REASONS[fault.reason],
                    message=fault.message,
                    others=fault.others,
                )
                for fault in error.faults
            )
            return rules.CheckRulesResponse(faults=faults)
        facts.current().preset = book.preset
        return rules.CheckRulesResponse(rules=book.message)

    def DescribeRules(
        self, request: rules.DescribeRulesRequest, context: ServicerContext
    ) -> rules.DescribeRulesResponse:
        language = choose_language(request.language)
        book = self._books.of(choose_rules(request, self._books))
        facts.current().preset = book.preset
        name = request.name or self._books.name(book, language)
        return rules.DescribeRulesResponse(sheet=book_sheet(book.rulebook, language, name))

    def CompareRules(
        self, request: rules.CompareRulesRequest, context: ServicerContext
    ) -> rules.CompareRulesResponse:
        require(request, "a", "b")
        language = choose_language(request.language)
        a = choose_rules_at("a", request.a, self._books)
        b = choose_rules_at("b", request.b, self._books)
        found = compare(a.rules, b.rules, language)
        return rules.CompareRulesResponse(differences=map(_difference, found))

    def _preset(self, preset: Preset) -> rules.Preset:
        (tr, en, de), (tr_line, en_line, de_line) = preset.names, preset.lines
        return rules.Preset(
            id=preset.id,
            name=rules.Translations(tr=tr, en=en, de=de),
            line=rules.Translations(tr=tr_line, en=en_line, de=de_line),
            rules=self._books.of(preset.rulebook).message,
        )


@final
class GameServicer(GameServiceServicer):
    """Games: a request carries one, an answer the next."""

    def __init__(self, presets: Mapping[str, Preset], limits: Limits) -> None:
        self._books: Final = Books(presets, limits)
        self._limits: Final = limits
        self._decode: Final = Decoder(self._books, limits)

    def CreateGame(
        self, request: games.CreateGameRequest, context: ServicerContext
    ) -> games.CreateGameResponse:
        rulebook, opaque = choose_rules(request, self._books), is_opaque(request.form)
        after = table.deal(rulebook, self._decode.seats(request.seats), begin(request))
        check_include(request.include, request.seats)
        label = self._books.of(rulebook).preset
        facts.current().about(after.state, label)
        facts.current().created[label] += 1
        return answer(
            games.CreateGameResponse(), after, request.include, self._books, opaque=opaque
        )

    def ListMoves(
        self, request: games.ListMovesRequest, context: ServicerContext
    ) -> games.ListMovesResponse:
        state, message = self._game(request.game).state, games.ListMovesResponse()
        write_legal_moves(message.legal, state)
        if request.include_refused:
            write_refused_cards(message.refused, state)
        return message

    def CheckMove(
        self, request: games.CheckMoveRequest, context: ServicerContext
    ) -> games.CheckMoveResponse:
        require(request, "game", "seat", "move")
        why_not = table.check(self._game(request.game).state, request.seat, request.move)
        message = games.CheckMoveResponse(legal=why_not is None)
        if why_not is not None:
            write_refusal(message.refusal, why_not)
        return message

    def ApplyMove(
        self, request: games.ApplyMoveRequest, context: ServicerContext
    ) -> games.ApplyMoveResponse:
        return self._apply(request, games.ApplyMoveResponse())

    def ApplyMoves(
        self, request: games.ApplyMovesRequest, context: ServicerContext
    ) -> games.ApplyMovesResponse:
        reason = Reason.ERROR_REASON_TOO_MANY_MOVES
        _within(reason, "moves", self._limits.moves, len(request.moves))
        game, message = self._game(request.game), games.ApplyMovesResponse()
        state = table.apply_all(game.state, request.moves, _waits(context))
        answer_game(message.game, state, self._books, opaque=game.opaque)
        return message

    def BatchApply(
        self, request: games.BatchApplyRequest, context: ServicerContext
    ) -> games.BatchApplyResponse:
        _within(Reason.ERROR_REASON_TOO_MANY_ITEMS, "items", self._limits.batch, len(request.items))
        waits, message = _waits(context), games.BatchApplyResponse()
        for item in request.items:
            waits()
            self._try(item, message.results.add())
        facts.current().about_many()
        return message

    def StartRound(
        self, request: games.StartRoundRequest, context: ServicerContext
    ) -> games.StartRoundResponse:
        game = self._game(request.game)
        check_include(request.include, len(game.state.hands))
        after = start_round(game.state)
        return answer(
            games.StartRoundResponse(), after, request.include, self._books, opaque=game.opaque
        )

    def ScoreGame(
        self, request: games.ScoreGameRequest, context: ServicerContext
    ) -> games.ScoreGameResponse:
        message = games.ScoreGameResponse()
        write_scores(message.scores, self._game(request.game).state)
        return message

    def ViewGame(
        self, request: games.ViewGameRequest, context: ServicerContext
    ) -> games.ViewGameResponse:
        state, message = self._game(request.game).state, games.ViewGameResponse()
        viewer = request.seat if request.HasField("seat") else None
        check_seat(viewer or 0, len(state.hands))
        answer_view(message.view, state, viewer, self._books)
        return message

    def ReplayRecord(
        self, request: games.ReplayRecordRequest, context: ServicerContext
    ) -> games.ReplayRecordResponse:
        require(request, "record")
        opaque, message = is_opaque(request.form), games.ReplayRecordResponse()
        state = self._replayed(request.record, _waits(context))
        facts.current().about(state, self._books.of(state.match.rulebook).preset)
        if request.HasField("expected"):
            message.matches = self._decode.game(request.expected, "expected").state == state
        answer_game(message.game, state, self._books, opaque=opaque)
        return message

    def _game(self, message: GameMessage) -> Game:
        """Return a request's game, and note it."""
        game = self._decode.game(message)
        facts.current().about(game.state, self._books.of(game.state.match.rulebook).preset)
        return game

    def _apply(
        self, request: games.ApplyMoveRequest, message: games.ApplyMoveResponse
    ) -> games.ApplyMoveResponse:
        """Fill an empty answer; where a move is refused, it stays empty."""
        require(request, "game", "seat", "move")
        state, opaque = self._game(request.game)
        check_include(request.include, len(state.hands))
        after = table.apply(state, request.seat, request.move)
        return answer(message, after, request.include, self._books, opaque=opaque)

    def _try(self, item: games.ApplyMoveRequest, result: games.BatchApplyResult) -> None:
        """Write what becomes of one item of a batch; a defect is no item's fault."""
        try:
            self._apply(item, result.applied)
        except RequestError as error:
            result.error.CopyFrom(status_of(error))

    def _replayed(self, record: Record, waits: table.Waits) -> State:
        refuse_unknown_fields(record, "record")
        moves = sum(len(recorded.moves) for recorded in record.rounds)
        _within(Reason.ERROR_REASON_TOO_MANY_MOVES, "moves", self._limits.moves, moves)
        rulebook = self._decode.rules(record.rules, "record.rules")
        beginning = Beginning(record.game_id, tuple(record.names), record.seed)
        dealt = table.deal(rulebook, self._decode.seats(record.seats), beginning, "record.")
        return table.replay(dealt.state, record.rounds, waits)


def _difference(one: Difference) -> rules.RulesDifference:
    return rules.RulesDifference(
        path=one.path,
        a_value=one.a_value,
        b_value=one.b_value,
        a_sentence=one.a_sentence,
        b_sentence=one.b_sentence,
    )


def _within(reason: Reason.ValueType, what: str, most: int, got: int) -> None:
    """Refuse a call that asks for more than a limit."""
    if got > most:
        raise over_limit(reason, what, most, got)


def _waits(context: ServicerContext) -> table.Waits:
    """Return what stops a call whose caller waits no more."""

    def waits() -> None:
        if not context.is_active():
            message = "expected a caller that waits for the answer, got none"
            reason = Reason.ERROR_REASON_DEADLINE
            raise RequestError(StatusCode.DEADLINE_EXCEEDED, reason, message)

    return waits
