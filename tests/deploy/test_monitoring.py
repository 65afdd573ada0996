"""Alerts and dashboard: that they fire when they should, on what the engine really exports."""

import json
import re
import shutil
import subprocess
import urllib.request
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest
import yaml
from trustme import CA

from pisyedili.client import Client
from tests.deploy.manifests import OPERATOR, Thing, chosen, pods, ports, thing, things
from tests.deploy.matches import played_match
from tests.deploy.tools import PATIENCE, ROOT, VENV, said
from tests.service.identities import Secret, tls_files, tls_flags, trust
from tests.service.process import Running, running

HERE = Path(__file__).parent
SCRAPING = {"job", "instance", "namespace", "pod"}
"""Labels that a scrape adds to each series."""

Sample = tuple[str, dict[str, str]]


def rules() -> list[dict[str, Any]]:
    groups = thing("production", "PrometheusRule", "pisyedili")["spec"]["groups"]
    return [rule for group in groups for rule in group["rules"]]


def panels() -> list[dict[str, Any]]:
    board = thing("production", "ConfigMap", "pisyedili-dashboard")["data"]["pisyedili.json"]
    found = json.loads(board)["panels"]
    assert isinstance(found, list)
    return found


def queries() -> list[str]:
    shown = [target["expr"] for panel in panels() for target in panel["targets"]]
    plain = [re.sub(r"\$__(rate_interval|range)", "5m", query) for query in shown]
    return [*plain, *(rule["expr"] for rule in rules())]


def told(script: str, told_of: list[Any]) -> list[Any]:
    """Return what a script of ours says by the packages of the deployment's tests."""
    python = VENV / "python"
    if not (VENV.parent / "lib").is_dir():
        pytest.skip(f"what {script} needs is not installed; it comes with make test DEPLOY=1")
    done = subprocess.run(  # noqa: S603 - our own script
        (python, ROOT / "tools" / script),
        capture_output=True,
        check=True,
        input=json.dumps(told_of),
        text=True,
        timeout=PATIENCE,
    )
    found = json.loads(done.stdout)
    assert isinstance(found, list)
    return found


def parsed(queries: list[str]) -> list[dict[str, Any]]:
    return told("promql.py", queries)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """An engine of TLS and tokens, on which a match was played."""
    authority, token = CA(), token_hex(32)
    files = tls_files(authority) | {"tokens": token.encode()}
    secret = Secret(tmp_path_factory.mktemp("played") / "secret", files)
    with running(*tls_flags(secret), f"--tokens={secret / 'tokens'}") as engine:
        with Client(engine.address, token=token, credentials=trust(authority)) as client:
            played_match(client)
        yield engine


def selects(sample: Sample, name: str, matchers: list[tuple[str, str, bool]]) -> bool:
    labels = sample[1]
    return sample[0] == name and all(
        (re.fullmatch(pattern, labels.get(label, "")) is not None) == wanted
        for label, pattern, wanted in matchers
        if label not in SCRAPING
    )


def test_every_query_reads_series_that_the_engine_exports(played: Running) -> None:
    samples = [(name, dict(labels)) for name, labels in played.metrics()]
    for query, parts in zip(queries(), parsed(queries()), strict=True):
        assert parts["series"], query
        known = set(SCRAPING)
        for name, matchers in parts["series"]:
            found = [sample for sample in samples if selects(sample, name, matchers)]
            assert found or name == "up", f"{query} reads no {name}"
            known.update(label for _, labels in found for label in labels)
        assert set(parts["groups"]) <= known, query


def test_every_query_reads_engines_alone() -> None:
    for query, parts in zip(queries(), parsed(queries()), strict=True):
        for _, matchers in parts["series"]:
            assert ["job", "pisyedili", True] in matchers, query


def test_a_dashboards_panels_are_told_apart_and_lie_side_by_side() -> None:
    ids = [panel["id"] for panel in panels()]
    assert len(set(ids)) == len(ids)
    covered = [
        (x, y)
        for at in (panel["gridPos"] for panel in panels())
        for x in range(at["x"], at["x"] + at["w"])
        for y in range(at["y"], at["y"] + at["h"])
    ]
    assert len(set(covered)) == len(covered)
    assert max(x for x, _ in covered) < 24


