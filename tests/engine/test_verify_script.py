"""The verifier in JavaScript, which shares no code with the engine, agrees with it."""

import json
import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from pisyedili.engine.proof import Verified, verify
from pisyedili.engine.record_text import format_transcript
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.transcript import transcribe
from tests.engine.builder import SEED, presets, rulebook
from tests.engine.playing import Game, Style, random_game
from tests.engine.strategies import random_rules, random_seats

NODE: Final = shutil.which("node")
SCRIPT: Final = Path(__file__).parents[2] / "docs" / "verify" / "verify.mjs"
GAMES: Final = sorted((Path(__file__).parents[1] / "data" / "games").glob("*.pis"))

pytestmark = pytest.mark.skipif(NODE is None, reason="node is not installed")

Trace = dict[str, Any]


def verdict(folder: Path, text: str, trace: Trace) -> str:
    """Return what the script says; on standard error where it refuses."""
    record, moved = folder / "game.pis", folder / "trace.json"
    record.write_text(text, "utf-8")
    moved.write_text(json.dumps(trace), "utf-8")
    command = (str(NODE), str(SCRIPT), str(record), str(moved))
    done = subprocess.run(command, capture_output=True, text=True, check=False, encoding="utf-8")  # noqa: S603
    assert done.returncode == (1 if done.stderr else 0)
    return done.stderr or done.stdout


@cache
def told(game: Callable[[], Game]) -> tuple[str, Trace]:
    text = format_transcript(transcribe(game().play_out().record(), presets()))
    found = verify(text, presets())
    assert isinstance(found, Verified)
    return text, found.trace


def hoarders() -> Game:
    """Return a match in which the stock runs out again and again, aces and sevens being drawn."""
    book = rulebook("standard", "safety.turns = 150\ntable.packets = [3, 2, 2]")
    return Game(book, 4, SEED, (Style.HOARDER, Style.EAGER) * 2, Random(1))  # noqa: S311


def steps(trace: Trace, kind: str) -> list[list[str]]:
    """Return the cards of every step of a kind."""
    moves = (move for one in trace["rounds"] for move in one["steps"])
    return [step[kind] for move in moves for step in move if kind in step]


def test_the_honest_match_has_what_the_dishonest_ones_change() -> None:
    trace = told(hoarders)[1]
    assert all(steps(trace, kind) for kind in ("play", "draw", "reshuffle", "end"))


def test_an_honest_match_passes(tmp_path: Path) -> None:
    text, trace = told(hoarders)
    moved = sum(map(len, (*steps(trace, "draw"), *steps(trace, "end"))))
    expected = f"{4 * 28 + moved} cards dealt and drawn, each the one that the seed dictates\n"
    assert verdict(tmp_path, text, trace) == expected


@pytest.mark.parametrize("name", presets())
def test_honest_matches_of_every_preset_pass(name: str, tmp_path: Path) -> None:
    seats = rulebook(name).rules.table.seats_max
    text, trace = told(lambda: random_game(rulebook(name), seats, SEED[::-1], 150))
    assert verdict(tmp_path, text, trace).endswith("each the one that the seed dictates\n")


@pytest.mark.parametrize("number", range(12))
def test_honest_matches_of_random_rules_pass(number: int, tmp_path: Path) -> None:
    chance = Random(number)  # noqa: S311 - games of tests, which must be repeatable
    book = Rulebook(random_rules(chance))
    seats = random_seats(chance, book.rules)
    text, trace = told(lambda: random_game(book, seats, SEED, 200))
    assert verdict(tmp_path, text, trace).endswith("each the one that the seed dictates\n")


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_rounds_worked_out_by_hand_pass(path: Path, tmp_path: Path) -> None:
    text = path.read_text("utf-8")
    found = verify(text, presets())
    assert isinstance(found, Verified)
    assert verdict(tmp_path, text, found.trace).endswith("each the one that the seed dictates\n")


def test_a_hand_of_the_end_that_counts_an_end_draw_is_refused(tmp_path: Path) -> None:
    text = next(path for path in GAMES if path.stem == "standard").read_text("utf-8")
    found = verify(text, presets())
    assert isinstance(found, Verified)
    said = verdict(tmp_path, text.replace("Hand 1: A♦ 2♦", "Hand 1: Q♦ A♦ 2♦"), found.trace)
    assert said.startswith("round 1, move 65, the hand of seat 1: expected ")


