"""``pisyedili play``: people at one terminal, with automatic seats if they like."""

from collections.abc import Iterable
from random import Random
from typing import Final

from pisyedili.cli import options as opt
from pisyedili.cli.calls import connect
from pisyedili.cli.exits import ExitCode, Stop
from pisyedili.cli.games import Wish, open_game, seat_count, split_names
from pisyedili.cli.hand import hand_picture
from pisyedili.cli.person import Left, Person
from pisyedili.cli.rules import House, find_house
from pisyedili.cli.sitting import Board, Sitting, automatic, write_record
from pisyedili.cli.table import table_picture
from pisyedili.cli.terminal import Terminal
from pisyedili.client import Event, Game, Move, View


def play(
    table: opt.Table = "standard",
    seats: opt.Seats = None,
    bots: opt.Bots = 0,
    names: opt.Names = None,
    seed: opt.Seed = None,
    speed: opt.Speed = 1.5,
    record: opt.Written = None,
    server: opt.Server = opt.SERVER,
    lang: opt.Lang = None,
) -> None:
    """Play a match at this terminal; leaving the table is exit code 0."""
    terminal = Terminal(lang)
    wish = Wish(table, seats, seed, split_names(names))
    with connect(server, terminal.texts) as client:
        house = find_house(client, table, terminal.texts)
        people = _people(house, wish, bots, terminal)
        given = _names(people, terminal)
        game = open_game(client, wish, terminal.texts, names=given, house=house, watched=True)
        try:
            _sit(terminal, game, people, house.name, 1 / speed if speed else 0.0)
        finally:
            write_record(game, record, house)


def _people(house: House, wish: Wish, bots: int, terminal: Terminal) -> int:
    """Return how many seats people have, from seat 0 on."""
    seats = seat_count(house, wish.seats, terminal.texts)
    if bots >= seats:
        raise Stop(ExitCode.USAGE, terminal.texts("error.bots", bots=bots, seats=seats))
    return seats - bots


def _names(people: int, terminal: Terminal) -> list[str]:
    """Return names for people, and for as many automatic seats as there can be."""
    texts = terminal.texts
    persons = [texts("seat.human", number=seat + 1) for seat in range(people)]
    return persons + texts("seat.bots").split()


def _sit(terminal: Terminal, game: Game, people: int, title: str, pause: float) -> None:
    bot = automatic(Random(game.written().seed))  # noqa: S311 - seeds give matches, not secrets
    audience = People(terminal, game, people, title, pause)
    choosers = [audience.choose if seat < people else bot for seat in range(game.seats)]
    try:
        Sitting(game, choosers).play(audience)
    except (Left, EOFError):
        terminal.tell(["", terminal.texts("ask.left")])


class People:
    """People before one terminal: each hears what happened as the own seat saw it.

    One person hears it at once. Several hear it when their turn comes, and see no other hand.
    """

    def __init__(
        self, terminal: Terminal, game: Game, people: int, title: str, pause: float
    ) -> None:
        self._terminal: Final = terminal
        self._game: Final = game
        self._people: Final = range(people)
        self._pause: Final = pause
        self._person: Final = Person(terminal, game)
        self._board: Final = Board(terminal, game, title)
        self._unheard: Final[dict[int, list[Event]]] = {seat: [] for seat in self._people}
        self._before_screen: int | None = None

    @property
    def _alone(self) -> bool:
        return len(self._people) == 1

    def choose(self, view: View) -> Move:
        """Show a person the table and the hand, and return the move chosen."""
        if not self._alone and view.seat != self._before_screen:
            self._change_places(view.seat)
        self._before_screen = view.seat
        self._tell(self._unheard[view.seat])
        self._unheard[view.seat].clear()
        out, texts = self._terminal.out, self._terminal.texts
        out.print()
        out.print(table_picture(view, texts, self._board.title))
        out.print(hand_picture(view))
        return self._person.choose(view)

    def dealt(self) -> None:
        """Tell of the deal."""
        self._before_screen = None
        self._hear()

    def moved(self, seat: int) -> None:
        """Tell what a seat's move did."""
        self._hear()
        if seat not in self._people:
            self._terminal.wait(self._pause)

    def round_over(self) -> None:
        """Show what the round cost, and wait until all have seen it."""
        if not self._alone:
            self._terminal.wipe()
            self._tell(self._board.events(None))
            for events in self._unheard.values():
                events.clear()
        self._terminal.out.print()
        self._terminal.out.print(self._board.round_scores())
        if not self._game.match_over:
            self._terminal.ask(f"\n{self._terminal.texts('ask.next_round')} ")

    def match_over(self) -> None:
        """Show who won."""
        self._terminal.out.print()
        self._terminal.out.print(self._board.match_scores())
        self._terminal.tell([self._board.winners()])

    def _change_places(self, seat: int) -> None:
        """Hide the last hand, tell what all may know, and wait for the next person."""
        self._terminal.wipe()
        self._tell(self._board.events(None))
        who = self._board.names[seat]
        self._terminal.ask(f"\n{self._terminal.texts('ask.hand_over', who=who)} ")
        self._terminal.wipe()

    def _hear(self) -> None:
        if self._alone:
            self._tell(self._board.events(0))
        else:
            for seat, events in self._unheard.items():
                events.extend(self._board.events(seat))

    def _tell(self, events: Iterable[Event]) -> None:
        self._terminal.tell(self._board.teller.sentences(events))
