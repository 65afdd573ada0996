"""``pisyedili serve``: the service in this process."""

import os
from collections.abc import Sequence
from typing import Final

OWN_VARIABLES: Final = frozenset({"PISYEDILI_SERVER"})
"""Variables of the command that are none of the service's, which refuses those it does not know."""


def serve(arguments: Sequence[str]) -> int:
    """Run the service with its flags until it is stopped, and return its exit code."""
    from pisyedili.service.server import run  # noqa: PLC0415 - a client needs no service

    environ = {name: value for name, value in os.environ.items() if name not in OWN_VARIABLES}
    return run(arguments, environ)
