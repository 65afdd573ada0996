"""What a rule set says about points and about the winners of a match."""

from collections.abc import Iterator
from typing import Final

from pisyedili.engine.cards import JOKER_RANK, RANK_NAMES, RANKS, Rank
from pisyedili.engine.rules import Count, MatchRules, Partnerships, Rules, ScoreRules, Winners
from pisyedili.engine.say_cards import dealt_ranks
from pisyedili.engine.say_table import in_order
from pisyedili.engine.saying import Saying, aside, say

Sayings = Iterator[Saying]

POINTS: Final = "score.points"
MULTIPLIERS: Final = "score.multipliers"
END_DRAWS: Final = "score.end_draws"

_ALL: Final = in_order((*RANKS, JOKER_RANK))


def score_sayings(rules: Rules) -> Sayings:
    """Yield what hands cost, what the last card does to that, and the draws at the end."""
    score, dealt = rules.score, set(dealt_ranks(rules.table))
    yield from _points(score, dealt)
    if rules.table.partnerships is Partnerships.PAIRS:
        yield say("score.partners", "table.partnerships", "score.partner")
    yield from _multipliers(score, dealt)
    yield from _end_draws(score, dealt)
    yield say("score.unfinished", "", "score.unfinished")


def match_sayings(rules: Rules) -> Sayings:
    """Yield how many rounds a match has, and who wins it."""
    match = rules.match
    yield say("match", "match.rounds", "match.rounds", count=match.rounds)
    yield say("match", "match.winners", f"match.{_won(match)}")
    if match.winners is not Winners.BELOW_AVERAGE:
        yield say("match", "", "match.ties")


def _won(match: MatchRules) -> str:
    if match.winners is Winners.BELOW_AVERAGE:
        return str(match.winners)
    return f"{match.winners}.{'round' if match.rounds == 1 else 'rounds'}"


def _points(score: ScoreRules, dealt: set[Rank]) -> Sayings:
    points = dict(score.points)
    counted = score.count is Count.POINTS
    yield say("score", "score.count", f"score.{score.count}")
    for rank in _ALL:
        path, cost = f"{POINTS}.{RANK_NAMES[rank]}", points.get(rank, 0)
        if not counted:
            yield aside(path, "score.cards")
        else:
            section, key = POINTS if rank in dealt else "", "score.cost" if cost else "score.free"
            yield say(section, path, key, rank=rank, count=cost)


def _multipliers(score: ScoreRules, dealt: set[Rank]) -> Sayings:
    times = dict(score.multipliers)
    for rank in _ALL:
        path, number = f"{MULTIPLIERS}.{RANK_NAMES[rank]}", times.get(rank, 1)
        if number == 1:
            yield aside(path, "score.times_one", rank=rank)
        else:
            section = MULTIPLIERS if rank in dealt else ""
            yield say(section, path, "score.times", rank=rank, times=number)


def _end_draws(score: ScoreRules, dealt: set[Rank]) -> Sayings:
    """Yield the draws for cards held at the end, in their order, and which of them go on."""
    drawing = [rank for rank, _ in score.end_draws if rank in dealt]
    if drawing:
        yield say("score.before", END_DRAWS, "score.end_draws")
    else:
        yield aside(f"{END_DRAWS} score.end_chain", "score.no_end_draws")
    for rank, number in score.end_draws:
        section, path = END_DRAWS if rank in dealt else "", f"{END_DRAWS}.{RANK_NAMES[rank]}"
        yield say(section, path, "score.end_draw", rank=rank, count=number)
    for rank in _ALL:
        if rank not in dict(score.end_draws):
            yield aside(f"{END_DRAWS}.{RANK_NAMES[rank]}", "score.no_end_draw", rank=rank)
    if drawing:
        several = "several" if len(drawing) > 1 else "one"
        yield say("score.chain", "score.end_chain", f"score.chain.{score.end_chain}.{several}")
        yield say("score.chain", "", "score.end_draw_order")
