"""The rule sets that come as files: those of this package, and a folder of house rules."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, final

from pisyedili.engine.errors import Fault, InvalidRules
from pisyedili.engine.lines import Source, with_lines
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.rulefile import merge, parse_document, unknown_key, wrong_type
from pisyedili.engine.rules import Rules
from pisyedili.engine.value import Value

LANGUAGES: Final = ("tr", "en", "de")


@final
class Preset(Value):
    """A rule set by id, with its name and one line about it in Turkish, English and German."""

    __match_args__ = ("id", "names", "lines", "rulebook")

    def __init__(
        self, id: str, names: tuple[str, ...], lines: tuple[str, ...], rulebook: Rulebook
    ) -> None:
        self.id: Final = id
        self.names: Final = names
        self.lines: Final = lines
        self.rulebook: Final = rulebook


def load_presets(folder: Path | None = None) -> dict[str, Preset]:
    """Return the package's presets and those of a folder of ``*.toml``, by id (the file's stem).

    ``InvalidRules`` names the file, the line and the key of every fault in it.
    """
    package = Path(__file__).with_name("presets")
    paths = [*sorted(package.glob("*.toml")), *(sorted(folder.glob("*.toml")) if folder else ())]
    files = {path.stem: _read(path) for path in paths}
    return {name: _preset(name, files) for name in files}


def located(faults: Iterable[Fault], file: Source, *bases: Source) -> InvalidRules:
    """Return an error of a file's faults with the lines that bring them about."""
    return InvalidRules(tuple(_with_lines(fault, file, bases) for fault in faults))


def _with_lines(fault: Fault, file: Source, bases: tuple[Source, ...]) -> Fault:
    path, message = with_lines(fault.path, fault.message, fault.others, file, *bases)
    return fault.replace(path=path, message=message)


def _read(path: Path) -> Source:
    try:
        text = path.read_bytes().decode()
        return Source(path.name, text, parse_document(text))
    except UnicodeDecodeError as error:
        byte = error.object[error.start : error.start + 1]
        raise _in_file(path.name, (wrong_type("file", "text in UTF-8", byte),)) from None
    except InvalidRules as error:
        raise _in_file(path.name, error.faults) from None


def _in_file(name: str, faults: Iterable[Fault]) -> InvalidRules:
    """Return an error of the same faults with the file's name before each path."""
    return InvalidRules(tuple(fault.replace(path=f"{name}: {fault.path}") for fault in faults))


def _preset(id: str, files: Mapping[str, Source]) -> Preset:
    chain = _chain(files[id], files)
    rules: Rules | None = None
    for file in reversed(chain):
        rules = _merged(file, rules)
    about = files[id].tables.get("about", {})
    try:
        rulebook = Rulebook(rules or Rules())
    except InvalidRules as error:
        raise located(error.faults, *chain) from None
    return Preset(id, _said(about, "name", id), _said(about, "line", ""), rulebook)


def _chain(file: Source, files: Mapping[str, Source]) -> tuple[Source, ...]:
    """Return a file and those that it extends, one after another, each once."""
    chain: list[Source] = []
    found: Source | None = file
    while found and found not in chain:
        chain.append(found)
        base = found.tables.get("extends")
        found = files.get(base) if isinstance(base, str) else None
    return tuple(chain)


def _merged(file: Source, base: Rules | None) -> Rules:
    """Return a file's rules over those that it extends; every fault is an error."""
    faults, rules = [*_about_faults(file.tables)], base or Rules()
    extends = file.tables.get("extends")
    if extends is not None and base is None:
        expected = "the id of a rule set that does not extend this"
        faults.append(wrong_type("extends", expected, extends))
    try:
        rules = merge(rules, file.tables)
    except InvalidRules as error:
        faults.extend(error.faults)
    if faults:
        raise located(faults, file)
    return rules


def _about_faults(document: Mapping[str, Any]) -> Iterator[Fault]:
    about = document.get("about", {})
    if not isinstance(about, Mapping):
        yield wrong_type("about", "a table with name and line", about)
        return
    for key, said in about.items():
        if key not in ("name", "line"):
            yield unknown_key(f"about.{key}", ("name", "line"), key)
        elif not isinstance(said, Mapping):
            yield wrong_type(f"about.{key}", "a table of texts by language", said)
        else:
            yield from _text_faults(f"about.{key}", said)


def _text_faults(path: str, texts: Mapping[str, Any]) -> Iterator[Fault]:
    for language, text in texts.items():
        if language not in LANGUAGES:
            yield unknown_key(f"{path}.{language}", LANGUAGES, language)
        elif not isinstance(text, str):
            yield wrong_type(f"{path}.{language}", "a text", text)


def _said(about: Mapping[str, Any], key: str, otherwise: str) -> tuple[str, ...]:
    said = about.get(key, {})
    return tuple(said.get(language, otherwise) for language in LANGUAGES)
