"""The commands of the page about running it locally are run as they are written there."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.deploy.proxy import Proxy
from tests.deploy.tools import VENV, tool
from tests.docs.commands import run
from tests.docs.pages import ROOT, blocks, page
from tests.service.process import PATIENCE, Running, environment

COMMANDS = [
    command.replace("\\\n", "")
    for block in blocks(page("run-locally.md"), "sh")
    for command in re.findall(r"(?:.*\\\n)*.+", block.text)
]
BY_HAND = ("podman ", "make serve", "sed ", ".venv/deploy/bin/envoy ")


def asking(*begins: str) -> list[str]:
    """Return the commands that ask a service, those that begin so or all others."""
    return [
        command
        for command in COMMANDS
        if not command.startswith(BY_HAND) and command.startswith(begins)
    ]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder that looks like a checkout, and may be written to."""
    for name in (".venv", "clients", "k8s"):
        (tmp_path / name).symlink_to(ROOT / name)
    return tmp_path


def here(command: str, engine: Running) -> str:
    """Return a command with the ports of this engine."""
    metrics = f"localhost:{engine.metrics_port}"
    return command.replace("localhost:50051", engine.address).replace("localhost:9464", metrics)


@pytest.mark.parametrize("command", asking(".venv/bin/", "curl -s localhost:9464"))
def test_a_service_is_asked(command: str, engine: Running, folder: Path) -> None:
    assert run(here(command, engine), folder, PISYEDILI_SERVER=engine.address)


@pytest.mark.parametrize("command", asking("grpcurl "))
def test_a_service_describes_itself(command: str, engine: Running, folder: Path) -> None:
    if shutil.which("grpcurl") is None:
        pytest.skip("grpcurl is not installed; Go installs it as the page says")
    assert run(here(command, engine), folder)


@pytest.mark.parametrize("command", asking("curl -s localhost:8080", "curl -s -H"))
def test_the_proxy_is_asked(command: str, proxy: Proxy, folder: Path) -> None:
    said = run(command.replace("localhost:8080", proxy.address), folder)
    assert said.startswith('{"')


def test_no_command_is_left_out() -> None:
    asked = asking(".venv/bin/", "curl -s", "grpcurl ")
    assert asked == [command for command in COMMANDS if not command.startswith(BY_HAND)]
    assert len(asked) > 10


def test_the_proxy_takes_the_file_that_the_page_makes(tmp_path: Path) -> None:
    tool("envoy")
    (make,) = (command for command in COMMANDS if command.startswith("sed "))
    file = tmp_path / "envoy.yaml"
    run(make.replace(".venv/envoy.yaml", str(file)), ROOT)
    assert "address: localhost" in file.read_text("utf-8")
    check = (VENV / "envoy", "--mode", "validate", "--config-path", file)
    subprocess.run(check, check=True, cwd=ROOT, capture_output=True)  # noqa: S603


def test_the_python_of_the_page_runs(engine: Running) -> None:
    (block,) = blocks(page("run-locally.md"), "python")
    command = (sys.executable, "-c", block.text.replace("localhost:50051", engine.address))
    done = subprocess.run(command, capture_output=True, check=True, text=True)  # noqa: S603
    assert done.stdout


def test_make_serves_until_it_is_interrupted() -> None:
    flags = "--port=0 --metrics-port=0 --log-format=json --drain-delay=0"
    command = ("/usr/bin/env", "make", "serve", f"ARGS={flags}")
    with subprocess.Popen(  # noqa: S603 - our own Makefile
        command,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env=environment(),
    ) as process:
        assert process.stdout is not None
        try:
            line = next(line for line in process.stdout if '"serving"' in line)
            url = f"http://localhost:{json.loads(line)['metrics_port']}/metrics"
            with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
                assert b"pisyedili_build_info{" in answer.read()
        finally:
            os.killpg(process.pid, signal.SIGINT)
        assert any('"stopped"' in line for line in process.stdout)
