"""What the manifests say of the engine, and what the engine says to that."""

import json
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex

import grpc
import pytest
from trustme import CA

from pisyedili.client import Client, Unauthenticated, Unavailable
from pisyedili.service import server
from pisyedili.service.config import Config, load
from tests.deploy.manifests import (
    OVERLAYS,
    Thing,
    container,
    plain_name,
    pod,
    ports,
    thing,
    things,
    variables,
)
from tests.deploy.tools import PATIENCE, ROOT
from tests.service.identities import Secret, tls_files, trust
from tests.service.process import environment, health

AUTHORITY = CA()
OWN = AUTHORITY.issue_cert("backend")
TOKEN = token_hex(32)
HELD = {
    "pisyedili-tls": tls_files(AUTHORITY, AUTHORITY),
    "pisyedili-tokens": {"tokens": f"# the backend\n{TOKEN}\n".encode()},
}


def asked(overlay: str) -> Config:
    """Return the settings that the engine's pod starts with, all files left out."""
    engine = pod(overlay, "pisyedili")
    environ = variables(overlay, engine)
    mounted = tuple(mount["mountPath"] for mount in container(engine).get("volumeMounts", ()))
    there = {name: value for name, value in environ.items() if not value.startswith(mounted)}
    return load(container(engine)["args"], there)


def mounted(overlay: str, template: Thing, folder: Path) -> dict[str, Path]:
    """Lay the pod's volumes into a folder as a cluster does, and return where each mount is."""
    volumes = {volume["name"]: volume for volume in template["spec"].get("volumes", ())}
    folder.mkdir()
    return {
        mount["mountPath"]: Secret(
            folder / mount["name"], held(overlay, volumes[mount["name"]])
        ).folder
        for mount in container(template).get("volumeMounts", ())
    }


def held(overlay: str, volume: Thing) -> dict[str, bytes]:
    """Return the files of a volume; those of Secrets are as docs/deploy.md has them."""
    if "secret" in volume:
        return HELD[volume["secret"]["secretName"]]
    name = plain_name(volume["configMap"]["name"])
    data = thing(overlay, "ConfigMap", name)["data"]
    return {key: text.encode() for key, text in data.items()}


@contextmanager
def started(arguments: list[str], environ: Mapping[str, str]) -> Iterator[subprocess.Popen[str]]:
    """Run the engine until its first line, and kill it where the test has not stopped it."""
    process = subprocess.Popen(  # noqa: S603 - our own command
        (sys.executable, "-m", "pisyedili.service", *arguments),
        stdout=subprocess.PIPE,
        env=environment(**environ),
        text=True,
    )
    assert process.stdout is not None
    try:
        assert json.loads(process.stdout.readline())["event"] == "serving"
        yield process
    finally:
        process.kill()
        process.communicate(timeout=PATIENCE)


def free(*numbers: int) -> bool:
    try:
        for number in numbers:
            socket.create_server(("", number)).close()
    except OSError:
        return False
    return True


def caller(address: str, *, secured: bool) -> Client:
    if not secured:
        return Client(address)
    return Client(address, token=TOKEN, credentials=trust(AUTHORITY, OWN))


def refuses_strangers(address: str) -> None:
    for wrong, token, credentials in (
        (Unavailable, TOKEN, None),
        (Unavailable, TOKEN, trust(AUTHORITY)),
        (Unauthenticated, "", trust(AUTHORITY, OWN)),
    ):
        stranger = Client(address, token=token, credentials=credentials, wait_for_ready=False)
        with stranger, pytest.raises(wrong):
            stranger.presets()


def test_the_engine_starts_with_what_a_pod_gives_it(tmp_path: Path) -> None:
    """Its arguments and environment are the manifest's own; only a mount lies in another folder."""
    for overlay in OVERLAYS:
        engine = pod(overlay, "pisyedili")
        numbers = ports(engine)
        if not free(*numbers.values()):
            pytest.skip(f"a port of {numbers} is taken")
        mounts = mounted(overlay, engine, tmp_path / overlay)
        environ = variables(overlay, engine)
        for path, there in mounts.items():
            environ = {name: text.replace(path, str(there)) for name, text in environ.items()}
        with started(container(engine)["args"], environ) as process:
            for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
                asks = container(engine)[probe]["grpc"]
                with grpc.insecure_channel(f"localhost:{asks['port']}") as channel:
                    assert health(channel, asks.get("service", "")) == "SERVING"
            url = f"http://localhost:{numbers['metrics']}/metrics"
            with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
                assert b"pisyedili_build_info{" in answer.read()
            address = f"localhost:{numbers['grpc']}"
            with caller(address, secured=overlay == "secured") as client:
                offered = {preset.id for preset in client.presets()}
            if overlay == "secured":
                refuses_strangers(address)
            assert ("coffeehouse" in offered) == ("/etc/pisyedili/presets" in mounts)
            process.send_signal(signal.SIGTERM)
            assert process.wait(engine["spec"]["terminationGracePeriodSeconds"]) == 0


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_a_pod_is_given_the_time_that_the_engine_takes_to_stop(overlay: str) -> None:
    config = asked(overlay)
    given = pod(overlay, "pisyedili")["spec"]["terminationGracePeriodSeconds"]
    assert given >= 1.5 * (config.drain_delay + config.grace)


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_the_largest_requests_fit_into_the_memory(overlay: str) -> None:
    config = asked(overlay)
    limit = container(pod(overlay, "pisyedili"))["resources"]["limits"]["memory"]
    assert limit.endswith("Mi")
    requests = config.max_concurrent_rpcs * server._HARD_LIMIT * config.limits.message_bytes
    assert int(limit[:-2]) * 1024**2 >= requests + 96 * 1024**2


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_every_port_is_one_that_the_engine_listens_on(overlay: str) -> None:
    config = asked(overlay)
    engine = pod(overlay, "pisyedili")
    assert ports(engine) == {
        "grpc": config.port,
        "metrics": config.metrics_port,
        "health": config.health_port,
    }
    for service in things(overlay, "Service"):
        if service["metadata"]["name"].startswith("pisyedili-envoy"):
            continue
        for port in service["spec"]["ports"]:
            assert port["port"] == ports(engine)[port["targetPort"]]


def test_the_image_names_the_same_ports_user_and_program() -> None:
    recipe = (ROOT / "Dockerfile").read_text("utf-8")
    engine = pod("production", "pisyedili")
    (exposed,) = re.findall(r"^EXPOSE (.*)$", recipe, re.MULTILINE)
    asked_for = {number for name, number in ports(engine).items() if name != "health"}
    assert {int(port) for port in exposed.split()} == asked_for
    (user,) = re.findall(r"^USER (\d+):", recipe, re.MULTILINE)
    assert int(user) == engine["spec"]["securityContext"]["runAsUser"]
    assert '"-m", "pisyedili.service"]' in recipe
    assert "command" not in container(engine)
