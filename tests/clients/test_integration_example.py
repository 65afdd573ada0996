"""The platform of the integration guide keeps what it promises, on a real service and database."""

import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from examples import sqlite_platform
from examples.sqlite_platform import Platform, Store

from pisyedili.client import Client, IllegalMove, Move, StaleGame, Update
from tests.clients.server_process import PATIENCE, ServerProcess
from tests.docs.pages import blocks, page

LOGINS = ("Ada", "Bora", "Can")
PROGRAM = Path(sqlite_platform.__file__)

DYING = """
import os, signal, sys
from examples.sqlite_platform import Platform, Store
from pisyedili.client import Client

path, target, game, login, ply, move, last = sys.argv[1:]
store = Store(path)
seen = lambda statement: statement.startswith(last) and os.kill(os.getpid(), signal.SIGKILL)
store.database.set_trace_callback(seen)
Platform(Client(target, deadline=60), store).play(game, login, int(ply), move)
"""

PLAYING = """
import sys
from contextlib import suppress
from examples.sqlite_platform import Platform, Store, choose
from pisyedili.client import Client, StaleGame

path, target, game, *logins = sys.argv[1:]
platform = Platform(Client(target, deadline=60), Store(path))
while not platform.look(game, logins[0]).hands:
    for login in logins:
        with suppress(StaleGame):
            choose(platform, game, login)
"""


class Together(Store):
    """A store whose first writers come at the same moment, each with the answer for its move."""

    barrier = threading.Barrier(2)
    waits = True

    def replace(self, *args: Any) -> bool:
        if self.waits:
            self.waits = False
            self.barrier.wait(PATIENCE)
        return super().replace(*args)


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "games.db")


@pytest.fixture
def platform(client: Client, path: str) -> Iterator[Platform]:
    """A platform with a game of three, in which the seat on turn has a choice."""
    with closing(Store(path)) as store:
        platform = Platform(client, store)
        platform.announce("one", "simple", LOGINS)
        platform.deal("one")
        while len(on_turn(platform)[2]) < 2:
            login, ply, (move, *_) = on_turn(platform)
            platform.play("one", login, ply, move)
        yield platform


def on_turn(platform: Platform) -> tuple[str, int, tuple[Move, ...]]:
    """Return who may move, at which ply, and how."""
    views = {login: platform.look("one", login) for login in LOGINS}
    ((login, view),) = ((login, view) for login, view in views.items() if view.moves)
    return login, view.ply, view.moves


class AtOnce:
    """Moves that threads make of one seat at one ply: which was kept, who was told, what failed."""

    def __init__(self, platform: Platform, path: str, *moves: Move) -> None:
        self.told: list[str] = []
        self.errors: list[StaleGame] = []
        self._client, self._path = platform.client, path
        self._login, self._ply, _ = on_turn(platform)
        Together.barrier = threading.Barrier(len(moves))
        with ThreadPoolExecutor(len(moves)) as threads:
            list(threads.map(self._play, moves))
        kept = platform.store.moves("one")[self._ply :]
        self.kept = [moved.move for moved in kept]

    def _play(self, move: Move) -> None:
        with closing(Together(self._path)) as store:
            platform = Platform(self._client, store, tell=lambda login, _: self.told.append(login))
            try:
                platform.play("one", self._login, self._ply, move)
            except StaleGame as error:
                self.errors.append(error)


def test_of_two_moves_at_one_ply_one_counts_and_the_other_is_refused(
    platform: Platform, path: str
) -> None:
    _, ply, (one, other, *_) = on_turn(platform)
    done = AtOnce(platform, path, one, other)
    (kept,), (error,) = done.kept, done.errors
    assert kept in {str(one), str(other)}
    assert done.told == list(LOGINS)
    assert str(error) == f"expected a move for ply {ply + 1}, got one for ply {ply}"
    assert platform.replayed("one").state == platform.store.load("one").state


def test_two_taps_on_one_card_are_one_move_and_no_error(platform: Platform, path: str) -> None:
    _, _, (move, *_) = on_turn(platform)
    done = AtOnce(platform, path, move, move)
    assert (done.kept, done.errors, done.told) == ([str(move)], [], list(LOGINS))


def test_a_retry_after_a_lost_answer_finds_its_own_move(
    platform: Platform, client: Client, path: str, server: ServerProcess
) -> None:
    login, ply, (move, *_) = on_turn(platform)
    platform.play("one", login, ply, move)
    before, kept = moves_asked(server), platform.store.load("one")
    with closing(Store(path)) as store:
        Platform(client, store).play("one", login, ply, move)
    assert moves_asked(server) == before
    assert platform.store.load("one") == kept


def moves_asked(server: ServerProcess) -> int:
    return sum(call["method"].endswith("/ApplyMove") for call in server.calls())


