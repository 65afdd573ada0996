"""Games as JSON on standard input and output: the contract's ``GameState``, named as there."""

import base64
import binascii
import json
import sys
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, TextIO, TypeVar

from google.protobuf.json_format import MessageToDict, ParseDict, ParseError
from google.protobuf.message import DecodeError, Message

from pisyedili.cli.exits import ExitCode, Stop
from pisyedili.cli.notation import move_text
from pisyedili.cli.texts import Texts
from pisyedili.client.cards import Card, Rank, Suit
from pisyedili.client.moves import Draw, Pass, Play
from pisyedili.v1.state_pb2 import GameState

M = TypeVar("M", bound=Message)


def message_json(message: Message) -> dict[str, Any]:
    """Return a message as JSON has it, zeros and empty lists included."""
    return MessageToDict(
        message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )


def state_json(game: bytes) -> dict[str, Any]:
    """Return the bytes of a game as JSON has them."""
    return message_json(GameState.FromString(game))


def value_json(value: object) -> Any:
    """Return what the client answers as JSON has it: cards and moves in notation, bytes in hex."""
    match value:
        case Play() | Draw() | Pass():
            return move_text(value)
        case Card() | Rank() | Suit():
            return str(value)
        case bytes():
            return value.hex()
        case Message():
            return message_json(value)
        case tuple() | list():
            return [value_json(item) for item in value]
        case Mapping():
            return {str(key): value_json(item) for key, item in value.items()}
    if is_dataclass(value):
        return {field.name: value_json(getattr(value, field.name)) for field in fields(value)}
    return value


def json_text(value: object, *, indent: bool) -> str:
    """Return JSON as text: on one line, or indented for people."""
    return json.dumps(value, ensure_ascii=False, indent=2 if indent else None)


def read_game(stream: TextIO, texts: Texts) -> bytes:
    """Return the game that a stream holds as JSON: a ``GameState``, or a ``Game`` in any form."""
    if stream.isatty():
        raise Stop(ExitCode.USAGE, texts("error.no_input"))
    source = texts("error.stdin")
    text = _read(stream, source, texts)
    if not text.strip():
        raise Stop(ExitCode.USAGE, texts("error.empty"))
    return game_bytes(text, source, texts)


def game_bytes(text: str, source: str, texts: Texts) -> bytes:
    """Return the game of a JSON text; ``source`` names the text to a person."""
    document = _parsed(text, source, texts)
    try:
        if isinstance(document.get("opaque"), str):
            opaque = base64.b64decode(document["opaque"], validate=True)
            return GameState.FromString(opaque).SerializeToString(deterministic=True)
        inner = document.get("state", document)
        state = ParseDict(inner, GameState())
    except (ParseError, DecodeError, binascii.Error) as error:
        message = texts("error.not_a_game", source=source, message=_short(error))
        raise Stop(ExitCode.USAGE, message) from None
    if not state.HasField("rules"):
        message = texts("error.not_a_game", source=source, message='expected the field "rules"')
        raise Stop(ExitCode.USAGE, message)
    return state.SerializeToString(deterministic=True)


def read_file(path: Path, texts: Texts) -> str:
    """Return the text of a file; a person hears why it cannot be read."""
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "expected UTF-8"
        raise Stop(ExitCode.USAGE, texts("error.no_file", file=path, message=reason)) from None


def text_of(path: Path, texts: Texts) -> str:
    """Return the text of a file, or of standard input for ``-``."""
    return (
        _read(sys.stdin, texts("error.stdin"), texts)
        if str(path) == "-"
        else read_file(path, texts)
    )


def read_message(text: str, kind: type[M], source: str, texts: Texts) -> M:
    """Return the message of a JSON text, such as a record."""
    try:
        return ParseDict(_parsed(text, source, texts), kind())
    except ParseError as error:
        message = texts("error.not_a_record", source=source, message=_short(error))
        raise Stop(ExitCode.USAGE, message) from None


def _read(stream: TextIO, source: str, texts: Texts) -> str:
    try:
        return stream.read()
    except UnicodeDecodeError:
        message = texts("error.not_json", source=source, message="expected UTF-8")
        raise Stop(ExitCode.USAGE, message) from None


def _parsed(text: str, source: str, texts: Texts) -> dict[str, Any]:
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        message = texts("error.not_json", source=source, message=_short(error))
        raise Stop(ExitCode.USAGE, message) from None
    if not isinstance(document, dict):
        message = texts("error.not_json", source=source, message="expected an object")
        raise Stop(ExitCode.USAGE, message)
    return document


def _short(error: Exception) -> str:
    return " ".join(str(error).partition(" Available")[0].split())
