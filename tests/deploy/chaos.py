"""Matches through the proxy while replicas and proxy are killed, drained, stopped, replaced.

Run ``python -m tests.deploy.chaos --minutes 5``; with the seed that it prints, faults come in the
same order again.
"""

import argparse
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random, SystemRandom
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from pisyedili.client.connection import DEADLINE
from tests.deploy.fleet import Fleet, fleet
from tests.deploy.proxy import Proxy, proxy
from tests.deploy.tables import Tables

TABLES: Final = 50
REPLICAS: Final = 3
FAULTS: Final = 3 * REPLICAS + 2
"""How many different things go wrong."""

HANG: Final = 20 * TABLES
"""Answers for which a replica stands still: each table asks it meanwhile, and hangs."""

GONE: Final = 2.0
"""Seconds for which the proxy is missing after a crash."""


class Fault(NamedTuple):
    """Something that goes wrong, and is mended when it returns."""

    name: str
    happen: Callable[[], object]


class Scene(NamedTuple):
    """What can go wrong, and who must not notice."""

    replicas: Fleet
    between: Proxy
    tables: Tables

    def faults(self, seed: int) -> Iterator[Fault]:
        """Yield faults without end, each once before any comes again."""
        random = Random(seed)  # noqa: S311 - to come again
        faults = [*self._of_the_proxy(), *(fault for n in range(REPLICAS) for fault in self._of(n))]
        while True:
            random.shuffle(faults)
            yield from faults

    def _of(self, which: int) -> Iterator[Fault]:
        yield Fault(f"replica {which} is killed", lambda: self.replicas.kill(which))
        yield Fault(f"replica {which} is drained", lambda: self.replicas.drain(which))
        yield Fault(f"replica {which} stands still", lambda: self._freeze(which))

    def _of_the_proxy(self) -> Iterator[Fault]:
        yield Fault("the proxy is stopped", lambda: self._restart(signal.SIGTERM, 0))
        yield Fault("the proxy is killed", lambda: self._restart(signal.SIGKILL, GONE))

    def _freeze(self, which: int) -> None:
        self.replicas.freeze(which, lambda: self.tables.more(HANG))

    def _restart(self, number: int, seconds: float) -> None:
        self.between.end(number)
        time.sleep(seconds)
        self.between.start()


@contextmanager
def scene(folder: Path, deadline: float = DEADLINE) -> Iterator[Scene]:
    """Have matches played through a proxy before replicas."""
    with (
        fleet(REPLICAS) as replicas,
        proxy(folder, *replicas.ports) as between,
        Tables(between.address, TABLES, deadline) as tables,
    ):
        tables.more(TABLES)
        yield Scene(replicas, between, tables)


def run(minutes: float, seed: int) -> None:
    """Let faults happen for so long, and raise what a match met."""
    end = time.monotonic() + 60 * minutes
    with TemporaryDirectory() as folder, scene(Path(folder)) as played:
        tables = played.tables
        for fault in played.faults(seed):
            if time.monotonic() > end:
                break
            print(f"{tables.calls:9,} calls, {len(tables.matches):6,} matches: {fault.name}")
            fault.happen()
            tables.more(TABLES)
        tables.end()
        unproven = tables.unproven()
    assert not unproven, f"expected matches that end as their records replay, got {unproven}"
    print(f"{tables.calls:9,} calls, {len(tables.matches):6,} matches: all well")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.deploy.chaos", description=__doc__)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(10**6))
    chosen = parser.parse_args(arguments)
    print(f"python -m tests.deploy.chaos --minutes {chosen.minutes:g} --seed {chosen.seed}")
    run(chosen.minutes, chosen.seed)


if __name__ == "__main__":
    main()
