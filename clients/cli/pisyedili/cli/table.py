"""The table at a glance: who sits where, whose turn it is, what lies on top, what is owed."""

from collections.abc import Iterator
from typing import Final

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from pisyedili.cli.hand import card_style, hand_picture
from pisyedili.cli.notation import suit_text
from pisyedili.cli.screen import coloured
from pisyedili.cli.tell import DIRECTION_KEYS, view_names
from pisyedili.cli.texts import Texts
from pisyedili.client.cards import Suit
from pisyedili.client.values import SeatView, View

OVER: Final = frozenset({"round_over", "match_over"})
_ARROWS: Final = {"clockwise": "↻", "counterclockwise": "↺"}
_MOST_BACKS: Final = 10
_NAME_WIDTH: Final = 16
_OPENING_SUIT: Final = Suit.CLUBS


def table_picture(view: View, texts: Texts, title: str = "") -> RenderableType:
    """Return a view as a picture: the head, the seats beside the pile, what is to be done."""
    body = Table.grid(padding=(0, 3))
    body.add_row(_seats(view, texts), _card_picture(view), _pile(view, texts))
    return Group(_head(view, texts, title), body, phase_text(view, texts))


def whole_picture(view: View, texts: Texts, title: str = "") -> RenderableType:
    """Return the table with the viewer's hand under it."""
    table = table_picture(view, texts, title)
    if view.viewer is None:
        return Group(table, Text(texts("table.spectator"), "quiet"))
    return Group(table, hand_picture(view))


def phase_text(view: View, texts: Texts) -> Text:
    """Return what the seat on turn has to do, in a sentence."""
    sentence = coloured(_phase(view, texts), "turn")
    if view.phase.barred:
        sentence.append(f" {texts('phase.barred')}", "warn")
    return sentence


def _head(view: View, texts: Texts, title: str) -> RenderableType:
    rounds = view.rules.match.rounds
    parts = [title] if title else []
    parts.append(texts("table.round", round=view.round + 1, rounds=rounds))
    parts.append(f"{_ARROWS.get(view.direction, '')} {_direction(view, texts)}")
    return Rule(" · ".join(parts), align="left", style="quiet")


def _direction(view: View, texts: Texts) -> str:
    return texts(DIRECTION_KEYS.get(view.direction, "direction.1"))


def _seats(view: View, texts: Texts) -> Table:
    table = Table.grid(padding=(0, 1))
    table.add_column(width=1)
    table.add_column(width=_NAME_WIDTH, no_wrap=True, overflow="ellipsis")
    table.add_column(width=_MOST_BACKS, no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(width=len(texts("table.tek")))
    table.add_column(justify="right", no_wrap=True)
    for seat, name in zip(view.seats, view_names(view.seats, texts), strict=True):
        table.add_row(*_seat(view, seat, name, texts))
    return table


def _seat(view: View, seat: SeatView, name: str, texts: Texts) -> Iterator[Text]:
    on_turn = seat.seat == view.seat and view.phase.kind not in OVER
    yield Text("▶" if on_turn else " ", "turn")
    yield Text(name, "turn" if on_turn else "")
    backs = "▪" * min(seat.hand_size, _MOST_BACKS)
    yield Text(backs if seat.hand_size <= _MOST_BACKS else backs[:-1] + "+", "quiet")
    yield Text(texts.count("table.cards", seat.hand_size))
    yield Text(texts("table.tek") if seat.called else "", "warn")
    yield Text(texts("table.points", count=seat.total), "quiet")


def _card_picture(view: View) -> Text:
    """Return the top card, five lines high."""
    if not view.discard:
        return Text("╭─────╮\n│     │\n│     │\n│     │\n╰─────╯", "quiet")
    top = view.discard[-1]
    rank, middle = str(top.rank), str(top.suit or "★")
    if top.suit is None:
        lines = ["JOKER", f"  {middle}  ", "JOKER"]
    else:
        lines = [f"{rank:<5}", f"  {middle}  ", f"{rank:>5}"]
    picture = Text("╭─────╮\n", "")
    for line in lines:
        picture.append("│").append(line, card_style(top)).append("│\n")
    return picture.append("╰─────╯")


def _pile(view: View, texts: Texts) -> Table:
    table = Table.grid(padding=(0, 2))
    top = str(view.discard[-1]) if view.discard else texts("table.no_card")
    suit = suit_text(view.suit, texts) if view.suit else texts("table.any_suit")
    rows = [("on_top", top), ("suit", suit), ("stock", str(view.stock_size))]
    for key, value in rows:
        table.add_row(Text(texts(f"table.{key}"), "quiet"), coloured(value))
    if view.phase.debt:
        debt = texts.count("table.cards", view.phase.debt)
        table.add_row(Text(texts("table.debt"), "quiet"), Text(debt, "warn"))
    return table


def _phase(view: View, texts: Texts) -> str:
    who, phase = view_names(view.seats, texts)[view.seat], view.phase
    match phase.kind:
        case "opening":
            suit = suit_text(Suit(view.rules.opening.suit or _OPENING_SUIT), texts)
            return texts("phase.opening", who=who, suit=suit)
        case "owing":
            return texts.count("event.debt", phase.debt, who=who)
        case "covering":
            must = any(
                effects.cover.must
                for effects in view.rules.effects
                if int(effects.rank) == view.discard[-1].rank
            )
            key = "phase.covering_must" if must else "phase.covering_may"
            return texts(key, who=who, top=view.discard[-1])
        case "forgotten":
            return texts("phase.forgotten", who=who)
        case "round_over":
            return texts("phase.over")
        case "match_over":
            return texts("phase.match_over")
        case _:
            return texts("phase.drew" if phase.drawn else "phase.turn", who=who)
