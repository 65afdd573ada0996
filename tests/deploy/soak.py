"""All kinds of callers at one server for a while: memory, descriptors and threads stay flat.

Run ``python -m tests.deploy.soak --minutes 15``.
"""

import argparse
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from contextlib import contextmanager
from statistics import median, quantiles
from typing import Final, NamedTuple

import psutil
from rich.console import Console
from rich.table import Table

from tests.clients.server_process import ServerProcess, serving
from tests.deploy.callers import Callers
from tests.service.process import until

SAMPLES: Final = 60
WARM: Final = SAMPLES // 4
"""Samples before anything is held to be flat."""

BOUNDS: Final = {"memory": 8.0, "descriptors": 20, "threads": 8}
"""By how much the last quarter may lie above the second: in MiB, and in numbers.

Twenty thousand calls that leave half a kilobyte each would be seen; callers at a time, and threads
of gRPC's own, come and go by less than the others.
"""


class Sample(NamedTuple):
    """What the server held at a time, and how it answered good calls before."""

    minute: float
    memory: float
    descriptors: int
    threads: int
    rate: float
    median: float
    slowest: float


class Sampler:
    """Looks at a server from outside."""

    def __init__(self, server: ServerProcess, callers: Callers) -> None:
        self._process = psutil.Process(server.pid)
        self._callers = callers
        self._begun = self._last = time.monotonic()

    def sample(self) -> Sample:
        """Look at it now; times of answers are in milliseconds, since the last look."""
        answers, self._callers.seconds = self._callers.seconds, []
        now, before = time.monotonic(), self._last
        self._last = now
        with self._process.oneshot():
            memory = self._process.memory_info().rss / 2**20
            threads = self._process.num_threads()
        *_, slowest = quantiles(answers, n=100) if len(answers) > 1 else [0.0]
        return Sample(
            (now - self._begun) / 60,
            memory,
            self._process.num_fds(),
            threads,
            len(answers) / (now - before),
            1000 * median(answers or [0]),
            1000 * slowest,
        )


@contextmanager
def load(callers: Callers) -> Iterator[Callable[[float], None]]:
    """Have each kind of caller call, again and again; yield how to wait so long for what errs."""
    over = threading.Event()

    def again(call: Callable[[], object]) -> None:
        while not over.is_set():
            call()

    def watch(seconds: float) -> None:
        done, _ = wait(running, seconds, FIRST_EXCEPTION)
        for future in done:
            future.result()

    with ThreadPoolExecutor(len(callers.kinds)) as pool:
        running = [pool.submit(again, kind) for kind in callers.kinds]
        try:
            yield watch
        finally:
            over.set()


def soaked(minutes: float) -> list[Sample]:
    """Return what was seen of a server under load; raise what a caller met, or what was left.

    Connections are renewed after a quarter of the time.
    """
    with serving(f"--max-connection-age={15 * minutes:g}") as server:
        process = psutil.Process(server.pid)
        at_rest = process.num_fds()
        callers = Callers(server)
        sampler = Sampler(server, callers)
        samples = []
        with load(callers) as watch:
            for _ in range(SAMPLES):
                watch(60 * minutes / SAMPLES)
                samples.append(sampler.sample())
        callers.close()
        until(lambda: process.num_fds() <= at_rest)
    return samples


def growth(samples: Sequence[Sample]) -> dict[str, float]:
    """Return by how much the last quarter of the samples lies above the second."""
    early, late = samples[WARM : 2 * WARM], samples[-WARM:]

    def middle(name: str, some: Sequence[Sample]) -> float:
        return float(median(getattr(sample, name) for sample in some))

    return {name: middle(name, late) - middle(name, early) for name in BOUNDS}


def excess(samples: Sequence[Sample]) -> dict[str, float]:
    """Return what has grown beyond its bound, and by how much."""
    return {name: grown for name, grown in growth(samples).items() if grown > BOUNDS[name]}


def table(samples: Sequence[Sample]) -> Table:
    """Return every fourth sample."""
    shown = Table("minute", "memory MiB", "descriptors", "threads", "answers/s", "p50 ms", "p99 ms")
    for column in shown.columns:
        column.justify = "right"
    for sample in samples[3::4]:
        minute, memory, descriptors, threads, *rest = sample
        figures = (f"{figure:.1f}" for figure in rest)
        shown.add_row(f"{minute:.1f}", f"{memory:.1f}", f"{descriptors}", f"{threads}", *figures)
    return shown


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.deploy.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=15)
    samples = soaked(parser.parse_args(arguments).minutes)
    console = Console()
    console.print(table(samples))
    console.print({name: round(grown, 1) for name, grown in growth(samples).items()})
    assert not excess(samples), f"expected growth of at most {BOUNDS}, got {excess(samples)}"


if __name__ == "__main__":
    main()
