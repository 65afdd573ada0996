"""The calls that the pages show are made, and answered as they are shown."""

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import yaml

from pisyedili.v1.events_pb2 import Event
from tests.deploy import proxy as proxies
from tests.deploy.proxy import Proxy, ask, bootstrap
from tests.deploy.proxy import proxy as running_proxy
from tests.docs.calls import Answer, Json, calls, faults
from tests.docs.pages import ROOT, blocks, page
from tests.docs.ways import over_grpc, over_json, over_web
from tests.service.process import Running

BROWSER, NAKAMA, UNITY = (f"integrate-{name}.md" for name in ("browser", "nakama", "unity"))


def agree(name: str, count: int, ask: Callable[[str, Json | None], Answer]) -> None:
    assert len(list(calls(name))) == count
    found = faults(name, ask)
    assert not found, "\n".join(found)


def test_the_engine_answers_a_backend_as_its_page_shows(engine: Running) -> None:
    agree(UNITY, 5, partial(over_grpc, engine))


def test_the_proxy_answers_a_match_server_as_its_page_shows(proxy: Proxy) -> None:
    agree(NAKAMA, 6, partial(over_json, proxy))


def test_the_proxy_answers_a_web_page_as_its_page_shows(proxy: Proxy) -> None:
    agree(BROWSER, 6, partial(over_web, proxy))


def test_every_event_has_its_animation() -> None:
    named = re.findall(r"^\| `(\w+)` \|", page(UNITY), re.MULTILINE)
    fields = Event.DESCRIPTOR.oneofs_by_name["event"].fields
    assert named == [field.name.title().replace("_", "") for field in fields]


def test_the_client_of_the_web_page_is_the_one_that_is_played() -> None:
    (quoted,) = blocks(page(BROWSER), "typescript")
    assert quoted.text in (ROOT / "clients/browser/src/engine.ts").read_text("utf-8")


def policy(config: dict[str, Any]) -> dict[str, Any]:
    """Return which pages may call by a configuration of the proxy."""
    (chain,) = config["static_resources"]["listeners"][0]["filter_chains"]
    (host,) = chain["filters"][0]["typed_config"]["route_config"]["virtual_hosts"]
    found = host["typed_per_filter_config"]["envoy.filters.http.cors"]
    assert isinstance(found, dict)
    return found


def test_the_pages_that_may_call_are_those_that_the_page_tells() -> None:
    shown, _ = (yaml.safe_load(block.text) for block in blocks(page(BROWSER), "yaml"))
    there = policy(bootstrap())
    assert shown == {name: value for name, value in there.items() if name != "@type"}


def test_an_origin_that_is_named_may_call_and_no_other(
    engine: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, named = (yaml.safe_load(block.text) for block in blocks(page(BROWSER), "yaml"))
    config = bootstrap()
    policy(config).update(named)
    monkeypatch.setattr(proxies, "bootstrap", lambda *_: config)
    with running_proxy(tmp_path, engine.port) as strict:
        for origin in ("https://oyun.example", "https://else.example"):
            answer = ask(f"{strict.url}/v1/presets", origin=origin)
            allowed = answer.headers.get("access-control-allow-origin")
            assert allowed == (origin if origin == "https://oyun.example" else None)
