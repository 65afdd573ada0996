"""The command ``pisyedili``."""

import os
import sys


def main() -> None:
    """Run the command with this process's arguments, and exit with its code."""
    if "serve" not in sys.argv:
        # gRPC would tell each try of a handshake that fails; the error tells why once.
        os.environ.setdefault("GRPC_VERBOSITY", "ERROR")
    from pisyedili.cli.app import run  # noqa: PLC0415 - gRPC reads the variable as it is imported

    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
