"""The other fields of a request: the rules of a new game, and what an answer shall hold."""

from collections.abc import Iterator, Mapping
from os import urandom
from typing import Final, NamedTuple
from uuid import uuid4

from google.protobuf.message import Message
from grpc import StatusCode

from pisyedili.engine.errors import InvalidRules
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.shuffle import SEED_BYTES
from pisyedili.service.books import Books
from pisyedili.service.decode import refuse_unknown_fields
from pisyedili.service.errors import (
    Reason,
    RequestError,
    Violation,
    invalid_rules,
    located,
    malformed,
)
from pisyedili.v1.game_service_pb2 import CreateGameRequest, Include
from pisyedili.v1.rules_service_pb2 import (
    CheckRulesRequest,
    DescribeRulesRequest,
    Language,
    RuleSet,
)
from pisyedili.v1.state_pb2 import GameForm

Choice = CheckRulesRequest | CreateGameRequest | DescribeRulesRequest | RuleSet

_LANGUAGES: Final[Mapping[Language.ValueType, str]] = {
    Language.LANGUAGE_UNSPECIFIED: "en",
    Language.LANGUAGE_TURKISH: "tr",
    Language.LANGUAGE_ENGLISH: "en",
    Language.LANGUAGE_GERMAN: "de",
}


class Beginning(NamedTuple):
    """What a game begins with."""

    game_id: str
    names: tuple[str, ...]
    seed: bytes


def require(request: Message, *names: str) -> None:
    """Refuse a request that lacks any of these fields, and name all that it lacks."""
    missing = [name for name in names if not request.HasField(name)]
    if missing:
        raise malformed(*(Violation(name, "expected a value, got none") for name in missing))


def choose_rules(request: Choice, books: Books) -> Rulebook:
    """Return the rules that a request asks for; ``InvalidRules`` where they cannot be played."""
    changed = bool(request.preset) or request.HasField("patch")
    if changed == request.HasField("rules"):
        got = "both" if changed else "neither"
        expected = f"expected rules, or a preset and a patch or one of them, got {got}"
        raise malformed(Violation("rules", expected))
    if not changed:
        refuse_unknown_fields(request.rules, "rules")
        return books.read(request.rules)
    if request.preset and request.preset not in books.presets:
        raise _unknown_preset(request.preset, books)
    if not request.HasField("patch"):
        return books.presets[request.preset].rulebook
    refuse_unknown_fields(request.patch, "patch")
    return books.patched(request.preset, request.patch)


def choose_rules_at(path: str, choice: RuleSet, books: Books) -> Rulebook:
    """Return the rules of a part of the request; every error is said of that part."""
    try:
        return choose_rules(choice, books)
    except InvalidRules as error:
        raise invalid_rules(error.faults, path) from None
    except RequestError as error:
        raise located(error, path) from None


def choose_language(language: Language.ValueType) -> str:
    """Return the language that a request asks for, English where it asks for none."""
    if language not in _LANGUAGES:
        raise malformed(Violation("language", f"expected a known language, got {language}"))
    return _LANGUAGES[language]


def begin(request: CreateGameRequest) -> Beginning:
    """Return what a new game begins with, made up where the request leaves it open."""
    seed = request.seed or urandom(SEED_BYTES)
    return Beginning(request.game_id or uuid4().hex, tuple(request.names), seed)


def is_opaque(form: GameForm.ValueType) -> bool:
    """Tell whether a game is answered as opaque bytes."""
    if form not in GameForm.values():
        raise malformed(Violation("form", f"expected a known form, got {form}"))
    return form == GameForm.GAME_FORM_OPAQUE


def check_seat(seat: int, seats: int) -> None:
    """Refuse a seat that is not there."""
    if seat >= seats:
        raise malformed(Violation("seat", f"expected a seat from 0 to {seats - 1}, got {seat}"))


def check_include(include: Include, seats: int) -> None:
    """Refuse views for seats that are not there, or for one seat twice."""
    faults = tuple(_include_faults(include, seats))
    if faults:
        raise malformed(*faults)


def _include_faults(include: Include, seats: int) -> Iterator[Violation]:
    if len(include.seats) > seats:
        yield Violation(
            "include.seats", f"expected at most {seats} seats, got {len(include.seats)}"
        )
        return
    for index, seat in enumerate(include.seats):
        if seat >= seats:
            expected = f"expected a seat from 0 to {seats - 1}, got {seat}"
            yield Violation(f"include.seats[{index}]", expected)
        elif seat in include.seats[:index]:
            expected = f"expected each seat once, got {seat} twice"
            yield Violation(f"include.seats[{index}]", expected)


def _unknown_preset(preset: str, books: Books) -> RequestError:
    known = ", ".join(sorted(books.presets))
    fault = Violation("preset", f"expected one of {known}, got {preset}")
    reason = Reason.ERROR_REASON_UNKNOWN_PRESET
    message = f"preset: {fault.description}"
    facts = {"expected": known, "got": preset}
    return RequestError(StatusCode.INVALID_ARGUMENT, reason, message, facts, (fault,))
