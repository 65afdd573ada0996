"""The corpus of a release shows every kind of thing, is small, and stays as it was written."""

import re
from pathlib import Path
from typing import Any, Final

import pytest

from pisyedili.engine import __version__
from tests.corpus import write
from tests.corpus.contract import Json
from tests.corpus.store import CORPUS, OTHERS, Held, Release, releases
from tests.deploy.tools import ROOT

MOST: Final = 500_000
"""The bytes of a release's corpus."""

each_release = pytest.mark.parametrize("release", releases(), ids=lambda release: release.name)


def phase(release: Release, held: Held) -> str:
    (name,) = held.answers["game"].keys() & phases(release)
    return str(name)


def phases(release: Release) -> set[str]:
    state: Any = release.contract.message("GameState").DESCRIPTOR
    return {field.name for field in state.oneofs_by_name["phase"].fields}


def said(release: Release) -> list[tuple[str, Json]]:
    """Return all that happens by the moves from the games on: the kinds of events, and they."""
    told = (
        answer
        for held in release.games
        for answer in (*held.answers["moves"], held.answers["next_round"])
    )
    return [pair for answer in told for event in answer.get("events", ()) for pair in event.items()]


@each_release
def test_each_phase_occurs(release: Release) -> None:
    assert {phase(release, held) for held in release.games} == phases(release)


@each_release
def test_each_event_occurs(release: Release) -> None:
    known = release.contract.message("Event").DESCRIPTOR.fields
    assert {kind for kind, _ in said(release)} == {field.name for field in known}


@each_release
@pytest.mark.parametrize(
    ("kind", "message"), [("round_ended", "RoundEnded"), ("cards_drawn", "CardsDrawn")]
)
def test_each_reason_of_an_event_occurs(kind: str, message: str, release: Release) -> None:
    reason = release.contract.message(message).DESCRIPTOR.fields_by_name["reason"]
    known = {value.number for value in reason.enum_type.values}
    assert {event["reason"] for told, event in said(release) if told == kind} == known - {0}


@each_release
def test_each_preset_is_played_from_a_turn_to_the_end(release: Release) -> None:
    for name, rules in release.rules.items():
        held = [held for held in release.games if held.answers["rules"] == rules]
        if not name.startswith(OTHERS):
            assert {phase(release, each) for each in held} >= {"turn", "match_over"}, name


@each_release
def test_each_number_of_seats_occurs(release: Release) -> None:
    assert {len(held.answers["game"]["hands"]) for held in release.games} == {*range(2, 17)}


@each_release
def test_the_corpus_is_small(release: Release) -> None:
    files = (path for path in release.folder.rglob("*") if path.is_file())
    assert sum(path.stat().st_size for path in files) <= MOST


def test_each_release_that_is_out_has_a_corpus() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    out = set(re.findall(r"^## \[?(\d+\.\d+\.\d+)\]? - \d", changes, re.MULTILINE))
    assert out <= {release.name for release in releases()}, f"{write.COMMAND} writes it"


@each_release
def test_the_script_leaves_what_was_written(
    release: Release, capsys: pytest.CaptureFixture[str]
) -> None:
    before = _times()
    with pytest.raises(SystemExit):
        write.main(["--release", release.name])
    told = f"expected a release without a corpus, got {release.name}, which has one"
    assert told in capsys.readouterr().err
    assert _times() == before


def test_the_script_writes_for_the_release_of_the_tree_alone(
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = _times()
    with pytest.raises(SystemExit):
        write.main(["--release", "99.0.0"])
    told = f"expected the release of this tree, {__version__}, got 99.0.0"
    assert told in capsys.readouterr().err
    assert _times() == before


def test_what_is_written_is_read_again_and_never_written_over(tmp_path: Path) -> None:
    kept, copy = releases()[0], Release("copy", tmp_path)
    copy.write(b"contract", kept.rules, kept.games, kept.records)
    again = Release("copy", tmp_path)
    assert (again.games, again.records, again.rules) == (kept.games, kept.records, kept.rules)
    with pytest.raises(FileExistsError):
        copy.write(b"", {}, [], [])
    assert (again.folder / "contract.pb").read_bytes() == b"contract"


def _times() -> dict[Path, int]:
    return {path: path.stat().st_mtime_ns for path in CORPUS.rglob("*")}
