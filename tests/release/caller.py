"""Play a match at an address and read what releases wrote, by the Python that runs this.

Its second argument is the folder of the releases' corpora; it prints how many games it read.
"""

import json
import sys
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path

from pisyedili.client import Client
from pisyedili.v1.record_pb2 import Record


def main(target: str, corpus: str) -> None:
    games = list(held(corpus, "games.jsonl", "state"))
    records = list(held(corpus, "records.jsonl", "message", "state"))
    with Client(target, deadline=60) as client:
        play(client)
        for (game,) in games:
            view(client, game)
        for record, game in records:
            prove(client, Record.FromString(record), game)
    print(len(games), len(records))


def held(corpus: str, name: str, *keys: str) -> Iterator[tuple[bytes, ...]]:
    """Yield the bytes under some keys of each line of a file, of every release."""
    for file in sorted(Path(corpus).glob(f"*/{name}")):
        for line in file.read_text("utf-8").splitlines():
            values = json.loads(line)
            yield tuple(b64decode(values[key]) for key in keys)


def play(client: Client) -> None:
    game = client.create_game("standard", seats=3)
    while not game.match_over:
        if game.round_over:
            game.start_round()
        game.play_default()
    prove(client, game.record(), game.state)


def view(client: Client, game: bytes) -> None:
    seats = client.view_game(game).seats
    for seat in range(len(seats)):
        client.view_game(game, seat)


def prove(client: Client, record: Record, game: bytes) -> None:
    if not client.verify(record, game):
        sys.exit(f"expected a record that leads to its game, got {record}")


if __name__ == "__main__":
    main(*sys.argv[1:])