def changed(thing: Thing, value: object, *path: str | int) -> Thing:
    """Return an object with one field set, by its path in the spec."""
    made = deepcopy(dict(thing))
    place: Any = made["spec"]
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return made


def test_the_operator_knows_its_objects_and_each_of_their_fields() -> None:
    monitor = thing("production", "ServiceMonitor", "pisyedili")
    rule = thing("production", "PrometheusRule", "pisyedili")
    own = [thing for thing in things("production") if thing["apiVersion"] == OPERATOR]
    assert len(own) == 2
    endpoint, alert = ("endpoints", 0), ("groups", 0, "rules", 0)
    broken = [
        ("expected known fields alone", changed(monitor, "metrics", *endpoint, "prot")),
        ("endpoints.0.interval", changed(monitor, "15 seconds", *endpoint, "interval")),
        ("rules.0.for", changed(rule, "2 minutes", *alert, "for")),
        ("labels.severity", changed(rule, 1, *alert, "labels", "severity")),
    ]
    faults = told("monitors.py", [*own, *(wrong for _, wrong in broken)])
    assert faults[:2] == ["", ""]
    for (complaint, _), fault in zip(broken, faults[2:], strict=True):
        assert complaint in fault


def test_promtool_accepts_the_rules_and_each_alert_fires_and_stays_silent(tmp_path: Path) -> None:
    spec = thing("production", "PrometheusRule", "pisyedili")["spec"]
    (tmp_path / "rules.yaml").write_text(yaml.safe_dump(spec), "utf-8")
    shutil.copy(HERE / "alerts.yaml", tmp_path)
    said("promtool", "check", "rules", "rules.yaml", cwd=tmp_path)
    said("promtool", "test", "rules", "alerts.yaml", cwd=tmp_path)


def test_each_alert_has_a_test_that_fires_and_one_that_does_not() -> None:
    tests = yaml.safe_load((HERE / "alerts.yaml").read_text("utf-8"))["tests"]
    cases = [case for test in tests for case in test["alert_rule_test"]]
    names = {rule["alert"] for rule in rules()}
    assert {case["alertname"] for case in cases if case.get("exp_alerts")} == names
    assert {case["alertname"] for case in cases if not case.get("exp_alerts")} == names


def test_each_alert_is_explained() -> None:
    text = (ROOT / "docs" / "operate.md").read_text("utf-8")
    assert [rule["alert"] for rule in rules()] == re.findall(
        r"^\| `(PisYedili\w+)` \|", text, re.MULTILINE
    )


def test_promtool_has_nothing_to_say_of_a_scrape(played: Running) -> None:
    url = f"http://localhost:{played.metrics_port}/metrics"
    with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
        scrape = answer.read().decode()
    assert said("promtool", "check", "metrics", text=scrape) == ""


def test_a_scrape_finds_the_engine_under_the_job_that_queries_ask_for() -> None:
    monitor = thing("production", "ServiceMonitor", "pisyedili")["spec"]
    (endpoint,) = monitor["endpoints"]
    services = [
        service
        for service in things("production", "Service")
        if monitor["selector"]["matchLabels"].items() <= service["metadata"]["labels"].items()
        and endpoint["port"] in {port["name"] for port in service["spec"]["ports"]}
    ]
    (service,) = services
    assert service["metadata"]["labels"][monitor["jobLabel"]] == "pisyedili"
    assert list(chosen("production", service["spec"]["selector"])) == ["pisyedili"]
    opened = thing("production", "NetworkPolicy", "pisyedili-metrics")["spec"]
    (rule,) = opened["ingress"]
    engine = dict(pods("production"))["pisyedili"]
    assert [port["port"] for port in rule["ports"]] == [endpoint["port"]]
    assert endpoint["port"] in ports(engine)
    assert opened["podSelector"]["matchLabels"].items() <= engine["metadata"]["labels"].items()
