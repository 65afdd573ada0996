"""Calls of the service: a failed one ends the command, in words and by the code of its kind."""

from collections.abc import Iterator
from contextlib import contextmanager

from pisyedili.cli.exits import ExitCode, Stop
from pisyedili.cli.server import Server
from pisyedili.cli.texts import Texts
from pisyedili.client import (
    Client,
    DeadlineExceeded,
    IllegalMove,
    InvalidRequest,
    PisYediliError,
    StaleGame,
    Unauthenticated,
    Unavailable,
)


@contextmanager
def connect(server: Server, texts: Texts) -> Iterator[Client]:
    """Yield a client of a server; ``Stop`` for a call that fails and that nobody else minds."""
    with _client(server, texts) as client:
        try:
            yield client
        except PisYediliError as error:
            raise stop_for(error, server, texts) from None


def _client(server: Server, texts: Texts) -> Client:
    try:
        return server.client()
    except OSError as error:
        fault = texts("error.no_file", file=error.filename, message=error.strerror)
        raise Stop(ExitCode.USAGE, fault) from None
    except ValueError as error:
        raise Stop(ExitCode.USAGE, str(error)) from None


def stop_for(error: PisYediliError, server: Server, texts: Texts) -> Stop:
    """Return the end of the command that a failed call means."""
    match error:
        case Unavailable():
            return Stop(ExitCode.UNREACHABLE, *_unreachable(error, server, texts))
        case DeadlineExceeded():
            return Stop(ExitCode.UNREACHABLE, texts("error.late", server=server))
        case IllegalMove() | StaleGame():
            return Stop(ExitCode.REFUSED, _refused(error, texts))
        case InvalidRequest():
            faults = [f"  {fault.path}: {fault.description}" for fault in error.fields]
            message = error.message if not faults else error.reason_name
            return Stop(ExitCode.USAGE, texts("error.service", message=message), *faults)
        case Unauthenticated():
            said = texts("error.service", message=error.message)
            return Stop(ExitCode.FAILED, said, texts("error.token"))
        case _:
            return Stop(ExitCode.FAILED, texts("error.service", message=error.message))


def _unreachable(error: Unavailable, server: Server, texts: Texts) -> Iterator[str]:
    yield texts("error.unreachable", server=server)
    yield f"  {error.message}"
    yield texts("error.start")
    if "Connection refused" not in error.message:
        yield texts("error.tls")


def _refused(error: IllegalMove | StaleGame, texts: Texts) -> str:
    sentence = texts.get(f"refusal.{error.reason_name.lower()}") or ""
    return sentence if sentence and "{" not in sentence else error.message
