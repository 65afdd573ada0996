"""The engine and the model side by side: every difference is said in words."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from pisyedili.engine.cards import Card
from pisyedili.engine.deal import new_match, start_round
from pisyedili.engine.events import EndDrawn, Event, MatchEnded, PointsWritten
from pisyedili.engine.legality import legal_moves as engine_moves
from pisyedili.engine.moves import Move
from pisyedili.engine.play import apply_move
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.rules import Rules
from pisyedili.engine.scoring import round_winners as round_winners_of
from pisyedili.engine.scoring import standings
from pisyedili.engine.state import (
    MAX_DEBT,
    Covering,
    Forgotten,
    MatchOver,
    Opening,
    Owing,
    RoundOver,
    State,
    Transition,
    Turn,
)
from tests.engine.playing import Style, choose
from tests.model.game import Match
from tests.model.listing import legal_moves
from tests.model.scores import places, round_winners, totals
from tests.model.table import COVERING, FORGOTTEN, OPENING, OVER, OWING, TURN, Table


class Disagreement(AssertionError):
    """The two differ: where, how, and what led there."""


class SideBySide:
    """One match played by both, looked at after every move."""

    def __init__(self, rules: Rules, seats: int, seed: bytes) -> None:
        self.model = Match(rules, seats, seed)
        self.transition = new_match(Rulebook(rules), seats, seed)
        self.history: list[tuple[Move, State]] = []
        self.rounds = 0
        self.endings: Counter[str] = Counter()
        self.moves = 0
        self.listed: list[Move] = []

    @property
    def state(self) -> State:
        """The engine's table."""
        return self.transition.state

    def play_out(self, styles: Sequence[Style], chance: Random, most: int) -> None:
        """Play the match to its end, or until a round has so many moves."""
        self.compare()
        while True:
            moves_of_round = 0
            while self.model.table.step != OVER:
                if moves_of_round == most:
                    return
                self.move(choose(styles[self.model.table.seat], self.listed, chance))
                moves_of_round += 1
            self.rounds += 1
            self.endings[str(self.model.table.reason)] += 1
            if self.model.over:
                return
            self.model.next_round()
            self.transition = start_round(self.state)
            self.compare()

    def move(self, move: Move) -> None:
        """Make a move on both sides, and compare."""
        self.history.append((move, self.state))
        self.moves += 1
        self.transition = apply_move(self.state, self.state.seat, move)
        self.model.move(move)
        self.compare()

    def compare(self) -> None:
        """Raise where the two differ."""
        self.listed = legal_moves(self.model.table)
        found = differences(self.model, self.listed, self.transition)
        if found:
            raise Disagreement("\n".join(found))


def differences(match: Match, listed: list[Move], transition: Transition) -> list[str]:
    """Return what differs, as ``name: model … engine …``."""
    table, state = match.table, transition.state
    pairs = {**seen(table, state), **in_phase(table, state)}
    if table.step == OVER:
        pairs |= ended(match, state, transition.events)
    else:
        pairs["seat"] = table.seat, state.seat
        pairs["direction"] = table.direction, state.direction
        pairs["passes"] = table.passes, state.passes
        pairs["moves"] = listed, list(engine_moves(state))
    return [
        f"{name}: model {model!r}, engine {engine!r}"
        for name, (model, engine) in pairs.items()
        if model != engine
    ]


def seen(table: Table, state: State) -> dict[str, tuple[object, object]]:
    """Return what lies on both tables."""
    return {
        "hands": (table.hands, [list(hand) for hand in state.hands]),
        "stock": (table.stock, list(state.stock)),
        "discard": (table.discard, list(state.discard)),
        "suit": (table.suit, state.suit),
        "called": (table.called, list(state.called)),
        "turns": (table.turns, state.turns),
        "cards": (table.cards, state.cards),
        "shuffles": (table.shuffles, state.shuffles),
        "dealer": (table.dealer, state.dealer),
    }


def in_phase(table: Table, state: State) -> dict[str, tuple[object, object]]:
    """Return how far both turns have come."""
    owed = min(table.debt, MAX_DEBT), table.debt_rank
    pairs: dict[str, tuple[object, object]] = {}
    match state.phase:
        case Opening(drawn):
            pairs["opening"] = (table.step, table.drawn), (OPENING, drawn)
        case Turn(drawn, card, barred):
            pairs["turn"] = (
                (table.step, table.drawn, table.drawn_card, table.barred),
                (TURN, drawn, card, barred),
            )
        case Forgotten():
            pairs["forgotten"] = table.step, FORGOTTEN
        case Owing(cards, rank):
            pairs["owing"] = (table.step, *owed), (OWING, cards, rank)
        case Covering(pending, card, barred):
            pairs["covering"] = (
                (table.step, table.drawn_card, table.barred),
                (COVERING, card, barred),
            )
            pairs["waiting debt"] = owed, (pending.debt, pending.rank)
        case RoundOver(reason, finisher) | MatchOver(reason, finisher):
            pairs["end"] = (table.step, table.reason, table.finisher), (OVER, reason, finisher)
    return pairs


def ended(match: Match, state: State, events: Sequence[Event]) -> dict[str, tuple[object, object]]:
    """Return what a round cost, and who won a match that is over."""
    written = [list(event.points) for event in events if isinstance(event, PointsWritten)]
    winners = [list(event.winners) for event in events if isinstance(event, MatchEnded)]
    drawn: list[list[Card]] = [[] for _ in range(match.seats)]
    for event in events:
        if isinstance(event, EndDrawn):
            drawn[event.seat] += event.cards
    standing = standings(state.match, match.seats)
    told = match.rules, match.seats, match.rounds
    return {
        "round winners": (round_winners(match.table), list(round_winners_of(state))),
        "totals": (totals(*told), [team.total for team in standing]),
        "places": (places(*told), [team.rank for team in standing]),
        "end draws": (match.table.end_drawn, drawn),
        "points": ([match.table.points], written),
        "winners": ([match.winners] if match.over else [], winners),
    }
