"""The sentences that options make, as files, to be read by people when words change.

Each entry is a preset, what a table changes in it, and what is then said of the options that
differ. ``python -m tests.engine.golden_options`` chooses the entries anew from the option tree, and
writes the files; the difference is what is to be read.
"""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Final

from pisyedili.engine.cards import JOKER_RANK, Rank
from pisyedili.engine.comparison import compare
from pisyedili.engine.consistency import faults
from pisyedili.engine.preset import LANGUAGES
from pisyedili.engine.rules import Rules
from pisyedili.engine.ruletext import difference
from tests.engine.builder import presets, rulebook
from tests.engine.option_tree import BY_RANK, options, pairs, put

FOLDER: Final = Path(__file__).parents[1] / "data" / "sheets"
COMMAND: Final = "python -m tests.engine.golden_options"

_RANKS: Final = (Rank(7), Rank(10), JOKER_RANK)
_PAIRS: Final = ("gamyun", 'table = { partnerships = "pairs", seats_max = 8 }')
"""A table that no preset is: players who win together."""


def path_of(language: str) -> Path:
    """Return the file of a language."""
    return FOLDER / f"options.{language}.txt"


def entries(language: str) -> dict[str, list[str]]:
    """Return a language's entries, by preset and group of options."""
    found: dict[str, list[str]] = {}
    for entry in path_of(language).read_text("utf-8").strip().split("\n\n"):
        found.setdefault(entry.partition(".")[0], []).append(entry)
    return found


def changed_by(entry: str) -> tuple[str, str]:
    """Return an entry's preset, and the rule file's lines of its change."""
    preset, _, first = entry.splitlines()[0].partition(": ")
    return preset, first.replace("; ", "\n")


def entry_of(preset: str, changes: str, language: str) -> str:
    """Return what a file says of a change."""
    found = compare(rulebook(preset).rules, rulebook(preset, changes).rules, language)
    title = "; ".join(changes.splitlines())
    return "\n".join((f"{preset}: {title}", *(f"  {one.path}: {one.b_sentence}" for one in found)))


def _chosen() -> Iterator[tuple[str, str]]:
    """Yield a change of a preset for each sentence and value of an option."""
    seen: set[tuple[str, str, str]] = set()
    for preset, base, changed in _changed():
        told = {(one.path, one.b_value, one.b_sentence) for one in compare(base, changed, "en")}
        if not told <= seen:
            seen |= told
            yield preset, difference(base, changed)


def _changed() -> Iterator[tuple[str, Rules, Rules]]:
    for option in options():
        for preset, more in [*((preset, "") for preset in sorted(presets())), _PAIRS]:
            base = rulebook(preset, more).rules
            for rank in _RANKS if BY_RANK in option.path else _RANKS[:1]:
                for value in chain.from_iterable(pairs(option, base, rank)):
                    changed = put(base, option.path, rank, value)
                    if changed != base and not faults(changed):
                        yield preset, rulebook(preset).rules, changed


def main() -> None:
    """Write every file."""
    chosen = list(_chosen())
    for language in LANGUAGES:
        texts = [entry_of(preset, changes, language) for preset, changes in chosen]
        path_of(language).write_text("\n\n".join(texts) + "\n", "utf-8")


if __name__ == "__main__":
    main()
