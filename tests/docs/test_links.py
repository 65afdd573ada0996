"""Documents lead where they say: to files that are there, and to headings that are there."""

import re
from pathlib import Path

import pytest

from tests.docs.pages import DOCS, FENCE, ROOT, page, pages

LINK = re.compile(r"(?<!!)\[[^]]+\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


def words(path: Path) -> str:
    """Return a document without what it quotes."""
    return FENCE.sub("", path.read_text("utf-8"))


def anchors(path: Path) -> set[str]:
    """Return the names by which a document's headings can be linked to, as GitHub makes them."""
    plain = (re.sub(r"[^\w\- ]", "", title.lower()) for title in HEADING.findall(words(path)))
    return {title.strip().replace(" ", "-") for title in plain}


def faults(path: Path) -> list[str]:
    found = []
    for link in LINK.findall(words(path)):
        if re.match(r"https?://", link):
            continue
        file, _, anchor = link.partition("#")
        target = (path.parent / file).resolve() if file else path
        if not target.exists() or not target.is_relative_to(ROOT):
            found.append(f"{link}: there is no {file}")
        elif anchor and target.suffix == ".md" and anchor not in anchors(target):
            found.append(f"{link}: {target.name} has no such heading")
    return found


@pytest.mark.parametrize("path", pages(), ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_somewhere(path: Path) -> None:
    assert faults(path) == []


def test_the_index_lists_every_page_once() -> None:
    listed = re.findall(r"^\| \[[^]]+\]\(([^)#]+)\) \|", page("README.md"), re.MULTILINE)
    there = [path.relative_to(DOCS) for path in pages() if path.is_relative_to(DOCS)]
    tops = {str(path) for path in there if len(path.parts) == 1}
    folders = {str(path) for path in there if path.name == "README.md" and len(path.parts) == 2}
    assert sorted(listed) == sorted((tops | folders) - {"README.md"})


def test_the_front_page_leads_to_the_index() -> None:
    assert "docs/README.md" in LINK.findall(words(ROOT / "README.md"))
