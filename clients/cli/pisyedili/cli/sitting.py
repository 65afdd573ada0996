"""A sitting: a match played at one table by people and automatic seats, shown on one terminal."""

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Final, Protocol

from rich.console import RenderableType

from pisyedili.cli.bots import choose
from pisyedili.cli.records import SUFFIX, written
from pisyedili.cli.rules import House
from pisyedili.cli.scoreboard import scoreboard, standings_picture
from pisyedili.cli.streams import message_json
from pisyedili.cli.tell import Teller, seat_names
from pisyedili.cli.terminal import Terminal
from pisyedili.client import Event, Game, Move, View
from pisyedili.client.events import MatchEnded, PointsWritten

Chooser = Callable[[View], Move]
"""What chooses a seat's move by what that seat may see."""


class Audience(Protocol):
    """Who follows a sitting on the terminal."""

    def dealt(self) -> None:
        """See a round begin."""

    def moved(self, seat: int) -> None:
        """See what a seat's move did."""

    def round_over(self) -> None:
        """See what a round cost."""

    def match_over(self) -> None:
        """See who won."""


class Sitting:
    """A game with who chooses for each seat; it needs every seat's view with each answer."""

    def __init__(self, game: Game, choosers: Sequence[Chooser]) -> None:
        self.game: Final = game
        self._choosers: Final = choosers

    def play(self, audience: Audience) -> None:
        """Play the match to its end."""
        while True:
            audience.dealt()
            while not self.game.round_over:
                self._turn(audience)
            audience.round_over()
            if self.game.match_over:
                audience.match_over()
                return
            self.game.start_round()

    def _turn(self, audience: Audience) -> None:
        seat = self.game.seat
        self.game.move(self._choosers[seat](self.game.answer.views[seat].view))
        audience.moved(seat)


def without_scores(events: Iterable[Event]) -> Sequence[Event]:
    """Return events but for those that a scoreboard shows."""
    return [event for event in events if not isinstance(event, PointsWritten | MatchEnded)]


def automatic(chance: Random) -> Chooser:
    """Return what chooses for an automatic seat."""
    return lambda view: choose(view, chance)


class Board:
    """What every audience shows: sentences in its language, and the scores."""

    def __init__(self, terminal: Terminal, game: Game, title: str) -> None:
        self.terminal: Final = terminal
        self.title: Final = title
        self._game: Final = game
        self.names: Final = seat_names(game.names, game.seats, terminal.texts)
        self.teller: Final = Teller(terminal.texts, self.names)

    def view(self, seat: int | None) -> View:
        """Return the game as a seat or, if None, a spectator sees it now."""
        return self._game.answer.views[-1 if seat is None else seat].view

    def events(self, seat: int | None) -> Sequence[Event]:
        """Return what happened last as a seat or, if None, a spectator saw it, but for scores."""
        return without_scores(self._game.answer.views[-1 if seat is None else seat].events)

    def round_scores(self) -> RenderableType:
        """Return what the round cost."""
        texts, game = self.terminal.texts, self._game
        title = texts("score.round", round=game.round + 1)
        return scoreboard(game.score(), self.names, texts, title)

    def match_scores(self) -> RenderableType:
        """Return how the match stands."""
        texts, game = self.terminal.texts, self._game
        title = texts("score.match")
        return standings_picture(game.score().standings, self.names, texts, title)

    def winners(self) -> str:
        """Return who won the match."""
        return self.teller.won(self._game.score().match_winners)


def write_record(game: Game, path: Path | None, house: House) -> None:
    """Write the match so far for ``pisyedili replay``, if a file is named: ``*.pis`` as text."""
    if path is None:
        return
    text = written(game, house) if path.suffix == SUFFIX else None
    document = json.dumps(message_json(game.record()), ensure_ascii=False) + "\n"
    path.write_text(document if text is None else text, "utf-8")
