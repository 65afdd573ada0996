"""Threads that answer calls, and stand-ins for those that wait for slow callers."""

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any, Final, final


@final
class Workers(ThreadPoolExecutor):
    """So many threads that take one call after another.

    grpcio asks for a `ThreadPoolExecutor` by name; these threads are more, and fewer, on demand.
    """

    def __init__(self, size: int, name: str) -> None:
        super().__init__(size, name)
        self._name: Final = name
        self._calls: Final[SimpleQueue[Callable[[], None] | None]] = SimpleQueue()
        self._hired: Final[set[threading.Thread]] = set()
        for _ in range(size):
            self.hire()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Let a thread make a call."""
        outcome: Future[Any] = Future()

        def call() -> None:
            try:
                outcome.set_result(fn(*args, **kwargs))
            except BaseException as error:  # noqa: BLE001 - it is for whoever asks the outcome
                outcome.set_exception(error)

        self._calls.put(call)
        return outcome

    def hire(self) -> None:
        """Add a thread; `RuntimeError` where the system gives none."""
        thread = threading.Thread(target=self._work, name=self._name, daemon=True)
        self._hired.add(thread)
        try:
            thread.start()
        except RuntimeError:
            self._hired.remove(thread)
            raise

    def dismiss(self) -> None:
        """Let one thread go, after the calls that wait now."""
        self._calls.put(None)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let all threads go after the calls that wait now; and wait until they have."""
        hired = list(self._hired)
        for _ in hired:
            self.dismiss()
        for thread in hired if wait else ():
            thread.join()

    def _work(self) -> None:
        while call := self._calls.get():
            call()
        self._hired.remove(threading.current_thread())
