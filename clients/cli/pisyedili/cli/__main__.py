"""The command ``pisyedili``."""

import sys

from pisyedili.cli.app import run


def main() -> None:
    """Run the command with this process's arguments, and exit with its code."""
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
