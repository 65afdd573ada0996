"""The settings of one process: read once, from flags and environment, all faults told together.

Each flag ``--some-name`` has the twin ``PISYEDILI_SOME_NAME``; the flag wins. No secret is a flag.
"""

import argparse
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Final, NoReturn, TypeVar

from pisyedili.engine import __version__
from pisyedili.service.fresh import Unusable
from pisyedili.service.limits import Limits
from pisyedili.service.tls import TlsFiles, read_identity
from pisyedili.service.tokens import read_tokens

PREFIX: Final = "PISYEDILI_"


class LogFormat(StrEnum):
    """How log lines look; ``auto`` is ``console`` in a terminal and ``json`` elsewhere."""

    AUTO = "auto"
    JSON = "json"
    CONSOLE = "console"


class LogLevel(StrEnum):
    """The least severe event that is logged."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Config:
    """The settings of one process; times are in seconds, port 0 takes a free port."""

    host: str = "::"
    port: int = 50051
    metrics_port: int = 9464
    health_port: int | None = None
    tls_certificate: Path | None = None
    tls_key: Path | None = None
    tls_client_ca: Path | None = None
    tokens: Path | None = None
    workers: int = 8
    max_concurrent_rpcs: int = 1024
    request_timeout: float = 10.0
    drain_delay: float = 2.5
    grace: float = 10.0
    max_connection_age: float = 300.0
    max_connection_age_grace: float = 30.0
    reflection: bool = True
    log_format: LogFormat = LogFormat.AUTO
    log_level: LogLevel = LogLevel.INFO
    presets: Path | None = None
    limits: Limits = field(default_factory=Limits)

    @property
    def tls(self) -> TlsFiles | None:
        """The files of TLS, if it is asked for."""
        if self.tls_certificate is None or self.tls_key is None:
            return None
        return TlsFiles(self.tls_certificate, self.tls_key, self.tls_client_ca)


class InvalidConfig(ValueError):
    """Settings that cannot be used, with every fault."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("; ".join(faults))
        self.faults = tuple(faults)


class _Expected(ValueError):
    """Text that is not what its option wants; the message completes "expected …"."""


@dataclass(frozen=True, slots=True)
class _Option:
    """One setting: its name here and in flag and variable, how its text is read, what it is for."""

    name: str
    read: Callable[[str], object]
    help: str
    limit: bool = False

    @property
    def key(self) -> str:
        return f"max_{self.name}" if self.limit else self.name

    @property
    def flag(self) -> str:
        return "--" + self.key.replace("_", "-")

    @property
    def variable(self) -> str:
        return PREFIX + self.key.upper()

    @property
    def default(self) -> object:
        return getattr(Limits() if self.limit else Config(), self.name)


E = TypeVar("E", bound=StrEnum)
F = TypeVar("F")


def _number(low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and low <= int(text[:20]) <= high):
            raise _Expected(f"a whole number from {low} to {high}")
        return int(text)

    return read


def _seconds(low: float, high: float) -> Callable[[str], float]:
    def read(text: str) -> float:
        try:
            seconds = float(text)
        except ValueError:
            seconds = math.nan
        if not low <= seconds <= high:
            raise _Expected(f"seconds from {low:g} to {high:g}")
        return seconds

    return read


def _choice(kind: type[E]) -> Callable[[str], E]:
    def read(text: str) -> E:
        if text not in list(kind):
            raise _Expected(f"one of {', '.join(kind)}")
        return kind(text)

    return read


def _switch(text: str) -> bool:
    if text not in {"true", "false"}:
        raise _Expected("true or false")
    return text == "true"


def _address(text: str) -> str:
    if not text or text.startswith("unix:"):
        raise _Expected("an IP address or a host name")
    return text.removeprefix("[").removesuffix("]")


def _folder(text: str) -> Path:
    if not Path(text).is_dir():
        raise _Expected("a folder that exists")
    return Path(text)


def _file(text: str) -> Path:
    if not text:
        raise _Expected("a file")
    return Path(text)


_PORT: Final = _number(0, 65535)
_DAY: Final = 86400.0

