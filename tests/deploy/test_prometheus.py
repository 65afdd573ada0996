"""A real Prometheus scrapes a real engine, draws the dashboard, and watches the alerts."""

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from math import isfinite
from pathlib import Path
from secrets import token_hex
from typing import Any, NamedTuple
from urllib.parse import urlencode

import pytest
import yaml
from trustme import CA

from pisyedili.client import Client, Draw, IllegalMove
from tests.deploy.manifests import thing, things
from tests.deploy.matches import played_match
from tests.deploy.proxy import ask
from tests.deploy.test_monitoring import panels, parsed, queries, rules
from tests.deploy.tools import PATIENCE, tool
from tests.ports import free_ports
from tests.service.identities import Secret, tls_files, tls_flags, trust
from tests.service.process import Running, running, until

SELECTED = '{job="pisyedili"}'


class Prometheus(NamedTuple):
    """A Prometheus that runs, and what may be asked of it."""

    url: str

    def ready(self) -> bool:
        try:
            return ask(f"{self.url}/-/ready").status == 200
        except OSError:
            return False

    def told(self, path: str, **parameters: str) -> Any:
        """Return what it answers to a question that it must understand."""
        answer = json.loads(ask(f"{self.url}/api/v1/{path}?{urlencode(parameters)}").body)
        assert answer["status"] == "success", (parameters, answer)
        return answer["data"]

    def values(self, query: str) -> list[float]:
        """Return the values that a query has now."""
        return [float(series["value"][1]) for series in self.told("query", query=query)["result"]]

    def scrapes(self) -> float:
        """Return how often it has read an engine that is up."""
        return sum(self.values(f"sum_over_time(up{SELECTED}[1h])"))

    def alerts(self) -> dict[str, dict[str, Any]]:
        """Return the alerts by their names."""
        groups = self.told("rules")["groups"]
        return {rule["name"]: rule for group in groups for rule in group["rules"]}


def config(metrics_port: int) -> dict[str, Any]:
    """Return what the operator makes of the monitor, for one engine and in haste."""
    monitor = thing("production", "ServiceMonitor", "pisyedili")["spec"]
    (endpoint,) = monitor["endpoints"]
    (job,) = {
        service["metadata"]["labels"][monitor["jobLabel"]]
        for service in things("production", "Service")
        if monitor["selector"]["matchLabels"].items() <= service["metadata"]["labels"].items()
    }
    scrape = {
        "job_name": job,
        "metrics_path": endpoint["path"],
        "static_configs": [{"targets": [f"localhost:{metrics_port}"]}],
    }
    return {
        "global": {"scrape_interval": "1s", "evaluation_interval": "1s"},
        "rule_files": ["rules.yaml"],
        "scrape_configs": [scrape],
    }


@contextmanager
def prometheus(folder: Path, engine: Running) -> Iterator[Prometheus]:
    """Run a Prometheus that has read an engine, and watches our alerts."""
    (port,) = free_ports(1)
    alerts = thing("production", "PrometheusRule", "pisyedili")["spec"]
    (folder / "rules.yaml").write_text(yaml.safe_dump(alerts), "utf-8")
    (folder / "prometheus.yaml").write_text(yaml.safe_dump(config(engine.metrics_port)), "utf-8")
    flags = ("--storage.tsdb.path=data", f"--web.listen-address=localhost:{port}")
    command = (tool("prometheus"), "--config.file=prometheus.yaml", "--log.level=warn", *flags)
    watching = Prometheus(f"http://localhost:{port}")
    process = subprocess.Popen(command, cwd=folder)  # noqa: S603 - Debian's
    try:
        until(watching.ready)
        until(lambda: watching.scrapes() >= 1)
        yield watching
    finally:
        process.kill()
        process.wait(PATIENCE)


@contextmanager
def engine(folder: Path) -> Iterator[tuple[Running, Client]]:
    """Run an engine that has all series: one of TLS and tokens."""
    authority, token = CA(), token_hex(32)
    secret = Secret(folder, tls_files(authority) | {"tokens": token.encode()})
    with (
        running(*tls_flags(secret), f"--tokens={secret / 'tokens'}") as server,
        Client(server.address, token=token, credentials=trust(authority)) as client,
    ):
        yield server, client


def play(client: Client) -> None:
    """Play a match, and have a move refused."""
    game = client.create_game("simple", 2)
    with pytest.raises(IllegalMove):
        game.move(Draw(), seat=1 - game.seat)
    played_match(client)


@pytest.fixture(scope="module")
def watching(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Prometheus]:
    """A Prometheus before whose eyes a match was played."""
    tool("prometheus")
    folder = tmp_path_factory.mktemp("prometheus")
    with engine(folder / "secret") as (server, client), prometheus(folder, server) as ready:
        play(client)
        before = ready.scrapes()
        until(lambda: ready.scrapes() >= before + 2)
        yield ready


def test_every_panel_has_something_to_show(watching: Prometheus) -> None:
    shown = queries()[: -len(rules())]
    assert len(shown) >= len(panels())
    for query in shown:
        assert any(map(isfinite, watching.values(query))), query


def test_every_query_names_series_that_were_scraped(watching: Prometheus) -> None:
    scraped = set(watching.told("label/__name__/values"))
    for query, parts in zip(queries(), parsed(queries()), strict=True):
        watching.told("query", query=query)
        assert {name for name, _ in parts["series"]} <= scraped, query


def test_every_alert_is_watched_and_none_cries_while_all_is_well(watching: Prometheus) -> None:
    until(lambda: {alert["health"] for alert in watching.alerts().values()} == {"ok"})
    states = {name: alert["state"] for name, alert in watching.alerts().items()}
    assert list(states) == [rule["alert"] for rule in rules()]
    assert "firing" not in states.values(), states


def test_an_engine_that_ends_is_missed(tmp_path: Path) -> None:
    tool("prometheus")
    with running() as server, prometheus(tmp_path, server) as watching:
        server.signal()
        missed = {"PisYediliDown", "PisYediliReplicaDown"}

        def pending() -> set[str]:
            alerts = watching.alerts().items()
            return {name for name, alert in alerts if alert["state"] == "pending"}

        until(lambda: pending() == missed)
