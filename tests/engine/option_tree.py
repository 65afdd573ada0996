"""The option tree, read from the dataclasses: every option, its values, and rules with one set.

A new option is found here by itself; one of a type that is not known here raises ``TypeError``.
"""

from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass, replace
from enum import StrEnum
from itertools import combinations, pairwise
from types import NoneType
from typing import Any, Final, NamedTuple, get_args, get_type_hints

from pisyedili.engine.cards import RANKS, SUITS, Rank, Suit
from pisyedili.engine.rules import Effects, Rules

BY_RANK: Final = "*"
GIVEN: Final = "given"


class Option(NamedTuple):
    """An option: the names that lead to it, ``*`` standing for a rank, and its type."""

    path: tuple[str, ...]
    hint: Any

    def __str__(self) -> str:
        return ".".join(self.path)


def options(kind: Any = Rules, path: tuple[str, ...] = ()) -> Iterator[Option]:
    """Yield every option; a part that may be missing is one itself, before those within it."""
    for name, hint in get_type_hints(kind).items():
        here = (*path, name)
        part, entry = _part(hint), _entry(hint)
        if entry:
            here, hint = (*here, BY_RANK), entry  # noqa: PLW2901 - the entry takes its place
        if is_dataclass(hint):
            yield from options(hint, here)
            continue
        yield Option(here, hint)
        if part:
            yield from options(part, here)


def pairs(option: Option, rules: Rules, rank: Rank) -> list[tuple[Any, Any]]:
    """Return the pairs of values to compare: each two of a closed set, neighbours among numbers."""
    hint, part = option.hint, _part(option.hint)
    if part:
        return [(None, new_part(part))]
    if hint is bool:
        return [(False, True)]
    if hint is Suit:
        return list(combinations(SUITS, 2))
    if hint is int:
        return list(pairwise(NUMBERS.get(str(option), (0, 1, 2, 3))))
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return list(combinations(hint, 2))
    return _lists(option, rules, rank)


def new_part(kind: Any) -> Any:
    """Return a part with its own defaults, and 2 for what has none."""
    due = [field.name for field in fields(kind) if _required(field)]
    return kind(**dict.fromkeys(due, 2))


def put(value: Any, path: tuple[str, ...], rank: Rank, new: Any) -> Any:
    """Return options with one of them set, and with the parts on the way to it."""
    if not path:
        return new
    if path[0] == BY_RANK:
        return _put_by_rank(value, path[1:], rank, new)
    name, hint = path[0], get_type_hints(type(value))[path[0]]
    old, part = getattr(value, name), _part(hint)
    if old is None and part and path[1:]:
        old = new_part(part)
    return replace(value, **{name: put(old, path[1:], rank, new)})


def values(rules: Rules) -> Iterator[tuple[str, Any]]:
    """Yield each option of a rule set with its value."""
    for option in options():
        for value in _reached([rules], option.path):
            yield str(option), GIVEN if is_dataclass(value) else value


# Where the first numbers cannot all be told apart: one or two seats are no bound, a multiplier
# of none is one, and so on.
NUMBERS: Final[dict[str, tuple[int, ...]]] = {
    "table.seats_min": (2, 3, 4, 5),
    "table.seats_max": (2, 3, 4, 5),
    "table.decks": (1, 2, 3),
    "table.extra_deck_from": (0, 2, 3, 4),
    "table.hand": (1, 2, 3, 4),
    "table.hand_of_two": (0, 1, 2, 3),
    "match.rounds": (1, 2, 3),
    "score.multipliers.*": (1, 2, 3),
    "effects.*.draw_next.cards": (1, 2, 3),
}


def _lists(option: Option, rules: Rules, rank: Rank) -> list[tuple[Any, Any]]:
    """Return pairs of lists: packets of the hand in two ways, or ranks without one and with it."""
    if option.hint == tuple[int, ...]:
        hand = rules.table.hand
        return [((), (hand,)), ((1, hand - 1), (hand - 1, 1))]
    if option.path == ("table", "ranks"):
        held = rules.table.ranks
        one_more = next((other for other in RANKS if other not in held), None)
        return [(held, tuple(sorted((*held, *((one_more,) if one_more else ())))))]
    if option.hint == tuple[Rank, ...]:
        return [((), (rank,))]
    raise TypeError(f"{option} is of a type whose values are not known here: {option.hint}")


def _put_by_rank(value: Any, path: tuple[str, ...], rank: Rank, new: Any) -> Any:
    entries = dict(value)
    old = entries.get(rank, Effects() if path else None)
    entries[rank] = put(old, path, rank, new)
    return tuple(
        (key, entries[key]) for key in sorted(entries) if entries[key] not in (0, Effects())
    )


def _reached(found: list[Any], path: tuple[str, ...]) -> list[Any]:
    for name in path:
        if name == BY_RANK:
            found = [entry for table in found for _, entry in table]
        else:
            found = [getattr(value, name) for value in found if value is not None]
    return found


def _part(hint: Any) -> Any:
    """Return the dataclass of a part that may be missing."""
    kinds = get_args(hint)
    return kinds[0] if NoneType in kinds and is_dataclass(kinds[0]) else None


def _entry(hint: Any) -> Any:
    """Return what a table by rank holds."""
    kinds = get_args(hint)
    inner = get_args(kinds[0]) if kinds else ()
    return inner[1] if inner and inner[0] is Rank else None


def _required(field: Any) -> bool:
    return field.default is MISSING and field.default_factory is MISSING
