"""The manifests, rendered and taken apart."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

import yaml

from tests.deploy.tools import ROOT, said

K8S: Final = ROOT / "k8s"
OVERLAYS: Final = ("dev", "production", "secured")
SECRETS: Final = ("pisyedili-tls", "pisyedili-envoy-tls", "pisyedili-tokens")
"""What nobody but the people of a cluster can make: docs/deploy.md says how."""

OPERATOR: Final = "monitoring.coreos.com/v1"
"""Kinds of the Prometheus operator, which Kubernetes' own schemas do not know."""

Thing = Mapping[str, Any]


@cache
def rendered(overlay: str) -> str:
    """Return an overlay as it is sent to a cluster."""
    return said("kubectl", "kustomize", K8S / "overlays" / overlay)


def things(overlay: str, *kinds: str) -> list[Thing]:
    """Return an overlay's objects, of some kinds or all."""
    documents = yaml.safe_load_all(rendered(overlay))
    return [thing for thing in documents if not kinds or thing["kind"] in kinds]


def thing(overlay: str, kind: str, name: str) -> Thing:
    """Return one object by its kind and name, a generated name without its hash."""
    (found,) = (
        thing for thing in things(overlay, kind) if plain_name(thing["metadata"]["name"]) == name
    )
    return found


def plain_name(name: str) -> str:
    """Return a name without the hash of kustomize, which has an alphabet of its own."""
    stem, _, last = name.rpartition("-")
    return stem if len(last) == 10 and set(last) <= set("bcdfghkm2456789t") else name


def pods(overlay: str) -> Iterator[tuple[str, Thing]]:
    """Yield the pod template of each Deployment, by its name."""
    for deployment in things(overlay, "Deployment"):
        yield deployment["metadata"]["name"], deployment["spec"]["template"]


def pod(overlay: str, name: str) -> Thing:
    return dict(pods(overlay))[name]


def container(template: Thing) -> Thing:
    """Return the one container of a pod."""
    (only,) = template["spec"]["containers"]
    assert isinstance(only, dict)
    return only


def ports(template: Thing) -> dict[str, int]:
    """Return a pod's ports by their names."""
    return {port["name"]: port["containerPort"] for port in container(template)["ports"]}


def chosen(overlay: str, selector: Mapping[str, str]) -> dict[str, Thing]:
    """Return the pod templates that a selector means."""
    return {
        name: template
        for name, template in pods(overlay)
        if selector.items() <= template["metadata"]["labels"].items()
    }


def variables(overlay: str, template: Thing) -> dict[str, str]:
    """Return the environment that a pod's container gets."""
    made: dict[str, str] = {}
    for source in container(template).get("envFrom", ()):
        name = source["configMapRef"]["name"]
        made |= next(
            config["data"]
            for config in things(overlay, "ConfigMap")
            if config["metadata"]["name"] == name
        )
    return made | {item["name"]: item["value"] for item in container(template).get("env", ())}
