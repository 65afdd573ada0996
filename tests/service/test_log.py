import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import structlog

from pisyedili.service import log
from pisyedili.service.config import LogFormat, LogLevel


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Leave logging as it was."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    root.handlers.clear()
    yield
    root.handlers[:], root.level = handlers, level
    structlog.reset_defaults()


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_a_line_is_one_json_object_that_says_when_and_what_first() -> None:
    stream = io.StringIO()
    log.configure(LogFormat.AUTO, LogLevel.INFO, stream)
    structlog.get_logger().info("dealt", seats=4)
    (line,) = lines(stream)
    assert list(line) == ["timestamp", "level", "event", "seats"]


def test_a_terminal_gets_colours_and_json_where_it_is_asked_for() -> None:
    auto, asked = Terminal(), Terminal()
    log.configure(LogFormat.AUTO, LogLevel.INFO, auto)
    structlog.get_logger().info("dealt")
    log.configure(LogFormat.JSON, LogLevel.INFO, asked)
    structlog.get_logger().info("dealt")
    assert "\x1b[" in auto.getvalue()
    assert lines(asked)


def test_the_level_holds_for_our_events_and_those_of_libraries() -> None:
    stream = io.StringIO()
    log.configure(LogFormat.JSON, LogLevel.WARNING, stream)
    structlog.get_logger().info("dealt")
    logging.getLogger("grpc").info("polling")
    logging.getLogger("grpc").warning("slow")
    assert [line["event"] for line in lines(stream)] == ["slow"]


@pytest.mark.parametrize("form", [LogFormat.JSON, LogFormat.CONSOLE])
def test_a_traceback_has_lines_and_types_but_no_values(form: LogFormat) -> None:
    stream = io.StringIO()
    log.configure(form, LogLevel.INFO, stream)
    hand = "ace" + "-of-" + "spades"
    try:
        try:
            hands: dict[str, int] = {}
            hands[hand]
        except KeyError as error:
            raise ValueError(hand) from error
    except ValueError as error:
        structlog.get_logger().error("defect", exc_info=error)
        logging.getLogger("grpc").exception("failed")
    text = stream.getvalue()
    assert text.count("KeyError") == 2
    assert "raise ValueError(hand) from error" in text
    assert hand not in text
