"""What the command says, in Turkish, English and German: a TOML file each, with the same keys."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache
from importlib import resources
from itertools import pairwise
from typing import Any, Final


class Language(StrEnum):
    """A language in which the command speaks."""

    TR = "tr"
    EN = "en"
    DE = "de"


LOCALE_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")


def locale_language(environ: Mapping[str, str]) -> Language:
    """Return the language of the locale, the first variable that is set winning; else English."""
    locale = next(filter(None, map(environ.get, LOCALE_VARIABLES)), "")
    short = locale.replace(".", "_").split("_")[0].lower()
    return Language(short) if short in list(Language) else Language.EN


def asked_language(arguments: Sequence[str], environ: Mapping[str, str]) -> Language:
    """Return the language that ``--lang`` names in arguments not yet parsed, else the locale's."""
    for argument, following in pairwise((*arguments, "")):
        name, _, value = argument.partition("=")
        if name == "--lang" and (value or following) in list(Language):
            return Language(value or following)
    return locale_language(environ)


class Texts:
    """One language's sentences, by key."""

    def __init__(self, language: Language, entries: Mapping[str, str]) -> None:
        self.language: Final = language
        self.entries: Final = entries

    def __call__(self, key: str, /, **facts: object) -> str:
        """Return the sentence of a key with its facts put in."""
        return self.entries[key].format(**facts)

    def count(self, key: str, number: int, /, **facts: object) -> str:
        """Return the sentence of a key that speaks of one or of several, as ``{count}``."""
        form = "one" if number == 1 else "other"
        return self(f"{key}.{form}", count=number, **facts)

    def get(self, key: str) -> str | None:
        """Return the sentence of a key, or None if there is none."""
        return self.entries.get(key)

    def suit(self, suit: int) -> str:
        """Return the name of a suit."""
        return self(f"suit.{int(suit)}")


@cache
def speak(language: Language) -> Texts:
    """Return the texts of a language."""
    folder = resources.files("pisyedili.cli").joinpath("texts")
    document = tomllib.loads(folder.joinpath(f"{language}.toml").read_text("utf-8"))
    return Texts(language, dict(_flat(document, "")))


def _flat(table: Mapping[str, Any], path: str) -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, str):
            yield path + key, value
        else:
            yield from _flat(value, f"{path}{key}.")