@pytest.mark.parametrize("statement", ["BEGIN", "UPDATE games", "INSERT INTO moves", "COMMIT"])
def test_a_crash_between_answer_and_commit_loses_nothing(
    statement: str, platform: Platform, path: str, server: ServerProcess
) -> None:
    login, ply, (move, *_) = on_turn(platform)
    kept, moves = platform.store.load("one"), platform.store.moves("one")
    command = (sys.executable, "-c", DYING, path, server.target)
    arguments = ("one", login, str(ply), str(move), statement)
    done = subprocess.run((*command, *arguments), check=False, timeout=PATIENCE)  # noqa: S603
    assert done.returncode == -signal.SIGKILL
    assert (platform.store.load("one"), platform.store.moves("one")) == (kept, moves)
    platform.play("one", login, ply, move)
    assert platform.store.load("one").ply == ply + 1
    assert platform.replayed("one").state == platform.store.load("one").state


def test_processes_that_play_one_game_leave_one_line_of_moves(
    platform: Platform, path: str, server: ServerProcess
) -> None:
    command = (sys.executable, "-c", PLAYING, path, server.target, "one", *LOGINS)
    players = [subprocess.Popen(command) for _ in range(3)]  # noqa: S603 - our own words
    try:
        assert [player.wait(5 * PATIENCE) for player in players] == [0, 0, 0]
    finally:
        for player in players:
            player.kill()
    kept = platform.store.load("one")
    assert [moved.ply for moved in platform.store.moves("one")] == list(range(kept.ply))
    again = platform.replayed("one")
    assert (again.state, again.round_over) == (kept.state, True)


def test_each_login_is_told_what_its_own_seat_may_see(platform: Platform) -> None:
    told: dict[str, Update] = {}
    platform.tell = told.__setitem__
    login, ply, (move, *_) = on_turn(platform)
    platform.play("one", login, ply, move)
    assert [told[login].view.viewer for login in LOGINS] == [0, 1, 2]
    for update in told.values():
        assert (update.view.hands, update.view.match_seed) == ((), b"")
        assert update.events
    assert told[login].view == platform.look("one", login)


def test_a_seat_whose_time_is_over_makes_its_default_move(platform: Platform) -> None:
    now = [platform.clock()]
    platform.clock = lambda: now[0]
    login, ply, (move, *_) = on_turn(platform)
    platform.play("one", login, ply, move)
    due = platform.client.list_moves(platform.store.load("one").state)
    platform.run_out()
    assert platform.store.load("one").ply == ply + 1
    now[0] += platform.seconds
    platform.run_out()
    made = platform.store.moves("one")[-1]
    assert (made.ply, made.seat, made.move) == (ply + 1, due.seat, str(due.default_move))
    platform.run_out()
    assert platform.store.load("one").ply == ply + 2


def test_a_player_may_be_faster_than_the_clock(
    platform: Platform, monkeypatch: pytest.MonkeyPatch
) -> None:
    login, ply, (one, other, *_) = on_turn(platform)
    default = platform.client.list_moves(platform.store.load("one").state).default_move
    late = platform.store.overdue(platform.clock() + platform.seconds)
    assert late
    platform.play("one", login, ply, other if one == default else one)
    kept = platform.store.load("one")
    monkeypatch.setattr(platform.store, "overdue", lambda _now: late)
    platform.run_out()
    assert platform.store.load("one") == kept


def test_a_login_moves_its_own_seat_alone(platform: Platform) -> None:
    login, ply, (move, *_) = on_turn(platform)
    (other, *_) = (name for name in LOGINS if name != login)
    with pytest.raises(IllegalMove) as error:
        platform.play("one", other, ply, move)
    assert error.value.reason_name == "OUT_OF_TURN"
    for ask in denied(platform, ply, move):
        with pytest.raises(LookupError, match="expected a login with a seat in 'one', got 'Eve'"):
            ask()


def denied(platform: Platform, ply: int, move: Move) -> tuple[Callable[[], object], ...]:
    return (
        lambda: platform.play("one", "Eve", ply, move),
        lambda: platform.look("one", "Eve"),
    )


def test_a_seed_is_committed_to_before_the_deal_and_a_deal_may_be_repeated(
    client: Client, path: str
) -> None:
    with closing(Store(path)) as store:
        platform = Platform(client, store)
        commitment = platform.announce("one", "simple", LOGINS)
        platform.deal("one")
        kept = store.load("one")
        view = platform.look("one", "Ada")
        assert (view.match_commitment, view.match_seed) == (commitment, b"")
        platform.deal("one")
        assert store.load("one") == kept


def test_the_program_plays_a_match_and_audits_it(server: ServerProcess, path: str) -> None:
    command = (sys.executable, str(PROGRAM), path, server.target, "simple")
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 0, done.stderr
    committed, totals, opened, audited = done.stdout.splitlines()
    assert len(committed) == len("committed to ") + 64
    assert totals.startswith("Ada ")
    assert opened == "the seed is the one committed to: True"
    assert audited == "the moves lead to this game: True"


def test_what_the_guide_shows_is_the_program() -> None:
    program = PROGRAM.read_text("utf-8")
    shown = [block.text for block in blocks(page("integrate.md"), "python")]
    assert len(shown) > 5
    assert [text for text in shown if text not in program] == []
