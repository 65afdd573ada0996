"""The calls that a page shows: each request, and the answer that is shown after it."""

import json
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from tests.docs.pages import blocks, page
from tests.docs.shown import LEFT_OUT, differences

Json = dict[str, Any]
Answer = tuple[str, Json]
"""How a call failed, by HTTP's status or gRPC's code, empty where it did not; and what came."""


class Call(NamedTuple):
    """A call that a page shows: ``target`` is what is called, as the page names it."""

    line: int
    target: str
    body: Json | None
    status: str
    answer: Json


def calls(name: str) -> Iterator[Call]:
    """Yield the calls of a page: each a block of HTTP, and the block of JSON that follows it."""
    quoted = list(blocks(page(name)))
    for asked, answered in pairwise(quoted):
        if asked.language == "http":
            assert answered.language == "json", f"{name}:{asked.line}: no answer is shown"
            target, _, body = asked.text.partition("\n")
            sent, shown = json.loads(body or "null"), json.loads(answered.text)
            yield Call(asked.line, target, sent, answered.note, shown)


def faults(name: str, ask: Callable[[str, Json | None], Answer]) -> list[str]:
    """Make the calls of a page one after another, and return what is not as it is shown.

    A game that is left out is the last one answered.
    """
    game: Json = {}
    found = []
    for call in calls(name):
        if call.body and call.body.get("game") == {"opaque": LEFT_OUT}:
            call.body["game"] = game
        status, answer = ask(call.target, call.body)
        if status != call.status:
            found.append(f"{name}:{call.line}: the call ends as {status or 'OK'}: {answer}")
        found += [f"{name}:{call.line}: {fault}" for fault in differences(call.answer, answer)]
        game = answer.get("game", game)
    return found
