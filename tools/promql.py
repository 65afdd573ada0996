"""Take queries apart, for tests that have no parser: JSON in, JSON out.

Run by the Python that has promql-parser. The answer has for each query the series that it reads,
with what it asks of their labels, and the labels that it groups by.
"""

import json
import re
import sys
from collections.abc import Iterator
from typing import Any

import promql_parser


def parts(node: Any) -> Iterator[Any]:
    """Yield a node of a query, and all below it."""
    yield node
    for name in ("lhs", "rhs", "expr", "param", "vector_selector"):
        below = getattr(node, name, None)
        if below is not None and not isinstance(below, str):
            yield from parts(below)
    for argument in getattr(node, "args", ()):
        yield from parts(argument)


def matcher(one: Any) -> tuple[str, str, bool]:
    """Return the label, a pattern of its whole value, and whether that shall match."""
    plain = one.op in (promql_parser.MatchOp.Equal, promql_parser.MatchOp.NotEqual)
    wanted = one.op in (promql_parser.MatchOp.Equal, promql_parser.MatchOp.Re)
    return one.name, re.escape(one.value) if plain else one.value, wanted


def told(query: str) -> dict[str, Any]:
    """Return what a query reads and groups by."""
    found = list(parts(promql_parser.parse(query)))
    selectors = (part for part in found if isinstance(part, promql_parser.VectorSelector))
    series = [(part.name, [matcher(one) for one in part.matchers.matchers]) for part in selectors]
    modifiers = (part.modifier for part in found if isinstance(part, promql_parser.AggregateExpr))
    groups = [label for modifier in modifiers if modifier for label in modifier.labels]
    return {"series": series, "groups": groups}


if __name__ == "__main__":
    json.dump([told(query) for query in json.load(sys.stdin)], sys.stdout)
