"""Files that are read again as they change, so that secrets rotate under a running server."""

import os
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, Generic, TypeAlias, TypeVar, final

import structlog

T = TypeVar("T")

Stamp: TypeAlias = "tuple[tuple[int, ...] | None, ...]"
"""What differs after any change of some files; None stands for one that is not there."""

_log: Final = structlog.get_logger()


class Unusable(ValueError):
    """Files that cannot be used, with every fault; no fault quotes what a file holds."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("; ".join(faults))
        self.faults = tuple(faults)


@final
class Fresh(Generic[T]):
    """What some files say now; if they go bad, what they said before, and one warning.

    It is for all threads. Files that are bad are tried again whenever somebody asks.
    """

    def __init__(self, what: str, files: Sequence[Path], read: Callable[[], T]) -> None:
        self.what: Final = what
        self._files: Final = files
        self._read: Final = read
        self._lock: Final = threading.Lock()
        self._fault = ""
        self._stamp = _stamp(files)
        self._held = read()

    def get(self) -> T:
        """Return what the files say, or said when they could last be used."""
        if self._fault or _stamp(self._files) != self._stamp:
            with self._lock:
                self._catch_up()
        return self._held

    def failed(self) -> bool:
        """Return whether the files are bad now."""
        self.get()
        return bool(self._fault)

    def _catch_up(self) -> None:
        stamp = _stamp(self._files)  # Before the reading: a change meanwhile shows next time.
        if stamp == self._stamp and not self._fault:
            return
        try:
            self._held = self._read()
        except Unusable as unusable:
            self._warn(unusable)
            return
        self._stamp, self._fault = stamp, ""
        _log.info("rotated", what=self.what)

    def _warn(self, unusable: Unusable) -> None:
        if str(unusable) != self._fault:
            self._fault = str(unusable)
            _log.warning("rotation_failed", what=self.what, faults=unusable.faults)


def contents(flag: str, file: Path) -> bytes:
    """Return what a file holds; `Unusable` if it cannot be read."""
    try:
        return file.read_bytes()
    except OSError as error:
        fault = f"{flag}: expected a file that can be read, got {file}: {error.strerror}"
        raise Unusable([fault]) from None


def _stamp(files: Sequence[Path]) -> Stamp:
    return tuple(map(_state, files))


def _state(file: Path) -> tuple[int, ...] | None:
    try:
        found = os.stat(file)  # noqa: PTH116 - each call asks, and a path's own way is slower
    except OSError:
        return None
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns
