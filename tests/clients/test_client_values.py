"""Values have what the contract has, and both clients have the same."""

import inspect
from dataclasses import fields
from types import ModuleType
from typing import Any, get_args

import pytest
from google.rpc.code_pb2 import Code
from google.rpc.status_pb2 import Status

from pisyedili.client import (
    AsyncClient,
    AsyncGame,
    Client,
    ErrorReason,
    Game,
    InvalidRequest,
    ServiceFailure,
    calls,
    events,
    patch_message,
    values,
)
from pisyedili.client.errors import error_of_status
from pisyedili.client.reading import read, read_events
from pisyedili.v1 import (
    errors_pb2,
    events_pb2,
    game_service_pb2,
    moves_pb2,
    rules_service_pb2,
    scores_pb2,
    state_pb2,
    view_pb2,
)

_MESSAGES: dict[str, Any] = {
    "LegalMoves": moves_pb2.LegalMoves,
    "Refusal": errors_pb2.Refusal,
    "RefusedCard": game_service_pb2.RefusedCard,
    "Phase": view_pb2.PhaseView,
    "SeatView": view_pb2.SeatView,
    "View": view_pb2.PlayerView,
    "Update": view_pb2.ViewUpdate,
    "ScoredCard": scores_pb2.ScoredCard,
    "EndDraw": scores_pb2.EndDraw,
    "SeatScore": scores_pb2.SeatScore,
    "Standing": scores_pb2.Standing,
    "Scores": scores_pb2.Scores,
    "Include": game_service_pb2.Include,
    "Answer": game_service_pb2.ApplyMoveResponse,
    "Text": rules_service_pb2.Translations,
    "Preset": rules_service_pb2.Preset,
    "Fault": errors_pb2.Fault,
    "RulesCheck": rules_service_pb2.CheckRulesResponse,
    "RulesDifference": rules_service_pb2.RulesDifference,
} | {kind.__name__: getattr(events_pb2, kind.__name__) for kind in get_args(events.Event)}


def _kinds(module: ModuleType) -> list[type]:
    own = (kind for kind in vars(module).values() if inspect.isclass(kind))
    return [kind for kind in own if kind.__module__ == module.__name__]


@pytest.mark.parametrize("kind", [*_kinds(values), *_kinds(events)], ids=lambda kind: kind.__name__)
def test_a_value_has_the_fields_of_its_message_in_their_order(kind: Any) -> None:
    message = _MESSAGES[kind.__name__].DESCRIPTOR
    assert [field.name for field in fields(kind)] == [field.name for field in message.fields]


def test_every_event_of_the_contract_has_its_value() -> None:
    told = {
        field.message_type.name
        for field in events_pb2.Event.DESCRIPTOR.fields
        if field.message_type
    }
    assert told == {kind.__name__ for kind in get_args(events.Event)}


@pytest.mark.parametrize(
    ("words", "enum"),
    [
        (events.Direction, state_pb2.Direction),
        (events.DrawReason, events_pb2.DrawReason),
        (events.RoundEndReason, state_pb2.RoundEndReason),
        (values.PhaseKind, view_pb2.PhaseKind),
    ],
)
def test_words_are_the_enums(words: Any, enum: Any) -> None:
    unspecified, *others = enum.keys()
    prefix = unspecified.removesuffix("UNSPECIFIED")
    assert get_args(words) == (*(name.removeprefix(prefix).lower() for name in others), "unknown")


def test_what_a_newer_service_adds_is_unknown_or_left_out() -> None:
    drawn = events_pb2.CardsDrawn(seat=1, count=1, reason=99)  # type: ignore[arg-type]
    newer = events_pb2.Event.FromString(b"\xa2\x3e\x00")
    assert read_events([events_pb2.Event(cards_drawn=drawn), newer]) == (
        events.CardsDrawn(1, 1, (), "unknown"),
    )


def test_what_is_not_set_is_none() -> None:
    phase = read(view_pb2.PhaseView(kind=view_pb2.PHASE_KIND_ROUND_OVER), values.Phase)
    assert (phase.finisher, phase.reason, phase.debt_rank, phase.drawn_card) == (None,) * 4
    assert read(view_pb2.PhaseView(finisher=0), values.Phase).finisher == 0


