"""The page for browsers, in a real one: a round is played by clicks through the real proxy."""

import json
import struct
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from pisyedili.client import Client
from pisyedili.v1.game_service_pb2 import ApplyMoveResponse
from tests.clients.samples import CLIENTS, built_by_npm, must, program
from tests.clients.server_process import ServerProcess
from tests.deploy.proxy import proxy
from tests.deploy.tools import tool

FOLDER = CLIENTS / "browser"


class Quiet(SimpleHTTPRequestHandler):
    """Serves files, and logs nothing."""

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def site(folder: Path) -> Iterator[str]:
    """Serve a folder of files meanwhile, and give its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder)) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture(scope="module")
def seen(
    server: ServerProcess, testrun_uid: str, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Any]:
    """What a round on the page showed."""
    chromium = program("chromium", "Debian's package chromium")
    tool("envoy")
    sample = built_by_npm(FOLDER, testrun_uid)
    pictures, envoy = (tmp_path_factory.mktemp(name) for name in ("pictures", "envoy"))
    with proxy(envoy, server.port) as ready, site(sample / "www") as address:
        url = f"{address}/?pace=0&engine={ready.url}"
        out = must((program("node", "Node 20"), "test/play.mjs", chromium, url, pictures), sample)
    assert all((pictures / name).stat().st_size for name in ("table.png", "scores.png"))
    told = json.loads(out)
    assert isinstance(told, dict)
    return told


def last_answer(body: bytes) -> ApplyMoveResponse:
    """Return the message of a gRPC-Web answer, its first frame."""
    kind, size = struct.unpack(">BI", body[:5])
    assert kind == 0
    return ApplyMoveResponse.FromString(body[5 : 5 + size])


def test_a_round_is_played_to_its_end_without_an_error(seen: dict[str, Any]) -> None:
    assert seen["errors"] == []
    assert seen["turns"] > 0
    assert "out" in seen["ended"]


def test_the_scores_shown_are_those_of_the_server(
    seen: dict[str, Any], server: ServerProcess
) -> None:
    game = last_answer(b64decode(seen["answer"])).game
    with Client(server.target) as client:
        held = client.resume(game.opaque)
        scores, view = held.score(), held.view()
    assert view.phase.kind in {"round_over", "match_over"}
    expected = [
        [
            "You" if seat.seat == 0 else f"Bot {seat.seat}",
            " ".join(str(scored.card) for scored in seat.hand) or "–",
            str(seat.total),
            str(view.seats[seat.seat].total),
        ]
        for seat in scores.seats
    ]
    assert seen["scores"] == expected


def test_a_card_that_may_not_be_played_says_why(seen: dict[str, Any]) -> None:
    assert seen["refusals"]
    for _, told in seen["refusals"]:
        assert told.startswith("Not now (")
        assert "expected " in told


def test_bots_of_a_table_that_was_left_move_no_more(seen: dict[str, Any]) -> None:
    assert seen["seats"] == 5


def test_the_page_is_accessible(seen: dict[str, Any]) -> None:
    assert seen["faults"] == []
