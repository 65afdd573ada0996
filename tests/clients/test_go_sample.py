"""The sample for Go: it is clean, plays whole matches, and lives through what servers do."""

import filecmp
import socket
import sys
from pathlib import Path

import grpc
import pytest

from tests.clients.name_server import names
from tests.clients.samples import (
    CLIENTS,
    check_calls,
    check_match,
    must,
    play_on_after_a_crash,
    program,
    run,
    two_servers,
)
from tests.clients.server_process import ServerProcess, serving
from tests.clients.test_client_connection import ATTEMPTS, scripted

FOLDER = CLIENTS / "go"


@pytest.fixture(scope="module")
def go() -> str:
    return program("go", "Go 1.26")


@pytest.fixture(scope="module")
def sample(go: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample as a program."""
    path = tmp_path_factory.mktemp("go") / "match"
    must((go, "build", "-o", path, "."), FOLDER)
    return path


def test_it_is_vetted_and_formatted(go: str) -> None:
    must((go, "vet", "./..."), FOLDER)
    assert must((go, "mod", "tidy", "-diff"), FOLDER) == ""
    sources = sorted(path.name for path in FOLDER.glob("*.go"))
    assert must((program("gofmt", "Go 1.26"), "-l", *sources), FOLDER) == ""


@pytest.mark.usefixtures("go")
def test_the_generated_files_are_those_of_this_contract(tmp_path: Path) -> None:
    must((Path(sys.executable).with_name("buf"), "generate", "--output", tmp_path), FOLDER)
    fresh, kept = (sorted(path.name for path in (at / "v1").iterdir()) for at in (tmp_path, FOLDER))
    assert fresh == kept
    _, stale, unread = filecmp.cmpfiles(tmp_path / "v1", FOLDER / "v1", fresh, shallow=False)
    assert (stale, unread) == ([], []), "go generate, in clients/go, writes them anew"


def test_a_match_is_played_by_the_calls_that_it_needs(sample: Path) -> None:
    with serving() as server:
        out = must((sample, server.target), FOLDER)
        check_calls(server, out)
    check_match(out, 4)


@pytest.mark.parametrize(
    ("preset", "seats"),
    [("standard", 3), ("mau-mau", 3), ("switch", 5), ("crazy-eights-special", 4)],
)
def test_matches_of_other_tables_are_told(
    preset: str, seats: int, sample: Path, server: ServerProcess
) -> None:
    check_match(must((sample, server.target, preset, str(seats)), FOLDER), seats)


def test_a_wrong_preset_is_told_by_its_reason(sample: Path, server: ServerProcess) -> None:
    done = run((sample, server.target, "gamyum"), FOLDER)
    told = "play a match: InvalidArgument ERROR_REASON_UNKNOWN_PRESET: preset: expected one of "
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith(told)


def test_two_servers_share_the_calls_and_one_goes_on_alone(sample: Path) -> None:
    with two_servers() as (one, other), names("127.0.0.1", "127.0.0.2") as authority:
        target = f"dns://{authority}/engines.test:{one.port}"
        check_match(play_on_after_a_crash((sample, target), FOLDER, one, other), 4)


@pytest.mark.parametrize("code", [grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED])
def test_a_server_that_keeps_going_is_asked_again_and_then_told(
    code: grpc.StatusCode, sample: Path
) -> None:
    with scripted(code, times=99) as (script, target):
        done = run((sample, target), FOLDER)
    assert done.code == 1
    assert done.err.endswith(" desc = not now\n")
    assert len(script.metadata) == ATTEMPTS


def test_a_server_that_never_answers_is_given_up(sample: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        done = run((sample, f"127.0.0.1:{silent.getsockname()[1]}"), FOLDER)
    assert done.code == 1
    assert done.err.startswith("play a match: DeadlineExceeded ")
