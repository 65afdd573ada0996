"""A wheel, installed with what its lock lets in and nothing else, does all that it should."""

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pisyedili.engine import __version__
from tests.release import dist
from tests.release.dist import PATIENCE, ROOT, WHEEL, done, text
from tests.service.process import until

PYTHONS = ("3.11", "3.12", "3.13")
OWN = f"{sys.version_info.major}.{sys.version_info.minor}"

IMPORT_ALL = """
import importlib, pkgutil, pisyedili
for module in pkgutil.walk_packages(pisyedili.__path__, "pisyedili."):
    print(importlib.import_module(module.name).__file__)
"""

TYPED = """
from typing import assert_type

from pisyedili.cli.app import run
from pisyedili.client import Client, Game
from pisyedili.engine.preset import Preset, load_presets
from pisyedili.service.config import Config
from pisyedili.v1.state_pb2 import GameState

assert_type(run(["--version"]), int)
assert_type(Client("localhost").create_game("simple", seats=2), Game)
assert_type(load_presets(), dict[str, Preset])
assert_type(Config().port, int)
assert_type(GameState().ply, int)
"""

pytestmark = dist.built


class Installed(NamedTuple):
    """An environment with the wheel: its folder, and how a program of it is run."""

    folder: Path

    def program(self, name: str) -> Path:
        return self.folder / "venv" / "bin" / name

    def run(self, name: str, *arguments: str | Path) -> str:
        """Run a program, where no source lies, and return its output."""
        return done(self.program(name), *arguments, cwd=self.folder, LC_ALL="C.UTF-8")


def interpreter(version: str) -> str:
    """Return a Python that runs, of those on the PATH."""
    if version == OWN:
        return sys.executable
    for folder in os.get_exec_path():
        program = Path(folder, f"python{version}")
        if program.is_file() and runs(program):
            return str(program)
    pytest.skip(f"no python{version} is on the PATH")


def runs(program: Path) -> bool:
    return subprocess.run((program, "-c", ""), capture_output=True, check=False).returncode == 0  # noqa: S603


@pytest.fixture(scope="module", params=PYTHONS)
def installed(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Installed:
    """The wheel, installed beside the packages of the lock."""
    python = interpreter(request.param)
    made = Installed(tmp_path_factory.mktemp("installed"))
    done(python, "-m", "venv", "--without-pip", made.folder / "venv")
    into = ("--python", made.program("python"))
    install = (ROOT / ".venv" / "bin" / "uv", "pip", "install", *into)
    lock = made.folder / "lock"
    lock.write_text(text("requirements.lock"), "utf-8")
    done(*install, "--require-hashes", "-r", lock)
    done(*install, "--no-deps", "--no-index", WHEEL)
    done(sys.executable, "-m", "pip", *into, "check")
    return made


@contextmanager
def serving(installed: Installed) -> Iterator[tuple[subprocess.Popen[bytes], dict[str, Any]]]:
    """Run the service until the end; yield it with its first line."""
    flags = ("--host=127.0.0.1", "--port=0", "--metrics-port=0", "--drain-delay=0")
    command = (installed.program("pisyedili"), "serve", *flags, "--log-format=json")
    log = installed.folder / "log"
    with log.open("wb") as out:
        process = subprocess.Popen(command, stdout=out, cwd=installed.folder)  # noqa: S603
    try:
        until(lambda: process.poll() is not None or b"\n" in log.read_bytes())
        yield process, json.loads(log.read_bytes().splitlines()[0])
    finally:
        process.kill()
        process.wait(PATIENCE)


def test_every_module_is_there_and_is_found_where_it_was_installed(installed: Installed) -> None:
    found = installed.run("python", "-I", "-c", IMPORT_ALL).splitlines()
    (site,) = installed.folder.glob("venv/lib/python*/site-packages")
    modules = {str(site / path) for path in dist.in_wheel() if path.endswith(".py")}
    assert set(found) == modules


def test_callers_are_type_checked_against_it(installed: Installed) -> None:
    (installed.folder / "typed.py").write_text(TYPED, "utf-8")
    mypy = (sys.executable, "-m", "mypy", "--strict", "--config-file=", "--cache-dir=/dev/null")
    done(
        *mypy, "--python-executable", installed.program("python"), "typed.py", cwd=installed.folder
    )


def test_the_demonstration_plays_a_match(installed: Installed) -> None:
    told = installed.run("python", "-m", "pisyedili.cli.demo", "--lang", "en")
    assert "nobody touched the cards" in told
    assert "stopped with exit code 0" in told
    assert "pisyedili serve" in told
    assert "make" not in told.split()


def test_it_serves_and_plays_and_reads_old_games_and_says_its_version(installed: Installed) -> None:
    assert installed.run("pisyedili", "--version") == f"pisyedili {__version__}\n"
    assert installed.run("pisyedili", "serve", "--version") == f"{__version__}\n"
    with serving(installed) as (process, line):
        assert (line["event"], line["version"]) == ("serving", __version__)
        url = f"http://localhost:{line['metrics_port']}/metrics"
        with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
            metrics = answer.read().decode()
        assert re.search(rf'pisyedili_build_info{{.*version="{re.escape(__version__)}"', metrics)
        server = f"localhost:{line['port']}"
        assert "gamyun" in installed.run("pisyedili", "presets", "--server", server)
        sheet = installed.run("pisyedili", "rules", "show", "gamyun", "--server", server)
        assert sheet == text("tests/data/sheets/gamyun.en.md")
        caller = Path(__file__).with_name("caller.py")
        read = installed.run("python", "-I", caller, server, ROOT / "tests" / "data" / "corpus")
        assert min(map(int, read.split())) > 0
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
