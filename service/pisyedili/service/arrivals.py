"""Calls that wait for their request: one that never comes would hold a worker for good."""

import threading
from time import monotonic
from typing import Final, final

from grpc import ServicerContext


@final
class Arrivals:
    """Cancels every call whose request is not here after so many seconds."""

    def __init__(self, seconds: float) -> None:
        self._seconds: Final = seconds
        self._due: Final[dict[ServicerContext, float]] = {}
        self._closed: Final = threading.Event()
        threading.Thread(target=self._watch, name="arrivals", daemon=True).start()

    def expect(self, context: ServicerContext) -> None:
        """Begin to wait for the request of a call."""
        self._due[context] = monotonic() + self._seconds

    def arrived(self, context: ServicerContext) -> None:
        """End the wait, whether the request came or the call was given up."""
        del self._due[context]

    def close(self) -> None:
        """Stop watching."""
        self._closed.set()

    def _watch(self) -> None:
        while not self._closed.wait(min(1.0, self._seconds / 2)):
            now = monotonic()
            for context, due in list(self._due.items()):
                if due < now:
                    context.cancel()
