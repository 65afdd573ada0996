"""Games as text: read, made and proved by the engine here, so that no service is trusted."""

import tomllib
from functools import cache
from typing import Final, TypeAlias

from pisyedili.cli.exits import ExitCode, Stop
from pisyedili.cli.rules import House
from pisyedili.cli.texts import Texts
from pisyedili.client import Client, Draw, Game, Move, Pass, Play, Record
from pisyedili.client.cards import Card, Suit
from pisyedili.client.moves import move_message, move_value
from pisyedili.engine import cards as numbers
from pisyedili.engine import moves
from pisyedili.engine import record as whole
from pisyedili.engine.notation import NotationError
from pisyedili.engine.preset import Preset, load_presets
from pisyedili.engine.proof import Lie, Sealed, Verified
from pisyedili.engine.proof import verify as proved
from pisyedili.engine.record_text import format_transcript, parse_transcript
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.rulefile import merge
from pisyedili.engine.rules import Rules
from pisyedili.engine.transcript import Transcript, record_of, transcribe
from pisyedili.v1.record_pb2 import RoundMoves

SUFFIX: Final = ".pis"
"""How the name of a file ends that holds a game as text."""

Verdict: TypeAlias = Verified | Sealed | Lie


def is_written(text: str) -> bool:
    """Tell whether a text is meant as a game in words rather than in JSON."""
    return "[Pisyedili" in text


def prove(text: str, source: str, texts: Texts) -> Verdict:
    """Return the verdict about a text; ``Stop`` for one that is no record."""
    try:
        return proved(text, _presets())
    except NotationError as error:
        raise _unreadable(source, error, texts) from None


def shows(verdict: Verdict) -> bool:
    """Tell whether there is something to see before the record is refused, if it is."""
    return isinstance(verdict, Verified) or (isinstance(verdict, Lie) and verdict.round > 0)


def refuse(verdict: Verdict, source: str, texts: Texts) -> Verified:
    """Return the verdict on a record that is proved; ``Stop`` for another."""
    if isinstance(verdict, Sealed):
        raise Stop(ExitCode.REFUSED, texts("verify.sealed", file=source))
    if isinstance(verdict, Lie):
        raise Stop(ExitCode.REFUSED, texts("verify.lie", file=source, lie=verdict))
    return verdict


def record_message(client: Client, text: str, source: str, texts: Texts) -> Record:
    """Return the contract's record of a text; ``Stop`` for one that is none, or without a seed."""
    try:
        transcript = parse_transcript(text)
        record = record_of(transcript, _presets())
    except NotationError as error:
        raise _unreadable(source, error, texts) from None
    preset, patch = _rules(transcript)
    game = client.create_game(
        preset,
        record.seats,
        patch=tomllib.loads(patch),
        names=record.names,
        game_id=record.game_id,
        seed=record.seed,
    )
    message = game.record()
    rounds = (RoundMoves(moves=map(move_message, map(_ours, one))) for one in record.rounds)
    del message.rounds[:]
    message.rounds.extend(rounds)
    return message


def written(game: Game, house: House) -> str | None:
    """Return the match so far as text; None at a table whose preset is known to the service alone.

    The match is written as it was played, its last move perhaps being in the middle of a round.
    """
    known = _presets()
    if house.preset and house.preset not in known:
        return None
    base = known[house.preset].rulebook.rules if house.preset else Rules()
    message = game.record()
    record = whole.Record(
        Rulebook(merge(base, house.patch or {})),
        message.seats,
        message.seed,
        message.game_id,
        tuple(message.names),
        tuple(tuple(_theirs(move_value(move)) for move in one.moves) for one in message.rounds),
    )
    return format_transcript(transcribe(record, known))


@cache
def _presets() -> dict[str, Preset]:
    return load_presets()


def _unreadable(source: str, error: NotationError, texts: Texts) -> Stop:
    return Stop(ExitCode.USAGE, texts("error.not_a_record", source=source, message=error))


def _rules(transcript: Transcript) -> tuple[str, str]:
    tag = transcript.tag("Rules")
    preset, patch, *_ = (*(tag.values if tag else ()), "", "")
    return preset, patch


def _ours(move: moves.Move) -> Move:
    """Return the client's move for the engine's."""
    if isinstance(move, moves.Play):
        suit = Suit(move.suit) if move.suit else None
        return Play(tuple(map(Card, move.cards)), suit, move.call)
    return Pass(move.call) if isinstance(move, moves.Pass) else Draw()


def _theirs(move: Move) -> moves.Move:
    """Return the engine's move for the client's."""
    if isinstance(move, Play):
        cards = tuple(map(numbers.Card, move.cards))
        return moves.Play(cards, numbers.Suit(move.suit or 0), move.tek)
    return moves.Pass(move.tek) if isinstance(move, Pass) else moves.DRAW
