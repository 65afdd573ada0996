"""Where the corpus of each release lies, and what is in it.

A folder holds ``contract.pb``, the descriptors of the release; ``rules.jsonl``, its presets and
other rules, by name; ``games.jsonl``, a game in each line with its bytes in base64 and its answers;
``records``, whole games as text; and ``records.jsonl``, each as a message, and the game that it
leads to, in base64.
"""

import json
from base64 import b64decode, b64encode
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple

from tests.corpus.contract import Contract, Json

CORPUS: Final = Path(__file__).parents[1] / "data" / "corpus"

OTHERS: Final = ("house-", "random-")


class Held(NamedTuple):
    """A game as a caller holds it, under a name, and the answers that it has to get."""

    name: str
    state: bytes
    answers: Json


class Record(NamedTuple):
    """A whole game as text and as a message, under a name, and the game that it leads to."""

    name: str
    text: str
    message: bytes
    state: bytes


class Release:
    """The corpus of a release."""

    def __init__(self, name: str, root: Path = CORPUS) -> None:
        self.name = name
        self.folder = root / name

    @cached_property
    def contract(self) -> Contract:
        return Contract((self.folder / "contract.pb").read_bytes())

    @cached_property
    def rules(self) -> dict[str, Json]:
        """Return rule sets by name: its presets, and others, which begin with OTHERS."""
        return {line["name"]: line["rules"] for line in _lines(self.folder / "rules.jsonl")}

    @cached_property
    def games(self) -> list[Held]:
        return [_held(line, self.rules) for line in _lines(self.folder / "games.jsonl")]

    @cached_property
    def records(self) -> list[Record]:
        return [
            _record(line, self._path(line["name"]).read_text("utf-8"))
            for line in _lines(self.folder / "records.jsonl")
        ]

    def write(
        self, contract: bytes, rules: dict[str, Json], games: list[Held], records: list[Record]
    ) -> None:
        """Write the corpus; ``FileExistsError`` where the release has one."""
        self.folder.mkdir(parents=True)
        (self.folder / "contract.pb").write_bytes(contract)
        (self.folder / "records").mkdir()
        for record in records:
            self._path(record.name).write_text(record.text, "utf-8")
        named = ({"name": name, "rules": told} for name, told in rules.items())
        _write(self.folder / "rules.jsonl", named)
        _write(self.folder / "games.jsonl", (_line(held, rules) for held in games))
        _write(self.folder / "records.jsonl", map(_record_line, records))

    def _path(self, record: str) -> Path:
        return self.folder / "records" / f"{record}.pis"


def releases() -> list[Release]:
    """Return all releases that have a corpus."""
    return [Release(folder.name) for folder in sorted(CORPUS.iterdir())]


def _held(line: Json, rules: dict[str, Json]) -> Held:
    answers = line["answers"]
    told = answers | {"rules": rules[answers["rules"]]}
    return Held(line["name"], b64decode(line["state"]), told)


def _line(held: Held, rules: dict[str, Json]) -> Json:
    name = next(name for name, told in rules.items() if told == held.answers["rules"])
    answers = held.answers | {"rules": name}
    return {"name": held.name, "state": _base64(held.state), "answers": answers}


def _record(line: Json, text: str) -> Record:
    return Record(line["name"], text, b64decode(line["message"]), b64decode(line["state"]))


def _record_line(record: Record) -> Json:
    message, state = _base64(record.message), _base64(record.state)
    return {"name": record.name, "message": message, "state": state}


def _base64(data: bytes) -> str:
    return b64encode(data).decode()


def _lines(path: Path) -> list[Json]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def _write(path: Path, values: Iterable[Json]) -> None:
    lines = (json.dumps(value, ensure_ascii=False, separators=(",", ":")) for value in values)
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
