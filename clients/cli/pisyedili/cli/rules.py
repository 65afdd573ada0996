"""What a table plays by: a preset of the service, or a rule file that extends one."""

import tomllib
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeAlias

from pisyedili.cli.exits import ExitCode, Stop
from pisyedili.cli.streams import read_file
from pisyedili.cli.texts import Texts
from pisyedili.client import Client, ErrorReason, InvalidRequest, Rules, Text
from pisyedili.engine.lines import Source, with_lines

Fault: TypeAlias = tuple[str, str]
"""Where something is wrong, and what."""

_Found: TypeAlias = tuple[str, str, tuple[str, ...]]
"""A path in a rule set, what is wrong there, and the options that it contradicts."""

_HEADER: Final = ("extends", "about")


@dataclass(frozen=True, slots=True)
class House:
    """Rules as the service takes them, resolved too, with a name and a line for people."""

    preset: str
    patch: Mapping[str, Any] | None
    rules: Rules
    name: str
    line: str = ""


@dataclass(frozen=True, slots=True)
class RuleFile:
    """A rule file: the preset that it extends, what differs, and its name by language."""

    source: Source
    preset: str = ""
    patch: Mapping[str, Any] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    lines: Mapping[str, str] = field(default_factory=dict)

    def said(self, texts: Mapping[str, str], language: str) -> str:
        """Return a text of the file's in a language, in English, or in any."""
        return str(texts.get(language) or texts.get("en") or next(iter(texts.values()), ""))


@dataclass(frozen=True, slots=True)
class Checked:
    """A rule file's resolved rules, or every fault in it."""

    rules: Rules | None
    faults: Sequence[Fault]


class Unreadable(ValueError):
    """A rule file that is no TOML, or whose header is none; where, and a message."""

    def __init__(self, path: str, message: str) -> None:
        super().__init__(path, message)
        self.path: Final = path
        self.message: Final = message


def is_file(name: str) -> bool:
    """Tell whether a table is named by a file rather than by a preset's id."""
    return name.endswith(".toml") or "/" in name or "\\" in name


def read_rule_file(path: Path, texts: Texts) -> RuleFile:
    """Return a rule file; ``Unreadable`` if it is no TOML."""
    text = read_file(path, texts)
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Unreadable("TOML", str(error)) from None
    source = Source(str(path), text, document)
    about = document.get("about", {})
    names, lines = (about.get(key, {}) for key in ("name", "line"))
    if not isinstance(document.get("extends", ""), str):
        message = f"expected the id of a preset, got {document['extends']!r}"
        raise Unreadable(*with_lines("extends", message, (), source))
    patch = {key: value for key, value in document.items() if key not in _HEADER}
    return RuleFile(source, document.get("extends", ""), patch, names, lines)


def check_file(client: Client, path: Path, texts: Texts) -> Checked:
    """Return a rule file's rules as the service resolves them, or all that is wrong with it."""
    try:
        file = read_rule_file(path, texts)
    except Unreadable as error:
        return Checked(None, [(error.path, error.message)])
    rules, found = _checked(client, file.preset, file.patch)
    return Checked(rules, [with_lines(*fault, file.source) for fault in found])


def _checked(
    client: Client, preset: str, patch: Mapping[str, Any]
) -> tuple[Rules | None, Sequence[_Found]]:
    try:
        check = client.check_rules(preset, patch=patch)
    except InvalidRequest as error:
        if error.reason == ErrorReason.ERROR_REASON_UNKNOWN_PRESET:
            return None, [("extends", error.message.removeprefix("preset: "), ())]
        if error.reason != ErrorReason.ERROR_REASON_INVALID_RULES:
            raise
        found = [(one.path, one.description, ()) for one in error.fields]
        return None, [*found, *_also(client, preset, patch, {path for path, *_ in found})]
    return check.rules, [(fault.path, fault.message, fault.others) for fault in check.faults]


def _also(
    client: Client, preset: str, patch: Mapping[str, Any], paths: AbstractSet[str]
) -> Sequence[_Found]:
    """Return the faults that the options have together, those at some paths left out."""
    rest = _without(patch, paths, "")
    if rest == patch:
        return ()
    return [
        fault
        for fault in _checked(client, preset, rest)[1]
        if not any(f"{known}.".startswith(f"{fault[0]}.") for known in paths)
    ]


def _without(options: Mapping[str, Any], paths: AbstractSet[str], at: str) -> dict[str, Any]:
    """Return options without those at some paths."""
    return {
        name: _without(value, paths, f"{at}{name}.") if isinstance(value, Mapping) else value
        for name, value in options.items()
        if f"{at}{name}" not in paths
    }


def find_house(client: Client, name: str, texts: Texts) -> House:
    """Return the rules that a preset's id or a file's path names; ``Stop`` if they are none."""
    if not is_file(name):
        return _preset(client, name, texts)
    checked = check_file(client, Path(name), texts)
    if checked.rules is None:
        raise Stop(ExitCode.REFUSED, *fault_lines(name, checked.faults, texts))
    file = read_rule_file(Path(name), texts)
    said = file.said(file.names, texts.language) or Path(name).stem
    return House(
        file.preset, file.patch, checked.rules, said, file.said(file.lines, texts.language)
    )


def fault_lines(name: str, faults: Sequence[Fault], texts: Texts) -> list[str]:
    """Return a line that counts the faults of a file, and one for each."""
    first = texts.count("rules.faults", len(faults), file=name)
    return [first, *(f"  {path}: {message}" for path, message in faults)]


def in_language(text: Text, texts: Texts) -> str:
    """Return the service's text in the language of the command."""
    return str(getattr(text, texts.language))


def _preset(client: Client, name: str, texts: Texts) -> House:
    presets = {preset.id: preset for preset in client.presets()}
    preset = presets.get(name)
    if preset is None:
        known = ", ".join(presets)
        raise Stop(ExitCode.USAGE, texts("error.unknown_preset", preset=name, known=known))
    return House(
        name,
        None,
        preset.rules,
        in_language(preset.name, texts),
        in_language(preset.line, texts),
    )
