"""The samples in other languages: their tools, their output, and what it has to say."""

import fcntl
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from tests.clients.server_process import ServerProcess, serving
from tests.service.process import until

CLIENTS: Final = Path(__file__).parents[2] / "clients"

PATIENCE: Final = 600.0
"""Seconds after which a program is given up; no test depends on how long one takes."""

_POINTS: Final = re.compile(r"points: ([\d ]+)")
_REFUSAL: Final = (
    r"refused: expected a move of seat (\d+), which is on turn, got a move of seat (\d+)"
)
_STANDING: Final = re.compile(r"(\d+)\. ((?:seat \d+(?: and )?)+): (\d+) points")


class Done(NamedTuple):
    """A program that has ended: its exit code and what it wrote."""

    code: int
    out: str
    err: str


def program(name: str, origin: str) -> str:
    """Return the path of a program; without it, the test is skipped."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed; it comes with {origin}")
    return found


def run(command: Sequence[str | Path], folder: Path) -> Done:
    """Run a program in a folder to its end."""
    done = subprocess.run(  # noqa: S603 - programs that are named in the tests
        command, capture_output=True, check=False, cwd=folder, text=True, timeout=PATIENCE
    )
    return Done(done.returncode, done.stdout, done.stderr)


def must(command: Sequence[str | Path], folder: Path) -> str:
    """Run a program that must be content, and return its output."""
    done = run(command, folder)
    assert done.code == 0, f"{command}: {done.out}{done.err}"
    return done.out


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Let no other process of the tests work in a folder meanwhile."""
    with (folder / "package.json").open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def built_by_npm(folder: Path, testrun: str) -> Path:
    """Build a sample once in a run of the tests, install before what is missing; return it."""
    npm = program("npm", "Node 20")
    lock, stamp = folder / "package-lock.json", folder / "node_modules" / ".stamp"
    with alone(folder):
        if not stamp.exists() or stamp.stat().st_mtime < lock.stat().st_mtime:
            must((npm, "ci", "--no-audit", "--no-fund"), folder)
            stamp.touch()
        if stamp.read_text() != testrun:
            must((npm, "run", "build"), folder)
            stamp.write_text(testrun)
    return folder


def check_match(text: str, seats: int) -> None:
    """Hold what a sample told of a whole match to itself: the points written are the standings."""
    lines = text.splitlines()
    assert "" not in lines
    assert lines[0].startswith("round 1: seat 0 deals")
    [refusal] = [line for line in lines if line.startswith("refused: ")]
    found = re.fullmatch(_REFUSAL, refusal)
    assert found
    assert int(found[2]) == (int(found[1]) + 1) % seats
    rounds = [[int(part) for part in found[1].split()] for found in _found(_POINTS, lines)]
    totals = [sum(points) for points in zip(*rounds, strict=True)]
    standings = list(_found(_STANDING, lines))
    assert [int(found[1]) for found in standings] == sorted(int(found[1]) for found in standings)
    told = {
        int(seat): int(found[3]) for found in standings for seat in re.findall(r"\d+", found[2])
    }
    assert told == dict(enumerate(totals))
    assert len(totals) == seats
    assert lines[-len(standings) - 1].startswith("the match is over, won by seat ")


def _found(pattern: re.Pattern[str], lines: list[str]) -> Iterator[re.Match[str]]:
    return (found for line in lines if (found := pattern.fullmatch(line)))


def check_calls(server: ServerProcess, out: str) -> None:
    """Hold what a server was asked to what a sample told."""
    calls = [(line["method"].rpartition("/")[2], line["code"]) for line in server.calls()]
    rounds = len(re.findall(r"^round \d+: ", out, re.MULTILINE))
    for method, times in (("CreateGame", 1), ("StartRound", rounds - 1), ("ScoreGame", 1)):
        assert calls.count((method, "OK")) == times
    reasons = [line["reason"] for line in server.calls() if line["code"] != "OK"]
    assert reasons == ["ERROR_REASON_OUT_OF_TURN"]


def play_on_after_a_crash(
    command: Sequence[str | Path], folder: Path, one: ServerProcess, other: ServerProcess
) -> str:
    """Let a sample play by two servers, kill one when both have answered, return what it told."""
    with subprocess.Popen(  # noqa: S603 - a sample
        command, cwd=folder, stdout=subprocess.PIPE, text=True, pipesize=4096
    ) as process:  # a pipe so short that the sample waits for its reader, and for the crash
        assert process.stdout is not None
        until(lambda: min(len(one.calls()), len(other.calls())) > 5 or process.poll() is not None)
        assert process.poll() is None
        one.kill()
        text = process.stdout.read()
    assert process.returncode == 0, text
    return text


@contextmanager
def two_servers() -> Iterator[tuple[ServerProcess, ServerProcess]]:
    """Run two servers on one port, as pods have it: the one's address is 127.0.0.1."""
    with serving() as one, serving("--host=127.0.0.2", port=one.port) as other:
        yield one, other
