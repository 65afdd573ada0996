"""The rule sets that come as files: those of this package, and a folder of house rules."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, final

from pisyedili.engine.errors import Fault, InvalidRules
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

    ``InvalidRules`` names the file and every faulty key in it.
    """
    package = Path(__file__).with_name("presets")
    paths = [*sorted(package.glob("*.toml")), *(sorted(folder.glob("*.toml")) if folder else ())]
    documents = {path.stem: _document(path.name, path.read_bytes()) for path in paths}
    return {name: _preset(name, documents) for name in documents}


def read_rules(text: str, name: str, known: Mapping[str, Preset]) -> Rules:
    """Return the rules of one file's text, which may extend a known preset.

    ``InvalidRules`` names the file and every faulty key; contradictions show when a ``Rulebook`` is
    made of the rules.
    """
    bases = {preset.id: preset.rulebook.rules for preset in known.values()}
    return _merged(name, _document(name, text.encode()), bases)


def _document(name: str, text: bytes) -> dict[str, Any]:
    try:
        return parse_document(text.decode())
    except UnicodeDecodeError as error:
        byte = error.object[error.start : error.start + 1]
        fault = wrong_type("file", "text in UTF-8", byte)
        raise _in_file(name, (fault,)) from None
    except InvalidRules as error:
        raise _in_file(name, error.faults) from None


def _preset(id: str, documents: Mapping[str, Mapping[str, Any]]) -> Preset:
    rules = _resolved(id, documents, ())
    about = documents[id].get("about", {})
    try:
        rulebook = Rulebook(rules)
    except InvalidRules as error:
        raise _in_file(f"{id}.toml", error.faults) from None
    return Preset(id, _said(about, "name", id), _said(about, "line", ""), rulebook)


def _resolved(id: str, documents: Mapping[str, Mapping[str, Any]], above: tuple[str, ...]) -> Rules:
    """Return a rule set merged with all that it extends."""
    base, chain = documents[id].get("extends"), (*above, id)
    found = isinstance(base, str) and base in documents and base not in chain
    bases = {base: _resolved(base, documents, chain)} if isinstance(base, str) and found else {}
    return _merged(f"{id}.toml", documents[id], bases)


def _merged(name: str, document: Mapping[str, Any], bases: Mapping[str, Rules]) -> Rules:
    """Return a document's rules, its base being one of those given; every fault is an error."""
    faults, base, rules = [*_about_faults(document)], document.get("extends"), Rules()
    if isinstance(base, str) and base in bases:
        rules = bases[base]
    elif base is not None:
        faults.append(wrong_type("extends", "the id of a rule set that does not extend this", base))
    try:
        rules = merge(rules, document)
    except InvalidRules as error:
        faults.extend(error.faults)
    if faults:
        raise _in_file(name, tuple(faults))
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


def _in_file(name: str, faults: tuple[Fault, ...]) -> InvalidRules:
    """Return an error of the same faults with the file's name before each path."""
    return InvalidRules(tuple(fault.replace(path=f"{name}: {fault.path}") for fault in faults))
