"""The version is said in one place, and whatever repeats it says the same."""

import re
from importlib.metadata import version
from pathlib import Path

from pisyedili.engine import __version__
from tests.release.dist import ROOT

IMAGE = re.compile(r"\bpisyedili-engine:(\d[\w.-]*)|\bVERSION=(\d[\w.-]*)")


def read(path: Path) -> str:
    return path.read_text("utf-8")


def test_what_is_installed_has_it() -> None:
    assert version("pisyedili-engine") == __version__


def test_pages_and_manifests_name_the_image_by_it() -> None:
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
    named = {tag or argument for page in pages for tag, argument in IMAGE.findall(read(page))}
    bases = ROOT.glob("k8s/**/kustomization.yaml")
    tags = {tag for base in bases for tag in re.findall(r"newTag: (\S+)", read(base))}
    assert named == tags == {__version__}


def test_the_changelog_begins_with_it() -> None:
    first = re.findall(r"^## (.*)$", read(ROOT / "CHANGELOG.md"), re.MULTILINE)[0]
    assert re.fullmatch(rf"{re.escape(__version__)} - (unreleased|\d{{4}}-\d\d-\d\d)", first)
