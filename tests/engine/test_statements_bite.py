"""Each statement's tests notice when an option that the statement rests on is changed."""

import importlib
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from pisyedili.engine.errors import IllegalMove
from tests.engine import builder, rests_on, rests_on_family

PRESETS = {"V": "standard", "S": "simple", "G": "gamyun", "K": "classic"}
NOTICES = (AssertionError, IllegalMove, pytest.fail.Exception)

RESTS_ON = rests_on.RESTS_ON | rests_on_family.RESTS_ON
CHANGES = [(statement, change) for statement, found in RESTS_ON.items() for change in found]


@cache
def naming(statement: str) -> tuple[Callable[[], None], ...]:
    """Return the test functions of this folder that name a statement."""
    named = re.compile(rf"test_(\w+_)?{statement}_")
    return tuple(test for name, test in _tests() if named.match(name))


@cache
def _tests() -> tuple[tuple[str, Callable[[], None]], ...]:
    here = Path(__file__)
    names = sorted(path.stem for path in here.parent.glob("test_*.py") if path != here)
    modules = (importlib.import_module(f"tests.engine.{name}") for name in names)
    return tuple(pair for module in modules for pair in _functions(module))


def _functions(module: ModuleType) -> Iterator[tuple[str, Callable[[], None]]]:
    return (pair for pair in vars(module).items() if pair[0].startswith("test_"))


def notices(test: Callable[[], None]) -> bool:
    """Tell whether a test fails now; an error that is no test's verdict goes through."""
    try:
        test()
    except NOTICES:
        return True
    return False


@pytest.mark.parametrize(("statement", "change"), CHANGES)
def test_a_changed_option_fails_a_test_of_the_statement(
    statement: str, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tests = naming(statement)
    assert not any(map(notices, tests))
    monkeypatch.setitem(builder.OVERRIDES, PRESETS[statement[0]], change)
    assert any(map(notices, tests))


@pytest.mark.parametrize("statement", RESTS_ON)
def test_a_statement_has_a_test_and_rests_on_options_or_says_why_not(statement: str) -> None:
    assert naming(statement)
    assert bool(RESTS_ON[statement]) != (statement in rests_on.FIXED)
