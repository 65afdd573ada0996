"""Try every mutant of the engine against the tests that reach it; print those that no test notices.

Run by ``tools/mutants``. The mutants are mutmut's, and so is the switch between them; each is tried
in a fork of one process that has collected the tests, the fastest test first.
"""

import gc
import json
import os
import signal
import sys
from collections import defaultdict
from collections.abc import Iterable
from contextlib import redirect_stdout
from functools import _lru_cache_wrapper as Cache  # noqa: N812 - it is a class
from pathlib import Path
from time import process_time

import pytest
from _pytest.runner import runtestprotocol
from mutmut.__main__ import copy_also_copy_files, copy_src_dir, create_mutants, setup_source_paths
from mutmut.mutation import trampoline
from mutmut.mutation.data import SourceFileMutationData
from mutmut.mutation.diff_apply import get_diff_for_mutant
from mutmut.state import state

SLOW = 4.0  # seconds of a processor; the slower tests play many random games, and are left out
MANY = 600
CHILDREN = os.cpu_count() or 1
SOURCE = Path("src/pisyedili/engine")
VERDICTS = {0: "survived", 1: "killed", 2: "reached by no test"}
LONG = ("every_option_matters", "properties", "statements_bite", "verify_script")
# To explain a failure takes longer than most tests.
OPTIONS = ["--rootdir=.", "--quiet", "--capture=no", "--assert=plain", "--tb=no"]
TESTS = ["tests/engine", *(f"--ignore=tests/engine/test_{name}.py" for name in LONG)]


class Trial:
    """A run of pytest that tries mutants, where another runs each test once."""

    def __init__(self, mutants: Iterable[str]) -> None:
        self.mutants = mutants
        self.verdicts: dict[str, str] = {}
        self._items: dict[str, pytest.Item] = {}
        self._seconds: dict[str, float] = {}
        self._tests: defaultdict[str, set[str]] = defaultdict(set)
        self._killers: defaultdict[str, list[str]] = defaultdict(list)
        self._running: dict[int, tuple[str, int]] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self._items = {item.nodeid: item for item in session.items}
        _read_presets()
        early = _reached()
        self._learn()
        fastest = sorted(self._seconds, key=lambda test: self._seconds[test])[:MANY]
        for function in early:  # nearly all tests reach it, through a cache
            self._tests[function].update(fastest)
        gc.freeze()
        for mutant in self.mutants:
            if len(self._running) == CHILDREN:
                self._reap()
            self._fork(mutant, afresh=_function(mutant) in early)
        while self._running:
            self._reap()
        return True

    def _learn(self) -> None:
        """Run each test, in a fork, for how long it takes and which functions it reaches."""
        reader, writer = os.pipe()
        if not os.fork():
            unfilled = [cache for cache in _caches() if not cache.cache_info().currsize]
            with os.fdopen(writer, "w") as told:
                json.dump([_measured(item, unfilled) for item in self._items.values()], told)
            os._exit(0)
        os.close(writer)
        with os.fdopen(reader) as told:
            measured = json.load(told)
        os.wait()
        for test, seconds, passed, functions in measured:
            if not passed:
                print(f"left out, since it fails without a mutant: {test}")
            elif seconds < SLOW:
                self._seconds[test] = seconds
                for function in functions:
                    self._tests[function].add(test)

    def _fork(self, mutant: str, *, afresh: bool) -> None:
        """Try a mutant; ``afresh`` where what is cached by now was made by its function."""
        reader, writer = os.pipe()
        pid = os.fork()
        if not pid:
            if afresh:
                _clear(_caches())
            os._exit(self._try(mutant, writer))
        os.close(writer)
        self._running[pid] = mutant, reader

    def _try(self, mutant: str, writer: int) -> int:
        tests = self._order(_function(mutant))
        signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
        trampoline.get_mutant_under_test = lambda: mutant  # asked at every call: let it be quick
        for test in tests:
            signal.setitimer(signal.ITIMER_VIRTUAL, 4 + 10 * self._seconds[test])
            if _fails(self._items[test]):
                os.write(writer, test.encode())
                return 1
        return 0 if tests else 2

    def _order(self, function: str) -> list[str]:
        """Return the tests that reach a function: what lately noticed a mutant of it goes first."""
        lately, seconds = self._killers[function][-5:], self._seconds
        return sorted(self._tests[function], key=lambda test: (test not in lately, seconds[test]))

    def _reap(self) -> None:
        pid, status = os.wait()
        mutant, reader = self._running.pop(pid)
        with os.fdopen(reader) as told:
            self._killers[_function(mutant)] += told.read().splitlines()
        code = os.waitstatus_to_exitcode(status)
        self.verdicts[mutant] = VERDICTS.get(code, "killed")  # by the timer: it ran for ever


