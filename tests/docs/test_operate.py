"""The page for operators says what the service does, and leaves nothing out."""

import json
import re
from collections.abc import Iterator
from functools import reduce

import pytest

from pisyedili.client import Client, InvalidRequest
from pisyedili.service.config import OPTIONS
from pisyedili.v1.errors_pb2 import ErrorReason
from tests.deploy.matches import SEED
from tests.docs.pages import ROOT, page
from tests.service.process import Running

PAGE = "operate.md"
SOURCE = "".join(path.read_text("utf-8") for path in ROOT.glob("service/pisyedili/service/*.py"))


def section(title: str) -> str:
    """Return a section of the page, up to the next of its rank."""
    (found,) = re.findall(rf"^## {title}\n(.*?)(?=^## |\Z)", page(PAGE), re.MULTILINE | re.DOTALL)
    assert isinstance(found, str)
    return found


def rows(text: str) -> Iterator[list[str]]:
    """Yield the cells of each row of the tables in a text."""
    for row in re.findall(r"^\| (.*) \|$", text, re.MULTILINE):
        yield row.split(" | ")


def names(text: str) -> list[str]:
    """Return the names in the first column of the tables in a text."""
    return [name for cells in rows(text) for name in re.findall(r"`(\w+)`", cells[0])]


def test_every_reason_has_its_remedy_once() -> None:
    reasons = {name.removeprefix("ERROR_REASON_") for name in ErrorReason.keys()}  # noqa: SIM118
    failures, others = section("Reasons").split("Failures without a reason")
    assert sorted(names(failures)) == sorted(reasons - {"UNSPECIFIED"})
    assert others


def test_every_event_of_the_log_is_told() -> None:
    told = [name for name in names(section("Logs")) if name not in line_fields()]
    logged = set(re.findall(r'\b_?log(?:\.\w+)?\(\s*"(\w+)"', SOURCE))
    assert sorted(told) == sorted(logged)


def line_fields() -> list[str]:
    fields, _ = section("Logs").split("| event | level |")
    return names(fields)


def test_every_field_of_a_calls_line_is_told(engine: Running) -> None:
    with Client(engine.address) as client:
        client.presets()
    line = engine.line(event="rpc_finished")
    assert sorted(line_fields()) == sorted(line)


def test_every_limit_is_told_with_its_default() -> None:
    told = {
        name: default
        for setting, defaults, *_ in rows(section("Limits"))
        for name, default in zip(
            re.findall(r"`(\w+)`", setting), re.findall(r"\d+", defaults), strict=False
        )
    }
    limits = {option.variable: str(option.default) for option in OPTIONS if option.limit}
    assert limits.items() <= told.items()
    there = {option.variable: str(option.default) for option in OPTIONS}
    assert told.items() <= there.items()


def test_every_panel_of_the_dashboard_is_told() -> None:
    board = json.loads((ROOT / "k8s/components/monitoring/pisyedili.json").read_text("utf-8"))
    panels = {panel["title"] for panel in board["panels"]}
    told = {
        name for cells in rows(section("Dashboard")) for name in re.findall(r"\*(.+?)\*", cells[0])
    }
    assert told == panels
    looked_at = {
        name for cells in rows(section("Alerts")) for name in re.findall(r"\*(.+?)\*", cells[2])
    }
    assert looked_at <= panels


def test_every_series_that_is_named_is_exported(engine: Running) -> None:
    told = set(re.findall(r"`((?:pisyedili|grpc_server)_\w+?)`", page(PAGE)))
    exported = {name for name, _ in engine.metrics()}
    secured = {"pisyedili_rotation_failed", "pisyedili_certificate_expiration_timestamp_seconds"}
    assert told - exported == secured
    assert all(f'"{name}"' in SOURCE for name in secured)


@pytest.mark.parametrize(
    ("preset", "seats", "most"), [("gamyun", 4, "at most 540"), ("standard", 3, "450")]
)
def test_games_are_as_large_as_is_said(preset: str, seats: int, most: str, engine: Running) -> None:
    (cell,) = (cells[1] for cells in rows(section("Capacity")) if f"`{preset}`" in cells[0])
    assert most in cell
    with Client(engine.address) as client:
        game = client.create_game(preset, seats, seed=SEED)
        sizes = [len(game.state)]
        while not game.match_over:
            if game.round_over:
                game.start_round()
            game.play_default()
            sizes.append(len(game.state))
    number = int(re.sub(r"\D", "", cell.split(",")[0]))
    assert number * 0.9 < sum(sizes) / len(sizes) < number * 1.1
    assert max(sizes) <= 540
    assert game.record().ByteSize() < 6 * game.ply


def reason_for(state: bytes, engine: Running) -> str:
    """Return the reason for which a game is refused."""
    with Client(engine.address) as client, pytest.raises(InvalidRequest) as refused:
        client.list_moves(state)
    return refused.value.reason_name


def test_a_game_of_a_newer_release_is_refused_as_is_said(engine: Running) -> None:
    with Client(engine.address) as client:
        game = client.create_game("gamyun", 4, seed=SEED)
    unknown_field = b"\xf8\x06\x01"
    assert reason_for(game.state + unknown_field, engine) == "STATE_TOO_NEW"
    written = game.written()
    written.rules.MergeFromString(unknown_field)
    assert reason_for(written.SerializeToString(), engine) == "STATE_TOO_NEW"
    for change, reason in (
        ("rules.stock.when_empty", "INVALID_RULES"),
        ("direction", "INVALID_STATE"),
    ):
        written = game.written()
        *groups, name = change.split(".")
        setattr(reduce(getattr, groups, written), name, 99)
        assert reason_for(written.SerializeToString(), engine) == reason
        assert f"`{reason}`" in section("Upgrades")


def test_choices_and_groups_are_written_whether_they_are_used_or_not(engine: Running) -> None:
    with Client(engine.address) as client:
        rules = client.create_game("simple", 2, seed=SEED).rules
    written = {field.name: value for field, value in rules.ListFields()}
    for group in rules.DESCRIPTOR.fields:
        if not group.is_repeated:
            assert group.message_type
            choices = {field.name for field in group.message_type.fields if field.enum_type}
            lists = {field.name for field in group.message_type.fields if field.is_repeated}
            set_there = {field.name for field, _ in written[group.name].ListFields()}
            assert choices - lists <= set_there
