"""Where in a TOML text an option is said, by the parser alone, which tells no positions itself."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple


class Source(NamedTuple):
    """A rule file: its name, its text, and the tables in it."""

    name: str
    text: str
    tables: Mapping[str, Any]


def with_lines(
    path: str, message: str, others: tuple[str, ...], file: Source, *bases: Source
) -> tuple[str, str]:
    """Return the path and message of a file's fault with the lines that bring it about.

    ``others`` are options that the one at ``path`` contradicts, ``bases`` the files that this one
    extends, the nearest first.
    """
    said = next((one for one in (file, *bases) if holds(one.tables, _whole(path))), file)
    options = [(other, file) for other in others if holds(file.tables, _whole(other))]
    if said is not file:
        options.append((path, said))
    see = ", ".join(f"{option} in {_place(one, option)}" for option, one in options)
    where = _place(file, path) if said is file else file.name
    return f"{where}: {path}", f"{message} (see {see})" if see else message


def line_of(text: str, path: str) -> int:
    """Return the line on which an option's statement begins, else the innermost table's; 0: none.

    A statement ends where the lines so far can be read and hold the option, and begins after the
    last ones that could be read without it.
    """
    places = (
        line
        for part in _outwards(path)
        for line, tables in _statements(text)
        if holds(tables, part)
    )
    return next(places, 0)


def holds(tables: object, path: str) -> bool:
    """Tell whether tables hold an option by its dotted path; keys may have dots themselves."""
    return isinstance(tables, Mapping) and (
        path in tables
        or any(
            path.startswith(f"{key}.") and holds(inner, path[len(key) + 1 :])
            for key, inner in tables.items()
        )
    )


def _whole(path: str) -> str:
    """Return the path of what a file replaces as a whole when it says an option within."""
    parts = path.partition("[")[0].split(".")
    return ".".join(parts[: 3 if parts[:2] == ["score", "points"] else 2])


def _place(file: Source, path: str) -> str:
    line = line_of(file.text, path)
    return f"{file.name}:{line}" if line else file.name


@lru_cache(maxsize=8)
def _statements(text: str) -> tuple[tuple[int, dict[str, Any]], ...]:
    """Return the line on which each statement begins, and the tables as they are at its end."""
    lines, first, statements = text.split("\n"), 1, list[tuple[int, dict[str, Any]]]()
    for last in range(1, len(lines) + 1):
        try:
            tables = tomllib.loads("\n".join((*lines[:last], "")))
        except tomllib.TOMLDecodeError:
            continue
        statements.append((first, tables))
        first = last + 1
    return tuple(statements)


def _outwards(path: str) -> Iterator[str]:
    """Yield a path, and the paths of what is around it."""
    while path:
        yield path
        path = path[: max(path.rfind("."), path.rfind("["), 0)]