def test_every_method_of_the_contract_can_be_called() -> None:
    told = {
        method.name
        for file, service in (
            (game_service_pb2, "GameService"),
            (rules_service_pb2, "RulesService"),
        )
        for method in file.DESCRIPTOR.services_by_name[service].methods
        if not method.client_streaming and not method.server_streaming
    }
    source = inspect.getsource(calls)
    assert [name for name in sorted(told) if f'"{name}"' not in source] == []


@pytest.mark.parametrize(("one", "other"), [(Client, AsyncClient), (Game, AsyncGame)])
def test_both_clients_have_the_same_methods_and_arguments(one: Any, other: Any) -> None:
    def methods(kind: Any) -> dict[str, list[inspect.Parameter]]:
        return {
            name.replace("__a", "__"): [
                parameter.replace(annotation=inspect.Parameter.empty)
                for parameter in inspect.signature(method).parameters.values()
            ]
            for name, method in vars(kind).items()
            if inspect.isfunction(method)
        }

    assert methods(one) == methods(other)


@pytest.mark.parametrize("code", [name for name in Code.keys() if name != "OK"])  # noqa: SIM118
def test_every_code_is_an_error_of_its_own_kind(code: str) -> None:
    error = error_of_status(Status(code=Code.Value(code), message="expected this, got that"))
    assert (error.code.name, str(error)) == (code, "expected this, got that")
    assert error.reason == ErrorReason.ERROR_REASON_UNSPECIFIED
    if code in {"INTERNAL", "UNKNOWN", "DATA_LOSS"}:
        assert isinstance(error, ServiceFailure)


@pytest.mark.parametrize(
    ("patch", "faults"),
    [
        ({"turns": {}}, ["turns: expected one of table, opening, "]),
        ({"turn": 1}, ["turn: expected a table of options, got 1"]),
        ({"turn": {"draws": "two"}}, ["turn.draws: expected a whole number, got 'two'"]),
        ({"turn": {"draws": "3"}}, ["turn.draws: expected a whole number, got '3'"]),
        ({"turn": {"draws": True}}, ["turn.draws: expected a whole number, got True"]),
        ({"turn": {"draws": -1}}, ["turn.draws: expected "]),
        ({"turn": {"auto_pass": 1}}, ["turn.auto_pass: expected true or false, got 1"]),
        ({"turn": {"after_draw": "x"}}, ["turn.after_draw: expected one of turn_ends, drawn_card"]),
        ({"effects": {"Z": {"skip": 1}}}, ["effects.Z: expected a rank such as 7"]),
        ({"effects": ["7"]}, ["effects: expected a table by rank"]),
        ({"table": {"packets": 7}}, ["table.packets: expected a list, got 7"]),
        ({"opening": {"suit": "x"}, "tek": {"y": 1}}, ["opening.suit: ", "tek.y: expected one of"]),
    ],
)
def test_house_rules_are_refused_by_the_path_of_each_fault(
    patch: dict[str, Any], faults: list[str]
) -> None:
    with pytest.raises(InvalidRequest) as refused:
        patch_message(patch)
    told = [f"{fault.path}: {fault.description}" for fault in refused.value.fields]
    assert len(told) == len(faults)
    assert all(text.startswith(start) for text, start in zip(told, faults, strict=True))
    assert refused.value.reason_name == "INVALID_RULES"


def test_house_rules_are_written_as_in_a_rule_file() -> None:
    patch = patch_message(
        {
            "table": {"ranks": ["7", "A"], "packets": [4, 3], "partnerships": "pairs"},
            "opening": {"suit": "kupa", "turn_up_buried": []},
            "effects": {
                "vale": {},
                "A": {"cover": {"must": True}},
                "7": {"draw_next": {"cards": 2}},
            },
            "score": {"points": {"J": 25}, "end_draws": {"7": 3, "A": 1}},
        }
    )
    assert patch is not None
    assert list(patch.table.ranks.items) == [7, 1]
    assert patch.opening.HasField("turn_up_buried")
    assert not patch.opening.HasField("turn_up_applied")
    assert [effects.rank for effects in patch.effects] == [11, 1, 7]
    assert [(pair.rank, pair.number) for pair in patch.score.end_draws.items] == [(7, 3), (1, 1)]
