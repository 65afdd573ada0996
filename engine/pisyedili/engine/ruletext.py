"""Rules as text: the TOML that says how one rule set differs from another, an option a line."""

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from hashlib import sha256
from typing import Any, Final

from pisyedili.engine.cards import RANK_NAMES, SUIT_NAMES, Rank
from pisyedili.engine.rules import Rules

DIGEST_DIGITS: Final = 16

_RANK_LISTS: Final = ("table.ranks", "opening.turn_up_applied", "opening.turn_up_buried")
_WHOLE: Final = ("score.multipliers", "score.end_draws")


def difference(base: Rules, rules: Rules) -> str:
    """Return the rule file's lines that turn one rule set into another; empty where they agree."""
    return "".join(f"{key} = {value}\n" for key, value in _group(base, rules, ""))


def shortest(rules: Rules, known: Mapping[str, Rules]) -> tuple[str, str]:
    """Return the known rule set that needs the fewest lines to become these rules, and the lines.

    An empty name stands for the options' own defaults.
    """
    lines = {name: difference(base, rules) for name, base in known.items()}
    lines[""] = difference(Rules(), rules)
    name = min(lines, key=lambda name: lines[name].count("\n"))
    return name, lines[name]


def digest(rules: Rules) -> str:
    """Return hexadecimal digits that tell rule sets apart; options at their default do not count.

    They are the first of the SHA-256 of all lines by which the rules differ from the defaults.
    """
    return sha256(difference(Rules(), rules).encode()).hexdigest()[:DIGEST_DIGITS]


def _group(base: Any, rules: Any, path: str) -> Iterator[tuple[str, str]]:
    for field in fields(base):
        old, new = getattr(base, field.name), getattr(rules, field.name)
        yield from _option(old, new, path + field.name)


def _option(old: Any, new: Any, path: str) -> Iterator[tuple[str, str]]:
    if old == new:
        return
    if path == "effects":
        yield from _by_rank(dict(old), dict(new), path, "{}")
    elif path == "score.points":
        yield from _by_rank(dict(old), dict(new), path, "0")
    elif path in _WHOLE:
        pairs = ", ".join(f"{RANK_NAMES[rank]} = {number}" for rank, number in new)
        yield path, f"{{ {pairs} }}" if pairs else "{}"
    elif path in _RANK_LISTS:
        yield path, f"[{', '.join(_quoted(RANK_NAMES[rank]) for rank in new)}]"
    elif path == "opening.suit":
        yield path, _quoted(SUIT_NAMES[new])
    elif is_dataclass(new):
        yield from _group(old, new, f"{path}.")
    else:
        yield path, _value(new)


def _by_rank(
    old: Mapping[Rank, Any], new: Mapping[Rank, Any], path: str, gone: str
) -> Iterator[tuple[str, str]]:
    for rank in sorted(old.keys() | new.keys()):
        if old.get(rank) != new.get(rank):
            yield f"{path}.{RANK_NAMES[rank]}", _value(new[rank]) if rank in new else gone


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, tuple):
        return f"[{', '.join(map(_value, value))}]"
    return _inline(value)


def _inline(part: Any) -> str:
    """Return an effect, or a part of one, as an inline table of what is not its default."""
    pairs = ", ".join(
        f"{field.name} = {_value(value)}"
        for field in fields(part)
        for value in (getattr(part, field.name),)
        if field.default is MISSING or value != field.default
    )
    return f"{{ {pairs} }}" if pairs else "{}"


def _quoted(text: str) -> str:
    return f'"{text}"'
