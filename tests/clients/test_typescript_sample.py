"""The sample for Node: it types, plays whole matches, and lives through what servers do."""

import socket
from pathlib import Path

import grpc
import pytest

from tests.clients.samples import (
    CLIENTS,
    built_by_npm,
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

COMMAND = ("node", "dist/src/main.js")


@pytest.fixture(scope="module")
def sample(testrun_uid: str) -> Path:
    """The sample's folder; its build generates the contract's types, and checks all types."""
    return built_by_npm(CLIENTS / "typescript", testrun_uid)


def test_a_match_is_played_by_the_calls_that_it_needs(sample: Path) -> None:
    with serving() as server:
        out = must((*COMMAND, server.target), sample)
        check_calls(server, out)
    check_match(out, 4)


@pytest.mark.parametrize(
    ("preset", "seats"),
    [("standard", 3), ("mau-mau", 3), ("switch", 5), ("crazy-eights-special", 4)],
)
def test_matches_of_other_tables_are_told(
    preset: str, seats: int, sample: Path, server: ServerProcess
) -> None:
    check_match(must((*COMMAND, server.target, preset, str(seats)), sample), seats)


def test_npm_starts_it(sample: Path, server: ServerProcess) -> None:
    npm = program("npm", "Node 20")
    command = (npm, "start", "--silent", "--ignore-scripts", "--", server.target, "simple", "3")
    check_match(must(command, sample), 3)


def test_a_wrong_preset_is_told_by_its_reason(sample: Path, server: ServerProcess) -> None:
    done = run((*COMMAND, server.target, "gamyum"), sample)
    told = "play a match: INVALID_ARGUMENT UNKNOWN_PRESET: preset: expected one of classic, "
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith(told)


def test_two_servers_share_the_calls_and_one_goes_on_alone(sample: Path) -> None:
    with two_servers() as (one, other):
        target = f"ipv4:127.0.0.1:{one.port},127.0.0.2:{other.port}"
        check_match(play_on_after_a_crash((*COMMAND, target), sample, one, other), 4)


@pytest.mark.parametrize("code", [grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED])
def test_a_server_that_keeps_going_is_asked_again_and_then_told(
    code: grpc.StatusCode, sample: Path
) -> None:
    with scripted(code, times=99) as (script, target):
        done = run((*COMMAND, target), sample)
    assert done.err == f"play a match: {code.name} UNSPECIFIED: not now\n"
    assert len(script.metadata) == ATTEMPTS


def test_a_server_that_never_answers_is_given_up(sample: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        done = run((*COMMAND, f"127.0.0.1:{silent.getsockname()[1]}"), sample)
    assert done.code == 1
    assert done.err.startswith("play a match: DEADLINE_EXCEEDED ")
