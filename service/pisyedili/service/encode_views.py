"""From the engine to the contract: events, scores, legal moves, and what a seat may see.

As in :mod:`~pisyedili.service.encode`, messages whose numbers mypy keeps apart are ``Any``.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from pisyedili.engine import events
from pisyedili.engine.cards import RANK_OF, Card
from pisyedili.engine.defaults import default_move
from pisyedili.engine.events import EndDrawn, Event, Why
from pisyedili.engine.legality import legal_moves, refused_cards
from pisyedili.engine.moves import Play
from pisyedili.engine.refusals import illegal_move
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.scoring import round_winners, score_round, standings, winners
from pisyedili.engine.state import MatchOver, State
from pisyedili.engine.view import PhaseView, PlayerView
from pisyedili.service.encode import DIRECTIONS, ROUND_ENDS, write_move
from pisyedili.service.errors import RequestError, refused
from pisyedili.v1.errors_pb2 import Refusal
from pisyedili.v1.events_pb2 import DrawReason
from pisyedili.v1.events_pb2 import Event as EventMessage
from pisyedili.v1.moves_pb2 import LegalMoves
from pisyedili.v1.rules_pb2 import Rules
from pisyedili.v1.scores_pb2 import Scores
from pisyedili.v1.view_pb2 import PhaseKind

MOST: Final = 2**32 - 1
"""The largest total that is shown."""

_EVENTS: Final[Mapping[type, str]] = {
    getattr(events, field.message_type.name): field.name
    for field in EventMessage.DESCRIPTOR.fields
    if field.message_type
}
_RENAMED: Final = {"why": "reason"}
_NUMBERS: Final[Mapping[Any, int]] = {
    -1: DIRECTIONS[-1],
    **ROUND_ENDS,
    **{why: DrawReason.Value(f"DRAW_REASON_{why.name}") for why in Why},
}
_PHASES: Final = {
    name.removeprefix("PHASE_KIND_").replace("_", "").lower(): number
    for name, number in PhaseKind.items()
}


def write_events(messages: Any, happened: Iterable[Event]) -> None:
    """Write events, in order, into an empty list."""
    for event in happened:
        message = getattr(messages.add(), _EVENTS[type(event)])
        message.SetInParent()
        for name, value in zip(event.__match_args__, event.fields(), strict=True):
            if isinstance(value, tuple):
                getattr(message, name).extend(value)
            elif value is not None:
                setattr(message, _RENAMED.get(name, name), _NUMBERS.get(value, value))


def write_legal_moves(message: LegalMoves, state: State) -> None:
    """Write the legal moves, and the default one, into an empty message."""
    message.seat, message.ply = state.seat, state.ply
    for move in legal_moves(state):
        write_move(message.moves.add(), move)
    default = default_move(state)
    if default is not None:
        write_move(message.default_move, default)


def write_refused_cards(messages: Any, state: State) -> None:
    """Write each card of the seat on turn that may not be played, with the reason."""
    for card, reason in refused_cards(state):
        message = messages.add(card=card)
        error = illegal_move(state, state.seat, Play((card,)), reason)
        write_refusal(message.refusal, refused(error))


def write_refusal(message: Refusal, error: RequestError) -> None:
    """Write why a move is refused into an empty message."""
    message.reason = error.reason
    message.message = error.message
    message.expected, message.got = error.facts["expected"], error.facts["got"]


def write_scores(message: Scores, state: State) -> None:
    """Write a round's scores and the match's standings into an empty message."""
    book, seats = state.match.rulebook, len(state.hands)
    for score in score_round(state):
        line = message.seats.add(
            seat=score.seat, points=score.points, multiplier=score.multiplier, total=score.total
        )
        _write_cards(line.hand, score.hand, book)
        _write_end_draws(line.end_draws, score.end_draws, book)
    for team in standings(state.match, seats):
        message.standings.add(seats=team.seats, total=min(team.total, MOST), rank=team.rank)
    message.round_winners.extend(round_winners(state))
    if isinstance(state.phase, MatchOver):
        message.match_winners.extend(winners(state.match, seats))


def write_view(message: Any, view: PlayerView, rules: Rules) -> None:
    """Write a view into an empty PlayerView."""
    if view.viewer is not None:
        message.viewer = view.viewer
    message.rules.CopyFrom(rules)
    for name in _PLAIN:
        setattr(message, name, getattr(view, name))
    for name in ("hand", "discard"):
        getattr(message, name).extend(getattr(view, name))
    message.direction = DIRECTIONS[view.direction]
    _write_phase(message.phase, view.phase)
    for seat in view.seats:
        message.seats.add(
            seat=seat.seat,
            name=seat.name,
            hand_size=seat.hand_size,
            called=seat.called,
            total=min(seat.total, MOST),
        )
    for points in view.scores:
        message.scores.add(points=points)
    for move in view.moves:
        write_move(message.moves.add(), move)
    for hand in view.hands:
        message.hands.add(cards=hand)


_PLAIN: Final = (
    "game_id",
    "ply",
    "round",
    "dealer",
    "seat",
    "suit",
    "passes",
    "turns",
    "cards",
    "shuffles",
    "stock_size",
    "match_commitment",
    "round_commitment",
    "round_seed",
    "match_seed",
)


def _write_phase(message: Any, phase: PhaseView) -> None:
    message.kind = _PHASES[phase.kind]
    message.drawn = phase.drawn
    message.barred = phase.barred
    message.debt = phase.debt
    message.debt_rank = phase.debt_rank
    message.drawn_card = phase.drawn_card
    if phase.reason is not None:
        message.reason = ROUND_ENDS[phase.reason]
    if phase.finisher is not None:
        message.finisher = phase.finisher


def _write_cards(messages: Any, cards: Iterable[Card], book: Rulebook) -> None:
    for card in cards:
        messages.add(card=card, points=book.points[RANK_OF[card]])


def _write_end_draws(messages: Any, draws: Iterable[EndDrawn], book: Rulebook) -> None:
    for draw in draws:
        _write_cards(messages.add(rank=draw.rank).cards, draw.cards, book)
