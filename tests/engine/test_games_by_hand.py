"""Rounds worked out by hand from the rule texts, card by card, against the engine."""

import re
from hashlib import sha256
from pathlib import Path
from typing import Final

import pytest

from pisyedili.engine.events import RoundEnd
from pisyedili.engine.moves import DRAW
from pisyedili.engine.proof import Lie, Verified, verify
from pisyedili.engine.record_text import format_transcript, parse_transcript
from pisyedili.engine.state import MatchOver, RoundOver
from pisyedili.engine.transcript import Hand, Made, Points, Tag, Transcript
from tests.engine.builder import presets

ROOT: Final = Path(__file__).parents[2]
GAMES: Final = {path.stem: path.read_text("utf-8") for path in ROOT.glob("tests/data/games/*.pis")}

# What the hands came to on paper.
POINTS: Final = {
    "standard": (0, 80, 138),
    "standard-sevens": (46, 216, 348, 0),
    "standard-jokers": (2790, 0, 320),
    "standard-hoard": (86, 288, 60),
    "simple": (6, 0, 4),
    "simple-reshuffle": (0, 4, 8, 2),
    "gamyun": (0, 123, 597, 528),
    "gamyun-joker": (110, 0, 1390, 1030),
    "classic": (54, 134, 0),
    "classic-stock": (63, 62, 33, 49, 91, 20),
}

UNFINISHED: Final = {"standard-hoard": RoundEnd.BLOCKED, "classic-stock": RoundEnd.STOCK_OUT}


def written(name: str) -> Transcript:
    return parse_transcript(GAMES[name])


def table(name: str) -> Tag:
    rules = written(name).tag("Rules")
    assert rules is not None
    return rules


def test_there_is_a_game_of_each_core_preset() -> None:
    assert GAMES.keys() == POINTS.keys()
    assert {table(name).values[0] for name in GAMES} == {"standard", "simple", "gamyun", "classic"}
    for name in GAMES:
        assert table(name).values[0] == name.partition("-")[0]


@pytest.mark.parametrize("name", POINTS)
def test_the_engine_plays_a_game_as_it_was_worked_out(name: str) -> None:
    found = verify(GAMES[name], presets())
    assert isinstance(found, Verified), found
    assert found.state.match.scores == (POINTS[name],)
    assert isinstance(found.state.phase, RoundOver | MatchOver)
    assert found.state.phase.reason is UNFINISHED.get(name, RoundEnd.FINISHED)
    finisher = found.state.phase.finisher
    assert (finisher is None) is (name in UNFINISHED)
    assert finisher is None or POINTS[name][finisher] == 0


@pytest.mark.parametrize("name", POINTS)
def test_a_game_tells_enough_to_be_proved(name: str) -> None:
    items = written(name).rounds[0].items
    seats = {item.seat for item in items if isinstance(item, Hand)}
    assert seats == set(range(len(POINTS[name])))
    moves = [item for item in items if isinstance(item, Made)]
    assert all(item.seat is not None for item in moves)
    assert all(item.shown for item in moves if item.move == DRAW)
    assert isinstance(items[-1], Points)


@pytest.mark.parametrize("name", POINTS)
def test_a_game_cites_statements_of_its_own_rule_text(name: str) -> None:
    letter = {"standard": "V", "simple": "S", "gamyun": "G", "classic": "K"}[table(name).values[0]]
    known = set(re.findall(r"\*\*([VSGK]\d+)\*\*", (ROOT / "docs" / "rules.md").read_text("utf-8")))
    cited = set(re.findall(r"\b[VSGK]\d+\b", GAMES[name]))
    assert cited <= {statement for statement in known if statement[0] == letter}
    assert len(cited) > 9


@pytest.mark.parametrize("name", POINTS)
def test_the_seed_of_a_game_is_the_one_that_its_comment_tells(name: str) -> None:
    (text,) = re.findall(r'SHA-256 of "(.+)"', GAMES[name])
    seed = written(name).tag("Seed")
    assert seed is not None
    assert seed.values == (sha256(text.encode()).hexdigest(),)


