"""The rule sets that come as files: those of this package, and a folder of house rules."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, final

from pisyedili.engine.errors import Fault, InvalidRules, RulesFault
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.rulefile import merge, parse_document
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
    documents = {path.stem: _document(path.name, path.read_text("utf-8")) for path in paths}
    return {name: _preset(name, documents) for name in documents}


def read_rules(text: str, name: str, known: Mapping[str, Preset]) -> Rules:
    """Return the rules of one file's text, which may extend a known preset.

    ``InvalidRules`` for faulty keys; contradictions show when a ``Rulebook`` is made of them.
    """
    document = _document(name, text)
    base = document.get("extends")
    if base is not None and base not in known:
        raise InvalidRules((_unknown_base(name, base, known),))
    rules = known[base].rulebook.rules if base is not None else Rules()
    return _merged(f"{name}", rules, document)


def _document(name: str, text: str) -> dict[str, Any]:
    try:
        return parse_document(text)
    except InvalidRules as error:
        raise _in_file(name, error) from None


def _merged(name: str, base: Rules, document: Mapping[str, Any]) -> Rules:
    try:
        return merge(base, document)
    except InvalidRules as error:
        raise _in_file(name, error) from None


def _preset(id: str, documents: Mapping[str, Mapping[str, Any]]) -> Preset:
    name, rules = f"{id}.toml", _resolved(id, documents, ())
    about = documents[id].get("about", {})
    try:
        rulebook = Rulebook(rules)
    except InvalidRules as error:
        raise _in_file(name, error) from None
    return Preset(id, _said(about, "name", id), _said(about, "line", ""), rulebook)


def _resolved(id: str, documents: Mapping[str, Mapping[str, Any]], above: tuple[str, ...]) -> Rules:
    """Return a rule set merged with all that it extends."""
    document, chain = documents[id], (*above, id)
    base = document.get("extends")
    if base is None:
        return _merged(f"{id}.toml", Rules(), document)
    if base not in documents or base in chain:
        raise InvalidRules((_unknown_base(f"{id}.toml", base, documents),))
    return _merged(f"{id}.toml", _resolved(base, documents, chain), document)


def _said(about: Mapping[str, Any], key: str, otherwise: str) -> tuple[str, ...]:
    said = about.get(key, {})
    return tuple(said.get(language, otherwise) for language in LANGUAGES)


def _unknown_base(name: str, base: object, known: Mapping[str, object]) -> Fault:
    message = f"expected a rule set that does not extend this one ({', '.join(known)}), got {base}"
    return Fault(f"{name}: extends", RulesFault.WRONG_TYPE, message)


def _in_file(name: str, error: InvalidRules) -> InvalidRules:
    """Return the same faults with the file's name before each path."""
    located = (fault.replace(path=f"{name}: {fault.path}") for fault in error.faults)
    return InvalidRules(tuple(located))
