"""What hands cost at the end of a round, and who wins the match."""

from collections import Counter
from collections.abc import Iterator
from typing import Final, final

from pisyedili.engine.cards import RANK_OF, Card, Rank
from pisyedili.engine.events import EndDrawn, RoundEnd
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.rules import EndChain, Partnerships, Rules, Winners
from pisyedili.engine.state import OVER, Match, MatchOver, RoundOver, State
from pisyedili.engine.value import Value


@final
class SeatScore(Value):
    """One seat's round: the cards left, the cards drawn at the end, and what they cost.

    ``points`` is the worth of both together.
    """

    __match_args__ = ("seat", "hand", "end_draws", "points", "multiplier")

    def __init__(
        self,
        seat: int,
        hand: tuple[Card, ...],
        end_draws: tuple[EndDrawn, ...],
        points: int,
        multiplier: int,
    ) -> None:
        self.seat: Final = seat
        self.hand: Final = hand
        self.end_draws: Final = end_draws
        self.points: Final = points
        self.multiplier: Final = multiplier

    @property
    def total(self) -> int:
        """What the round costs the seat."""
        return self.points * self.multiplier


@final
class Standing(Value):
    """A team's place in the match: its seats, its total, and its rank from 1; ties share a rank."""

    __match_args__ = ("seats", "total", "rank")

    def __init__(self, seats: tuple[int, ...], total: int, rank: int) -> None:
        self.seats: Final = seats
        self.total: Final = total
        self.rank: Final = rank


def score_round(state: State) -> tuple[SeatScore, ...]:
    """Return each seat's score; in a round that is not over, what the hands are worth now."""
    phase, rulebook = state.phase, state.match.rulebook
    seats = range(len(state.hands))
    if not isinstance(phase, OVER) or phase.finisher is None:
        return tuple(_seat_score(rulebook, seat, state.hands[seat], (), 1) for seat in seats)
    finisher, stock = phase.finisher, state.stock
    factor = dict(rulebook.rules.score.multipliers).get(state.top_rank, 1)
    scores = [_seat_score(rulebook, finisher, state.hands[finisher], (), 1)]
    for seat in (*seats[finisher + 1 :], *seats[:finisher]):
        drawn = _end_draws(rulebook.rules, seat, state.hands[seat], stock)
        stock = stock[: len(stock) - sum(len(draw.cards) for draw in drawn)]
        scores.append(_seat_score(rulebook, seat, state.hands[seat], drawn, factor))
    return tuple(sorted(scores, key=lambda score: score.seat))


def teams(rules: Rules, seats: int) -> tuple[tuple[int, ...], ...]:
    """Return who scores together: pairs facing each other, or each seat alone."""
    if rules.table.partnerships is Partnerships.PAIRS:
        return tuple((seat, seat + seats // 2) for seat in range(seats // 2))
    return tuple((seat,) for seat in range(seats))


def standings(match: Match, seats: int) -> tuple[Standing, ...]:
    """Return each team's total over the finished rounds and its rank, in order of first seat."""
    grouped = teams(match.rulebook.rules, seats)
    totals = [sum(scores[seat] for scores in match.scores for seat in team) for team in grouped]
    ranks = [1 + sum(other < total for other in totals) for total in totals]
    return tuple(map(Standing, grouped, totals, ranks))


def winners(match: Match, seats: int) -> tuple[int, ...]:
    """Return the winning seats: the lowest total, or every total strictly below the mean.

    Where all are equal, all win.
    """
    table = standings(match, seats)
    if match.rulebook.rules.match.winners is Winners.BELOW_AVERAGE:
        whole = sum(team.total for team in table)
        won = [team for team in table if team.total * len(table) < whole] or list(table)
    else:
        won = [team for team in table if team.rank == 1]
    return tuple(sorted(seat for team in won for seat in team.seats))


def round_winners(state: State) -> tuple[int, ...]:
    """Return the seats that won a finished round: the finisher's team, or the lowest hands."""
    phase = state.phase
    if not isinstance(phase, OVER):
        return ()
    grouped = teams(state.rules, len(state.hands))
    if phase.finisher is not None:
        return next(team for team in grouped if phase.finisher in team)
    worth = {team: sum(state.match.scores[-1][seat] for seat in team) for team in grouped}
    least = min(worth.values())
    return tuple(sorted(seat for team in grouped if worth[team] == least for seat in team))


def end_round(state: State, reason: RoundEnd, finisher: int | None) -> State:
    """Return the state with its round over and scored; with the match over after the last round."""
    ended = RoundOver(reason, finisher)
    over = state.replace(phase=ended)
    points = tuple(score.total for score in score_round(over))
    match = state.match.replace(scores=(*state.match.scores, points))
    last = match.round + 1 == match.rulebook.rules.match.rounds
    phase = MatchOver(reason, finisher) if last else ended
    return over.replace(match=match, phase=phase)


def _seat_score(
    book: Rulebook, seat: int, hand: tuple[Card, ...], drawn: tuple[EndDrawn, ...], multiplier: int
) -> SeatScore:
    held = hand + tuple(card for draw in drawn for card in draw.cards)
    points = sum(book.points[RANK_OF[card]] for card in held)
    return SeatScore(seat, hand, drawn, points, multiplier)


def _end_draws(
    rules: Rules, seat: int, hand: tuple[Card, ...], stock: tuple[Card, ...]
) -> tuple[EndDrawn, ...]:
    """Return a seat's end draws, rank by rank as listed; once more over all where they chain."""
    due = Counter(RANK_OF[card] for card in hand)
    drawn: list[EndDrawn] = []
    for rank in _ranks_in_turn(rules, due):
        number = dict(rules.score.end_draws)[rank]
        cards = stock[: -number - 1 : -1]
        if not cards:
            break
        stock = stock[: len(stock) - len(cards)]
        due.update(RANK_OF[card] for card in cards)
        drawn.append(EndDrawn(seat, rank, cards))
    return tuple(drawn)


def _ranks_in_turn(rules: Rules, due: Counter[Rank]) -> Iterator[Rank]:
    again = True
    while again:
        again = False
        for rank, _ in rules.score.end_draws:
            while due[rank]:
                due[rank] -= 1
                yield rank
                again = rules.score.end_chain is EndChain.ALL_RANKS
