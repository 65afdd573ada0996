"""What a round cost, seat by seat and line by line, and how the match stands."""

from collections.abc import Iterable, Sequence
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from pisyedili.cli.texts import Texts
from pisyedili.client.cards import format_cards
from pisyedili.client.values import Scores, SeatScore, Standing

_NAME_WIDTH: Final = 16


def scoreboard(
    scores: Scores, names: Sequence[str], texts: Texts, title: str, *, over: bool = True
) -> RenderableType:
    """Return a round's scores as a table; ``over`` tells whether it has been played."""
    table = _table(title)
    columns = _columns(scores.seats)
    table.add_column(texts("score.player"), max_width=_NAME_WIDTH, overflow="ellipsis")
    for key in columns:
        table.add_column(texts(f"score.{key}"), justify="left" if key in _WIDE else "right")
    places = {seat: standing for standing in scores.standings for seat in standing.seats}
    for score in scores.seats:
        cells = _cells(score, places.get(score.seat), texts, over=over)
        table.add_row(names[score.seat], *(cells[key] for key in columns))
    return table if not over else Group(table, *_won(scores, names, texts))


def standings_picture(
    standings: Iterable[Standing], names: Sequence[str], texts: Texts, title: str
) -> Table:
    """Return the match's standings, best first."""
    table = _table(title)
    table.add_column(texts("score.place"), justify="right")
    table.add_column(texts("score.player"))
    table.add_column(texts("score.points"), justify="right")
    for standing in sorted(standings, key=lambda one: one.rank):
        who = " + ".join(names[seat] for seat in standing.seats)
        table.add_row(f"{standing.rank}.", who, str(standing.total))
    return table


def _table(title: str) -> Table:
    return Table(
        title=title,
        title_justify="left",
        title_style="head",
        header_style="quiet",
        box=SIMPLE_HEAD,
        pad_edge=False,
        highlight=True,
    )


_WIDE: Final = frozenset({"left", "drawn"})


def _columns(scores: Iterable[SeatScore]) -> list[str]:
    """Return the columns that have something to say."""
    scores = tuple(scores)
    columns = ["left"]
    if any(score.end_draws for score in scores):
        columns.append("drawn")
    if any(score.multiplier > 1 for score in scores):
        columns += ["points", "times"]
    return [*columns, "total", "sum", "place"]


def _cells(
    score: SeatScore, standing: Standing | None, texts: Texts, *, over: bool
) -> dict[str, str]:
    hand = format_cards(scored.card for scored in score.hand)
    draws = (
        f"{draw.rank}→ {format_cards(scored.card for scored in draw.cards) or '–'}"
        for draw in score.end_draws
    )
    return {
        "left": hand or (texts("score.out") if over else "–"),
        "drawn": "\n".join(draws),
        "points": str(score.points),
        "times": f"×{score.multiplier}",
        "total": str(score.total),
        "sum": str(standing.total) if standing else "",
        "place": f"{standing.rank}." if standing else "",
    }


def _won(scores: Scores, names: Sequence[str], texts: Texts) -> Iterable[Text]:
    if scores.round_winners:
        who = ", ".join(names[seat] for seat in scores.round_winners)
        yield Text(texts("score.winners", who=who), "good")
