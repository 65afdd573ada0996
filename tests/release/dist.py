"""The folder of a release, what is in it, and the commit that it was made of."""

import os
import subprocess
import tarfile
import zipfile
from pathlib import Path
from typing import Final

import pytest

from pisyedili.engine import __version__

ROOT: Final = Path(__file__).parents[2]
DIST: Final = os.environ.get("DIST", "")
COMMIT: Final = os.environ.get("COMMIT", "HEAD")
STEM: Final = f"pisyedili_engine-{__version__}"
WHEEL: Final = Path(DIST, f"{STEM}-py3-none-any.whl").absolute()
SDIST: Final = Path(DIST, f"{STEM}.tar.gz").absolute()

PATIENCE: Final = 600.0
"""Seconds after which a program is given up; no test depends on how long one takes."""

built = pytest.mark.skipif(not DIST, reason="DIST names no release; make release-check builds one")


def done(*command: str | Path, cwd: Path = ROOT, **variables: str) -> str:
    """Run a program that must be content, and return its output."""
    ended = subprocess.run(  # noqa: S603 - programs that are named here
        command,
        capture_output=True,
        check=False,
        cwd=cwd,
        encoding="utf-8",
        env=os.environ | variables,
        timeout=PATIENCE,
    )
    assert ended.returncode == 0, f"{command}: {ended.stdout}{ended.stderr}"
    return ended.stdout


def in_wheel() -> set[str]:
    """Return the paths of a wheel's files."""
    with zipfile.ZipFile(WHEEL) as wheel:
        return set(wheel.namelist())


def in_sdist() -> set[str]:
    """Return the paths of a sdist's files, below its one folder."""
    with tarfile.open(SDIST) as sdist:
        names = [member.name.split("/", 1) for member in sdist if not member.isdir()]
    assert {first for first, _ in names} == {STEM}
    return {rest for _, rest in names}


def committed() -> set[str]:
    """Return the paths of what the release was made of."""
    listed = done("git", "ls-tree", "-r", "--name-only", "-z", COMMIT)
    return set(listed.rstrip("\0").split("\0"))


def text(path: str) -> str:
    """Return a file that the release was made of."""
    return done("git", "show", f"{COMMIT}:{path}")
