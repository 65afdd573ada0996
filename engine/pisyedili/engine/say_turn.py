"""What a rule set says about a turn, the call of the last card, an empty stock, and limits."""

from collections.abc import Iterator
from typing import Final

from pisyedili.engine.rules import (
    AfterDraw,
    BlockingPasses,
    Rules,
    SafetyRules,
    StockRules,
    TurnRules,
    WhenEmpty,
)
from pisyedili.engine.saying import Saying, aside, say

Sayings = Iterator[Saying]

_SEVERAL: Final = {0: "unlimited", 1: "one"}


def turn_sayings(turn: TurnRules) -> Sayings:
    """Yield playing, drawing and passing."""
    yield say("turn", "", "turn.match")
    several = turn.draws != 1
    again = "" if several else "turn.draw_again"
    key = f"turn.draw.{turn.draw_when}.{_SEVERAL.get(turn.draws, 'several')}"
    yield say("turn.draw", f"turn.draw_when turn.draws {again}", key, number=turn.draws)
    if several:
        what = "drawn_card" if turn.after_draw is AfterDraw.DRAWN_CARD else "any_card"
        yield say("turn.draw", "turn.draw_again", f"turn.again.{turn.draw_again}.{what}")
    last = several and turn.after_draw is AfterDraw.DRAWN_CARD
    after = "last_card" if last else str(turn.after_draw)
    yield say("turn.draw", "turn.after_draw", f"turn.after.{after}")
    yield _pass(turn)
    yield _by_itself(turn)


def tek_sayings(rules: Rules) -> Sayings:
    """Yield the call of the last card and what forgetting it costs."""
    path, cost = "tek.forgotten_draws", rules.tek.forgotten_draws
    if not cost:
        yield aside(path, "tek.none")
        return
    ends = rules.turn.after_draw is AfterDraw.TURN_ENDS
    yield say("tek", path, "tek.call")
    key = "tek.forgotten.turn_ends" if ends else "tek.forgotten.turn_goes_on"
    yield say("tek", path, key, count=cost)


def stock_sayings(rules: Rules) -> Sayings:
    """Yield what an empty stock means, and when a round is blocked."""
    stock, path = rules.stock, "stock.when_empty"
    yield say("stock", path, f"stock.{stock.when_empty}")
    if stock.when_empty is WhenEmpty.ROUND_ENDS:
        yield aside("stock.blocked_extra_passes stock.blocking_passes", "stock.never_blocked")
        return
    if _takes_several(rules):
        yield say("stock", "", "stock.forgiven")
    left = "gone" if stock.when_empty is WhenEmpty.PLAY_ON else "reshuffled"
    key = f"stock.nothing.{left}.{rules.turn.draw_when}"
    yield say("stock.nothing", f"{path} turn.draw_when", key)
    yield _blocked(stock)
    yield from _counting(rules)


def limit_sayings(safety: SafetyRules) -> Sayings:
    """Yield the turns and the cards after which a round is stopped."""
    for name, limit in (("turns", safety.turns), ("cards", safety.cards)):
        path = f"safety.{name}"
        if limit:
            yield say("limits", path, f"limits.{name}", count=limit)
        else:
            yield aside(path, f"limits.no_{name}")


def _pass(turn: TurnRules) -> Saying:
    path, after = "turn.pass_after", turn.pass_after
    if not after:
        return say("turn.draw", path, "turn.pass.free")
    if turn.after_draw is AfterDraw.TURN_ENDS:
        return aside(path, "turn.pass.never")
    if turn.draws == 1:
        return say("turn.draw", path, "turn.pass.after_draw")
    return say("turn.draw", path, "turn.pass.draws", count=after)


def _by_itself(turn: TurnRules) -> Saying:
    if turn.after_draw is AfterDraw.TURN_ENDS:
        return aside("turn.auto_pass", "turn.pass.with_the_draw")
    if turn.auto_pass:
        return say("turn.draw", "turn.auto_pass", "turn.pass.by_itself")
    return aside("turn.auto_pass", "turn.pass.aloud")


def _blocked(stock: StockRules) -> Saying:
    path, extra = "stock.blocked_extra_passes", stock.blocked_extra_passes
    if extra:
        return say("stock.nothing", path, "stock.blocked.later", count=extra)
    return say("stock.nothing", path, "stock.blocked.all")


def _counting(rules: Rules) -> Sayings:
    """Yield which passes block a round."""
    path = "stock.blocking_passes"
    if rules.stock.blocking_passes is BlockingPasses.IDLE:
        yield aside(path, "stock.counting.idle")
        return
    yield say("stock.nothing", path, "stock.counting.any")
    if any(one.draw_next for _, one in rules.effects):
        yield say("stock.nothing", path, "stock.counting.paid")


def _takes_several(rules: Rules) -> bool:
    """Tell whether anybody ever has to draw more than is there."""
    forced = (one.draw_next or one.others_draw for _, one in rules.effects)
    return any(forced) or rules.tek.forgotten_draws > 1
