"""The image as it was built, run as locked up as in production."""

import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import grpc
import pytest

from pisyedili.client import Client
from pisyedili.engine import __version__
from tests.deploy.matches import played_match
from tests.deploy.test_dockerfile import pins
from tests.deploy.tools import PATIENCE, ROOT, said
from tests.service.process import health

IMAGE = os.environ.get("IMAGE", "")
LOCKED_UP = (
    "--read-only",
    "--read-only-tmpfs=false",
    "--cap-drop=all",
    "--security-opt=no-new-privileges",
    "--memory=128m",
    "--network=host",
)
PORTS = ("--port=0", "--metrics-port=0")

pytestmark = pytest.mark.skipif(not IMAGE, reason="IMAGE names none; make image-test builds one")


@pytest.fixture(scope="module", autouse=True)
def podman() -> None:
    os.environ["CONTAINERS_CONF"] = str(ROOT / "tools" / "containers.conf")


class Container:
    """A container of the image that has begun to serve."""

    def __init__(self) -> None:
        began = time.monotonic()
        self.name = f"pisyedili-{uuid4().hex}"
        command = ("podman", "run", "--rm", "--name", self.name, *LOCKED_UP, IMAGE, *PORTS)
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603
        assert self.process.stdout is not None
        self.first: dict[str, Any] = json.loads(self.process.stdout.readline())
        self.seconds = time.monotonic() - began
        self.address = f"localhost:{self.first['port']}"

    def stop(self) -> tuple[int, list[str]]:
        """Stop it by SIGTERM; return its exit code and the events it logged since it began."""
        self.process.send_signal(signal.SIGTERM)
        assert self.process.stdout is not None
        events = [json.loads(line)["event"] for line in self.process.stdout]
        return self.process.wait(PATIENCE), events


@pytest.fixture
def container() -> Iterator[Container]:
    container = Container()
    yield container
    said("podman", "rm", "--force", "--ignore", container.name)
    assert container.process.stdout is not None
    container.process.stdout.close()
    container.process.wait(PATIENCE)


def status(container: Container) -> dict[str, str]:
    """Return what the kernel says of the process."""
    pid = said("podman", "inspect", "--format={{.State.Pid}}", container.name).strip()
    lines = Path("/proc", pid, "status").read_text().splitlines()
    return {key: value.strip() for key, value in (line.split(":", 1) for line in lines)}


def inspected() -> dict[str, Any]:
    (image,) = json.loads(said("podman", "image", "inspect", IMAGE))
    assert isinstance(image, dict)
    return image


def test_a_locked_up_container_plays_a_match_and_drains(container: Container) -> None:
    assert container.first["event"] == "serving"
    with grpc.insecure_channel(container.address) as channel:
        assert health(channel) == "SERVING"
    with Client(container.address) as client:
        game = played_match(client)
        assert client.verify(game.record(), game.state)
    most = status(container)["VmHWM"]
    code, events = container.stop()
    assert code == 0
    assert events[-3:] == ["draining", "closing", "stopped"]
    print(f"{container.seconds:.2f} s from run to serving; at most {most} of memory")


def test_the_process_is_nobody_with_no_right_to_anything(container: Container) -> None:
    process = status(container)
    assert process["Uid"].split() == ["10001"] * 4
    assert process["Gid"].split() == ["10001"] * 4
    assert int(process["CapEff"], 16) == 0
    assert process["NoNewPrivs"] == "1"


def test_the_image_says_what_it_is_and_how_it_stops() -> None:
    image = inspected()
    labels = image["Labels"]
    assert labels["org.opencontainers.image.version"] == __version__
    revision = labels["org.opencontainers.image.revision"]
    assert re.fullmatch("[0-9a-f]{40}(-modified)?", revision), revision
    assert image["Config"]["User"] == "10001:10001"
    assert image["Config"]["StopSignal"] in {"SIGTERM", "15"}
    assert set(image["Config"]["ExposedPorts"]) == {"50051/tcp", "9464/tcp"}
    print(f"{image['Size'] / 1e6:.0f} MB")


LIST = (
    "import importlib.metadata as m; print(*(f'{d.name}=={d.version}' for d in m.distributions()))"
)


def test_the_image_holds_the_packages_of_its_lock_and_nothing_else() -> None:
    python = "--entrypoint=/opt/pisyedili/bin/python"
    listed = said("podman", "run", "--rm", *LOCKED_UP, python, IMAGE, "-c", LIST)
    held = {package.lower().replace("_", "-") for package in listed.split()}
    assert held == pins("requirements-service.lock") | {f"pisyedili-engine=={__version__}"}
