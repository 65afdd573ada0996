"""``pisyedili replay`` and ``pisyedili verify``: games that were written down."""

import math
from collections.abc import Sequence
from pathlib import Path

from rich.console import RenderableType
from rich.text import Text

from pisyedili.cli import options as opt
from pisyedili.cli.calls import connect
from pisyedili.cli.commands import write_game
from pisyedili.cli.exits import ExitCode, Stop
from pisyedili.cli.records import (
    is_written,
    prove,
    record_message,
    refuse,
    shows,
)
from pisyedili.cli.sitting import without_scores
from pisyedili.cli.streams import game_bytes, read_message, text_of
from pisyedili.cli.table import whole_picture
from pisyedili.cli.terminal import Form, Terminal
from pisyedili.cli.texts import Texts
from pisyedili.cli.watch import Spectator
from pisyedili.client import Client, Event, Game, IllegalMove, Include, Record
from pisyedili.client.cards import format_cards
from pisyedili.client.moves import move_value


def replay(
    record: opt.RecordFile,
    all: opt.All = False,
    expect: opt.Expected = None,
    server: opt.Server = opt.SERVER,
    lang: opt.Lang = None,
    output: opt.Output = Form.AUTO,
) -> None:
    """Show a recorded match to people; to programs, write the game that it leads to."""
    terminal = Terminal(lang, output)
    texts, source = terminal.texts, str(record)
    text = text_of(record, texts)
    verdict = prove(text, source, texts) if is_written(text) else None
    shown = all or (terminal.for_people and expect is None)
    if verdict is not None and not (shown and shows(verdict)):
        refuse(verdict, source, texts)
    with connect(server, texts) as client:
        played = _read(client, text, source, texts)
        try:
            if shown:
                _show(terminal, client, played, record.stem, scrolls=all)
            else:
                _lead(terminal, client, played, expect)
        except IllegalMove:
            if verdict is None:
                raise
    if verdict is not None:
        refuse(verdict, source, texts)


def verify(
    file: opt.WrittenFile,
    trace: opt.Trace = False,
    lang: opt.Lang = None,
    output: opt.Output = Form.AUTO,
) -> None:
    """Prove a game from its text alone; exit code 1 and the first lie if it is not true."""
    terminal = Terminal(lang, Form.JSON if trace else output)
    verdict = prove(text_of(file, terminal.texts), str(file), terminal.texts)
    found = refuse(verdict, str(file), terminal.texts)
    value = found.trace if trace else {"moves": found.moves, "points": found.state.match.scores}
    true = terminal.texts.count("verify.true", found.moves, file=file)
    terminal.show(lambda: value, lambda: Text(true, "good"))


class Reader(Spectator):
    """Someone who reads an open record: every card shown, and the hand of the seat on turn."""

    def __init__(self, terminal: Terminal, game: Game, title: str, *, scrolls: bool) -> None:
        super().__init__(terminal, game, title, math.inf if scrolls else 0.0, scrolls=scrolls)

    def dealt(self) -> None:
        """Show the table, and where it is not redrawn every hand."""
        super().dealt()
        if not self._redraws:
            say, names = self._terminal.texts, self._board.names
            hands = [self._board.view(seat).hand for seat in range(self._game.seats)]
            self._terminal.tell(
                say("replay.hand", who=names[seat], cards=format_cards(hand))
                for seat, hand in enumerate(hands)
            )

    def _events(self) -> Sequence[Event]:
        return without_scores(self._game.events)

    def _picture(self) -> RenderableType:
        seen = self._board.view(self._game.seat)
        return whole_picture(seen, self._terminal.texts, self._board.title)


def _read(client: Client, text: str, source: str, texts: Texts) -> Record:
    if is_written(text):
        return record_message(client, text, source, texts)
    return read_message(text, Record, source, texts)


def _lead(terminal: Terminal, client: Client, played: Record, expect: Path | None) -> None:
    """Write the game that a record leads to; ``Stop`` if another is expected."""
    texts, game = terminal.texts, client.replay(played).state
    if expect is not None:
        expected = game_bytes(text_of(expect, texts), str(expect), texts)
        if not client.verify(played, expected):
            raise Stop(ExitCode.REFUSED, texts("replay.differs"))
        terminal.complain([texts("replay.same")])
    write_game(terminal, client, game)


def _show(terminal: Terminal, client: Client, played: Record, title: str, *, scrolls: bool) -> None:
    """Show a record move by move, as far as its moves are legal."""
    game = client.create_game(
        rules=played.rules,
        seats=played.seats,
        names=played.names,
        game_id=played.game_id,
        seed=played.seed,
        include=Include(seats=tuple(range(played.seats)), spectator=True),
    )
    try:
        _play(game, played, Reader(terminal, game, title, scrolls=scrolls))
    except EOFError:
        terminal.tell([""])


def _play(game: Game, played: Record, reader: Reader) -> None:
    reader.dealt()
    for number, one in enumerate(played.rounds):
        if number:
            game.start_round()
            reader.dealt()
        for move in one.moves:
            seat = game.seat
            game.move(move_value(move))
            reader.moved(seat)
        if game.round_over:
            reader.round_over()
    if game.match_over:
        reader.match_over()
