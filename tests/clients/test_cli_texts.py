"""The texts: complete in every language, in step with the contract and the commands."""

import re
import string
from pathlib import Path
from typing import Any

import pytest

import pisyedili.cli
from pisyedili.cli.app import build, walk
from pisyedili.cli.texts import Language, asked_language, locale_language, speak
from pisyedili.v1.errors_pb2 import ErrorReason

SOURCES = "".join(
    path.read_text("utf-8") for path in Path(str(pisyedili.cli.__file__)).parent.glob("*.py")
)
FIRST_REFUSAL = ErrorReason.ERROR_REASON_ROUND_OVER
EN = speak(Language.EN).entries


def facts(text: str) -> list[str]:
    return sorted(name for _, name, _, _ in string.Formatter().parse(text) if name)


@pytest.mark.parametrize("language", list(Language))
def test_every_language_has_the_same_keys(language: Language) -> None:
    assert speak(language).entries.keys() == EN.keys()


@pytest.mark.parametrize("language", list(Language))
def test_every_sentence_takes_the_same_facts_in_every_language(language: Language) -> None:
    counted = {"count"}
    for key, text in speak(language).entries.items():
        assert set(facts(text)) - counted == set(facts(EN[key])) - counted, key


@pytest.mark.parametrize("language", list(Language))
def test_no_sentence_is_empty_or_padded(language: Language) -> None:
    for key, text in speak(language).entries.items():
        assert text.strip(), key
        assert text == text.strip() or key == "ask.prompt", key


def test_no_key_is_there_for_nothing() -> None:
    quoted = set(re.findall(r"""["']((?:[a-z_0-9]+\.)+[a-z_0-9]+)["']""", SOURCES))
    prefixes = tuple(re.findall(r"""f["']((?:[a-z_0-9]+\.)+)\{""", SOURCES))
    counts = {f"{key}.{form}" for key in quoted for form in ("one", "other")}
    unused = [key for key in EN if key not in quoted | counts and not key.startswith(prefixes)]
    assert not unused


@pytest.mark.parametrize("language", list(Language))
def test_every_refusal_of_the_contract_has_its_words(language: Language) -> None:
    reasons = [value for value in ErrorReason.values() if value >= FIRST_REFUSAL]
    names = [ErrorReason.Name(value).removeprefix("ERROR_REASON_").lower() for value in reasons]
    assert not [name for name in names if speak(language).get(f"refusal.{name}") is None]


@pytest.mark.parametrize("language", list(Language))
def test_every_command_and_option_says_what_it_is_for(language: Language) -> None:
    commands: list[tuple[str, Any]] = list(walk(build(speak(language))))
    assert len(commands) > 12
    for path, command in commands:
        assert command.help, path
        for parameter in command.params:
            assert getattr(parameter, "help", ""), (path, parameter.name)


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({}, "en"),
        ({"LANG": "tr_TR.UTF-8"}, "tr"),
        ({"LANG": "tr_TR.UTF-8", "LC_ALL": "de_AT.UTF-8"}, "de"),
        ({"LC_ALL": "", "LANG": "de"}, "de"),
        ({"LC_ALL": "C.UTF-8", "LANG": "tr_TR"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
    ],
)
def test_the_language_is_the_locales(variables: dict[str, str], language: str) -> None:
    assert locale_language(variables) == language


def test_an_asked_language_goes_before_the_locales() -> None:
    locale = {"LANG": "de_DE.UTF-8"}
    assert asked_language(["play", "--lang", "tr"], locale) == "tr"
    assert asked_language(["--lang=en", "play"], locale) == "en"
    assert asked_language(["play", "--lang", "xx"], locale) == "de"
    assert asked_language([], locale) == "de"
