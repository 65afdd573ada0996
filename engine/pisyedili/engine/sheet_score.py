"""The tables of a rule sheet that show scoring: what cards cost, and a worked example."""

from collections.abc import Iterable, Iterator, Sequence

from pisyedili.engine.cards import Card
from pisyedili.engine.catalog import Catalog
from pisyedili.engine.rules import Partnerships
from pisyedili.engine.saying import Saying
from pisyedili.engine.scoring import SeatScore, score_round, standings
from pisyedili.engine.state import State

Rows = Iterator[tuple[str, ...]]


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a Markdown table."""
    for row in (header, ["---"] * len(header), *rows):
        yield f"| {' | '.join(row)} |"


def cost_rows(block: tuple[Saying, ...], words: Catalog) -> Rows:
    """Yield what cards cost: those that cost their number, then by cost, then those free."""
    costs = {saying.number("rank"): saying.number("count") for saying in block}
    faces = [rank for rank, cost in costs.items() if 2 <= rank <= 10 and cost == rank]
    faces = faces if len(faces) > 1 else []
    if faces:
        yield _ranks(faces, words), words.entries["points.face"]
    others = {rank: cost for rank, cost in costs.items() if rank not in faces}
    for cost in sorted({cost for cost in others.values() if cost}):
        alike = [rank for rank, other in others.items() if other == cost]
        yield _ranks(alike, words), words.number(cost, "digits")
    free = [rank for rank, cost in costs.items() if not cost]
    if free:
        rest = len(free) < len(costs)
        yield words.entries["points.others"] if rest else _ranks(free, words), "0"


def _ranks(ranks: Sequence[int], words: Catalog) -> str:
    """Return ranks in order, three or more numbers in a row as a range."""
    runs: list[list[int]] = []
    for rank in ranks:
        follows = runs and runs[-1][-1] == rank - 1 and rank <= 10
        if follows:
            runs[-1].append(rank)
        else:
            runs.append([rank])
    return ", ".join(_run(run, words) for run in runs)


def _run(run: list[int], words: Catalog) -> str:
    names = [words.rank(rank) for rank in run]
    return f"{names[0]}–{names[-1]}" if len(run) > 2 else ", ".join(names)


def score_lines(state: State, words: Catalog) -> Iterator[str]:
    """Yield a finished round of which seat 0 laid the last card, as the engine scores it."""
    entries, names = words.entries, words.entries["example.players"].split()
    finish = {"first": names[0], "card": words.card(state.discard[-1])}
    yield entries["example.finish"].format_map(finish)
    yield ""
    scores = score_round(state)
    shown = {
        "player": True,
        "hand": True,
        "drawn": any(score.end_draws for score in scores),
        "points": True,
        "times": any(score.multiplier > 1 for score in scores),
        "total": any(score.multiplier > 1 for score in scores),
    }
    columns = [name for name, is_shown in shown.items() if is_shown]
    header = [entries[f"example.{name}"] for name in columns]
    rows = (_cells(score, names[score.seat], words) for score in scores)
    yield from table(header, ([row[name] for name in columns] for row in rows))
    yield from _teams(state, names, words)


def _teams(state: State, names: Sequence[str], words: Catalog) -> Iterator[str]:
    """Yield what partners have together."""
    if state.rules.table.partnerships is Partnerships.NONE:
        return
    yield ""
    for team in standings(state.match, len(state.hands)):
        members = words.listed([names[seat] for seat in team.seats], "and")
        said = {"names": members, "total": words.number(team.total, "digits")}
        yield f"- {words.entries['example.team'].format_map(said)}"


def _cells(score: SeatScore, name: str, words: Catalog) -> dict[str, str]:
    drawn = tuple(card for draw in score.end_draws for card in draw.cards)
    return {
        "player": name,
        "hand": _cards(score.hand, words),
        "drawn": _cards(drawn, words),
        "points": words.number(score.points, "digits"),
        "times": f"× {score.multiplier}" if score.multiplier > 1 else words.entries["example.none"],
        "total": words.number(score.total, "digits"),
    }


def _cards(cards: tuple[Card, ...], words: Catalog) -> str:
    return " ".join(map(words.card, cards)) or words.entries["example.none"]
