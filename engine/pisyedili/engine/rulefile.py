"""Rule files: TOML that says a table's options, whole or as the difference from another table.

A file may name another rule set by id in ``extends``. A key replaces the one it extends;
``effects`` and ``score.points`` go rank by rank, a rank's effects being replaced as a whole
(``{}`` makes it a plain card) and points of 0 being dropped.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import StrEnum
from functools import cache
from typing import Any, Final, cast, get_args, get_type_hints

from pisyedili.engine.cards import RANK_NAMES, SUIT_NAMES, Rank, Suit
from pisyedili.engine.errors import Fault, InvalidRules, RulesFault
from pisyedili.engine.rules import Effects, Rules

_RANKS: Final = {name: Rank(rank) for rank, name in enumerate(RANK_NAMES) if rank}
_SUITS: Final = {name: Suit(suit) for suit, name in enumerate(SUIT_NAMES) if suit}
_HEADER: Final = ("extends", "about")


def parse_document(text: str) -> dict[str, Any]:
    """Return the tables of a TOML text; ``InvalidRules`` naming the line that cannot be read."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        message = f"expected TOML, got {error}"
        raise InvalidRules((Fault("file", RulesFault.WRONG_TYPE, message),)) from None


def merge(base: Rules, document: Mapping[str, Any]) -> Rules:
    """Return a rule set changed by a document's keys; ``InvalidRules`` with every faulty key.

    Contradictions between options are not looked at here but when the rules are used.
    """
    faults: list[Fault] = []
    options = {key: value for key, value in document.items() if key not in _HEADER}
    rules = _group(base, options, "", faults)
    if faults:
        raise InvalidRules(tuple(faults))
    return cast("Rules", rules)


def _group(base: Any, options: object, path: str, faults: list[Fault]) -> Any:
    """Return a group of options with some of them replaced."""
    if not isinstance(options, Mapping):
        faults.append(wrong_type(path, "a table of options", options))
        return base
    hints = _hints(base.__class__)
    start = f"{path}." if path else ""
    unknown = sorted(options.keys() - hints.keys())
    faults.extend(unknown_key(f"{start}{key}", hints, key) for key in unknown)
    values = {
        name: _option(hint, options[name], getattr(base, name), f"{start}{name}", faults)
        if name in options
        else getattr(base, name)
        for name, hint in hints.items()
    }
    return type(base)(**values)


@cache
def _hints(kind: type) -> dict[str, Any]:
    """Return the types of a group's options by name."""
    return get_type_hints(kind)


def _option(hint: Any, value: object, old: Any, path: str, faults: list[Fault]) -> Any:
    """Return one option of the hinted type, or the old one and a fault."""
    kinds = get_args(hint)
    if path == "effects":
        return _by_rank(value, dict(old), path, faults, _effects)
    if path == "score.points":
        points = _by_rank(value, dict(old), path, faults, _number)
        return tuple(pair for pair in points if pair[1])
    if path in ("score.multipliers", "score.end_draws"):
        return _by_rank(value, {}, path, faults, _number, ordered=path != "score.end_draws")
    if is_dataclass(hint):
        return _group(old, value, path, faults)
    if kinds and is_dataclass(kinds[0]):
        return _new_group(cast("type", kinds[0]), value, path, faults)
    if kinds:
        return _list(kinds[0], value, old, path, faults)
    return _single(hint, value, old, path, faults)


def _new_group(kind: type, value: object, path: str, faults: list[Fault]) -> Any:
    """Return a group that has no older one to change, such as one effect of a card."""
    required = [field.name for field in fields(kind) if field.default is field.default_factory]
    if isinstance(value, Mapping):
        for name in required:
            if name not in value:
                message = f"expected {_PLAIN_WORDS[int]}, got nothing"
                faults.append(Fault(f"{path}.{name}", RulesFault.WRONG_TYPE, message))
    return _group(kind(**dict.fromkeys(required, 0)), value, path, faults)


def _effects(value: object, path: str, faults: list[Fault]) -> Effects:
    return cast("Effects", _group(Effects(), value, path, faults))


def _number(value: object, path: str, faults: list[Fault]) -> int:
    return cast("int", _single(int, value, 0, path, faults))


def _by_rank(
    value: object,
    old: dict[Rank, Any],
    path: str,
    faults: list[Fault],
    read: Any,
    *,
    ordered: bool = True,
) -> tuple[tuple[Rank, Any], ...]:
    """Return pairs of rank and value: the old ones with those of a table put over them."""
    if not isinstance(value, Mapping):
        faults.append(wrong_type(path, "a table by rank", value))
        return tuple(old.items())
    for name, entry in value.items():
        rank = _RANKS.get(name)
        if rank is None:
            faults.append(wrong_type(f"{path}.{name}", f"a rank ({' '.join(_RANKS)})", name))
        else:
            old[rank] = read(entry, f"{path}.{name}", faults)
    pairs: Iterable[tuple[Rank, Any]] = old.items()
    pairs = sorted(pairs) if ordered else pairs
    return tuple((rank, entry) for rank, entry in pairs if entry != Effects())


def _list(kind: Any, value: object, old: Any, path: str, faults: list[Fault]) -> Any:
    if not isinstance(value, list):
        faults.append(wrong_type(path, "a list", value))
        return old
    entries = [
        _single(kind, entry, None, f"{path}[{index}]", faults) for index, entry in enumerate(value)
    ]
    return tuple(sorted(entry for entry in entries if entry) if kind is Rank else entries)


def _single(hint: Any, value: object, old: Any, path: str, faults: list[Fault]) -> Any:
    if hint in (Rank, Suit):
        known: Mapping[str, Any] = _RANKS if hint is Rank else _SUITS
    elif isinstance(hint, type) and issubclass(hint, StrEnum):
        known = {str(member): member for member in hint}
    elif type(value) is hint:
        return value
    else:
        faults.append(wrong_type(path, _PLAIN_WORDS[hint], value))
        return old
    if str(value) in known and not isinstance(value, bool):
        return known[str(value)]
    faults.append(wrong_type(path, f"one of {', '.join(known)}", value))
    return old


_PLAIN_WORDS: Final[dict[type, str]] = {int: "a whole number", bool: "true or false"}


def wrong_type(path: str, expected: str, got: object) -> Fault:
    """Return the fault of a value that is not what its key wants."""
    return Fault(path, RulesFault.WRONG_TYPE, f"expected {expected}, got {got!r}")


def unknown_key(path: str, known: Iterable[str], got: str) -> Fault:
    """Return the fault of a key that means nothing where it stands."""
    message = f"expected one of {', '.join(sorted(known))}, got {got}"
    return Fault(path, RulesFault.UNKNOWN_KEY, message)
