"""The page about deployment names what is there, and its examples render and run."""

import re
import shutil
from pathlib import Path
from typing import Any

import yaml

from pisyedili.service.config import OPTIONS
from tests.deploy.manifests import K8S, things
from tests.deploy.proxy import Proxy
from tests.deploy.tools import said
from tests.docs.commands import run
from tests.docs.pages import blocks, page

PAGE = page("deploy.md")
DIGEST = "sha256:" + 64 * "0"
MERGED = {
    "configMapGenerator": [
        {"name": "pisyedili-settings", "behavior": "merge", "literals": ["PISYEDILI_GRACE=20"]}
    ]
}


def test_every_setting_that_is_told_has_its_default() -> None:
    settings = PAGE.split("## Settings")[1].split("\n## ")[0]
    there: dict[str, Any] = {option.flag: option.default for option in OPTIONS}
    told: dict[str, Any] = {}
    for flags, defaults in re.findall(r"^\| (`--.*?) \| (.*?) \|", settings, re.MULTILINE):
        for flag, default in zip(
            re.findall(r"`(--[\w-]+)`", flags), defaults.split(", "), strict=False
        ):
            told[flag] = None if default == "none" else float(default.removesuffix(" s"))
    assert len(told) > 8
    assert told == {flag: there[flag] for flag in told}


def test_every_part_of_the_manifests_is_told() -> None:
    told = set(re.findall(r"`(base|components/[\w-]+|overlays/\w+)`", PAGE))
    there = {"base"} | {
        f"{kind}/{folder.name}"
        for kind in ("components", "overlays")
        for folder in (K8S / kind).iterdir()
    }
    assert told - {"components/envoy/envoy"} == there


def test_every_address_that_is_told_is_a_service() -> None:
    told = set(re.findall(r"`(?:dns:///)?([\w-]+)\.pisyedili:(\d+)`", PAGE))
    there = {
        (service["metadata"]["name"], str(port["port"]))
        for service in things("production", "Service")
        for port in service["spec"]["ports"]
    }
    assert len(told) == 3
    assert told <= there


def test_an_overlay_of_ones_own_names_its_image_and_settings(tmp_path: Path) -> None:
    (shown,) = (block.text for block in blocks(PAGE, "yaml") if "kustomize" in block.text)
    shutil.copytree(K8S, tmp_path / "k8s")
    mine = tmp_path / "k8s" / "overlays" / "mine"
    mine.mkdir()
    wanted = yaml.safe_load(shown.replace("sha256:…", DIGEST)) | MERGED
    (mine / "kustomization.yaml").write_text(yaml.safe_dump(wanted), "utf-8")
    rendered = list(yaml.safe_load_all(said("kubectl", "kustomize", mine)))
    (settings,) = (
        thing["data"]
        for thing in rendered
        if thing["kind"] == "ConfigMap" and "pisyedili-settings" in thing["metadata"]["name"]
    )
    assert settings["PISYEDILI_GRACE"] == "20"
    assert settings["PISYEDILI_LOG_FORMAT"] == "json"
    images = re.findall(r"image: (\S+)", yaml.safe_dump(rendered))
    assert f"registry.example.org/cards/pisyedili-engine@{DIGEST}" in images


def test_the_proxy_is_asked_as_it_is_told(proxy: Proxy, tmp_path: Path) -> None:
    (shown,) = (block.text for block in blocks(PAGE, "sh") if block.text.startswith("curl"))
    said = run(shown.replace("localhost:8080", proxy.address), tmp_path)
    assert '"legal":' in said
