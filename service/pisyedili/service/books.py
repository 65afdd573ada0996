"""Rule sets ready for play, kept by their bytes: to check one and build its tables takes long."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, final

from pisyedili.engine.preset import LANGUAGES, Preset
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.rules import Rules
from pisyedili.service.errors import Reason, over_limit
from pisyedili.service.limits import Limits
from pisyedili.service.options import read_patch, read_rules, write_rules
from pisyedili.v1.rules_patch_pb2 import RulesPatch
from pisyedili.v1.rules_pb2 import Rules as RulesMessage

CUSTOM: Final = "custom"
"""The label of a rule set that is none of the server's own."""

KEPT: Final = 128
"""How many are kept; each takes some 70 KB."""


@final
@dataclass(frozen=True, slots=True, eq=False)
class Book:
    """A checked rule set, its message, and the id of the preset that it is, or ``custom``."""

    rulebook: Rulebook
    message: RulesMessage
    preset: str


@final
class Books:
    """The presets, and the rule sets lately seen; ``RESOURCE_EXHAUSTED`` for those over a limit."""

    def __init__(self, presets: Mapping[str, Preset], limits: Limits) -> None:
        self.presets: Final = presets
        self._limits: Final = limits
        self._labels: Final = {preset.rulebook: label for label, preset in presets.items()}
        self._kept: Final[dict[int, Book]] = {}
        self._read: Final = lru_cache(KEPT)(self._load)
        self._patched: Final = lru_cache(KEPT)(self._load_patched)

    def read(self, message: RulesMessage) -> Rulebook:
        """Return the rule set of a message; ``InvalidRules`` with every fault."""
        return self._read(message.SerializeToString())

    def patched(self, preset: str, patch: RulesPatch) -> Rulebook:
        """Return a preset, or for "" the simplest table, with a patch; or ``InvalidRules``."""
        return self._patched(preset, patch.SerializeToString())

    def of(self, rulebook: Rulebook) -> Book:
        """Return a rule set with its message, which nobody may change."""
        return self._kept.get(id(rulebook)) or self._keep(rulebook)

    def name(self, book: Book, language: str) -> str:
        """Return the name of a rule set that is one of the server's own, else an empty one."""
        preset = self.presets.get(book.preset)
        return preset.names[LANGUAGES.index(language)] if preset else ""

    def _load(self, data: bytes) -> Rulebook:
        return self._checked(read_rules(RulesMessage.FromString(data)))

    def _load_patched(self, preset: str, data: bytes) -> Rulebook:
        base = self.presets[preset].rulebook.rules if preset else Rules()
        return self._checked(read_patch(RulesPatch.FromString(data), base))

    def _checked(self, rules: Rules) -> Rulebook:
        rulebook, table = Rulebook(rules), rules.table
        decks = max(table.decks_for(table.seats_min), table.decks_for(table.seats_max))
        if decks > self._limits.decks:
            reason = Reason.ERROR_REASON_TOO_MANY_DECKS
            raise over_limit(reason, "decks", self._limits.decks, decks)
        if table.jokers > self._limits.jokers:
            reason = Reason.ERROR_REASON_TOO_MANY_JOKERS
            raise over_limit(reason, "jokers", self._limits.jokers, table.jokers)
        return rulebook

    def _keep(self, rulebook: Rulebook) -> Book:
        label = self._labels.get(rulebook, CUSTOM)
        book = Book(rulebook, write_rules(rulebook.rules), label)
        if len(self._kept) >= KEPT:
            self._kept.clear()
        self._kept[id(rulebook)] = book  # Being kept, it does not lose its id to another.
        return book
