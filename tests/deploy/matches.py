"""Whole matches, played by the Python client."""

from pisyedili.client import Client, Game

SEED = bytes(range(32))


def played_match(client: Client, preset: str = "simple", seats: int = 3) -> Game:
    """Return a match after its last move, every seat played by its default moves."""
    game = client.create_game(preset, seats, seed=SEED)
    while not game.match_over:
        if game.round_over:
            game.start_round()
        game.play_default()
    return game
