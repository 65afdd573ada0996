"""Random play of every preset beside OpenSpiel's Crazy Eights, both driven from Python."""

import random
import subprocess
import sys
from collections.abc import Callable
from time import perf_counter
from typing import Any, Final

import pyspiel

from pisyedili.engine.deal import new_match, start_round
from pisyedili.engine.legality import legal_moves
from pisyedili.engine.play import apply_move
from pisyedili.engine.preset import load_presets
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.state import MatchOver

SEATS: Final = 4
SLICE: Final = 20_000
SLICES: Final = 5


def decisions(rulebook: Rulebook, number: int, chance: random.Random) -> None:
    """Make so many random decisions, match after match."""
    state, made = new_match(rulebook, SEATS, chance.randbytes(32)).state, 0
    while made < number:
        moves = legal_moves(state)
        if moves:
            chosen = moves[int(chance.random() * len(moves))]
            state, made = apply_move(state, state.seat, chosen).state, made + 1
        elif isinstance(state.phase, MatchOver):
            state = new_match(rulebook, SEATS, chance.randbytes(32)).state
        else:
            state = start_round(state).state


def peer_decisions(game: Any, number: int, chance: random.Random) -> None:
    """Make so many random decisions, its chance nodes drawn from their stated distribution."""
    state, made = game.new_initial_state(), 0
    while made < number:
        if state.is_terminal():
            state = game.new_initial_state()
        elif state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(actions, weights)[0])
        else:
            moves = state.legal_actions()
            state.apply_action(moves[int(chance.random() * len(moves))])
            made += 1


def rate(run: Callable[[int, random.Random], None], seed: int) -> float:
    """Return decisions a second over one slice."""
    start = perf_counter()
    run(SLICE, random.Random(seed))  # noqa: S311 - games, not secrets
    return SLICE / (perf_counter() - start)


def report() -> None:
    """Print decisions a second of each preset and their ratio to the peer's, slices interleaved."""
    game = pyspiel.load_game(f"crazy_eights(players={SEATS})")
    runs: dict[str, Callable[[int, random.Random], None]] = {
        "OpenSpiel crazy_eights": lambda number, chance: peer_decisions(game, number, chance)
    }
    for name, preset in load_presets().items():
        book = preset.rulebook
        runs[name] = lambda number, chance, book=book: decisions(book, number, chance)  # type: ignore[misc]
    best = dict.fromkeys(runs, 0.0)
    for seed in range(SLICES):
        for name, run in runs.items():
            best[name] = max(best[name], rate(run, seed))
    peer = best["OpenSpiel crazy_eights"]
    for name, found in best.items():
        print(f"decisions/s  {name:24} {found:10,.0f}  {found / peer:5.2f} x OpenSpiel")


def report_import() -> None:
    """Print the import time of the engine beside that of an empty interpreter."""
    empty = min(_start("pass") for _ in range(7))
    engine = min(_start("import pisyedili.engine.record") for _ in range(7))
    presets = min(_start("import pisyedili.engine.preset as p; p.load_presets()") for _ in range(7))
    print(f"import       engine                   {engine - empty:7.1f} ms over {empty:.1f} ms")
    print(f"import       engine and all presets   {presets - empty:7.1f} ms")


def _start(code: str) -> float:
    start = perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)  # noqa: S603 - our own interpreter
    return (perf_counter() - start) * 1000
