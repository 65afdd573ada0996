"""The tables at which the two engines meet."""

from dataclasses import dataclass
from random import Random
from typing import Final

from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.rulefile import merge, parse_document
from tests.engine.builder import rulebook

DRAWS: Final = 5
CARDS: Final = 100


@dataclass(frozen=True, slots=True)
class Table:
    """What both engines are told about a round: draws a turn and cards a round are its limits.

    What equals OpenSpiel's default is not told, so that the presets have to say the same.
    """

    seats: int
    specials: bool = False
    reshuffle: bool = False
    draws: int = DRAWS
    cards: int = CARDS

    def rulebook(self, changes: str = "") -> Rulebook:
        """Return the preset with this table's options, and the options of a TOML text over them."""
        told = []
        if self.draws != DRAWS:
            told.append(f"turn.draws = {self.draws}\nturn.pass_after = {self.draws}")
        if self.cards != CARDS:
            told.append(f"safety.cards = {self.cards}")
        if self.reshuffle:
            told.append('stock.when_empty = "reshuffle_at_once"')
        preset = "crazy-eights-special" if self.specials else "crazy-eights"
        book = rulebook(preset, "\n".join(told))
        return Rulebook(merge(book.rules, parse_document(changes))) if changes else book

    def options(self) -> dict[str, int | bool]:
        """Return OpenSpiel's parameters."""
        options: dict[str, int | bool] = {"players": self.seats}
        if self.draws != DRAWS:
            options["max_draw_cards"] = self.draws
        if self.cards != CARDS:
            options["max_turns"] = self.cards
        if self.reshuffle:
            options["reshuffle"] = True
        if self.specials:
            options["use_special_cards"] = True
        return options


def table_of(number: int, most_seats: int) -> Table:
    """Return a numbered round's table: plain, with specials, reshuffling, and both, in turn."""
    rng = random(number, "table")
    return Table(
        seats=rng.randint(2, most_seats),
        specials=number % 2 == 1,
        reshuffle=number % 4 >= 2,
        draws=rng.choice((DRAWS, DRAWS, 1, 2, 3, 8, 200)),
        cards=rng.choice((CARDS, CARDS, CARDS, rng.randint(1, 30), 400)),
    )


def random(number: int, purpose: str) -> Random:
    """Return the random source of a numbered round, the same each time."""
    return Random(f"{purpose} {number}")  # noqa: S311 - a round to repeat, not a secret
