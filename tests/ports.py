"""Ports for servers that go away and come back."""

import socket
from contextlib import ExitStack
from secrets import SystemRandom
from typing import Final

_RANGE: Final = range(20_000, 32_000)
"""Below the ports of outgoing connections, one of which could take a port whose server is away."""


def free_ports(count: int) -> list[int]:
    """Return ports of the loopback on which nobody listens."""
    with ExitStack() as held:
        found: list[int] = []
        for port in SystemRandom().sample(_RANGE, len(_RANGE)):
            if len(found) == count:
                break
            try:
                held.enter_context(socket.create_server(("127.0.0.1", port)))
            except OSError:
                continue
            found.append(port)
        return found
