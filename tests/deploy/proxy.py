"""The proxy of the manifests, its real program between a test and two real engines."""

import json
import signal
import subprocess
import urllib.error
import urllib.request
from base64 import b64decode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import yaml

from tests.deploy.manifests import Thing, thing
from tests.deploy.tools import PATIENCE, tool
from tests.ports import free_ports
from tests.service.process import until

PLAIN: Final = "production"
ARGUMENTS: Final = ("--concurrency", "1", "--disable-hot-restart", "--log-level", "warning")


class Answer(NamedTuple):
    """What came back over HTTP."""

    status: int
    headers: dict[str, str]
    body: bytes


def ask(url: str, *, body: bytes | None = None, method: str | None = None, **more: str) -> Answer:
    """Make an HTTP call; the headers are named with underscores."""
    headers = {name.replace("_", "-"): value for name, value in more.items()}
    request = urllib.request.Request(url, body, headers, method=method)  # noqa: S310 - http
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
            return Answer(answer.status, lowered(answer.headers), answer.read())
    except urllib.error.HTTPError as error:
        with error:
            return Answer(error.code, lowered(error.headers), error.read())


def lowered(headers: Any) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}


class Proxy:
    """The proxy before engines: a process that may end, and start anew on its ports."""

    def __init__(self, folder: Path, engines: Sequence[int], overlay: str = PLAIN) -> None:
        config, (calls, operations) = adapted(engines, overlay)
        (folder / "pisyedili.pb").write_bytes(descriptors())
        self._log = folder / "log"
        file = folder / "envoy.yaml"
        for name, text in (maps(overlay)["data"] | {file.name: json.dumps(config)}).items():
            (folder / name).write_text(moved(text, folder), "utf-8")
        paths = ("--config-path", file, "--log-path", self._log)
        self._command = (tool("envoy"), *ARGUMENTS, *paths)
        self.address = f"localhost:{calls}"
        self.url = f"http://{self.address}"
        self.operations = f"localhost:{operations}"

    def start(self) -> None:
        """Start it, and wait until it takes calls."""
        self._process = subprocess.Popen(self._command)  # noqa: S603 - as in the manifests
        until(self._ready)

    def end(self, number: int = signal.SIGKILL) -> None:
        """End it by a signal, and wait until it has."""
        self._process.send_signal(number)
        self._process.wait(PATIENCE)

    def count(self, name: str) -> int:
        """Return a counter of what it did with the engines."""
        text = ask(f"http://{self.operations}/metrics").body.decode()
        lines = [line for line in text.splitlines() if line.startswith(f"envoy_cluster_{name}{{")]
        return sum(
            int(line.rpartition(" ")[2]) for line in lines if 'cluster_name="pisyedili"' in line
        )

    def healthy(self) -> int:
        """Return how many engines it calls."""
        return self.count("membership_healthy")

    def _ready(self) -> bool:
        assert self._process.poll() is None, self._log.read_text("utf-8")
        try:
            return ask(f"http://{self.operations}/ready").status == 200
        except OSError:
            return False


def bootstrap(overlay: str = PLAIN) -> dict[str, Any]:
    """Return the configuration as the manifests have it."""
    config = yaml.safe_load(maps(overlay)["data"]["envoy.yaml"])
    assert isinstance(config, dict)
    return config


def maps(overlay: str = PLAIN) -> Thing:
    return thing(overlay, "ConfigMap", "pisyedili-envoy")


def moved(text: str, folder: Path) -> str:
    """Return a text in which a pod's folders are the folder of a test, and one beside its files."""
    return text.replace("/etc/envoy-tls", str(folder / "tls")).replace("/etc/envoy", str(folder))


def adapted(engines: Sequence[int], overlay: str) -> tuple[dict[str, Any], list[int]]:
    """Return the configuration with the ports of this machine, and nothing else changed."""
    config = bootstrap(overlay)
    calls, operations, admin = free_ports(3)
    at = {8080: calls, 8081: operations, 9901: admin}
    listeners, clusters = (config["static_resources"][key] for key in ("listeners", "clusters"))
    for place in (*listeners, config["admin"], *endpoints(clusters[1])):
        address = place["address"]["socket_address"]
        address["port_value"] = at[address["port_value"]]
    clusters[0]["load_assignment"]["endpoints"][0]["lb_endpoints"] = [
        {"endpoint": {"address": {"socket_address": {"address": "localhost", "port_value": port}}}}
        for port in engines
    ]
    clusters[0]["dns_lookup_family"] = "V4_ONLY"  # else localhost is each engine twice
    return config, [calls, operations]


def endpoints(cluster: dict[str, Any]) -> list[dict[str, Any]]:
    (group,) = cluster["load_assignment"]["endpoints"]
    return [item["endpoint"] for item in group["lb_endpoints"]]


def filters(config: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the settings of the filters that a call passes."""
    calls = config["static_resources"]["listeners"][0]["filter_chains"][0]["filters"][0]
    return [item["typed_config"] for item in calls["typed_config"]["http_filters"]]


@contextmanager
def proxy(
    folder: Path, *engines: int, overlay: str = PLAIN, healthy: int | None = None
) -> Iterator[Proxy]:
    """Run the proxy before engines, and yield it when it calls all of them, or so many."""
    running = Proxy(folder, engines, overlay)
    try:
        running.start()
        until(lambda: running.healthy() == (len(engines) if healthy is None else healthy))
        yield running
    finally:
        running.end()


def descriptors() -> bytes:
    """Return the contract that the manifests give to the proxy."""
    return b64decode(maps()["binaryData"]["pisyedili.pb"])
