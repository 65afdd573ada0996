"""House rules: what differs from a preset, written as in a rule file.

``{"turn": {"draws": 3}, "effects": {"J": {"skip": 1}}, "table": {"packets": [4, 3]}}``: an enum's
value is its word, a rank is written as on cards, and what goes by rank is a mapping.
"""

from collections.abc import Mapping
from typing import Any, Final, TypeAlias, final

import grpc

from pisyedili.client.cards import parse_rank, parse_suit
from pisyedili.client.errors import FieldError, InvalidRequest
from pisyedili.v1.cards_pb2 import Rank, Suit
from pisyedili.v1.errors_pb2 import ErrorReason
from pisyedili.v1.rules_patch_pb2 import RulesPatch

PatchLike: TypeAlias = RulesPatch | Mapping[str, Any]
"""House rules: the contract's message, or a mapping as in a rule file."""

_PARSERS: Final[Mapping[Any, Any]] = {Rank.DESCRIPTOR: parse_rank, Suit.DESCRIPTOR: parse_suit}


def patch_message(patch: PatchLike | None) -> RulesPatch | None:
    """Return house rules as a message; ``InvalidRequest`` names every key that is wrong.

    >>> print(patch_message({"turn": {"draw_when": "freely"}, "effects": {"8": {"skip": 2}}}))
    turn {
      draw_when: DRAW_WHEN_FREELY
    }
    effects {
      rank: RANK_EIGHT
      skip: 2
    }
    <BLANKLINE>
    >>> patch_message({"tek": {"cost": 1}})
    Traceback (most recent call last):
    pisyedili.client.errors.InvalidRequest: tek.cost: expected one of forgotten_draws, got cost
    """
    if patch is None or isinstance(patch, RulesPatch):
        return patch
    message, writer = RulesPatch(), _Writer()
    writer.group(message, patch, "")
    if writer.faults:
        raise InvalidRequest(
            "; ".join(f"{fault.path}: {fault.description}" for fault in writer.faults),
            reason=ErrorReason.ERROR_REASON_INVALID_RULES,
            fields=writer.faults,
            code=grpc.StatusCode.INVALID_ARGUMENT,
        )
    return message


@final
class _Writer:
    """Writes options into messages, whose kinds are known from their descriptors alone."""

    def __init__(self) -> None:
        self.faults: list[FieldError] = []

    def group(self, message: Any, options: Any, path: str) -> None:
        """Set the options of a group, or of a rank's effects."""
        if not isinstance(options, Mapping):
            self._wrong(path, "a table of options", options)
            return
        message.SetInParent()
        known = message.DESCRIPTOR.fields_by_name
        for name, value in options.items():
            at = f"{path}.{name}" if path else str(name)
            if name in known:
                self._option(message, known[name], value, at)
            else:
                message = f"expected one of {', '.join(known)}, got {name}"
                unknown = ErrorReason.ERROR_REASON_UNKNOWN_KEY
                self.faults.append(FieldError(at, message, unknown))

    def _option(self, message: Any, field: Any, value: Any, path: str) -> None:
        if field.is_repeated and field.message_type is not None:
            self._by_rank(getattr(message, field.name), value, path)
        elif field.is_repeated:
            self._list(getattr(message, field.name), field, value, path)
        elif field.message_type is None:
            self._scalar(lambda number: setattr(message, field.name, number), field, value, path)
        elif "items" in field.message_type.fields_by_name:
            part = getattr(message, field.name)
            part.SetInParent()
            self._option(part, field.message_type.fields_by_name["items"], value, path)
        else:
            self.group(getattr(message, field.name), value, path)

    def _by_rank(self, entries: Any, value: Any, path: str) -> None:
        """Add an entry for each rank of a mapping: its effects, or its number."""
        if not isinstance(value, Mapping):
            self._wrong(path, "a table by rank", value)
            return
        for name, option in value.items():
            entry, at = entries.add(), f"{path}.{name}"
            fields = entry.DESCRIPTOR.fields_by_name
            self._option(entry, fields["rank"], str(name), at)
            if "number" in fields:
                self._option(entry, fields["number"], option, at)
            else:
                self.group(entry, option, at)

    def _list(self, entries: Any, field: Any, value: Any, path: str) -> None:
        if isinstance(value, str) or not isinstance(value, list | tuple):
            self._wrong(path, "a list", value)
            return
        for option in value:
            self._scalar(entries.append, field, option, path)

    def _scalar(self, put: Any, field: Any, value: Any, path: str) -> None:
        """Put a number, a yes or no, or the word of an enum where it belongs."""
        try:
            put(_number(field, value))
        except ValueError as error:
            self._wrong(path, str(error).removeprefix("expected ").partition(", got")[0], value)

    def _wrong(self, path: str, expected: str, got: object) -> None:
        message = f"expected {expected}, got {got!r}"
        self.faults.append(FieldError(path, message, ErrorReason.ERROR_REASON_WRONG_TYPE))


def _number(field: Any, value: Any) -> int:
    """Return what stands for an option's value in a message; ``ValueError`` says what may."""
    enum = field.enum_type
    if enum is None:
        yes_or_no = field.cpp_type == field.CPPTYPE_BOOL
        if type(value) is not (bool if yes_or_no else int):
            raise ValueError("true or false" if yes_or_no else "a whole number")
        return int(value)
    if enum in _PARSERS:
        return int(_PARSERS[enum](str(value)))
    prefix = enum.values_by_number[0].name.removesuffix("UNSPECIFIED")
    words = {value.name.removeprefix(prefix).lower(): value.number for value in enum.values[1:]}
    if value not in words:
        raise ValueError(f"one of {', '.join(words)}")
    return int(words[value])
