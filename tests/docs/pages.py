"""The documents of this project, and what they quote."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
DOCS: Final = ROOT / "docs"

FENCE: Final = re.compile(r"^```(\S*) ?(.*)\n((?:.*\n)*?)```$", re.MULTILINE)


class Block(NamedTuple):
    """A quotation: its language, what follows the language, its text, and the line it begins at."""

    language: str
    note: str
    text: str
    line: int


def page(name: str) -> str:
    """Return a page of the documentation."""
    return (DOCS / name).read_text("utf-8")


def pages() -> list[Path]:
    """Return every document of this project."""
    tops = (top for top in ROOT.iterdir() if not top.name.startswith((".", "third_party")))
    found = (path for top in tops for path in (top, *top.rglob("*.md")) if path.suffix == ".md")
    return sorted(path for path in found if "node_modules" not in path.parts)


def blocks(text: str, *languages: str) -> Iterator[Block]:
    """Yield what a document quotes in these languages, or in any."""
    for found in FENCE.finditer(text):
        if not languages or found[1] in languages:
            yield Block(found[1], found[2], found[3], text.count("\n", 0, found.start()) + 1)


def code(name: str, *languages: str) -> str:
    """Return all that a page quotes in these languages."""
    return "".join(block.text for block in blocks(page(name), *languages))
