"""The programs that these tests ask: a test is skipped, with a word, where one is missing."""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
VENV: Final = ROOT / ".venv" / "deploy" / "bin"
"""Where ``make test DEPLOY=1`` installs them."""

ORIGINS: Final = {
    "openssl": "Debian's package openssl",
    "prometheus": "Debian's package prometheus",
    "promtool": "Debian's package prometheus",
}

PATIENCE: Final = 300.0
"""Seconds after which a program is given up; no test depends on how long one takes."""


def tool(name: str) -> str:
    """Return the path of a program, of our own environment or the machine."""
    found = shutil.which(name, path=f"{VENV}{os.pathsep}{os.environ['PATH']}")
    if found is None:
        origin = ORIGINS.get(name, "make test DEPLOY=1")
        pytest.skip(f"{name} is not installed; it comes with {origin}")
    return found


def run(
    name: str, *arguments: str | Path, text: str = "", cwd: Path = ROOT
) -> subprocess.CompletedProcess[str]:
    """Run a program to its end, and return what it said, whether it was content or not."""
    return subprocess.run(  # noqa: S603 - programs that are named here
        (tool(name), *arguments),
        capture_output=True,
        check=False,
        cwd=cwd,
        input=text,
        text=True,
        timeout=PATIENCE,
    )


def said(name: str, *arguments: str | Path, text: str = "", cwd: Path = ROOT) -> str:
    """Run a program that must be content, and return its output."""
    done = run(name, *arguments, text=text, cwd=cwd)
    assert done.returncode == 0, f"{name}: {done.stdout}{done.stderr}"
    return done.stdout
