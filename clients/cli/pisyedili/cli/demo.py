"""A whole match against a service of its own: what the engine does, in a few seconds of reading."""

import os
import re
import shutil
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Final

from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from pisyedili.cli.calls import connect
from pisyedili.cli.child import NotStarted, Service, service
from pisyedili.cli.exits import ExitCode, Stop
from pisyedili.cli.games import Wish, open_game
from pisyedili.cli.rules import House, find_house
from pisyedili.cli.screen import prepare_streams, silence
from pisyedili.cli.server import Server
from pisyedili.cli.sitting import Board, Sitting, automatic
from pisyedili.cli.table import table_picture
from pisyedili.cli.terminal import Form, Terminal
from pisyedili.cli.texts import asked_language
from pisyedili.client import Client, Game, View

PRESET: Final = "gamyun"
_NARRATED: Final = 14
"""The moves that are told one by one."""

_LARGE_DEBT: Final = 6
"""A debt that is worth a look at the table: two sevens or more."""

_SHOWN: Final = (
    "pisyedili_games_created_total",
    "pisyedili_moves_applied_total",
    "pisyedili_rounds_finished_total",
    "pisyedili_reshuffles_total",
    "grpc_server_handled_total",
)
_LABEL: Final = re.compile(r'(?:grpc_code|grpc_method|kind|preset|reason)="([^"]*)"')
_COMMIT: Final = b"pisyedili/commit/v1"
_NEXT: Final = (
    ("{command} serve", "next_serve"),
    ("{command} play --bots 3", "next_play"),
    ("{command} watch standard", "next_watch"),
    ("{command} new simple | {command} moves", "next_pipe"),
)


def main() -> None:
    """Show the demonstration, in the language of ``--lang`` or the locale."""
    prepare_streams()
    terminal = Terminal(asked_language(sys.argv[1:], os.environ), Form.TEXT)
    try:
        show(terminal)
        sys.stdout.flush()
    except Stop as stop:
        terminal.complain(stop.lines)
        sys.exit(stop.code)
    except BrokenPipeError:
        silence(sys.stdout)
        sys.exit(ExitCode.PIPE_CLOSED)
    except KeyboardInterrupt:
        terminal.complain(["", terminal.texts("error.interrupted")])
        sys.exit(ExitCode.INTERRUPTED)


def show(terminal: Terminal) -> None:
    """Start a service, play a match on it, look at what it counted, and stop it."""
    texts = terminal.texts
    terminal.out.print(Rule(texts("demo.title"), style="quiet"))
    terminal.tell([texts("demo.starting")])
    try:
        with service() as running:
            server = f"localhost:{running.port}"
            terminal.tell([texts("demo.ready", server=server)])
            with connect(Server(server), texts) as client:
                _match(terminal, client)
            _metrics(terminal, running)
            terminal.tell(["", texts("demo.stopping")])
            terminal.tell([texts("demo.stopped", code=running.stop())])
    except NotStarted as error:
        raise Stop(ExitCode.FAILED, texts("demo.failed"), str(error)) from None
    _what_next(terminal)


def _match(terminal: Terminal, client: Client) -> None:
    texts = terminal.texts
    house = find_house(client, PRESET, texts)
    terminal.tell([texts("demo.rules", name=house.name, line=house.line)])
    bots = texts("seat.bots").split()
    wish = Wish(PRESET)
    game = open_game(client, wish, texts, names=bots, house=house, watched=True)
    commitment = game.answer.views[-1].view.match_commitment
    terminal.tell([texts("demo.seeded", commitment=commitment.hex()[:16])])
    bot = automatic(Random(game.written().seed))  # noqa: S311 - seeds give matches, not secrets
    audience, began = Reader(terminal, game, house), time.monotonic()
    Sitting(game, [bot] * game.seats).play(audience)
    seconds = f"{time.monotonic() - began:.1f}"
    opened = sha256(_COMMIT + game.answer.views[-1].view.match_seed).digest()
    terminal.tell(
        [
            "",
            texts("demo.played", moves=game.ply, seconds=seconds),
            texts("demo.largest", bytes=audience.largest),
            texts("demo.checked" if opened == commitment else "demo.cheated"),
        ]
    )


class Reader:
    """Someone who reads: the first moves told, the table at some moments, each round's scores."""

    def __init__(self, terminal: Terminal, game: Game, house: House) -> None:
        self._terminal: Final = terminal
        self._game: Final = game
        self._board: Final = Board(terminal, game, house.name)
        self._moments: Final = _moments()
        self.largest = 0

    def dealt(self) -> None:
        """Tell of the deal."""
        self._terminal.out.print()
        self._tell()

    def moved(self, seat: int) -> None:  # noqa: ARG002 - a reader hears all seats alike
        """Tell the first moves, and show the table when something happens."""
        self.largest = max(self.largest, len(self._game.state))
        if self._game.ply <= _NARRATED:
            self._tell()
        if self._moments and self._moments[0](self._board.view(None)):
            self._moments.pop(0)
            self._picture()

    def round_over(self) -> None:
        """Show what the round cost."""
        self._terminal.out.print()
        if self._game.ply > _NARRATED:
            self._tell()
        self._terminal.out.print(self._board.round_scores())

    def match_over(self) -> None:
        """Show who won."""
        self._terminal.out.print()
        self._terminal.out.print(self._board.match_scores())
        self._terminal.tell([self._board.winners()])

    def _tell(self) -> None:
        self._terminal.tell(self._board.teller.sentences(self._board.events(None)))

    def _picture(self) -> None:
        view, texts = self._board.view(None), self._terminal.texts
        self._terminal.out.print()
        self._terminal.tell([texts("demo.moment", ply=view.ply)])
        if view.ply > _NARRATED:
            self._tell()
        self._terminal.out.print(table_picture(view, texts, self._board.title))


def _moments() -> list[Callable[[View], bool]]:
    """Return what makes the table worth a look, one thing after another."""
    return [
        lambda view: view.ply >= _NARRATED,
        lambda view: view.phase.debt >= _LARGE_DEBT,
        lambda view: min(seat.hand_size for seat in view.seats) == 1,
    ]


def _metrics(terminal: Terminal, running: Service) -> None:
    """Show the counters that the match has moved."""
    address = f"http://localhost:{running.metrics_port}/metrics"
    with urllib.request.urlopen(address, timeout=5) as answer:
        lines = answer.read().decode().splitlines()
    table = Table.grid(padding=(0, 2))
    for name, count in _counted(lines):
        table.add_row(Text(name), Text(count, justify="right"))
    terminal.tell(["", terminal.texts("demo.metrics", port=running.metrics_port)])
    terminal.out.print(table)


def _counted(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield what our own methods and games have counted, with the labels that tell them apart."""
    for line in lines:
        name, _, count = line.rpartition(" ")
        if name.startswith(_SHOWN) and "pisyedili" in name and float(count):
            labels = ", ".join(_LABEL.findall(name))
            yield f"{name.partition('{')[0]}  {labels}", f"{float(count):.0f}"


def _what_next(terminal: Terminal) -> None:
    beside = Path(sys.executable).with_name("pisyedili")
    command = "pisyedili" if shutil.which("pisyedili") else os.path.relpath(beside)
    terminal.tell(["", terminal.texts("demo.next")])
    for line, key in _NEXT:
        terminal.tell([f"  {terminal.texts(f'demo.{key}')}"])
        terminal.out.print(Text(f"    {line.format(command=command)}", "head"))


if __name__ == "__main__":
    main()
