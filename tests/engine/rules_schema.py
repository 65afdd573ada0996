"""The JSON Schema of rule files, made of the option tree and the words of ``docs/rule-files.md``.

``python -m tests.engine.rules_schema`` writes it anew.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple, get_args, get_type_hints

from pisyedili.engine.cards import JOKER_RANK, RANK_NAMES, RANKS, SUIT_NAMES, SUITS, Rank, Suit
from pisyedili.engine.preset import LANGUAGES
from pisyedili.engine.rules import Effects, Rules

DOCS: Final = Path(__file__).parents[2] / "docs"
PATH: Final = DOCS / "rules.schema.json"
COMMAND: Final = "python -m tests.engine.rules_schema"

_EXTENDS: Final = "The id of a rule set: a preset, or a file beside this one."
_ABOUT: Final = {
    "name": "The name of the rule set, by language.",
    "line": "One line about the rule set, by language.",
}
_ROW: Final = re.compile(r"\| (`[^|]+`) \| ([^|]+) \| [^|]+ \|([^|]*)\|")
_BOUNDS: Final = re.compile(r"(\d+)–(\d+)")
_RANK_KEYS: Final = {"score.points", "score.multipliers", "score.end_draws"}

Schema = dict[str, Any]


class Told(NamedTuple):
    """What the page says of a key: its values and its meaning."""

    values: str
    meaning: str

    def number(self) -> Schema:
        """Return a whole number within the bounds of the page."""
        found = _BOUNDS.search(self.values)
        if found is None:
            raise ValueError(f"expected bounds, got {self.values!r}")
        return {"type": "integer", "minimum": int(found[1]), "maximum": int(found[2])}


@cache
def page() -> dict[str, Told]:
    """Return what the page says of each key, by its path; effects' without a rank."""
    return dict(_told((DOCS / "rule-files.md").read_text("utf-8")))


def schema() -> Schema:
    """Return the schema of a whole rule file."""
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Rule file of the Pis Yedili Engine",
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "extends": {"type": "string", "description": _EXTENDS},
            "about": _about(),
            **_group(Rules, ""),
        },
        "definitions": {"effects": _table(_group(Effects, "effects."), _about_group(Effects))},
    }


def text() -> str:
    """Return the schema as its file holds it."""
    return json.dumps(schema(), ensure_ascii=False, indent=2) + "\n"


def _told(markdown: str) -> Iterator[tuple[str, Told]]:
    section = ""
    for line in markdown.splitlines():
        if line.startswith("## "):
            section = line.removeprefix("## ").strip("`[]")
        row = _ROW.fullmatch(line)
        if row:
            for key in re.findall(r"`([^`]+)`", row[1]):
                yield f"{section}.{key}", Told(row[2], _sentence(row[3]))


def _sentence(meaning: str) -> str:
    plain = meaning.replace("`", "").strip()
    return f"{plain[:1].upper()}{plain[1:]}." if plain else ""


def _about() -> Schema:
    languages = {language: {"type": "string"} for language in LANGUAGES}
    entries = {key: _table(languages, said) for key, said in _ABOUT.items()}
    return _table(entries, "What ListPresets and the command show.")


def _about_group(kind: Any) -> str:
    """Return the first sentence of a group's docstring."""
    return f"{str(kind.__doc__).partition('. ')[0].rstrip('.')}."


def _group(kind: Any, path: str) -> Schema:
    hints = get_type_hints(kind)
    return {
        field.name: _option(field, hints[field.name], path + field.name) for field in fields(kind)
    }


def _option(field: Field[Any], hint: Any, path: str) -> Schema:
    part = hint if is_dataclass(hint) else next(filter(is_dataclass, get_args(hint)), None)
    if path == "effects":
        by_rank = {rank: {"$ref": "#/definitions/effects"} for rank in _rank_names()}
        return _table(by_rank, "What the cards of a rank do; a rank's effects as a whole.")
    if part is None:
        return _with_default(_described(_value(hint, path), path), hint, field)
    required = [one.name for one in fields(part) if one.default is one.default_factory is MISSING]
    meaning = page()[path].meaning if path in page() else _about_group(part)
    return _table(_group(part, f"{path}."), meaning, required)


def _value(hint: Any, path: str) -> Schema:
    if path in _RANK_KEYS:
        return _table({rank: page()[path].number() for rank in _rank_names()})
    if hint is bool:
        return {"type": "boolean"}
    if hint is int:
        return page()[path].number()
    if hint is Suit:
        return {"enum": [SUIT_NAMES[suit] for suit in SUITS]}
    if hint == tuple[Rank, ...]:
        return {"type": "array", "items": {"enum": _ranks_of_a_deck()}, "uniqueItems": True}
    if hint == tuple[int, ...]:
        return {"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 1000}}
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return {"enum": [str(member) for member in hint]}
    raise TypeError(f"{path} is of a type whose values are not known here: {hint}")


def _described(value: Schema, path: str) -> Schema:
    meaning = page()[path].meaning
    return {"description": meaning, **value} if meaning else value


def _with_default(value: Schema, hint: Any, field: Field[Any]) -> Schema:
    default: Any = field.default
    if hint is Suit:
        default = SUIT_NAMES[default]
    if isinstance(default, str):
        return {**value, "default": str(default)}
    return {**value, "default": default} if isinstance(default, int) else value


def _table(properties: Schema, description: str = "", required: list[str] | None = None) -> Schema:
    table: Schema = {"type": "object", "additionalProperties": False, "properties": properties}
    if required:
        table["required"] = required
    return {"description": description, **table} if description else table


def _rank_names() -> list[str]:
    return [RANK_NAMES[rank] for rank in (*RANKS, JOKER_RANK)]


def _ranks_of_a_deck() -> list[str | int]:
    """Return the ranks as a list may write them: ``7`` as well as ``"7"``."""
    names = [RANK_NAMES[rank] for rank in RANKS]
    return [*names, *(int(name) for name in names if name.isdecimal())]


if __name__ == "__main__":
    PATH.write_text(text(), "utf-8")
