"""What a round costs, and who wins the match."""

from fractions import Fraction

from pisyedili.engine.cards import RANK_OF, Card, Rank
from pisyedili.engine.events import RoundEnd
from pisyedili.engine.rules import Count, EndChain, Partnerships, Rules, Winners
from tests.model.table import OVER, Table


def end_round(table: Table, reason: RoundEnd, finisher: int | None = None) -> None:
    """End the round and write its points."""
    table.step = OVER
    table.reason = reason
    table.finisher = finisher
    multiplier = 1
    if finisher is not None:  # [6, 7] else no end draws and no multiplier
        draw_at_the_end(table, finisher)
        multiplier = dict(table.rules.score.multipliers).get(table.top_rank, 1)
    for hand, drawn in zip(table.hands, table.end_drawn, strict=True):
        table.points.append(cost(table, hand + drawn) * multiplier)


def cost(table: Table, hand: list[Card]) -> int:
    """Return what cards left in hand cost."""
    score = table.rules.score
    if score.count is Count.CARDS:
        return len(hand)
    points = dict(score.points)
    return sum(points.get(RANK_OF[card], 0) for card in hand)


def draw_at_the_end(table: Table, finisher: int) -> None:
    """Draw for the cards held: from the stock only, clockwise from the finisher's left. [24]"""
    stock = list(table.stock)
    for place in range(1, table.seats):
        seat = (finisher + place) % table.seats
        done: list[Rank] = []
        for rank, _ in table.rules.score.end_draws:
            done.append(rank)
            draw_for_rank(table, seat, stock, done)


def draw_for_rank(table: Table, seat: int, stock: list[Card], done: list[Rank]) -> None:
    """Draw for all cards of the last of these ranks, and for those drawn that draw at once.

    Cards of a rank whose turn is yet to come are held then, and draw in it.
    """
    score, rank, drawn = table.rules.score, done[-1], table.end_drawn[seat]
    again = done if score.end_chain is EndChain.ALL_RANKS else [rank]
    due = [rank for card in table.hands[seat] + drawn if RANK_OF[card] == rank]
    while due:
        number = dict(score.end_draws)[due.pop(0)]
        for _ in range(min(number, len(stock))):
            card = stock.pop()
            drawn.append(card)
            if RANK_OF[card] in again:
                due.append(RANK_OF[card])


def teams(rules: Rules, seats: int) -> list[list[int]]:
    """Return who scores together. [27]"""
    if rules.table.partnerships is Partnerships.PAIRS:
        return [[seat, seat + seats // 2] for seat in range(seats // 2)]
    return [[seat] for seat in range(seats)]


def round_winners(table: Table) -> list[int]:
    """Return the seats that won a round: the one that is out, or the lowest hand; and a team."""
    grouped = teams(table.rules, table.seats)
    if table.finisher is not None:
        return next(team for team in grouped if table.finisher in team)
    costs = [sum(table.points[seat] for seat in team) for team in grouped]
    return lowest(grouped, costs)  # [6] ties share


def totals(rules: Rules, seats: int, rounds: list[list[int]]) -> list[int]:
    """Return each team's total of all its hands."""
    return [sum(points[seat] for points in rounds for seat in team) for team in teams(rules, seats)]


def places(rules: Rules, seats: int, rounds: list[list[int]]) -> list[int]:
    """Return each team's place from 1; equal totals share one. [26]"""
    sums = totals(rules, seats, rounds)
    return [1 + len([other for other in sums if other < total]) for total in sums]


def match_winners(rules: Rules, seats: int, rounds: list[list[int]]) -> list[int]:
    """Return the seats that win the match. [26, 27]"""
    grouped, sums = teams(rules, seats), totals(rules, seats, rounds)
    if rules.match.winners is not Winners.BELOW_AVERAGE:
        return lowest(grouped, sums)
    mean = Fraction(sum(sums), len(sums))
    won = [team for team, total in zip(grouped, sums, strict=True) if total < mean]
    return sorted(seat for team in won or grouped for seat in team)


def lowest(grouped: list[list[int]], sums: list[int]) -> list[int]:
    """Return the seats of the teams with the lowest sum."""
    won = [team for team, total in zip(grouped, sums, strict=True) if total == min(sums)]
    return sorted(seat for team in won for seat in team)
