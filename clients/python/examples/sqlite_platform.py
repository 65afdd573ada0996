"""A small game platform: it keeps games in SQLite, and asks the engine for nothing but the rules.

Usage: python sqlite_platform.py FILE [ADDRESS [PRESET]]

It plays a match of four logins, of whom one never moves, and then audits it from the moves alone.
"""

import random
import secrets
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256

from pisyedili.client import (
    Client,
    Game,
    Include,
    MoveLike,
    PisYediliError,
    StaleGame,
    Update,
    View,
    parse_move,
)

SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
    id     TEXT PRIMARY KEY,
    preset TEXT NOT NULL,
    seed   BLOB NOT NULL,               -- secret until the match is over
    state  BLOB,                        -- what the engine answered last; NULL until the deal
    ply    INTEGER NOT NULL DEFAULT 0,  -- the moves of the match so far
    round  INTEGER NOT NULL DEFAULT 0,
    due    REAL                         -- when the seat on turn runs out of time
);
CREATE TABLE IF NOT EXISTS seats (
    game  TEXT NOT NULL REFERENCES games,
    seat  INTEGER NOT NULL,
    login TEXT NOT NULL,
    PRIMARY KEY (game, seat), UNIQUE (game, login)
);
CREATE TABLE IF NOT EXISTS moves (
    game  TEXT NOT NULL REFERENCES games,
    ply   INTEGER NOT NULL,             -- the ply at which the move was made
    round INTEGER NOT NULL,
    seat  INTEGER NOT NULL,
    move  TEXT NOT NULL,                -- as text, such as J♣ = ♥ tek
    PRIMARY KEY (game, ply)
);
"""
GAMES = "SELECT id, preset, seed, state, ply, round FROM games"
MOVES = "SELECT ply, round, seat, move FROM moves"


@dataclass(frozen=True, slots=True)
class Stored:
    """A game as it is kept."""

    id: str
    preset: str
    seed: bytes
    state: bytes
    ply: int
    round: int


@dataclass(frozen=True, slots=True)
class Moved:
    """A move as it is kept."""

    ply: int
    round: int
    seat: int
    move: str


class Store:
    """The games of a platform in a file; one store for each thread."""

    def __init__(self, path: str) -> None:
        self.database = sqlite3.connect(path, timeout=60, isolation_level=None)
        self.database.executescript(f"BEGIN IMMEDIATE; {SCHEMA} COMMIT;")

    def close(self) -> None:
        """Let go of the file."""
        self.database.close()

    def add(self, game: str, preset: str, seed: bytes, logins: Sequence[str]) -> None:
        """Keep a game that is not dealt yet, and who sits where."""
        with self._transaction() as run:
            run("INSERT INTO games (id, preset, seed) VALUES (?, ?, ?)", (game, preset, seed))
            for seat, login in enumerate(logins):
                run("INSERT INTO seats VALUES (?, ?, ?)", (game, seat, login))

    def load(self, game: str) -> Stored:
        """Return a game; ``LookupError`` where there is none."""
        row = self.database.execute(f"{GAMES} WHERE id = ?", (game,)).fetchone()
        if row is None:
            raise LookupError(f"expected a game that is kept, got {game!r}")
        return Stored(*row)

    def logins(self, game: str) -> tuple[str, ...]:
        """Return who sits where."""
        query = "SELECT login FROM seats WHERE game = ? ORDER BY seat"
        return tuple(login for (login,) in self.database.execute(query, (game,)))

    def moves(self, game: str) -> tuple[Moved, ...]:
        """Return the moves of a match in order."""
        rows = self.database.execute(f"{MOVES} WHERE game = ? ORDER BY ply", (game,))
        return tuple(Moved(*row) for row in rows)

    def move_at(self, game: str, ply: int) -> Moved | None:
        """Return the move that was made at a ply."""
        query = f"{MOVES} WHERE game = ? AND ply = ?"
        row = self.database.execute(query, (game, ply)).fetchone()
        return row and Moved(*row)

    def overdue(self, now: float) -> tuple[Stored, ...]:
        """Return the games whose seat on turn has run out of time."""
        rows = self.database.execute(f"{GAMES} WHERE due <= ? ORDER BY due", (now,))
        return tuple(Stored(*row) for row in rows)

    def replace(
        self, before: Stored, after: Game, due: float | None, moved: Moved | None = None
    ) -> bool:
        """Put the next state in the place of one that is still there, together with the move.

        Return whether it was still there: where another writer came first, nothing is changed.
        """
        with self._transaction() as run:
            done = run(
                "UPDATE games SET state = ?, ply = ?, round = ?, due = ?"
                " WHERE id = ? AND ply = ? AND round = ?",
                (after.state, after.ply, after.round, due, before.id, before.ply, before.round),
            )
            if done.rowcount and moved:
                row = (before.id, moved.ply, moved.round, moved.seat, moved.move)
                run("INSERT INTO moves VALUES (?, ?, ?, ?, ?)", row)
        return bool(done.rowcount)

    @contextmanager
    def _transaction(self) -> Iterator[Callable[..., sqlite3.Cursor]]:
        """Let statements count all together, or not at all."""
        with self.database:
            self.database.execute("BEGIN IMMEDIATE")
            yield self.database.execute


class Platform:
    """Games by id, for logins; ``tell`` sends a login what it may see of a move."""

    def __init__(
        self,
        client: Client,
        store: Store,
        *,
        tell: Callable[[str, Update], None] = lambda _login, _update: None,
        clock: Callable[[], float] = time.time,
        seconds: float = 30,
    ) -> None:
        self.client = client
        self.store = store
        self.tell = tell
        self.clock = clock
        self.seconds = seconds

    def announce(self, game: str, preset: str, logins: Sequence[str]) -> bytes:
        """Seat logins, draw the seed of the match, and return the commitment to show to them."""
        seed = secrets.token_bytes(32)
        self.store.add(game, preset, seed, logins)
        return sha256(b"pisyedili/commit/v1" + seed).digest()

    def deal(self, game: str) -> None:
        """Deal the first round, from the seed that was committed to."""
        stored, logins = self.store.load(game), self.store.logins(game)
        dealt = self.client.create_game(
            stored.preset,
            len(logins),
            game_id=game,
            names=logins,
            seed=stored.seed,
            include=for_all(logins),
        )
        self._keep(stored, dealt, logins)

    def play(self, game: str, login: str, ply: int, move: MoveLike) -> None:
        """Make the move that a login chose at a ply; it may be asked again.

        ``IllegalMove`` tells why the rules refuse it, ``StaleGame`` that another move was made.
        """
        self._move(game, self._seat(game, login), ply, str(parse_move(move)))

    def look(self, game: str, login: str) -> View:
        """Return what a login may see: the view of its own seat, and nothing else."""
        seat = self._seat(game, login)
        return self.client.view_game(self.store.load(game).state, seat)

    def next_round(self, game: str) -> None:
        """Deal the next round."""
        stored, logins = self.store.load(game), self.store.logins(game)
        dealt = self.client.resume(stored.state, include=for_all(logins))
        dealt.start_round()
        self._keep(stored, dealt, logins)

    def run_out(self) -> None:
        """Make the default move for each seat whose time is over."""
        for stored in self.store.overdue(self.clock()):
            legal = self.client.list_moves(stored.state)
            with suppress(StaleGame):  # The player was faster.
                self._move(stored.id, legal.seat, stored.ply, str(legal.default_move))

    def replayed(self, game: str) -> Game:
        """Return a match played again from its seed and moves alone."""
        stored, logins = self.store.load(game), self.store.logins(game)
        rules, moves = self.client.resume(stored.state).rules, self.store.moves(game)
        again = self.client.create_game(
            rules=rules, seats=len(logins), game_id=game, names=logins, seed=stored.seed
        )
        for number in range(stored.round + 1):
            if number:
                again.start_round()
            again.apply_moves((moved.seat, moved.move) for moved in moves if moved.round == number)
        return again

    def _move(self, game: str, seat: int, ply: int, move: str) -> None:
        while True:
            made = self.store.move_at(game, ply)
            if made and (made.seat, made.move) == (seat, move):
                return
            stored, logins = self.store.load(game), self.store.logins(game)
            after = self.client.resume(stored.state, include=for_all(logins))
            after.move(move, seat=seat, ply=ply)
            if self._keep(stored, after, logins, Moved(ply, stored.round, seat, move)):
                return

    def _keep(
        self, before: Stored, after: Game, logins: Sequence[str], moved: Moved | None = None
    ) -> bool:
        """Keep a game, and then tell everyone; return whether no other writer came first."""
        due = None if after.round_over else self.clock() + self.seconds
        kept = self.store.replace(before, after, due, moved)
        if kept:
            for login, update in zip(logins, after.answer.views, strict=True):
                self.tell(login, update)
        return kept

    def _seat(self, game: str, login: str) -> int:
        logins = self.store.logins(game)
        if login not in logins:
            raise LookupError(f"expected a login with a seat in {game!r}, got {login!r}")
        return logins.index(login)


def for_all(logins: Sequence[str]) -> Include:
    """Ask for what each seat may see."""
    return Include(seats=tuple(range(len(logins))))


def choose(platform: Platform, game: str, login: str) -> None:
    """Play as a bot does: it sees what a player sees, and takes one of its legal moves."""
    view = platform.look(game, login)
    if view.moves:
        platform.play(game, login, view.ply, random.choice(view.moves))  # noqa: S311 - no secret


def main(path: str, target: str = "localhost:50051", preset: str = "gamyun") -> None:
    """Play a match of three bots and one login that never moves, and audit it."""
    game, logins, away = secrets.token_hex(8), ("Ada", "Bora", "Can", "Defne"), "Defne"
    with Client(target) as client, closing(Store(path)) as store:
        platform = Platform(client, store, seconds=0)
        commitment = platform.announce(game, preset, logins)
        print("committed to", commitment.hex())
        platform.deal(game)
        while not (view := platform.look(game, away)).match_seed:
            on_turn = logins[view.seat]
            if view.hands:
                platform.next_round(game)
            elif on_turn == away:
                platform.run_out()
            else:
                choose(platform, game, on_turn)
        print(*(f"{seat.name} {seat.total}" for seat in view.seats), sep=", ")
        opened = sha256(b"pisyedili/commit/v1" + view.match_seed).digest()
        print("the seed is the one committed to:", opened == commitment)
        again = platform.replayed(game)
        print("the moves lead to this game:", again.state == store.load(game).state)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:4])
    except (PisYediliError, sqlite3.Error, TypeError) as error:
        sys.exit(f"sqlite_platform: {error}")
