"""The manifests by themselves: their schema, and that what they name is there."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from pisyedili.engine import __version__
from tests.deploy.manifests import (
    K8S,
    OPERATOR,
    OVERLAYS,
    SECRETS,
    chosen,
    container,
    pods,
    ports,
    rendered,
    thing,
    things,
    variables,
)
from tests.deploy.tools import said

VERSIONS = ("1.35", "1.36", "1.37")
"""The three newest whose schemas there are."""

pytestmark = pytest.mark.parametrize("overlay", OVERLAYS)


def resolved(port: str | int, template: Any) -> int:
    return ports(template)[port] if isinstance(port, str) else port


@pytest.mark.parametrize("version", VERSIONS)
def test_an_overlay_is_what_kubernetes_knows(overlay: str, version: str, tmp_path: Path) -> None:
    own = [thing for thing in things(overlay) if thing["apiVersion"] != OPERATOR]
    file = tmp_path / "manifests.yaml"
    file.write_text(yaml.safe_dump_all(own), "utf-8")
    output = said("kubernetes-validate", "--strict", "-k", version, file)
    assert output.count("passed") == len(own), output


def test_checkov_finds_nothing_but_what_is_justified(overlay: str, tmp_path: Path) -> None:
    file = tmp_path / "manifests.yaml"
    file.write_text(rendered(overlay), "utf-8")
    output = said("checkov", "--config-file", K8S / "checkov.yaml", "--file", file)
    assert re.search(r"Passed checks: [1-9]\d+, Failed checks: 0\b", output), output


def test_everything_is_in_one_namespace(overlay: str) -> None:
    names = {thing["metadata"].get("namespace") for thing in things(overlay)}
    assert names - {None} == {"pisyedili"}
    without = [thing["kind"] for thing in things(overlay) if "namespace" not in thing["metadata"]]
    assert without == ["Namespace"]


def test_a_deployment_selects_its_own_pods(overlay: str) -> None:
    for deployment in things(overlay, "Deployment"):
        selector = deployment["spec"]["selector"]["matchLabels"]
        assert list(chosen(overlay, selector)) == [deployment["metadata"]["name"]]
        for spread in deployment["spec"]["template"]["spec"]["topologySpreadConstraints"]:
            assert spread["labelSelector"]["matchLabels"] == selector


def test_a_service_leads_to_ports_of_one_kind_of_pod(overlay: str) -> None:
    for service in things(overlay, "Service"):
        (template,) = chosen(overlay, service["spec"]["selector"]).values()
        for port in service["spec"]["ports"]:
            assert port["targetPort"] in ports(template)


def test_a_budget_and_an_autoscaler_mean_a_deployment(overlay: str) -> None:
    for budget in things(overlay, "PodDisruptionBudget"):
        assert len(chosen(overlay, budget["spec"]["selector"]["matchLabels"])) == 1
    for scaler in things(overlay, "HorizontalPodAutoscaler"):
        target = scaler["spec"]["scaleTargetRef"]
        deployment = thing(overlay, target["kind"], target["name"])
        assert deployment["apiVersion"] == target["apiVersion"]
        assert "replicas" not in deployment["spec"]
        (metric,) = scaler["spec"]["metrics"]
        limits = container(deployment["spec"]["template"])["resources"]["limits"]
        average = metric["resource"]["target"]["averageValue"]
        assert average.endswith("m")
        assert int(average[:-1]) < 1000 * int(limits["cpu"])


def test_a_pod_mounts_and_reads_only_what_is_made(overlay: str) -> None:
    made = {config["metadata"]["name"] for config in things(overlay, "ConfigMap")}
    for _, template in pods(overlay):
        volumes = {volume["name"]: volume for volume in template["spec"].get("volumes", ())}
        mounted = {mount["name"] for mount in container(template).get("volumeMounts", ())}
        assert mounted == set(volumes)
        maps = [volume["configMap"]["name"] for volume in volumes.values() if "configMap" in volume]
        secrets = [
            volume["secret"]["secretName"] for volume in volumes.values() if "secret" in volume
        ]
        assert len(maps) + len(secrets) == len(volumes)
        assert set(maps) <= made
        assert set(secrets) <= set(SECRETS)
        sources = container(template).get("envFrom", ())
        assert {source["configMapRef"]["name"] for source in sources} <= made


def test_a_pod_is_nobody_and_is_told_nothing_of_the_cluster(overlay: str) -> None:
    accounts = {account["metadata"]["name"] for account in things(overlay, "ServiceAccount")}
    for _, template in pods(overlay):
        spec = template["spec"]
        assert spec["serviceAccountName"] in accounts
        assert spec["automountServiceAccountToken"] is False
        assert spec["enableServiceLinks"] is False
        assert spec["securityContext"]["runAsUser"] == 10001
        assert container(template)["securityContext"]["readOnlyRootFilesystem"] is True


def test_a_network_policy_opens_ports_that_are_there(overlay: str) -> None:
    for policy in things(overlay, "NetworkPolicy"):
        selected = chosen(overlay, policy["spec"]["podSelector"].get("matchLabels", {}))
        assert selected
        for rule in policy["spec"].get("ingress", ()):
            for port in rule["ports"]:
                for template in selected.values():
                    assert resolved(port["port"], template) in ports(template).values()


def test_a_secret_is_read_by_its_pod_alone(overlay: str) -> None:
    for _, template in pods(overlay):
        for volume in template["spec"].get("volumes", ()):
            if "secret" in volume:
                assert volume["secret"]["defaultMode"] == 0o440
                assert template["spec"]["securityContext"]["fsGroup"] == 10001


def test_a_probe_asks_where_no_certificate_is_wanted_and_nobody_else_may_ask(overlay: str) -> None:
    engine = dict(pods(overlay))["pisyedili"]
    probed = {
        container(engine)[probe]["grpc"]["port"]
        for probe in ("startupProbe", "readinessProbe", "livenessProbe")
    }
    assert probed == {ports(engine)["health"]}
    opened = {
        resolved(port["port"], engine)
        for policy in things(overlay, "NetworkPolicy")
        if "pisyedili" in chosen(overlay, policy["spec"]["podSelector"].get("matchLabels", {}))
        for rule in policy["spec"].get("ingress", ())
        for port in rule["ports"]
    }
    assert ports(engine)["health"] not in opened
    services = (
        port["targetPort"] for one in things(overlay, "Service") for port in one["spec"]["ports"]
    )
    assert "health" not in services


def test_a_service_says_which_protocol_the_engine_speaks(overlay: str) -> None:
    tls = "PISYEDILI_TLS_CERTIFICATE" in variables(overlay, dict(pods(overlay))["pisyedili"])
    said = {
        port["appProtocol"]
        for service in things(overlay, "Service")
        for port in service["spec"]["ports"]
        if port["targetPort"] == "grpc"
    }
    assert said == {"https" if tls else "kubernetes.io/h2c"}


def test_who_may_not_speak_is_not_heard(overlay: str) -> None:
    deny = thing(overlay, "NetworkPolicy", "default-deny")["spec"]
    assert deny == {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]}


def test_the_proxy_may_call_the_engine(overlay: str) -> None:
    proxy, engine = (dict(pods(overlay))[name] for name in ("pisyedili-envoy", "pisyedili"))
    (heard,) = thing(overlay, "NetworkPolicy", "pisyedili")["spec"]["ingress"]
    (who,) = heard["from"]
    labels = proxy["metadata"]["labels"]
    assert who["podSelector"]["matchLabels"].items() <= labels.items()
    calls, _ = thing(overlay, "NetworkPolicy", "pisyedili-envoy")["spec"]["egress"]
    (whom,) = calls["to"]
    assert whom["podSelector"]["matchLabels"].items() <= engine["metadata"]["labels"].items()
    called = {resolved(port["port"], engine) for port in calls["ports"]}
    assert called == {resolved(port["port"], engine) for port in heard["ports"]}


def test_the_engine_has_the_version_of_this_tree(overlay: str) -> None:
    engine = container(dict(pods(overlay))["pisyedili"])
    assert engine["image"].endswith(f"pisyedili-engine:{__version__}")
