"""Many rounds of the engine and the model side by side, and figures about them.

python -m tests.model.long_run --rounds 50000 --seed 1
python -m tests.model.long_run --game 1000000014   # one match, its last moves where they differ
"""

import argparse
import sys
import time
from collections import Counter
from random import Random

from pisyedili.engine.cards import format_cards
from pisyedili.engine.moves import Move
from pisyedili.engine.rules import Rules
from pisyedili.engine.state import State
from tests.engine.builder import presets
from tests.engine.playing import dice, random_styles
from tests.engine.strategies import random_rules, random_seats
from tests.model.agreement import Disagreement, SideBySide
from tests.model.tight import tight_rules

PRESETS = [preset.rulebook.rules for preset in presets().values()]


def any_rules(chance: Random) -> Rules:
    """Return random rules, tight ones or a preset's."""
    kind = chance.random()
    if kind < 0.6:
        return random_rules(chance)
    return tight_rules(chance) if kind < 0.9 else chance.choice(PRESETS)


def play(number: int) -> tuple[SideBySide, Disagreement | None]:
    """Play one match, of which the number settles everything."""
    chance = dice(number)
    rules = any_rules(chance)
    seats = random_seats(chance, rules)
    game = SideBySide(rules, seats, chance.randbytes(32))
    try:
        styles = random_styles(chance, seats)
        game.play_out(styles, chance, most=2500 if rules.safety.turns else 400)
    except Disagreement as error:
        return game, error
    return game, None


def show(state: State, move: Move | None = None) -> None:
    """Print a table, and the move that was made there."""
    print(f"seat {state.seat} {state.phase} suit {state.suit} direction {state.direction}")
    print("  " + " | ".join(map(format_cards, state.hands)))
    print(f"  discard ({len(state.discard)}): … {format_cards(state.discard[-6:])}")
    print(f"  stock ({len(state.stock)}): … {format_cards(state.stock[-6:])}")
    if move:
        print(f"  {move}")


def show_end(number: int, moves: int) -> None:
    """Play one match and print its rules, its last moves and the difference."""
    game, error = play(number)
    print(game.model.rules)
    for move, state in game.history[-moves:]:
        show(state, move)
    show(game.state)
    print(error or "no difference")


def main(arguments: list[str] | None = None) -> int:
    """Run, print the figures, and tell by the exit code whether the two ever differed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", type=int, help="show the end of this match instead")
    options = parser.parse_args(arguments)
    if options.game is not None:
        show_end(options.game, moves=5)
        return 0
    start, number = time.monotonic(), options.seed * 10**9
    rounds, moves = 0, 0
    endings: Counter[str] = Counter()
    found: Counter[str] = Counter()
    while rounds + found.total() < options.rounds:
        game, error = play(number)
        rounds += game.rounds
        moves += game.moves
        endings += game.endings
        if error:
            what = ", ".join(line.partition(":")[0] for line in str(error).splitlines())
            found[what] += 1
            print(f"game {number}: {what}")
        number += 1
    print(f"rounds {rounds}, moves {moves}, {time.monotonic() - start:.0f} s")
    print("endings: " + ", ".join(f"{reason} {count}" for reason, count in endings.most_common()))
    print(f"differences {found.total()}")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
