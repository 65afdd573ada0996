"""Commands of pages, run as a shell runs them."""

import subprocess
from pathlib import Path

from tests.service.process import PATIENCE, environment


def run(command: str, folder: Path, **more: str) -> str:
    """Run a command that must be content, in a folder, and return what it wrote."""
    done = subprocess.run(  # noqa: S603 - our own pages
        ("/bin/bash", "-euo", "pipefail", "-c", command),
        capture_output=True,
        check=False,
        cwd=folder,
        env=environment(LC_ALL="C.UTF-8", **more),
        text=True,
        timeout=5 * PATIENCE,
    )
    assert done.returncode == 0, f"{command}: {done.stderr}"
    return done.stdout