def _measured(
    item: pytest.Item, caches: "list[Cache[object]]"
) -> tuple[str, float, bool, list[str]]:
    _clear(caches)  # what an earlier test has filled hides what this one reaches
    _reached()
    started = process_time()
    passed = not _fails(item)
    return item.nodeid, process_time() - started, passed, sorted(_reached())


def _fails(item: pytest.Item) -> bool:
    return any(report.failed for report in runtestprotocol(item, log=False))


def _reached() -> set[str]:
    """Return the functions that ran since this was last asked."""
    noted = state()._stats  # noqa: SLF001 - mutmut's own note
    reached = set(noted)
    noted.clear()
    return reached


def _read_presets() -> None:
    """Fill the cache that nearly every test would fill."""
    from tests.engine.builder import presets  # noqa: PLC0415 - not before the engine is mutated

    presets()


def _caches() -> "list[Cache[object]]":
    return [found for found in gc.get_objects() if isinstance(found, Cache)]


def _clear(caches: "list[Cache[object]]") -> None:
    for cache in caches:
        cache.cache_clear()


def _function(mutant: str) -> str:
    return mutant.partition("__mutmut_")[0]


def mutants_of(module: str) -> list[str]:
    """Return the names of a module's mutants."""
    data = SourceFileMutationData(path=SOURCE / f"{module}.py")
    data.load()
    return list(data.exit_code_by_key)


def report(verdicts: dict[str, str], by_module: dict[str, list[str]]) -> None:
    """Print each mutant that was not killed as a difference, and the share killed by module."""
    for module, mutants in by_module.items():
        for mutant in mutants:
            if verdicts[mutant] != "killed":
                lines = get_diff_for_mutant(mutant, path=SOURCE / f"{module}.py").splitlines()
                print(f"\n{mutant}: {verdicts[mutant]}", *lines[2:], sep="\n")
    print()
    for name, mutants in (*by_module.items(), ("all", [*verdicts])):
        killed = sum(verdicts[mutant] == "killed" for mutant in mutants)
        if mutants:
            print(f"{name:12} {killed:5} of {len(mutants):5} killed, {killed / len(mutants):6.1%}")


def main(wanted: list[str]) -> None:
    """Write the mutants, try those of the modules that are wanted, or all, and report."""
    Path("mutants").mkdir()
    with redirect_stdout(sys.stderr):
        copy_src_dir()
        copy_also_copy_files()
        setup_source_paths()
        create_mutants(CHILDREN)
    by_module = {
        module: mutants_of(module)
        for module in wanted or sorted(path.stem for path in SOURCE.glob("*.py"))
    }
    trial = Trial(mutant for mutants in by_module.values() for mutant in mutants)
    here = Path.cwd()
    os.chdir("mutants")
    trampoline.set_mutant_under_test("stats")
    pytest.main([*OPTIONS, *TESTS], plugins=[trial])
    os.chdir(here)
    report(trial.verdicts, by_module)


if __name__ == "__main__":
    main(sys.argv[1:])
