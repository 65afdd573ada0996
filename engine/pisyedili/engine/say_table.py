"""What a rule set says about the aim, the table, the deal and the opening."""

from collections.abc import Iterator
from typing import Final

from pisyedili.engine.cards import JOKER_RANK, RANKS, Rank
from pisyedili.engine.rules import OpeningRules, OpeningStyle, Partnerships, Rules, TableRules
from pisyedili.engine.saying import Saying, aside, say

Sayings = Iterator[Saying]

_OPENING_PATHS: Final = "opening.style opening.suit opening.inert opening.draw"
_TURN_UP_PATHS: Final = "opening.turn_up_applied opening.turn_up_buried"


def table_sayings(rules: Rules) -> Sayings:
    """Yield the aim, who sits down, with which cards, and the deal."""
    table = rules.table
    yield say("aim", "score.count", f"aim.{rules.score.count}")
    yield _seats(table)
    yield from _partners(table)
    yield from _decks(table)
    yield from _cards(table)
    yield from _deal(table)
    yield say("table.deal", "", "table.stock")
    yield say("table.deal", "", "table.clockwise")


def opening_sayings(rules: Rules) -> Sayings:
    """Yield how a round gets its first card."""
    if rules.opening.style is OpeningStyle.TURN_UP:
        yield from _turn_up(rules)
    else:
        yield from _suit_opening(rules.opening, jokers=rules.table.jokers > 0)


def _seats(table: TableRules) -> Saying:
    paths, counts = "table.seats_min table.seats_max", table.seat_counts()
    least, most = counts[0], counts[-1]
    if least == most:
        return say("table", paths, "table.seats.exact", number=least)
    kind = "either" if len(counts) == 2 else "range"
    return say("table", paths, f"table.seats.{kind}", least=least, most=most)


def _partners(table: TableRules) -> Sayings:
    if table.partnerships is Partnerships.NONE:
        yield aside("table.partnerships", "table.alone")
        return
    yield say("table", "table.partnerships", "table.pairs")
    if len(table.seat_counts()) > 2:
        yield say("table", "table.partnerships", "table.even")


def _decks(table: TableRules) -> Sayings:
    """Yield the decks that every number of seats plays with, and the one that some add."""
    extra, size, counts = table.extra_deck_from, 4 * len(table.ranks), table.seat_counts()
    decks = table.decks_for(counts[0])
    always = "table.extra_deck_from" if decks > table.decks else ""
    yield say("table", f"table.decks {always}", "table.decks", count=decks, size=size)
    if counts[0] < extra <= counts[-1]:
        first = next(seats for seats in counts if seats >= extra)
        yield say("table", "table.extra_deck_from", "table.extra_deck", number=first)
    elif not always:
        yield aside("table.extra_deck_from", "table.no_extra_deck")


def _cards(table: TableRules) -> Sayings:
    if table.ranks == RANKS:
        yield aside("table.ranks", "table.all_ranks")
    else:
        yield say("table", "table.ranks", "table.ranks", ranks=in_order(table.ranks))
    if table.jokers:
        yield say("table", "table.jokers", "table.jokers", count=table.jokers)
    else:
        yield say("table", "table.jokers", "table.no_jokers")


def _deal(table: TableRules) -> Sayings:
    paths, kind = "table.hand table.packets", "singly"
    if table.packets:
        kind = "packets" if len(table.packets) > 1 else "whole"
    for_two = table.seats_max == 2 and table.hand_of_two > 0
    section, key = "" if for_two else "table.deal", f"table.deal.{kind}"
    yield say(section, paths, key, count=table.hand, packets=table.packets)
    if not table.hand_of_two:
        yield aside("table.hand_of_two", "table.deal.of_two_alike")
        return
    section = "table.deal" if table.seats_min == 2 else ""
    key = "table.deal.singly" if for_two else "table.deal.of_two"
    yield say(section, "table.hand_of_two", key, count=table.hand_of_two)


def _turn_up(rules: Rules) -> Sayings:
    opening = rules.opening
    yield say("opening", _OPENING_PATHS, "opening.turn_up")
    yield from _applied(rules)
    jokers = (JOKER_RANK,) if rules.table.jokers else ()
    buried = (*opening.turn_up_buried, *jokers)
    if buried:
        yield say("opening", "opening.turn_up_buried", "opening.buried", ranks=in_order(buried))
    else:
        yield aside("opening.turn_up_buried", "opening.none_buried")


def _applied(rules: Rules) -> Sayings:
    """Yield what a turned-up card does, and what it leaves out."""
    applied, path = rules.opening.turn_up_applied, "opening.turn_up_applied"
    if not applied:
        yield say("opening", path, "opening.turn_up_inert")
        return
    yield say("opening", path, "opening.turn_up_applied", ranks=in_order(applied))
    effects = [(rank, one) for rank, one in rules.effects if rank in applied]
    choosing = tuple(rank for rank, one in effects if one.choose_suit)
    covered = tuple(rank for rank, one in effects if one.cover)
    if choosing:
        yield say("opening", path, "opening.turn_up_unnamed", ranks=in_order(choosing))
    if covered:
        yield say("opening", path, "opening.turn_up_uncovered", ranks=in_order(covered))


def _suit_opening(opening: OpeningRules, *, jokers: bool) -> Sayings:
    style, suit = opening.style, opening.suit
    yield say("opening", "opening.style opening.suit", f"opening.{style}", suit=suit)
    inert = "inert" if opening.inert else "not_inert"
    yield say("opening", "opening.inert", f"opening.{inert}.{style}", suit=suit)
    if jokers:
        yield say("opening", "table.jokers", "opening.jokers")
    yield say("opening.draw", "opening.draw", f"opening.draw.{opening.draw}", suit=suit)
    yield say("opening.draw", "", "opening.no_pass")
    if style is OpeningStyle.EVERY_SEAT:
        yield say("opening.draw", "", "opening.after_the_lap")
    yield aside(_TURN_UP_PATHS, "opening.nothing_turned_up")


def in_order(ranks: tuple[Rank, ...]) -> tuple[Rank, ...]:
    """Return ranks as a rule sheet lists them: from 2 to king, then ace and joker."""
    return tuple(sorted(ranks, key=lambda rank: (rank == JOKER_RANK, rank == RANKS[0], rank)))
