"""Every method of the contract as a value: what is asked, and how the answer is read.

Nothing here does I/O: a blocking and an asyncio client carry out the same calls.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, Literal, Protocol, TypeAlias, TypeVar

from google.protobuf.message import Message

from pisyedili.client.errors import PisYediliError, error_of_status
from pisyedili.client.moves import Move, move_message
from pisyedili.client.patches import PatchLike, patch_message
from pisyedili.client.reading import read, read_events
from pisyedili.client.values import (
    Answer,
    Include,
    LegalMoves,
    Preset,
    Refusal,
    RefusedCard,
    RulesCheck,
    RulesDifference,
    Scores,
    Update,
    View,
)
from pisyedili.v1 import game_service_pb2 as games
from pisyedili.v1 import rules_service_pb2 as rules_pb
from pisyedili.v1.moves_pb2 import SeatMove
from pisyedili.v1.record_pb2 import Record
from pisyedili.v1.rules_pb2 import Rules
from pisyedili.v1.state_pb2 import GAME_FORM_OPAQUE
from pisyedili.v1.state_pb2 import Game as GameMessage

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

AnyAnswer: TypeAlias = games.CreateGameResponse | games.ApplyMoveResponse | games.StartRoundResponse

RulesLike: TypeAlias = str | tuple[str, PatchLike] | Rules
"""A rule set: a preset's id, an id (or "") with house rules over it, or complete rules."""

NOTHING: Final = Include()

_LANGUAGES: Final[Mapping[str, rules_pb.Language.ValueType]] = {
    "tr": rules_pb.LANGUAGE_TURKISH,
    "en": rules_pb.LANGUAGE_ENGLISH,
    "de": rules_pb.LANGUAGE_GERMAN,
}


@dataclass(frozen=True, slots=True)
class Call(Generic[T_co]):
    """A call that can be made, and made again: the method, its request, and its answer's value."""

    service: Literal["games", "rules"]
    method: str
    request: Message
    read: Callable[[Any], T_co]


class Caller(Protocol):
    """Who makes calls and waits for their answers."""

    def run(self, call: Call[T]) -> T:
        """Return the answer's value; ``PisYediliError`` where the call fails."""


class AsyncCaller(Protocol):
    """Who makes calls, and lets others run meanwhile."""

    async def run(self, call: Call[T]) -> T:
        """Return the answer's value; ``PisYediliError`` where the call fails."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A game, a seat and its move: one item of a batch.

    ``ply``, if given, is the ply at which the move was chosen.
    """

    game: bytes
    seat: int
    move: Move
    ply: int | None = None
    include: Include = NOTHING


def list_presets() -> Call[tuple[Preset, ...]]:
    """Ask for the rule sets that the service knows by name."""
    request = rules_pb.ListPresetsRequest()
    return Call("rules", "ListPresets", request, lambda response: _all(response.presets, Preset))


def check_rules(preset: str, patch: PatchLike | None, rules: Rules | None) -> Call[RulesCheck]:
    """Ask for the resolved rules, or every fault in them."""
    request = rules_pb.CheckRulesRequest(preset=preset, patch=patch_message(patch), rules=rules)
    return Call("rules", "CheckRules", request, lambda response: read(response, RulesCheck))


def describe_rules(
    preset: str, patch: PatchLike | None, rules: Rules | None, language: str, name: str
) -> Call[str]:
    """Ask for rules as a sheet for people."""
    request = rules_pb.DescribeRulesRequest(
        preset=preset,
        patch=patch_message(patch),
        rules=rules,
        language=_language(language),
        name=name,
    )
    return Call("rules", "DescribeRules", request, lambda response: str(response.sheet))


def compare_rules(a: RulesLike, b: RulesLike, language: str) -> Call[tuple[RulesDifference, ...]]:
    """Ask for the options in which two rule sets differ."""
    request = rules_pb.CompareRulesRequest(
        a=_rule_set(a), b=_rule_set(b), language=_language(language)
    )
    return Call(
        "rules",
        "CompareRules",
        request,
        lambda response: _all(response.differences, RulesDifference),
    )


def create_game(
    preset: str,
    seats: int,
    *,
    patch: PatchLike | None,
    rules: Rules | None,
    game_id: str,
    seed: bytes,
    names: Sequence[str],
    include: Include,
) -> Call[Answer]:
    """Ask for a match, its first round dealt."""
    request = games.CreateGameRequest(
        preset=preset,
        patch=patch_message(patch),
        rules=rules,
        seats=seats,
        game_id=game_id,
        seed=seed,
        names=names,
        form=GAME_FORM_OPAQUE,
        include=_include(include),
    )
    return Call("games", "CreateGame", request, _answer)


def list_moves(game: bytes) -> Call[LegalMoves]:
    """Ask for the legal moves of the seat on turn."""
    request = games.ListMovesRequest(game=_game(game))
    return Call("games", "ListMoves", request, lambda response: read(response.legal, LegalMoves))