OPTIONS: Final = (
    _Option("host", _address, "address to listen on; :: is every address"),
    _Option("port", _PORT, "port for gRPC; 0 takes a free one"),
    _Option("metrics_port", _PORT, "port for metrics over HTTP; 0 takes a free one"),
    _Option("health_port", _PORT, "port for health alone, without TLS; 0 takes a free one"),
    _Option(
        "tls_certificate", _file, "file of the certificate, its issuers after it; makes it TLS"
    ),
    _Option("tls_key", _file, "file of the certificate's key"),
    _Option("tls_client_ca", _file, "file of who signs the certificates that clients must show"),
    _Option("tokens", _file, "file of bearer tokens, one a line, of which a call must show one"),
    _Option("workers", _number(1, 256), "threads that answer calls"),
    _Option("max_concurrent_rpcs", _number(1, 100_000), "calls at a time; more are refused"),
    _Option("request_timeout", _seconds(0.1, _DAY), "how long callers may be slow or silent"),
    _Option("drain_delay", _seconds(0, _DAY), "how long to serve on after saying NOT_SERVING"),
    _Option("grace", _seconds(0, _DAY), "how long calls in flight may take at the end"),
    _Option("max_connection_age", _seconds(1, _DAY), "when a connection is asked to reconnect"),
    _Option("max_connection_age_grace", _seconds(0, _DAY), "how long it may then finish its calls"),
    _Option("reflection", _switch, "whether clients may ask for the contract"),
    _Option("log_format", _choice(LogFormat), "how log lines look"),
    _Option("log_level", _choice(LogLevel), "the least severe event that is logged"),
    _Option("presets", _folder, "folder of rule files to offer beside the built-in ones"),
    _Option("message_bytes", _number(1024, 1 << 26), "size of a request", limit=True),
    _Option("moves", _number(1, 1_000_000), "moves in one ApplyMoves", limit=True),
    _Option("batch", _number(1, 100_000), "items in one BatchApply", limit=True),
    _Option("seats", _number(2, 16), "seats at a table", limit=True),
    _Option("decks", _number(1, 8), "decks in a game", limit=True),
    _Option("jokers", _number(0, 32), "jokers in a game", limit=True),
)


def load(arguments: Sequence[str], environ: Mapping[str, str]) -> Config:
    """Return the settings; `InvalidConfig` has every fault, and ``--help`` ends the process."""
    flags, faults = _flags(arguments)
    faults += _unknown_variables(environ)
    values: dict[bool, dict[str, object]] = {False: {}, True: {}}
    for option in OPTIONS:
        source, text = _source(option, flags, environ)
        if text is not None:
            try:
                values[option.limit][option.name] = option.read(text)
            except _Expected as expected:
                faults.append(f"{source}: expected {expected}, got {_shown(text)}")
    # Every value was read by its own option, which makes the type that the field has.
    limits = replace(Limits(), **values[True])  # type: ignore[arg-type]
    config = replace(Config(), limits=limits, **values[False])  # type: ignore[arg-type]
    faults += _faults_of_files(config)
    faults += () if faults else _faults_of_ports(config)
    if faults:
        raise InvalidConfig(faults)
    return config


def _faults_of_ports(config: Config) -> Iterator[str]:
    flags = ("--port", "--metrics-port", "--health-port")
    ports = (config.port, config.metrics_port, config.health_port or 0)
    taken = {0: ""}
    for flag, port in zip(flags, ports, strict=True):
        if taken.setdefault(port, flag) not in {"", flag}:
            yield f"{flag}: expected another port than {taken[port]}, got {port}"


def _faults_of_files(config: Config) -> Iterator[str]:
    if config.tls_certificate and not config.tls_key:
        yield "--tls-key: expected the key of the certificate, got none"
    if not config.tls_certificate and (config.tls_key or config.tls_client_ca):
        yield "--tls-certificate: expected one beside the other files of TLS, got none"
    if config.tls:
        yield from _faults(read_identity, config.tls)
    if config.tokens:
        yield from _faults(read_tokens, config.tokens)


def _faults(read: Callable[[F], object], files: F) -> Sequence[str]:
    try:
        read(files)
    except Unusable as unusable:
        return unusable.faults
    return ()


class _Parser(argparse.ArgumentParser):
    """A parser that leaves its one fault to be reported with the others."""

    def error(self, message: str) -> NoReturn:
        raise InvalidConfig([message])


def _flags(arguments: Sequence[str]) -> tuple[dict[str, str | None], list[str]]:
    parser = _Parser(
        prog="pisyedili serve",
        description="Serve the rules of Pis Yedili over gRPC.",
        epilog=f"Every flag has a twin in the environment: --port is {PREFIX}PORT.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=__version__)
    for option in OPTIONS:
        help_text = option.help if option.default is None else f"{option.help} ({option.default})"
        parser.add_argument(
            option.flag, dest=option.key, nargs="?", const="", metavar="…", help=help_text
        )
    try:
        known, unknown = parser.parse_known_args(list(arguments))
    except InvalidConfig as invalid:
        return {}, list(invalid.faults)
    return vars(known), [f"{_shown(flag)}: expected a flag that --help lists" for flag in unknown]


def _unknown_variables(environ: Mapping[str, str]) -> list[str]:
    known = {option.variable for option in OPTIONS}
    unknown = sorted(name for name in environ if name.startswith(PREFIX) and name not in known)
    if f"{PREFIX}SERVICE_HOST" in unknown:  # Kubernetes sets a dozen for a Service of this name.
        return [f"{PREFIX}SERVICE_HOST and others: expected a pod with enableServiceLinks: false"]
    return [f"{name}: expected a variable named after a flag that --help lists" for name in unknown]


def _source(
    option: _Option, flags: Mapping[str, str | None], environ: Mapping[str, str]
) -> tuple[str, str | None]:
    flag = flags.get(option.key)
    return (
        (option.flag, flag) if flag is not None else (option.variable, environ.get(option.variable))
    )


def _shown(text: str) -> str:
    return repr(text if len(text) <= 80 else text[:79] + "…")
