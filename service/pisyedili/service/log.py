"""Log lines: one JSON object a line in production, coloured text in a terminal.

No line holds a card, hand, seed, key or token. So a traceback says which lines were run and
which error came, but not the error's message, which may quote a value.
"""

import logging
import sys
import traceback
from collections.abc import Iterator
from typing import Any, Final, TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from pisyedili.service.config import LogFormat, LogLevel

_LEVELS: Final[dict[LogLevel, int]] = {
    LogLevel.DEBUG: logging.DEBUG,
    LogLevel.INFO: logging.INFO,
    LogLevel.WARNING: logging.WARNING,
    LogLevel.ERROR: logging.ERROR,
}


def configure(form: LogFormat, level: LogLevel, stream: TextIO = sys.stdout) -> None:
    """Send every event of structlog and of the standard library to the stream as one line."""
    console = form is LogFormat.CONSOLE or (form is LogFormat.AUTO and stream.isatty())
    shared = _processors()
    last = _console() if console else structlog.processors.JSONRenderer()
    structlog.configure(
        processors=[*shared, last],
        wrapper_class=structlog.make_filtering_bound_logger(_LEVELS[level]),
        logger_factory=structlog.WriteLoggerFactory(stream),
        cache_logger_on_first_use=True,
    )
    _adopt_standard_logging(shared, last, _LEVELS[level], stream)


def _processors() -> list[Processor]:
    return [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _frames,
        _ordered,
    ]


def _console() -> Processor:
    return structlog.dev.ConsoleRenderer(colors=True)


def _adopt_standard_logging(
    shared: list[Processor], last: Processor, level: int, stream: TextIO
) -> None:
    handler = logging.StreamHandler(stream)
    remove = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processors=[remove, last])
    )
    logging.basicConfig(handlers=[handler], level=max(level, logging.INFO), force=True)


def _frames(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Replace the error under ``exc_info`` by its frames and type."""
    error: Any = event.pop("exc_info", None)
    if isinstance(error, tuple):
        error = error[1]
    if isinstance(error, BaseException):
        event["exception"] = "".join(_lines(error))
    return event


def _ordered(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Put first what every line has."""
    first = {key: event.pop(key) for key in ("timestamp", "level", "event") if key in event}
    return {**first, **event}


def _lines(error: BaseException) -> Iterator[str]:
    cause = error.__cause__ or error.__context__
    if cause is not None:
        yield from _lines(cause)
        yield "\n"
    yield from traceback.format_tb(error.__traceback__)
    yield type(error).__qualname__
