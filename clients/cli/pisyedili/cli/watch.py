"""``pisyedili watch``: automatic seats play, and one looks on."""

from collections import deque
from collections.abc import Sequence
from random import Random
from typing import Final

from rich.console import RenderableType

from pisyedili.cli import options as opt
from pisyedili.cli.calls import connect
from pisyedili.cli.games import Wish, open_game, split_names
from pisyedili.cli.rules import find_house
from pisyedili.cli.sitting import Board, Sitting, automatic, write_record
from pisyedili.cli.table import table_picture
from pisyedili.cli.terminal import Terminal
from pisyedili.client import Event, Game

_TABLE_LINES: Final = 4
"""The lines of a table beside those of its seats: head, sentence, and some air."""


def watch(
    table: opt.Table = "standard",
    seats: opt.Seats = None,
    names: opt.Names = None,
    seed: opt.Seed = None,
    speed: opt.Speed = 1.5,
    record: opt.Written = None,
    server: opt.Server = opt.SERVER,
    lang: opt.Lang = None,
) -> None:
    """Let automatic seats play a match, shown move by move."""
    terminal = Terminal(lang)
    wish = Wish(table, seats, seed, split_names(names))
    bots = terminal.texts("seat.bots").split()
    with connect(server, terminal.texts) as client:
        house = find_house(client, table, terminal.texts)
        game = open_game(client, wish, terminal.texts, names=bots, house=house, watched=True)
        bot = automatic(Random(game.written().seed))  # noqa: S311 - seeds give matches, not secrets
        try:
            Sitting(game, [bot] * game.seats).play(Spectator(terminal, game, house.name, speed))
        except EOFError:
            terminal.tell([""])
        finally:
            write_record(game, record, house)


class Spectator:
    """Someone who looks on: the table redrawn above the last sentences, or sentences alone."""

    def __init__(
        self, terminal: Terminal, game: Game, title: str, speed: float, *, scrolls: bool = False
    ) -> None:
        self._terminal: Final = terminal
        self._board: Final = Board(terminal, game, title)
        self._game: Final = game
        self._speed: Final = speed
        self._redraws: Final = terminal.redraws and not scrolls
        height = max(game.seats, 5) + _TABLE_LINES
        self._last: Final[deque[str]] = deque(maxlen=max(3, terminal.out.height - height))

    def dealt(self) -> None:
        """Show the table as dealt."""
        self._last.clear()
        if not self._redraws:
            self._terminal.out.print()
        self._step()
        if not self._redraws:
            self._draw()

    def moved(self, seat: int) -> None:  # noqa: ARG002 - a spectator hears all seats alike
        """Show what a seat's move did."""
        self._step()

    def round_over(self) -> None:
        """Show what the round cost."""
        self._terminal.out.print()
        self._terminal.out.print(self._board.round_scores())
        self._pause(4)

    def match_over(self) -> None:
        """Show who won."""
        self._terminal.out.print()
        self._terminal.out.print(self._board.match_scores())
        self._terminal.tell([self._board.winners()])

    def _step(self) -> None:
        sentences = self._board.teller.sentences(self._events())
        self._last.extend(sentences)
        if self._redraws:
            self._terminal.clear()
            self._draw()
            sentences = list(self._last)
        self._terminal.tell(sentences)
        self._pause(1)

    def _events(self) -> Sequence[Event]:
        """Return what happened last, as far as it may be told."""
        return self._board.events(None)

    def _picture(self) -> RenderableType:
        """Return the table, as far as it may be seen."""
        return table_picture(self._board.view(None), self._terminal.texts, self._board.title)

    def _draw(self) -> None:
        self._terminal.out.print(self._picture())

    def _pause(self, moves: int) -> None:
        """Wait as long as some moves take; at speed 0 for a key."""
        if self._speed:
            self._terminal.wait(moves / self._speed)
        elif self._redraws:
            self._terminal.ask(f"{self._terminal.texts('watch.step')} ")
