"""``pisyedili serve``: the service in this process."""

import os
from collections.abc import Sequence

from pisyedili.cli.server import VARIABLES


def serve(arguments: Sequence[str]) -> int:
    """Run the service with its flags until it is stopped, and return its exit code."""
    from pisyedili.service.server import run  # noqa: PLC0415 - a client needs no service

    environ = {name: value for name, value in os.environ.items() if name not in VARIABLES}
    return run(arguments, environ)