@pytest.mark.parametrize("name", POINTS)
def test_a_game_with_comments_is_written_and_read_again(name: str) -> None:
    text = format_transcript(written(name))
    assert parse_transcript(text) == written(name)
    assert isinstance(verify(text, presets()), Verified)


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("standard", "opening.draw = 'without_suit'"),
        ("standard", "effects.A.others_draw = 1"),
        ("standard", "effects.7.draw_next = { cards = 2, stacking = 'adds' }"),
        ("standard", "effects.7.draw_next = { cards = 3 }"),
        ("standard", "effects.8 = {}"),
        ("standard", "effects.10 = {}"),
        ("standard", "effects.J = {}"),
        ("standard", "turn.after_draw = 'turn_ends'"),
        ("standard", "turn.draw_when = 'without_match'"),
        ("standard", "tek.forgotten_draws = 0"),
        ("standard", "tek.forgotten_draws = 2"),
        ("standard", "score.end_draws = { A = 1 }"),
        ("standard", "score.multipliers = { 7 = 3 }"),
        ("standard", "score.points.A = 1"),
        ("simple", "effects.7.draw_next = { cards = 2, turn_goes_on = true }"),
        ("simple", "effects.7.draw_next = { cards = 3 }"),
        ("simple", "effects.J = {}"),
        ("simple", "effects.8.skip = 1"),
        ("simple", "effects.10.reverse = {}"),
        ("simple", "effects.A.others_draw = 1"),
        ("simple", "turn.after_draw = 'drawn_card'"),
        ("simple", "score = { count = 'points' }\nmatch.winners = 'lowest_total'"),
        ("gamyun", "opening.draw = 'without_suit'"),
        ("gamyun", "turn.auto_pass = false"),
        ("gamyun", "effects.joker = { wild = true, draw_next = { cards = 10 } }"),
        ("gamyun", "effects.10.reverse = {}"),
        ("gamyun", "effects.A = { others_draw = 1 }"),
        ("gamyun", "effects.A = { cover = {} }"),
        ("gamyun", "score.end_draws = { A = 1, 7 = 3 }"),
        ("gamyun", "score.end_chain = 'all_ranks'\nscore.end_draws.7 = 4"),
        ("gamyun", "score.multipliers.7 = 2"),
        ("classic", "opening.draw = 'freely'\nopening.inert = false"),
        ("classic", "turn.draws = 1"),
        ("classic", "turn.after_draw = 'turn_ends'\nturn.draws = 1"),
        ("classic", "effects.A = {}"),
        ("classic", "effects.7 = { skip = 1 }"),
        ("classic", "effects.J.choose_suit = { always = false }"),
        ("classic", "score.multipliers.J = 3"),
        ("standard-sevens", "effects.7.draw_next = { cards = 3 }"),
        ("standard-sevens", "effects.A = { others_draw = 1, together = 'all' }"),
        ("standard-sevens", "effects.A = { others_draw = 1, cover = { must = true } }"),
        ("standard-sevens", "effects.J.choose_suit = { always = false }"),
        ("standard-sevens", "tek.forgotten_draws = 2"),
        ("standard-sevens", "stock.when_empty = 'play_on'"),
        ("standard-sevens", "score.end_chain = 'same_rank'"),
        ("standard-jokers", "effects.J = {}"),
        ("standard-jokers", "score.end_draws = { 7 = 3, A = 1 }"),
        ("standard-jokers", "score.multipliers = { 7 = 3, J = 2 }"),
        ("standard-jokers", "score.points.joker = 50"),
        ("standard-hoard", "opening.draw = 'without_suit'"),
        ("standard-hoard", "stock.when_empty = 'round_ends'"),
        ("standard-hoard", "stock.blocked_extra_passes = 1"),
        ("standard-hoard", "turn.draw_when = 'without_match'"),
        ("simple-reshuffle", "effects.7.draw_next = { cards = 2, turn_goes_on = true }"),
        ("simple-reshuffle", "effects.8.skip = 1"),
        ("simple-reshuffle", "effects.J.skip = 2"),
        ("simple-reshuffle", "stock.when_empty = 'play_on'"),
        ("simple-reshuffle", "stock.when_empty = 'reshuffle_at_once'"),
        ("simple-reshuffle", "turn.after_draw = 'drawn_card'"),
        ("gamyun-joker", "effects.10.reverse = {}"),
        ("gamyun-joker", "effects.J.choose_suit = { on_own_rank = true }"),
        ("gamyun-joker", "score.end_draws = { 7 = 3 }"),
        ("gamyun-joker", "score.multipliers = { 7 = 3, J = 2 }"),
        ("classic-stock", "effects.A = {}"),
        ("classic-stock", "effects.A.cover.must = true"),
        ("classic-stock", "effects.10 = {}"),
        ("classic-stock", "score.points.7 = 7"),
        ("classic-stock", "stock.when_empty = 'reshuffle'"),
        ("classic-stock", "turn.draws = 1"),
    ],
)
def test_a_game_is_a_lie_at_a_table_with_another_rule(name: str, changes: str) -> None:
    game, rules = written(name), table(name)
    preset, *options = rules.values
    other = rules.replace(values=(preset, "\n".join((*options, changes))))
    tags = tuple(other if tag == rules else tag for tag in game.tags)
    assert isinstance(verify(game.replace(tags=tags), presets()), Lie)
