"""How both clients reach the service: the same channel options, service config and metadata."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Any, Final, TypeAlias

import grpc

from pisyedili.client.security import Token

Option: TypeAlias = tuple[str, str | int]

DEADLINE: Final = 10.0
"""The seconds that a call may take, its retries included, unless the caller says otherwise."""

SERVICE_CONFIG: Final[dict[str, Any]] = {
    "loadBalancingConfig": [{"round_robin": {}}],
    "healthCheckConfig": {"serviceName": ""},
    "methodConfig": [
        {
            "name": [{}],
            "retryPolicy": {
                "maxAttempts": 5,
                "initialBackoff": "0.1s",
                "maxBackoff": "2s",
                "backoffMultiplier": 3,
                "retryableStatusCodes": ["UNAVAILABLE", "CANCELLED"],
            },
        }
    ],
}
"""Calls go round all servers that say they serve, and are made again when a server goes.

Every call may be repeated: the service remembers nothing. A server that stops answers UNAVAILABLE
or CANCELLED, as a call meets it. gRPC allows five attempts; these span about three seconds.
"""

OPTIONS: Final[tuple[Option, ...]] = (
    ("grpc.primary_user_agent", f"pisyedili-python/{version('pisyedili-engine')}"),
    ("grpc.enable_retries", 1),
    ("grpc.per_rpc_retry_buffer_size", 1024 * 1024),
    ("grpc.service_config_disable_resolution", 1),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 1_000),
    ("grpc.keepalive_time_ms", 4_000),
    ("grpc.keepalive_timeout_ms", 3_000),
    ("grpc.http2.ping_timeout_ms", 3_000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.max_receive_message_length", 64 * 1024 * 1024),
)
"""A server that stands still or is cut off is noticed in time for its calls to be made elsewhere.

gRPC bounds by the keepalive timeout only what the other host leaves unacknowledged; a ping that
the host takes and the server never answers has a bound of its own.
"""


@dataclass(frozen=True, slots=True)
class Connection:
    """Where the service is, and how it is reached.

    ``target`` is a name of gRPC's: ``localhost:50051``, ``dns:///pisyedili:50051``, or several
    addresses as ``ipv4:10.0.0.1:50051,10.0.0.2:50051``. ``credentials`` make it TLS; the token goes
    with each call either way, since TLS may begin behind a proxy on this host. ``options`` go to
    the channel after, and so over, the usual ones.
    """

    target: str
    token: Token = field(default="", repr=False)
    credentials: grpc.ChannelCredentials | None = None
    options: Sequence[Option] = ()

    def __post_init__(self) -> None:
        if isinstance(self.token, str):
            self.metadata()

    def channel_options(self) -> tuple[Option, ...]:
        """Return the options of a channel, each once: gRPC would take the first of several."""
        config: Option = ("grpc.service_config", json.dumps(SERVICE_CONFIG))
        return tuple(dict((config, *OPTIONS, *self.options)).items())

    def metadata(self) -> tuple[tuple[str, str], ...]:
        """Return what goes with each call; `ValueError` for a token that no call can carry."""
        token = (self.token if isinstance(self.token, str) else self.token()).strip()
        if not (token.isascii() and token.isprintable()):
            raise ValueError("expected a token of one line of ASCII, got something else")
        return (("authorization", f"Bearer {token}"),) if token else ()
