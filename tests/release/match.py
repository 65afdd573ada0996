"""Play a match at an address and prove it, by the client of the Python that runs this."""

import sys

from pisyedili.client import Client


def main(target: str) -> None:
    with Client(target, deadline=60) as client:
        game = client.create_game("standard", seats=3)
        while not game.match_over:
            if game.round_over:
                game.start_round()
            game.play_default()
        if not client.verify(game.record(), game.state):
            sys.exit("expected a match that its record proves, got another")


if __name__ == "__main__":
    main(sys.argv[1])
