"""Answers as documents show them: in JSON, and with … for what is left out."""

from collections.abc import Iterator
from typing import Any, Final

LEFT_OUT: Final = "…"


def differences(shown: Any, got: Any, path: str = "answer") -> Iterator[str]:
    """Yield each place in which an answer is not as it is shown.

    A text may end in …, a list in an item …, and an object in a member named …: what follows is
    left out. Anything else has to be the same.
    """
    if isinstance(shown, dict) and isinstance(got, dict):
        yield from _of_objects(shown, got, path)
    elif isinstance(shown, list) and isinstance(got, list):
        yield from _of_lists(shown, got, path)
    elif not _same(shown, got):
        yield f"{path}: the document shows {shown!r}, the service answers {got!r}"


def _of_objects(shown: dict[str, Any], got: dict[str, Any], path: str) -> Iterator[str]:
    named = {name: value for name, value in shown.items() if name != LEFT_OUT}
    for name in named.keys() - got.keys():
        yield f"{path}.{name}: the document shows it, the service does not answer it"
    if named.keys() == shown.keys():
        for name in got.keys() - named.keys():
            yield f"{path}.{name}: the service answers it, the document does not show it"
    for name in named.keys() & got.keys():
        yield from differences(named[name], got[name], f"{path}.{name}")


def _of_lists(shown: list[Any], got: list[Any], path: str) -> Iterator[str]:
    short = bool(shown) and shown[-1] == LEFT_OUT
    items = shown[:-1] if short else shown
    if len(got) <= len(items) if short else len(got) != len(items):
        yield f"{path}: the document shows {len(items)} items, the service answers {len(got)}"
    for index, pair in enumerate(zip(items, got, strict=False)):
        yield from differences(*pair, f"{path}[{index}]")


def _same(shown: Any, got: Any) -> bool:
    if isinstance(shown, str) and shown.endswith(LEFT_OUT) and isinstance(got, str):
        return got.startswith(shown[:-1])
    return type(shown) is type(got) and bool(shown == got)
