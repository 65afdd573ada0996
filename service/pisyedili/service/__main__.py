"""``python -m pisyedili.service``: the same as ``pisyedili serve``."""

import os
import sys

from pisyedili.service.server import run


def main() -> None:
    """Serve with the flags and the environment of this process."""
    sys.exit(run(sys.argv[1:], os.environ))


if __name__ == "__main__":
    main()
