"""Replicas of the service as real processes, each of which keeps its port when it is replaced."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from tests.clients.server_process import ServerProcess

SETTLED: Final = "--drain-delay=2.5"
"""As the service has it, and the manifests: long enough for the proxy to notice."""


class Fleet:
    """So many replicas; each may be killed, drained or frozen, and then serves again."""

    def __init__(self, size: int) -> None:
        self._replicas = [ServerProcess(SETTLED) for _ in range(size)]
        self.ports: Final = [replica.port for replica in self._replicas]
        self.target: Final = "ipv4:" + ",".join(f"127.0.0.1:{port}" for port in self.ports)

    def __len__(self) -> int:
        return len(self._replicas)

    def kill(self, which: int) -> None:
        """End a replica as a crash would, and start another in its place."""
        self._replicas[which].close()
        self._start(which)

    def drain(self, which: int) -> None:
        """Ask a replica to stop, and when it has, start another in its place."""
        self._replicas[which].stop()
        self._replicas[which].close()
        self._start(which)

    def freeze(self, which: int, meanwhile: Callable[[], object]) -> None:
        """Let a replica stand still for as long as something takes."""
        self._replicas[which].freeze()
        meanwhile()
        self._replicas[which].thaw()

    def _start(self, which: int) -> None:
        self._replicas[which] = ServerProcess(SETTLED, port=self.ports[which])

    def close(self) -> None:
        """Kill them all."""
        for replica in self._replicas:
            replica.close()


@contextmanager
def fleet(size: int = 3) -> Iterator[Fleet]:
    """Run replicas meanwhile."""
    replicas = Fleet(size)
    try:
        yield replicas
    finally:
        replicas.close()
