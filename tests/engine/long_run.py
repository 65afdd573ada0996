"""Many rounds under random rules with every check, and figures about them.

python -m tests.engine.long_run --rounds 100000 --seed 1
"""

import argparse
import sys
import time
import traceback
from collections import Counter
from random import Random

from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.state import OVER, State
from tests.engine import option_tree
from tests.engine.mutations import mutants
from tests.engine.playing import Game, Step, dice, random_styles
from tests.engine.properties import (
    check_accepted_as_listed,
    check_arbitrary,
    check_copies,
    check_default,
    check_order,
    check_replay,
    check_state,
)
from tests.engine.strategies import random_rules, random_seats
from tests.engine.twins import check_twins, twins


class Figures:
    """What was played and seen."""

    def __init__(self) -> None:
        self.rounds = 0
        self.decisions = 0
        self.mutants = 0
        self.twins = 0
        self.cut = {True: 0, False: 0}
        self.endings: Counter[str] = Counter()
        self.phases: Counter[str] = Counter()
        self.options: Counter[tuple[str, object]] = Counter()
        self.failures: Counter[str] = Counter()

    def count(self, step: Step) -> None:
        """Count a move, and the round's end where it led to one."""
        self.decisions += 1
        self.phases[type(step.state.phase).__name__.lower()] += 1
        if isinstance(step.transition.state.phase, OVER):
            self.rounds += 1
            self.endings[str(step.transition.state.phase.reason)] += 1

    def lines(self) -> list[str]:
        """Return the figures in words."""
        paths, known = {path for path, _ in self.options}, len(list(option_tree.options()))
        endings = ", ".join(f"{reason} {count}" for reason, count in self.endings.most_common())
        phases = ", ".join(f"{phase} {count}" for phase, count in self.phases.most_common())
        return [
            f"rounds {self.rounds}, decisions {self.decisions}",
            f"endings: {endings}",
            f"left unended: with a limit {self.cut[True]}, without one {self.cut[False]}",
            f"phases: {phases}",
            f"options covered: {len(paths)} of {known}, with {len(self.options)} values",
            f"mutated states {self.mutants}, twins {self.twins}",
            f"failures {self.failures.total()}",
            *(f"  {count} x {failure}" for failure, count in self.failures.most_common()),
        ]


def run_game(seed: int, figures: Figures, share: float) -> None:
    """Play one match from a seed, checking every state, and a share of them in depth."""
    chance, checks = dice(seed), dice(f"{seed} checks")
    rules = random_rules(chance)
    seats = random_seats(chance, rules)
    figures.options.update(set(option_tree.values(rules)))
    limited = bool(rules.safety.turns or rules.safety.cards)
    most = 5000 if limited else 400
    game = Game(
        Rulebook(rules), seats, chance.randbytes(32), random_styles(chance, seats), chance, most
    )
    check_state(game.state)
    for step in game.steps():
        figures.count(step)
        check_order(step.moves)
        check_default(step.state)
        check_state(step.transition.state)
        if checks.random() < share:
            check_in_depth(step.state, checks, figures)
            check_in_depth(step.transition.state, checks, figures)
    figures.cut[limited] += game.cut
    check_replay(game)


def check_in_depth(state: State, chance: Random, figures: Figures) -> None:
    """Make the costly checks of one state."""
    check_copies(state)
    check_accepted_as_listed(state, chance)
    for viewer in (None, *range(len(state.hands))):
        pair = twins(state, viewer, chance)
        if pair:
            figures.twins += 1
            check_twins(pair, viewer, chance)
    for mutant in mutants(state, chance, 30):
        figures.mutants += 1
        check_arbitrary(mutant, chance)
        check_accepted_as_listed(mutant, chance, 15)


def run(rounds: int, seed: int, share: float) -> Figures:
    """Play so many rounds, or until interrupted; show each failure and go on."""
    figures = Figures()
    try:
        while figures.rounds + figures.failures.total() < rounds:
            try:
                run_game(seed, figures, share)
            except Exception as error:  # noqa: BLE001 - every failure is counted and shown
                last = traceback.extract_tb(error.__traceback__)[-1]
                first = str(error).partition("\n")[0][:240]
                figures.failures[f"{type(error).__name__} in {last.name}: {last.line} {first}"] += 1
                print(f"game {seed}: {type(error).__name__} in {last.name}: {first}", flush=True)
            seed += 1
    except KeyboardInterrupt:
        print("interrupted")
    return figures


def main(arguments: list[str] | None = None) -> int:
    """Run, print the figures, and tell by the exit code whether anything failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", type=float, default=0.02, help="of states checked in depth")
    parser.add_argument("--game", type=int, help="play this one game and stop at its failure")
    options = parser.parse_args(arguments)
    if options.game is not None:
        run_game(options.game, Figures(), options.share)
        return 0
    start = time.monotonic()
    figures = run(options.rounds, options.seed * 10**9, options.share)
    print("\n".join(figures.lines()))
    print(f"{time.monotonic() - start:.0f} s")
    return bool(figures.failures)


if __name__ == "__main__":
    sys.exit(main())
