"""Write the corpus of a release, once, when it is made.

``python -m tests.corpus.write --release X`` asks a real service of this tree. What was written for
a release that is out stays as it is: later releases have to answer the same.
"""

import argparse
import runpy
from collections.abc import Iterator
from typing import Final

import grpc

from pisyedili.engine import __version__
from pisyedili.engine.record import Record as Played
from pisyedili.engine.record import replay
from pisyedili.engine.record_text import format_transcript
from pisyedili.engine.transcript import transcribe
from pisyedili.service.encode import write_move
from pisyedili.v1.record_pb2 import Record as RecordMessage
from tests.corpus.answers import answers
from tests.corpus.choice import HOUSES, Candidate, chosen, rule_sets
from tests.corpus.contract import Contract, Json, OldClient, as_json
from tests.corpus.store import Held, Record, Release
from tests.deploy.tools import ROOT
from tests.engine.builder import SEED
from tests.engine.playing import random_game
from tests.service.games import BOOKS, PRESETS, written
from tests.service.process import running

COMMAND: Final = "python -m tests.corpus.write"

_MOVES: Final = 120
"""The moves of a round after which a recorded game is left."""


def main(arguments: list[str] | None = None) -> None:
    """Write the corpus of this tree's release."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument("--release", required=True)
    release = Release(parser.parse_args(arguments).release)
    if release.folder.exists():
        parser.error(f"expected a release without a corpus, got {release.name}, which has one")
    if release.name != __version__:
        parser.error(f"expected the release of this tree, {__version__}, got {release.name}")
    write(release)


def write(release: Release) -> None:
    """Write a corpus out of this tree's contract, rules and answers."""
    descriptors = runpy.run_path(str(ROOT / "tools" / "descriptors.py"))["descriptor_set"]()
    rules = {name: as_json(BOOKS.of(book).message) for name, book in rule_sets().items()}
    with running() as server, grpc.insecure_channel(server.address) as channel:
        client = OldClient(Contract(descriptors), channel)
        games = [_held(client, number, kept) for number, kept in enumerate(chosen())]
    release.write(descriptors, _used(rules, games), games, list(_records()))


def _held(client: OldClient, number: int, kept: Candidate) -> Held:
    state = written(kept.state).SerializeToString(deterministic=True)
    phase = type(kept.state.phase).__name__.lower()
    name = f"{number:03}-{kept.rules}-{len(kept.state.hands)}-{phase}"
    return Held(name, state, answers(client, state))


def _used(rules: dict[str, Json], games: list[Held]) -> dict[str, Json]:
    """Return the presets, and what other rules the games are played by."""
    played = [held.answers["rules"] for held in games]
    return {name: told for name, told in rules.items() if name in PRESETS or told in played}


def _records() -> Iterator[Record]:
    books = rule_sets()
    for name in (*PRESETS, *HOUSES):
        seats = books[name].rules.table.seats_max if name in HOUSES else 4
        record = random_game(books[name], seats, SEED, _MOVES).play_out().record()
        text = format_transcript(transcribe(record, PRESETS))
        state = written(replay(record)).SerializeToString(deterministic=True)
        yield Record(name, text, _message(record).SerializeToString(deterministic=True), state)


def _message(record: Played) -> RecordMessage:
    rules = BOOKS.of(record.rulebook).message
    message = RecordMessage(rules=rules, seats=record.seats, seed=record.seed)
    for moves in record.rounds:
        listed = message.rounds.add().moves
        for move in moves:
            write_move(listed.add(), move)
    return message


if __name__ == "__main__":
    main()
