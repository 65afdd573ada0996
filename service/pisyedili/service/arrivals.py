"""Calls that wait for their request: while it is slow, or never comes, others are answered."""

import threading
from time import monotonic
from typing import Final, final

from grpc import ServicerContext

from pisyedili.service.workers import Workers

_SLOW: Final = 0.1
"""Seconds after which a worker that waits for a request is stood in for."""


@final
class Arrivals:
    """Cancels every call whose request is not here after so many seconds."""

    def __init__(self, seconds: float) -> None:
        self._seconds: Final = seconds
        self._awaited: Final[dict[ServicerContext, tuple[float, Workers]]] = {}
        self._slow: Final[dict[ServicerContext, float]] = {}
        self._closed: Final = threading.Event()
        threading.Thread(target=self._watch, name="arrivals", daemon=True).start()

    def expect(self, context: ServicerContext, workers: Workers) -> None:
        """Begin to wait for the request of a call, in one of these workers."""
        self._awaited[context] = monotonic(), workers

    def arrived(self, context: ServicerContext, workers: Workers) -> None:
        """End the wait, whether the request came or the call was given up."""
        if self._awaited.pop(context, None) is None:
            self._slow.pop(context, None)
            workers.dismiss()

    def close(self) -> None:
        """Stop watching."""
        self._closed.set()

    def _watch(self) -> None:
        while not self._closed.wait(_SLOW):
            now = monotonic()
            # Copies, since calls begin and end meanwhile: a list of items is not taken at once.
            for context, (begun, workers) in self._awaited.copy().items():
                if begun < now - _SLOW:
                    self._stand_in(context, begun, workers)
            for context, begun in self._slow.copy().items():
                if begun < now - self._seconds:
                    context.cancel()

    def _stand_in(self, context: ServicerContext, begun: float, workers: Workers) -> None:
        """Replace a worker unless its request has come by now: whoever takes the call out knows."""
        try:
            workers.hire()
        except RuntimeError:  # Then the slow one has to go, or nobody is answered.
            context.cancel()
            return
        self._slow[context] = begun
        if self._awaited.pop(context, None) is None:
            del self._slow[context]
            workers.dismiss()
