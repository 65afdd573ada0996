"""The service that a command asks: where it is, and what is trusted and shown there."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any, Final, TypeAlias

import typer

from pisyedili.client import Client, tls

_PREFIX: Final = "PISYEDILI_"


def _file(name: str) -> Any:
    variable = _PREFIX + name.upper().replace("-", "_")
    return typer.Option(f"--{name}", envvar=variable, metavar="FILE", show_default=False)


_File: TypeAlias = Path | None


@dataclass(frozen=True, slots=True)
class Server:
    """A service; each field is an option, and a variable of the environment."""

    server: Annotated[
        str, typer.Option("--server", envvar=f"{_PREFIX}SERVER", metavar="HOST:PORT")
    ] = "localhost:50051"
    tls: Annotated[bool, typer.Option("--tls", envvar=f"{_PREFIX}TLS")] = False
    ca: Annotated[_File, _file("ca")] = None
    certificate: Annotated[_File, _file("certificate")] = None
    key: Annotated[_File, _file("key")] = None
    token_file: Annotated[_File, _file("token-file")] = None

    def __str__(self) -> str:
        return self.server

    def client(self, deadline: float = 10.0) -> Client:
        """Return a client of it; `OSError` or `ValueError` for files that do not do."""
        files = (self.ca, self.certificate, self.key)
        return Client(
            self.server,
            deadline=deadline,
            wait_for_ready=False,
            token=_token(self.token_file) if self.token_file else "",
            credentials=tls(*files) if self.tls or any(files) else None,
        )


_FIELDS: Final = signature(Server).parameters

VARIABLES: Final = frozenset(_PREFIX + name.upper() for name in _FIELDS)
"""The variables by which a server is named; they are none of the service's own."""


def server_of(options: dict[str, Any]) -> Server:
    """Return the server that options name; they are taken out of the others."""
    return Server(**{name: options.pop(name) for name in _FIELDS})


def asking(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command that has the options of a server in the place of its ``server``."""
    own = signature(command).parameters.values()
    if "server" not in (parameter.name for parameter in own):
        return command

    def ask(**options: Any) -> None:
        server = server_of(options)
        command(**options, server=server)

    ask.__signature__ = Signature(list(_spread(own)))  # type: ignore[attr-defined]  # Typer reads it.
    return ask


def _spread(own: Any) -> Iterator[Parameter]:
    for parameter in own:
        if parameter.name == "server":
            yield from _FIELDS.values()
        else:
            yield parameter


def _token(file: Path) -> str:
    """Return the first token in a file such as the service has."""
    lines = (line.strip() for line in file.read_text("utf-8").splitlines())
    token = next((line for line in lines if line and not line.startswith("#")), "")
    if not token:
        raise ValueError(f"expected a token in {file}, got none")
    return token
