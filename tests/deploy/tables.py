"""Many matches at once by the Python client, half by the blocking one and half by asyncio's."""

import asyncio
import threading
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from itertools import cycle
from typing import Final, NamedTuple, Self

from pisyedili.client import AsyncClient, Client, Move
from pisyedili.client.connection import DEADLINE
from pisyedili.client.table import Table
from pisyedili.v1.record_pb2 import Record
from tests.deploy.tools import PATIENCE

KINDS: Final = (("simple", 3), ("standard", 4), ("switch", 3), ("crazy-eights", 4))
"""Presets, and the seats at their tables."""


class Ended(NamedTuple):
    """A match that was played to its end: the bytes that its caller holds, and how it went."""

    state: bytes
    record: Record


class Tables:
    """So many tables, each of which plays match after match until they are told to end.

    Each move is made twice, as a retry would, and the same bytes must come back.
    """

    def __init__(self, address: str, size: int, deadline: float = DEADLINE) -> None:
        self._address = address
        self._deadline = deadline
        self.matches: Final[list[Ended]] = []
        self.calls = 0
        self._kinds = cycle(KINDS)
        self._over = threading.Event()
        self._more = threading.Condition()
        self._client = Client(address, deadline=deadline)
        self._pool = ThreadPoolExecutor(size)
        blocking = size // 2
        play = [self._play_on] * blocking + [lambda: asyncio.run(self._sit(size - blocking))]
        self._tables: list[Future[None]] = [self._pool.submit(each) for each in play]
        for table in self._tables:
            table.add_done_callback(lambda _: self._answered(0))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._pool.shutdown()
        self._client.close()

    def more(self, calls: int) -> None:
        """Wait until so many further calls were answered, or raise what a table met."""
        wanted = self.calls + calls
        with self._more:
            self._more.wait_for(lambda: self.calls >= wanted or self._left(), PATIENCE)
        self._raise()
        assert self.calls >= wanted, f"expected {wanted} calls, got {self.calls}"

    def end(self) -> list[Ended]:
        """Let each table end its match; return all matches, or raise what a table met."""
        self._over.set()
        _, late = wait(self._tables, PATIENCE, FIRST_EXCEPTION)
        self._raise()
        assert not late, f"expected each match to end, got {len(late)} tables that play on"
        return self.matches

    def _raise(self) -> None:
        for table in self._left():
            table.result()

    def unproven(self) -> list[Ended]:
        """Return the matches that did not end as their records, replayed, do."""
        return [match for match in self.matches if not self._proves(*match)]

    def _proves(self, state: bytes, record: Record) -> bool:
        again = self._client.replay(record).state
        return again == state and self._client.verify(record, state)

    def _left(self) -> list[Future[None]]:
        return [table for table in self._tables if table.done()]

    def _play_on(self) -> None:
        while not self._over.is_set():
            self._play(*next(self._kinds))

    def _play(self, preset: str, seats: int) -> None:
        game = self._client.create_game(preset, seats)
        while not game.match_over:
            if game.round_over:
                game.start_round()
            before = _Seen(game, game.moves().default_move)
            game.move(before.move, ply=before.ply)
            again = self._client.apply_move(before.state, before.seat, before.move, ply=before.ply)
            self._moved(game, again.game)

    async def _sit(self, size: int) -> None:
        client = AsyncClient(self._address, deadline=self._deadline)
        async with client, asyncio.TaskGroup() as tables:
            for _ in range(size):
                tables.create_task(self._play_on_async(client))

    async def _play_on_async(self, client: AsyncClient) -> None:
        while not self._over.is_set():
            await self._play_async(client, *next(self._kinds))

    async def _play_async(self, client: AsyncClient, preset: str, seats: int) -> None:
        game = await client.create_game(preset, seats)
        while not game.match_over:
            if game.round_over:
                await game.start_round()
            before = _Seen(game, (await game.moves()).default_move)
            await game.move(before.move, ply=before.ply)
            again = await client.apply_move(before.state, before.seat, before.move, ply=before.ply)
            self._moved(game, again.game)

    def _moved(self, game: Table, again: bytes) -> None:
        assert again == game.state, f"ply {game.ply} of {game.id} came out in two ways"
        if game.match_over:
            self.matches.append(Ended(game.state, game.record()))
        self._answered(3)

    def _answered(self, calls: int) -> None:
        with self._more:
            self.calls += calls
            self._more.notify_all()


class _Seen:
    """What the player of a move saw."""

    def __init__(self, game: Table, move: Move | None) -> None:
        assert move is not None
        self.state, self.seat, self.ply, self.move = game.state, game.seat, game.ply, move
