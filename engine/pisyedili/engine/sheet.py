"""A rule set in words, for people: Markdown in Turkish, English or German."""

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from pisyedili.engine.catalog import Catalog, catalog
from pisyedili.engine.example import example
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.rules import Rules
from pisyedili.engine.say_cards import ROWS
from pisyedili.engine.say_score import END_DRAWS, MULTIPLIERS, POINTS
from pisyedili.engine.saying import Saying
from pisyedili.engine.sayings import sayings
from pisyedili.engine.sheet_score import cost_rows, score_lines, table

Lines = Iterator[str]

_LISTS: Final = (MULTIPLIERS, END_DRAWS)


def rule_sheet(rules: Rules, language: str, name: str = "") -> str:
    """Return a rule set as a sheet in ``tr``, ``en`` or ``de``, under a name where it has one.

    ``InvalidRules`` where the rules contradict themselves; ``ValueError`` for another language.
    """
    return book_sheet(Rulebook(rules), language, name)


def book_sheet(book: Rulebook, language: str, name: str) -> str:
    """Return the sheet of rules that are already checked."""
    return "\n".join(_sheet(book, catalog(language), name)) + "\n"


def _sheet(book: Rulebook, words: Catalog, name: str) -> Lines:
    yield f"# {' '.join(name.split()) or words.entries['title']}"
    spoken = (saying for saying in sayings(book.rules) if saying.spoken)
    for heading, under in groupby(spoken, _heading):
        yield from ("", f"## {words.entries[f'heading.{heading}']}")
        for section, block in groupby(under, lambda saying: saying.section):
            yield ""
            yield from _block(section, tuple(block), words)
        if heading == "score":
            yield from ("", f"### {words.entries['heading.example']}", "")
            yield from score_lines(example(book), words)


def _heading(saying: Saying) -> str:
    return saying.section.partition(".")[0]


def _block(section: str, block: tuple[Saying, ...], words: Catalog) -> Lines:
    entries = words.entries
    if section == ROWS:
        yield from table((entries["points.card"], entries["points.does"]), _card_rows(block, words))
    elif section == POINTS:
        header = (entries["points.card"], entries["points.points"])
        yield from table(header, cost_rows(block, words))
    elif section in _LISTS:
        yield from (f"- {words.sentence(saying)}" for saying in block)
    else:
        yield " ".join(map(words.sentence, block))


def _card_rows(block: tuple[Saying, ...], words: Catalog) -> Iterator[tuple[str, str]]:
    """Yield what cards do, ranks of which the same is said in one row."""
    rows: dict[str, list[str]] = {}
    for rank, row in groupby(block, lambda saying: saying.number("rank")):
        rows.setdefault(" ".join(map(words.sentence, row)), []).append(words.rank(rank))
    yield from ((", ".join(ranks), said) for said, ranks in rows.items())
