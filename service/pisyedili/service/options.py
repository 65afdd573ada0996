"""The option tree, both ways: messages and rules name each option alike.

A message is read as the document that a rule file would be, so that both merge by one piece of
code and are found faulty in the same words.
"""

from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from enum import StrEnum
from typing import Any, Final, TypeAlias

from google.protobuf.message import Message

from pisyedili.engine.cards import RANK_NAMES, SUIT_NAMES
from pisyedili.engine.errors import Fault, InvalidRules, RulesFault
from pisyedili.engine.rulefile import merge
from pisyedili.engine.rules import Rules
from pisyedili.v1.cards_pb2 import Rank, Suit
from pisyedili.v1.rules_patch_pb2 import RulesPatch
from pisyedili.v1.rules_pb2 import RankNumber
from pisyedili.v1.rules_pb2 import Rules as RulesMessage

Document = dict[str, Any]

Field: TypeAlias = Any
Enum: TypeAlias = Any
"""Descriptors, of which protobuf has one kind for each of its backends."""

_TEXTS: Final = {Rank.DESCRIPTOR: RANK_NAMES, Suit.DESCRIPTOR: SUIT_NAMES}

_FIRST: Final = 1
"""The value that UNSPECIFIED stands for: what held before the option existed."""


def read_rules(message: RulesMessage) -> Rules:
    """Return complete rules; ``InvalidRules`` for options that no table can have."""
    _refuse_ranks_twice(message)
    groups = (field for field in RulesMessage.DESCRIPTOR.fields if field.has_presence)
    document: Document = {
        group.name: _options(getattr(message, group.name), whole=True) for group in groups
    }
    document["effects"] = _by_rank(message.effects)
    return merge(Rules(), document)


def read_patch(message: RulesPatch, base: Rules) -> Rules:
    """Return rules changed by a patch; ``InvalidRules`` for options that no table can have."""
    _refuse_ranks_twice(message)
    return merge(base, _options(message, whole=False))


def write_rules(rules: Rules) -> RulesMessage:
    """Return complete rules as a message, every option named."""
    message = RulesMessage()
    _write(message, rules)
    return message


def _options(message: Message, *, whole: bool) -> Document:
    """Return the options of a group: all of them, or those that are set."""
    document: Document = {}
    for field in message.DESCRIPTOR.fields:
        value = getattr(message, field.name)
        if message.HasField(field.name) if field.has_presence else (whole or value):
            document[field.name] = _option(field, value, whole=whole)
    # An empty list that can have no other meaning is one from before the option existed.
    return {name: value for name, value in document.items() if not whole or value != []}


def _option(field: Field, value: Any, *, whole: bool) -> Any:
    if field.is_repeated:
        return _list(field, value)
    if field.enum_type is not None:
        return _word(field.enum_type, value or _FIRST)
    if field.message_type is None:
        return value
    items = field.message_type.fields_by_name.get("items")
    return _list(items, value.items) if items else _options(value, whole=whole)


def _list(field: Field, values: Any) -> Any:
    if field.message_type is not None:
        return _by_rank(values)
    enum = field.enum_type
    return [_word(enum, value) if enum else value for value in values]


def _by_rank(entries: Iterable[Any]) -> Document:
    document: Document = {}
    for entry in entries:
        name = _word(Rank.DESCRIPTOR, entry.rank)
        if isinstance(entry, RankNumber):
            document[name] = entry.number
        else:
            document[name] = _options(entry, whole=True)
            del document[name]["rank"]
    return document


def _word(enum: Enum, number: int) -> str:
    """Return a value as rule files write it; its number where the contract does not know it."""
    value = enum.values_by_number.get(number)
    if value is None:
        return str(number)
    return _TEXTS[enum][number] if enum in _TEXTS else value.name[len(_prefix(enum)) :].lower()


def _prefix(enum: Enum) -> str:
    return str(enum.values_by_number[0].name).removesuffix("UNSPECIFIED")


def _refuse_ranks_twice(message: RulesMessage | RulesPatch) -> None:
    score = message.score
    lists: dict[str, Any] = {"effects": message.effects, "score.points": score.points}
    for name in ("multipliers", "end_draws"):
        entries = getattr(score, name)
        lists[f"score.{name}"] = getattr(entries, "items", entries)
    faults = tuple(
        Fault(path, RulesFault.CONTRADICTION, "expected each rank once, got one twice")
        for path, entries in lists.items()
        if len({entry.rank for entry in entries}) < len(entries)
    )
    if faults:
        raise InvalidRules(faults)


def _write(message: Message, group: Any) -> None:
    message.SetInParent()
    for option in fields(group):
        value = getattr(group, option.name)
        if isinstance(value, StrEnum):
            enum: Enum = message.DESCRIPTOR.fields_by_name[option.name].enum_type
            number = enum.values_by_name[_prefix(enum) + value.upper()].number
            setattr(message, option.name, number)
        elif is_dataclass(value):
            _write(getattr(message, option.name), value)
        elif isinstance(value, tuple):
            _write_list(getattr(message, option.name), value)
        elif value is not None:
            setattr(message, option.name, value)


def _write_list(entries: Any, values: tuple[Any, ...]) -> None:
    for value in values:
        if not isinstance(value, tuple):
            entries.append(value)
        elif isinstance(value[1], int):
            entries.add(rank=value[0], number=value[1])
        else:
            _write(entries.add(rank=value[0]), value[1])
