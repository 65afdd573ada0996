"""Play a whole match with random legal moves, and tell how it went.

Usage: python play_match.py [ADDRESS [PRESET [SEATS]]]
"""

import random
import sys

from pisyedili.client import Client, Game, Include, PisYediliError
from pisyedili.client.events import CardsDrawn, CardsPlayed, RoundEnded


def main(target: str = "localhost:50051", preset: str = "gamyun", seats: str = "4") -> None:
    """Play a match and print each round and the final standings."""
    with Client(target) as client:
        game = client.create_game(preset, int(seats), include=Include(moves=True))
        while not game.match_over:
            if game.round_over:
                game.start_round()
            play_round(game)
        for team in sorted(game.score().standings, key=lambda team: team.rank):
            names = " and ".join(f"seat {seat}" for seat in team.seats)
            print(f"{team.rank}. {names}: {team.total} points")
        print("The record leads here:", client.verify(game.record(), game.state))


def play_round(game: Game) -> None:
    """Play until the round is over, now and then by the move of a player who went away."""
    while not game.round_over:
        away = random.random() < 0.1  # noqa: S311 - no secret depends on it
        events = game.play_default() if away else game.move(random.choice(game.moves()))  # noqa: S311
        for event in events:
            match event:
                case CardsPlayed(seat=seat, cards=cards):
                    print(f"seat {seat} plays", *cards)
                case CardsDrawn(seat=seat, count=count, reason="debt"):
                    print(f"seat {seat} pays {count} cards")
                case RoundEnded(reason=reason, finisher=finisher):
                    print(f"round {game.round + 1} is over ({reason}), out is seat {finisher}")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:4])
    except (PisYediliError, ValueError) as error:
        sys.exit(f"play_match: {error}")
