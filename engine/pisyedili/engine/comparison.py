"""What differs between two rule sets, option by option, with each one's sentence about it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from functools import cache
from typing import Any, Final, cast, final, get_args, get_type_hints

from pisyedili.engine.cards import JOKER_RANK, RANK_NAMES, RANKS, SUIT_NAMES, Rank, Suit
from pisyedili.engine.catalog import Catalog, catalog
from pisyedili.engine.consistency import faults
from pisyedili.engine.errors import InvalidRules
from pisyedili.engine.rules import Effects, Rules
from pisyedili.engine.saying import Saying
from pisyedili.engine.sayings import sayings
from pisyedili.engine.value import Value

_RANKS: Final = (*RANKS, JOKER_RANK)
_ORDERED: Final = "score.end_draws"


@final
class Difference(Value):
    """An option in which two rule sets differ: its path, and each one's value and sentences.

    Values are written as in rule files; one is empty where the option is not said.
    """

    __match_args__ = ("path", "a_value", "b_value", "a_sentence", "b_sentence")

    def __init__(
        self, path: str, a_value: str, b_value: str, a_sentence: str, b_sentence: str
    ) -> None:
        self.path: Final = path
        self.a_value: Final = a_value
        self.b_value: Final = b_value
        self.a_sentence: Final = a_sentence
        self.b_sentence: Final = b_sentence


def compare(a: Rules, b: Rules, language: str) -> tuple[Difference, ...]:
    """Return every option in which two rule sets differ, in the order of rule files.

    ``InvalidRules`` where either contradicts itself; ``ValueError`` for an unknown language.
    """
    words = catalog(language)
    found = (*faults(a), *faults(b))
    if found:
        raise InvalidRules(found)
    one, other = (_Side(rules, words) for rules in (a, b))
    return tuple(
        Difference(path, value, other.values[path], one.sentence(path), other.sentence(path))
        for path, value in one.values.items()
        if value != other.values[path] and not _told_by_rank(path, value, other.values[path])
    )


def _told_by_rank(path: str, value: str, other: str) -> bool:
    """Tell whether the ranks under a path show its difference, which is not one of order alone."""
    return path == _ORDERED and sorted(value.split()) != sorted(other.split())


@final
class _Side:
    """One of two rule sets: its values by path, and what it says about a path."""

    def __init__(self, rules: Rules, words: Catalog) -> None:
        self.values: Final = dict(_values(rules, "", Rules))
        self._words: Final = words
        self._said: Final = sayings(rules)

    def sentence(self, path: str) -> str:
        """Return what is said of an option; else of what it stands under."""
        found = self._under(path)
        while not found and path:
            path = path.rpartition(".")[0]
            found = self._under(path)
        said = " ".join(map(self._words.sentence, found))
        group, _, rest = path.partition(".")
        if group != "effects" or not rest:
            return said
        return f"{self._words.rank(RANK_NAMES.index(rest.partition('.')[0]))}: {said}"

    def _under(self, path: str) -> Sequence[Saying]:
        """Return the sayings of a group: of itself, and those of its options that are spoken."""
        exact = [saying for saying in self._said if path in saying.paths]
        return exact + [saying for saying in self._said if _speaks_under(saying, path)]


def _speaks_under(saying: Saying, path: str) -> bool:
    return saying.spoken and any(one.startswith(f"{path}.") for one in saying.paths)


def _values(value: Any, path: str, kind: type) -> Iterator[tuple[str, str]]:
    """Yield every option of a group with its value as rule files write it, those not said too."""
    for name, hint in _hints(kind):
        here = f"{path}{name}"
        part: Any = None if value is None else getattr(value, name)
        kinds = get_args(hint)
        if is_dataclass(hint):
            yield from _values(part, f"{here}.", cast("type", hint))
        elif kinds and is_dataclass(kinds[0]):
            yield from _values(part, f"{here}.", cast("type", kinds[0]))
        elif kinds and get_args(kinds[0]):
            yield from _by_rank(dict(part), here)
        else:
            yield here, "" if part is None else _text(part, hint)


@cache
def _hints(kind: type) -> tuple[tuple[str, Any], ...]:
    return tuple(get_type_hints(kind).items())


def _by_rank(table: Mapping[Rank, Any], path: str) -> Iterator[tuple[str, str]]:
    if path == _ORDERED:
        yield f"{path}", " ".join(RANK_NAMES[rank] for rank in table)
    for rank in _RANKS:
        here = f"{path}.{RANK_NAMES[rank]}"
        if path == "effects":
            yield from _values(table.get(rank, Effects()), f"{here}.", Effects)
        else:
            yield here, str(table.get(rank, ""))


def _text(value: Any, hint: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if hint is Suit:
        return SUIT_NAMES[value]
    if isinstance(value, tuple):
        ranks = hint == tuple[Rank, ...]
        return " ".join(RANK_NAMES[one] if ranks else str(one) for one in value)
    return str(value)
