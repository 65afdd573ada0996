"""One language's words and sentences: a folder of TOML files each, with the same keys."""

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, final

from pisyedili.engine.cards import CARD_NAMES, JOKER, RANK_NAMES, SUIT_NAMES, Card
from pisyedili.engine.preset import LANGUAGES
from pisyedili.engine.saying import Fact, Saying

_FIRST_LETTERS: Final = {"tr": {"i": "İ", "ı": "I"}}


@cache
def catalog(language: str) -> "Catalog":
    """Return the catalog of a language of :data:`LANGUAGES`; ``ValueError`` for another."""
    if language not in LANGUAGES:
        raise ValueError(f"expected one of {', '.join(LANGUAGES)}, got {language!r}")
    folder = Path(__file__).with_name("sheets") / language
    documents = (tomllib.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.toml")))
    return Catalog(language, {key: text for one in documents for key, text in _flat(one, "")})


@final
class Catalog:
    """The entries of a language by dotted key, and the sentences made of them."""

    def __init__(self, language: str, entries: Mapping[str, str]) -> None:
        self.language: Final = language
        self.entries: Final = entries

    def sentence(self, saying: Saying) -> str:
        """Return a saying in this language, with a capital letter."""
        return self.capital(self.text(saying.key, dict(saying.facts)))

    def text(self, key: str, facts: Mapping[str, Fact]) -> str:
        """Return the text of a key, the one for a ``count`` of one or of more where they differ."""
        if key not in self.entries:
            key += ".one" if facts.get("count") == 1 else ".other"
        words = {name: _Formed(self, name, value) for name, value in facts.items()}
        return self.entries[key].format_map(words)

    def capital(self, text: str) -> str:
        """Return a text with a capital letter, as the language writes it."""
        first = text[:1]
        return _FIRST_LETTERS.get(self.language, {}).get(first, first.upper()) + text[1:]

    def card(self, card: Card) -> str:
        """Return a card as it is written on a table: rank and suit sign, or the joker's name."""
        return self.entries["example.joker"] if card == JOKER else CARD_NAMES[card]

    def rank(self, rank: int, form: str = "label") -> str:
        """Return a rank's name in one of its forms."""
        return self.entries[f"rank.{RANK_NAMES[rank]}.{form}"]

    def number(self, number: int, form: str) -> str:
        """Return a number as a word, in digits from 13 on, or in a form of its own."""
        digits = f"{number:,}".replace(",", self.entries["number.separator"])
        word = self.entries.get(f"number.{number}", digits)
        if not form or form == "digits":
            return digits if form else word
        known = self.entries.get(f"number.{form}.{number}")
        return known or self.entries[f"number.{form}.any"].format(number=word)

    def listed(self, words: Sequence[str], last: str) -> str:
        """Return words with commas between them, and ``and`` or ``or`` before the last."""
        if len(words) < 2:
            return "".join(words)
        comma = self.entries["join.comma"]
        return comma.join(words[:-1]) + self.entries[f"join.{last}"] + words[-1]


@final
class _Formed:
    """A fact in a template, put into words when its form is known."""

    def __init__(self, words: Catalog, name: str, value: Fact) -> None:
        self.words: Final = words
        self.name: Final = name
        self.value: Final = value

    def __format__(self, form: str) -> str:
        words, name, value = self.words, self.name, self.value
        if isinstance(value, str):
            return words.entries[f"{name}.{value}"]
        if isinstance(value, int):
            return self._one(name)(value, form)
        form, _, last = form.partition("/")
        one = self._one(name.removesuffix("s"))
        return words.listed([one(number, form) for number in value], last)

    def _one(self, name: str) -> Callable[[int, str], str]:
        by_name: dict[str, Callable[[int, str], str]] = {
            "rank": self.words.rank,
            "suit": self._suit,
        }
        return by_name.get(name, self.words.number)

    def _suit(self, suit: int, form: str) -> str:
        return self.words.entries[f"suit.{SUIT_NAMES[suit]}.{form or 'name'}"]


def _flat(table: Mapping[str, Any], path: str) -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, str):
            yield path + key, value
        else:
            yield from _flat(value, f"{path}{key}.")
