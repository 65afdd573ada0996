"""Messages of the contract into values: a value's fields have the names of its message's.

One rule a type: a message of one list is that list; where the value may be None, so is what is
not set or unspecified; an enum's value is its word. What a newer release added is left out, if it
is an event, or ``unknown``, if it is a value of an enum.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache, reduce
from operator import or_
from types import NoneType
from typing import Any, Final, Literal, TypeVar, cast, get_args, get_origin, get_type_hints

from google.protobuf.message import Message

from pisyedili.client.cards import Card, Rank, Suit
from pisyedili.client.events import Event
from pisyedili.client.moves import Move, move_value
from pisyedili.v1 import events_pb2

T = TypeVar("T")
Read = Callable[[Any], Any]

UNKNOWN: Final = "unknown"

_KINDS: Final = {kind.__name__: kind for kind in get_args(Event)}


def read(message: Message, kind: type[T]) -> T:
    """Return the value of a kind that a message holds."""
    return cast("T", _reader(cast("Any", kind))(message))


def read_events(messages: Iterable[events_pb2.Event]) -> tuple[Event, ...]:
    """Return the events of an answer, without those that only a newer client knows."""
    names = ((message, message.WhichOneof("event")) for message in messages)
    known = (getattr(message, name) for message, name in names if name)
    return tuple(_reader(_KINDS[one.DESCRIPTOR.name])(one) for one in known)


@cache
def _reader(kind: Any) -> Read:
    """Return the function that makes a value of a type."""
    if kind == Move:
        return move_value
    if get_origin(kind) is tuple:
        return _list_reader(get_args(kind)[0])
    if kind in {Card, Rank, Suit}:
        return cast("Read", kind)
    return _value_reader(kind) if is_dataclass(kind) else lambda value: value


def _list_reader(item: Any) -> Read:
    if item == Event:
        return read_events
    one = _reader(item)
    return lambda values: tuple(map(one, _items(values)))


def _items(values: Any) -> Iterable[Any]:
    """Return a list, or the list that is all of a message."""
    if not isinstance(values, Message):
        return cast("Iterable[Any]", values)
    (only,) = values.DESCRIPTOR.fields
    return cast("Iterable[Any]", getattr(values, only.name))


def _value_reader(kind: Any) -> Read:
    hints = get_type_hints(kind)
    getters = tuple(_getter(field.name, hints[field.name]) for field in fields(kind))
    return lambda message: kind(*[getter(message) for getter in getters])


def _getter(name: str, hint: Any) -> Read:
    """Return the function that reads one field of a message."""
    if NoneType not in get_args(hint):
        return _set_getter(name, hint)
    arms = (arm for arm in get_args(hint) if arm is not NoneType)
    getter = _set_getter(name, reduce(or_, arms))
    return lambda message: getter(message) if _is_set(message, name) else None


def _set_getter(name: str, hint: Any) -> Read:
    if get_origin(hint) is Literal:
        return lambda message: _word(message, name)
    reader = _reader(hint)
    return lambda message: reader(getattr(message, name))


def _is_set(message: Message, name: str) -> bool:
    presence = message.DESCRIPTOR.fields_by_name[name].has_presence
    return message.HasField(name) if presence else bool(getattr(message, name))


def _word(message: Message, name: str) -> str:
    words = _words(message.DESCRIPTOR.fields_by_name[name].enum_type)
    return words.get(getattr(message, name), UNKNOWN)


@cache
def _words(enum: Any) -> Mapping[int, str]:
    """Return the values of an enum as people say them: ``PHASE_KIND_ROUND_OVER`` is round_over."""
    prefix = enum.values_by_number[0].name.removesuffix("UNSPECIFIED")
    return {value.number: value.name.removeprefix(prefix).lower() for value in enum.values[1:]}