def list_refused(game: bytes) -> Call[tuple[RefusedCard, ...]]:
    """Ask for the cards in hand that may not be played, and why."""
    request = games.ListMovesRequest(game=_game(game), include_refused=True)
    return Call("games", "ListMoves", request, lambda response: _all(response.refused, RefusedCard))


def check_move(turn: Turn) -> Call[Refusal | None]:
    """Ask whether a move is legal: for None, or why it is not."""
    request = games.CheckMoveRequest(
        game=_game(turn.game), seat=turn.seat, move=move_message(turn.move, turn.ply)
    )

    def refusal(response: games.CheckMoveResponse) -> Refusal | None:
        return None if response.legal else read(response.refusal, Refusal)

    return Call("games", "CheckMove", request, refusal)


def apply_move(turn: Turn) -> Call[Answer]:
    """Ask for the game after a move."""
    return Call("games", "ApplyMove", _turn(turn), _answer)


def apply_moves(game: bytes, moves: Iterable[tuple[int, Move]]) -> Call[bytes]:
    """Ask for the game after many moves of one round: all, or none."""
    request = games.ApplyMovesRequest(
        game=_game(game),
        moves=[SeatMove(seat=seat, move=move_message(move)) for seat, move in moves],
    )
    return Call("games", "ApplyMoves", request, _opaque)


def batch_apply(turns: Iterable[Turn]) -> Call[tuple[Answer | PisYediliError, ...]]:
    """Ask for many games, each after one move, or the error for it."""
    request = games.BatchApplyRequest(items=map(_turn, turns))
    return Call(
        "games", "BatchApply", request, lambda response: tuple(map(_outcome, response.results))
    )


def start_round(game: bytes, include: Include) -> Call[Answer]:
    """Ask for the next round of a match."""
    request = games.StartRoundRequest(game=_game(game), include=_include(include))
    return Call("games", "StartRound", request, _answer)


def score_game(game: bytes) -> Call[Scores]:
    """Ask what the hands cost, and how the match stands."""
    request = games.ScoreGameRequest(game=_game(game))
    return Call("games", "ScoreGame", request, lambda response: read(response.scores, Scores))


def view_game(game: bytes, seat: int | None) -> Call[View]:
    """Ask for a game as a seat may see it, or a spectator, if None."""
    request = games.ViewGameRequest(game=_game(game), seat=seat)
    return Call("games", "ViewGame", request, lambda response: read(response.view, View))


def replay_record(record: Record) -> Call[bytes]:
    """Ask for the game that a record leads to."""
    request = games.ReplayRecordRequest(record=record, form=GAME_FORM_OPAQUE)
    return Call("games", "ReplayRecord", request, _opaque)


def verify_record(record: Record, game: bytes) -> Call[bool]:
    """Ask whether a record leads to a game."""
    request = games.ReplayRecordRequest(record=record, expected=_game(game), form=GAME_FORM_OPAQUE)
    return Call("games", "ReplayRecord", request, lambda response: bool(response.matches))


def _rule_set(rules: RulesLike) -> rules_pb.RuleSet:
    if isinstance(rules, Rules):
        return rules_pb.RuleSet(rules=rules)
    preset, patch = (rules, None) if isinstance(rules, str) else rules
    return rules_pb.RuleSet(preset=preset, patch=patch_message(patch))


def _language(language: str) -> rules_pb.Language.ValueType:
    if language not in _LANGUAGES:
        raise ValueError(f"expected one of {', '.join(_LANGUAGES)}, got {language!r}")
    return _LANGUAGES[language]


def _game(game: bytes) -> GameMessage:
    return GameMessage(opaque=game)


def _include(include: Include) -> games.Include | None:
    if include == NOTHING:
        return None
    return games.Include(
        moves=include.moves,
        scores=include.scores,
        seats=include.seats,
        spectator=include.spectator,
    )


def _turn(turn: Turn) -> games.ApplyMoveRequest:
    return games.ApplyMoveRequest(
        game=_game(turn.game),
        seat=turn.seat,
        move=move_message(turn.move, turn.ply),
        include=_include(turn.include),
    )


def _all(messages: Iterable[Message], kind: type[T]) -> tuple[T, ...]:
    return tuple(read(message, kind) for message in messages)


def _opaque(response: games.ApplyMovesResponse | games.ReplayRecordResponse) -> bytes:
    return response.game.opaque


def _answer(response: AnyAnswer) -> Answer:
    return Answer(
        response.game.opaque,
        read_events(response.events),
        read(response.legal, LegalMoves) if response.HasField("legal") else None,
        read(response.scores, Scores) if response.HasField("scores") else None,
        _all(response.views, Update),
    )


def _outcome(result: games.BatchApplyResult) -> Answer | PisYediliError:
    if result.HasField("error"):
        return error_of_status(result.error)
    return _answer(result.applied)
