"""New games: the table, the seats, their names and the seed, as options give them."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from pisyedili.cli.exits import ExitCode, Stop
from pisyedili.cli.rules import House, find_house
from pisyedili.cli.texts import Texts
from pisyedili.client import Client, Game, Include

USUAL_SEATS: Final = 4


@dataclass(frozen=True, slots=True)
class Wish:
    """What is wished for: rules by preset or file, and the rest where it matters."""

    table: str
    seats: int | None = None
    seed: str | None = None
    names: Sequence[str] = ()


def seat_count(house: House, wished: int | None, texts: Texts) -> int:
    """Return the number of seats: the wished one, or what the table takes nearest to four."""
    table = house.rules.table
    if wished is None:
        return min(max(USUAL_SEATS, table.seats_min), table.seats_max)
    if not table.seats_min <= wished <= table.seats_max:
        key = "error.seats_exact" if table.seats_min == table.seats_max else "error.seats"
        bounds = {"min": table.seats_min, "max": table.seats_max}
        raise Stop(ExitCode.USAGE, texts(key, seats=wished, **bounds))
    return wished


def seed_bytes(text: str | None, texts: Texts) -> bytes:
    """Return a seed: 64 hexadecimal digits as they are, other text hashed; none: a random one."""
    if text is None:
        return b""
    if not text:
        raise Stop(ExitCode.USAGE, texts("error.seed"))
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    return seed if len(seed) == 32 else sha256(text.encode()).digest()


def split_names(text: str | None) -> tuple[str, ...]:
    """Return the names of a text with commas between them."""
    return tuple(name.strip() for name in text.split(",")) if text else ()


def open_game(
    client: Client,
    wish: Wish,
    texts: Texts,
    *,
    names: Sequence[str] = (),
    house: House | None = None,
    watched: bool = False,
) -> Game:
    """Return the game that is wished for; ``watched`` asks for every seat's view with each move.

    ``names`` are for the seats that the wish does not name.
    """
    house = house or find_house(client, wish.table, texts)
    seats = seat_count(house, wish.seats, texts)
    if len(wish.names) > seats:
        raise Stop(ExitCode.USAGE, texts("error.names", names=len(wish.names), seats=seats))
    given = [*wish.names, *names[len(wish.names) : seats]]
    return client.create_game(
        house.preset,
        seats,
        patch=house.patch,
        names=[*given, *[""] * (seats - len(given))] if any(given) else (),
        seed=seed_bytes(wish.seed, texts),
        include=Include(seats=tuple(range(seats)), spectator=True) if watched else Include(),
    )