def swap(cards: list[str]) -> None:
    """Exchange the first card for the next one that differs."""
    other = next(at for at, card in enumerate(cards) if card != cards[0])
    cards[0], cards[other] = cards[other], cards[0]


def deal(trace: Trace) -> None:
    one, other = trace["rounds"][1]["hands"][:2]
    one[0], other[0] = other[0], one[0]


def draw(trace: Trace) -> None:
    one, other, *_ = steps(trace, "draw")
    one[0], other[0] = other[0], one[0]


def several(trace: Trace) -> None:
    swap(next(cards for cards in steps(trace, "draw") if len(set(cards)) > 1))


def reshuffle(trace: Trace) -> None:
    swap(steps(trace, "reshuffle")[-1])


def end(trace: Trace) -> None:
    steps(trace, "end")[0][0] = "joker"


def played(trace: Trace) -> None:
    steps(trace, "play")[3][0] = "joker"


def commitments(trace: Trace) -> None:
    trace["commitment"] = trace["rounds"][0]["commitment"]


def commitment_of_a_round(trace: Trace) -> None:
    trace["rounds"][2]["commitment"] = trace["rounds"][1]["commitment"]


def moves(trace: Trace) -> None:
    trace["rounds"][0]["steps"].append([])


def rounds(trace: Trace) -> None:
    trace["rounds"].pop()


@pytest.mark.parametrize(
    ("tamper", "what"),
    [
        (deal, "round 2, the deal of seat 0"),
        (draw, "the cards shown"),
        (several, "the cards drawn"),
        (reshuffle, "the reshuffle"),
        (end, "the cards drawn"),
        (played, "the cards played"),
        (commitments, "the commitment of the trace"),
        (commitment_of_a_round, "round 3, the commitment of the trace"),
        (moves, "round 1, the moves of the trace"),
        (rounds, "the rounds of the trace"),
    ],
)
def test_a_trace_with_something_changed_is_refused(
    tamper: Callable[[Trace], None], what: str, tmp_path: Path
) -> None:
    text, honest = told(hoarders)
    trace = json.loads(json.dumps(honest))
    tamper(trace)
    assert what in verdict(tmp_path, text, trace).partition(": expected")[0]


def test_a_changed_draw_is_refused_by_the_seed_alone_where_the_record_shows_none(
    tmp_path: Path,
) -> None:
    record = hoarders().play_out().record()
    text = format_transcript(transcribe(record, presets(), told=False))
    trace = json.loads(json.dumps(told(hoarders)[1]))
    assert "expected" not in verdict(tmp_path, text, trace)
    draw(trace)
    assert "the cards drawn: expected" in verdict(tmp_path, text, trace)


@pytest.mark.parametrize(
    ("kind", "what"),
    [
        ("Commitment", "the commitment of the record"),
        ("Seed", "the commitment of the record"),
        ("Hand", "round 1, move 0, the hand of seat 1"),
    ],
)
def test_a_record_with_a_line_changed_is_refused(kind: str, what: str, tmp_path: Path) -> None:
    text, trace = told(hoarders)
    line = next(line for line in text.splitlines() if line.strip("[").startswith(kind))
    cards = line.split()
    other = " ".join((*cards[:-1], cards[-1].translate(str.maketrans("♣♦♥♠0", "♦♥♠♣1"))))
    assert line != other
    said = verdict(tmp_path, text.replace(line, other, 1), trace)
    assert said.partition(": expected")[0] == what


def test_a_record_with_a_card_changed_is_refused(tmp_path: Path) -> None:
    text, trace = told(hoarders)
    at = text.index("1: ", text.index("\n1: ")) + len("1: ")
    said = verdict(tmp_path, f"{text[:at]}joker {text[at:]}", trace)
    assert said.startswith("round 1, move 1, the cards played: expected joker, got ")
    said = verdict(tmp_path, text.replace("\n1: ", "\n2: ", 1), trace)
    assert "expected" in said


def test_a_record_of_comments_and_letters_is_read_too(tmp_path: Path) -> None:
    text, trace = told(hoarders)
    letters = text.translate(str.maketrans("♣♦♥♠", "CDHS"))
    noted = letters.replace("  ", " { a comment } ").replace("\nHand", " ; dealt\nHand")
    named = noted.replace('[Seats "4"]', '[Seats "4"][Names "a" "; {" "]" "\\""]')
    assert isinstance(verify(named, presets()), Verified)
    assert verdict(tmp_path, named, trace) == verdict(tmp_path, text, trace)
