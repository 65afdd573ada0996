"""What pages tell to type is there: targets of make, commands, settings."""

import re
from pathlib import Path

import pytest

from pisyedili.cli.app import build, walk
from pisyedili.cli.server import VARIABLES
from pisyedili.cli.texts import speak
from pisyedili.service.config import OPTIONS
from tests.docs.pages import DOCS, FENCE, ROOT, blocks, pages

TARGETS = set(re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
COMMAND = build(speak("en"))
COMMANDS = {path for path, _ in walk(COMMAND)}
SETTINGS = {option.variable for option in OPTIONS} | set(VARIABLES)

every_page = pytest.mark.parametrize("path", pages(), ids=lambda path: str(path.relative_to(ROOT)))


def typed(path: Path) -> list[str]:
    """Return what a page quotes for a shell, line by line, and what it quotes within its text."""
    text = path.read_text("utf-8")
    lines = [line for block in blocks(text, "sh") for line in block.text.splitlines()]
    return lines + re.findall(r"`([^`]+)`", FENCE.sub("", text))


def named(path: Path, pattern: str) -> set[str]:
    return {" ".join(found.split()) for line in typed(path) for found in re.findall(pattern, line)}


@every_page
def test_every_target_of_make_is_there(path: Path) -> None:
    assert named(path, r"^make\s+([a-z-]+)") <= TARGETS


@every_page
def test_every_command_is_there(path: Path) -> None:
    told = named(path, r"(?:^|\| |/bin/)(pisyedili\s+(?:rules\s+)?[a-z]+)")
    assert told <= COMMANDS


@every_page
def test_every_setting_is_there(path: Path) -> None:
    assert named(path, r"\bPISYEDILI_[A-Z_]+[A-Z]\b") <= SETTINGS


def test_every_command_has_its_words_on_its_page() -> None:
    told = [line.removeprefix("pisyedili ") for line in typed(DOCS / "cli.md")]
    commands = (path.partition(" ")[2] for path, command in walk(COMMAND) if command.params)
    assert [
        name for name in commands if not any(re.match(rf"{name}\b", line) for line in told)
    ] == []


def test_every_target_of_make_is_told_somewhere() -> None:
    told = {name for path in pages() for name in named(path, r"^make\s+([a-z-]+)")}
    assert told == TARGETS - {"help"}
