"""What a rule set says about its special cards."""

from collections.abc import Iterator
from typing import Final

from pisyedili.engine.cards import JOKER_RANK, RANK_NAMES, RANKS, Rank
from pisyedili.engine.rulebook import PLAIN, always_playable
from pisyedili.engine.rules import (
    ChooseSuit,
    Cover,
    DrawNext,
    Effects,
    Reverse,
    ReverseKind,
    Rules,
    TableRules,
    Together,
)
from pisyedili.engine.say_table import in_order
from pisyedili.engine.saying import Fact, Saying, aside, say

Sayings = Iterator[Saying]

ROWS: Final = "cards.rows"


def card_sayings(rules: Rules) -> Sayings:
    """Yield what each rank does, and what holds for all of them."""
    by_rank, special = dict(rules.effects), False
    dealt = dealt_ranks(rules.table)
    for rank in in_order((*RANKS, JOKER_RANK)):
        found = tuple(_Row(rules.table, rank, by_rank.get(rank, PLAIN)).sayings())
        if not found:
            yield aside(f"effects.{RANK_NAMES[rank]}", "cards.plain")
        elif rank in dealt:
            special = True
            yield from found
        else:
            yield from (saying.replace(section="") for saying in found)
    yield from _remarks(by_rank, dealt, special=special)


def dealt_ranks(table: TableRules) -> tuple[Rank, ...]:
    """Return the ranks that are in play, the joker's where there is one."""
    return in_order((*table.ranks, *((JOKER_RANK,) if table.jokers else ())))


def _remarks(by_rank: dict[Rank, Effects], dealt: tuple[Rank, ...], *, special: bool) -> Sayings:
    if not special:
        yield say("cards.remarks", "effects", "cards.none")
        return
    shown = [by_rank.get(rank, PLAIN) for rank in dealt]
    strict = any(one.cover and one.cover.suit_only for one in shown)
    if strict and any(always_playable(one) for one in shown):
        yield say("cards.remarks", "", "cards.always_cover")
    if PLAIN in shown:
        yield say("cards.remarks", "effects", "cards.others")
    yield say("cards.remarks", "", "cards.finishing")


class _Row:
    """One rank's row of the card table."""

    def __init__(self, table: TableRules, rank: Rank, effects: Effects) -> None:
        self.table: Final = table
        self.rank: Final = rank
        self.effects: Final = effects
        self.path: Final = f"effects.{RANK_NAMES[rank]}"

    def sayings(self) -> Sayings:
        """Yield when the card may be laid, then what it does, then what follows it."""
        effects = self.effects
        yield from self._playable()
        if effects.choose_suit:
            yield from self._choice(effects.choose_suit)
        if effects.reverse:
            yield from self._reverse(effects.reverse)
        if effects.skip:
            yield from self._skip()
        if effects.others_draw:
            yield self._say("others_draw", "cards.others_draw", count=effects.others_draw)
        if effects.draw_next:
            yield from self._debt(effects.draw_next)
        if effects.together is not Together.ONE:
            yield self._together()
        if effects.cover:
            yield from self._cover(effects.cover)

    def _say(self, options: str, key: str, **facts: Fact) -> Saying:
        paths = " ".join(f"{self.path}.{option}" for option in options.split())
        return say(ROWS, paths or self.path, key, rank=self.rank, **facts)

    def _playable(self) -> Sayings:
        effects, choice = self.effects, self.effects.choose_suit
        if self.rank == JOKER_RANK and (self.table.jokers or effects != PLAIN):
            yield from self._joker()
        elif effects.wild:
            yield self._say("wild", "cards.goes.always.own")
        elif choice:
            when = "always" if choice.always else "match"
            own = "own" if choice.on_own_rank else "not_own"
            options = "choose_suit.always choose_suit.on_own_rank"
            yield self._say(options, f"cards.goes.{when}.{own}")

    def _joker(self) -> Sayings:
        """Yield where a joker goes, which has neither suit nor rank to match by."""
        choice = self.effects.choose_suit
        options = "choose_suit.always choose_suit.on_own_rank" if choice else "wild"
        if always_playable(self.effects):
            own = "own" if choice is None or choice.on_own_rank else "not_own"
            yield self._say(options, f"cards.goes.always.{own}")
        else:
            alike = choice is None or choice.rank_follows
            key = "cards.joker.on_joker" if alike else "cards.joker.never"
            yield self._say(options, key)
        if choice is None:
            yield self._say("", "cards.joker.keeps_suit")

    def _choice(self, choice: ChooseSuit) -> Sayings:
        which = "other" if choice.other_suit_only else "any"
        yield self._say("choose_suit.other_suit_only", f"cards.names.{which}")
        follows = "rank_too" if choice.rank_follows else "suit_only"
        yield self._say("choose_suit.rank_follows", f"cards.follows.{follows}")

    def _reverse(self, reverse: Reverse) -> Sayings:
        yield self._say("reverse.kind", f"cards.reverse.{reverse.kind}")
        as_skip = "skip" if reverse.skips_with_two else "nothing"
        told = self._say("reverse.skips_with_two", f"cards.reverse.two.{as_skip}")
        yield told if self.table.seats_min == 2 else told.replace(section="")

    def _skip(self) -> Sayings:
        key = "cards.skip_back" if self._sends_back() else "cards.skip"
        yield self._say("skip", key, count=self.effects.skip)
        if self.effects.skip == 1 and self.table.seats_min == 2 and not self.effects.reverse:
            yield self._say("skip", "cards.skip_two")

    def _debt(self, debt: DrawNext) -> Sayings:
        then = "goes_on" if debt.turn_goes_on else "ends"
        options = "draw_next.cards draw_next.turn_goes_on"
        yield self._say(options, f"cards.debt.{then}", count=debt.cards, who=self._who())
        key = f"cards.stacking.{debt.stacking}"
        yield self._say("draw_next.stacking", key, count=debt.cards)
        spared = "spared" if debt.spared_on_empty_stock else "not_spared"
        told = self._say("draw_next.spared_on_empty_stock", f"cards.{spared}.{then}")
        yield told if debt.spared_on_empty_stock else told.replace(section="")

    def _who(self) -> str:
        """Return the word for the seat on which a debt falls."""
        if self.effects.skip:
            return "then"
        return "back" if self._sends_back() else "next"

    def _sends_back(self) -> bool:
        reverse = self.effects.reverse
        return reverse is not None and reverse.kind is ReverseKind.ONE_TURN

    def _together(self) -> Saying:
        effects = self.effects
        counting = effects.skip or effects.draw_next or effects.others_draw
        kind = "counting" if counting else "plain"
        return self._say("together", f"cards.together.{effects.together}.{kind}")

    def _cover(self, cover: Cover) -> Sayings:
        must = "must" if cover.must else "may"
        yield self._say("cover.must cover.suit_only", f"cards.cover.{must}", of=self._of(cover))
        finish = "finishes" if cover.may_finish else "does_not_finish"
        yield self._say("cover.may_finish", f"cards.cover.{finish}")

    def _of(self, cover: Cover) -> str:
        """Return the word for what a cover has to match."""
        choice = self.effects.choose_suit
        named = choice is not None or self.rank == JOKER_RANK
        by_rank = not cover.suit_only and (choice is None or choice.rank_follows)
        several = self.effects.together is not Together.ONE
        suit = "force" if named else "last" if several else "its"
        return f"{suit}_or_rank" if by_rank else suit
