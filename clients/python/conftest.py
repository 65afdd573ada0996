"""Gives the examples in docstrings a real service: ``target`` is its address."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pisyedili.client import Client

_COMMAND = (sys.executable, "-m", "pisyedili.service", "--host=127.0.0.1", "--port=0")


@pytest.fixture(scope="session")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a service meanwhile, and give its address."""
    log = tmp_path_factory.mktemp("service") / "log"
    with log.open("w") as file:
        command = (*_COMMAND, "--metrics-port=0", "--drain-delay=0", "--log-format=json")
        with subprocess.Popen(command, stdout=file) as process:  # noqa: S603 - our own command
            yield f"127.0.0.1:{_port(log)}"
            process.terminate()


def _port(log: Path) -> int:
    """Return the port, once the service says that it serves."""
    for _ in range(3000):
        lines = [json.loads(line) for line in log.read_text().split("\n")[:-1]]
        for line in lines:
            if line["event"] == "serving":
                return int(line["port"])
        time.sleep(0.01)
    raise TimeoutError("expected a service that starts in half a minute")


@pytest.fixture(autouse=True)
def _names(doctest_namespace: dict[str, Any], target: str) -> Iterator[None]:
    with Client(target) as client:
        doctest_namespace.update(target=target, client=client)
        yield
