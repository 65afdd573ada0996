"""What a seat, or a spectator, may see. Views are built up from what is public, never stripped."""

from typing import Final, final

from pisyedili.engine.cards import NO_CARD, Card, Rank, Suit
from pisyedili.engine.events import CardsDrawn, Event, RoundEnd
from pisyedili.engine.legality import legal_moves
from pisyedili.engine.moves import Move
from pisyedili.engine.rules import Rules
from pisyedili.engine.shuffle import commitment, round_seed
from pisyedili.engine.state import (
    OVER,
    Covering,
    MatchOver,
    Opening,
    Owing,
    Phase,
    State,
    Turn,
)
from pisyedili.engine.value import Value


@final
class SeatView(Value):
    """What all may see of a seat: its name, hand size, call, and total so far."""

    __match_args__ = ("seat", "name", "hand_size", "called", "total")

    def __init__(self, seat: int, name: str, hand_size: int, called: bool, total: int) -> None:
        self.seat: Final = seat
        self.name: Final = name
        self.hand_size: Final = hand_size
        self.called: Final = called
        self.total: Final = total


@final
class PhaseView(Value):
    """What all may see of a phase: its kind, the cards drawn in it, the debt, the end.

    ``kind`` is the phase's class name in lower case; ``drawn_card`` is for the seat on turn alone.
    """

    __match_args__ = (
        "kind",
        "drawn",
        "barred",
        "debt",
        "debt_rank",
        "reason",
        "finisher",
        "drawn_card",
    )

    def __init__(
        self,
        kind: str,
        drawn: int,
        barred: bool,
        debt: int,
        debt_rank: Rank,
        reason: RoundEnd | None,
        finisher: int | None,
        drawn_card: Card,
    ) -> None:
        self.kind: Final = kind
        self.drawn: Final = drawn
        self.barred: Final = barred
        self.debt: Final = debt
        self.debt_rank: Final = debt_rank
        self.reason: Final = reason
        self.finisher: Final = finisher
        self.drawn_card: Final = drawn_card


@final
class PlayerView(Value):
    """A game as one seat sees it, or as a spectator does (``viewer`` None, no hand).

    ``hands`` and ``round_seed`` are empty while a round is played, ``match_seed`` while the match
    is; ``moves`` is empty but for the seat on turn.
    """

    __match_args__ = (
        "viewer",
        "game_id",
        "rules",
        "ply",
        "round",
        "dealer",
        "phase",
        "seat",
        "direction",
        "suit",
        "passes",
        "turns",
        "cards",
        "shuffles",
        "seats",
        "hand",
        "discard",
        "stock_size",
        "scores",
        "moves",
        "match_commitment",
        "round_commitment",
        "hands",
        "round_seed",
        "match_seed",
    )

    def __init__(
        self,
        viewer: int | None,
        game_id: str,
        rules: Rules,
        ply: int,
        round: int,
        dealer: int,
        phase: PhaseView,
        seat: int,
        direction: int,
        suit: Suit,
        passes: int,
        turns: int,
        cards: int,
        shuffles: int,
        seats: tuple[SeatView, ...],
        hand: tuple[Card, ...],
        discard: tuple[Card, ...],
        stock_size: int,
        scores: tuple[tuple[int, ...], ...],
        moves: tuple[Move, ...],
        match_commitment: bytes,
        round_commitment: bytes,
        hands: tuple[tuple[Card, ...], ...],
        round_seed: bytes,
        match_seed: bytes,
    ) -> None:
        self.viewer: Final = viewer
        self.game_id: Final = game_id
        self.rules: Final = rules
        self.ply: Final = ply
        self.round: Final = round
        self.dealer: Final = dealer
        self.phase: Final = phase
        self.seat: Final = seat
        self.direction: Final = direction
        self.suit: Final = suit
        self.passes: Final = passes
        self.turns: Final = turns
        self.cards: Final = cards
        self.shuffles: Final = shuffles
        self.seats: Final = seats
        self.hand: Final = hand
        self.discard: Final = discard
        self.stock_size: Final = stock_size
        self.scores: Final = scores
        self.moves: Final = moves
        self.match_commitment: Final = match_commitment
        self.round_commitment: Final = round_commitment
        self.hands: Final = hands
        self.round_seed: Final = round_seed
        self.match_seed: Final = match_seed


def view(state: State, viewer: int | None) -> PlayerView:
    """Return what a seat may see, or a spectator (None)."""
    match, over = state.match, isinstance(state.phase, OVER)
    on_turn = not over and viewer == state.seat
    seed = round_seed(match.seed, match.round)
    return PlayerView(
        viewer=viewer,
        game_id=match.game_id,
        rules=state.rules,
        ply=state.ply,
        round=match.round,
        dealer=state.dealer,
        phase=_phase_view(state.phase, on_turn=on_turn),
        seat=state.seat,
        direction=state.direction,
        suit=state.suit,
        passes=state.passes,
        turns=state.turns,
        cards=state.cards,
        shuffles=state.shuffles,
        seats=tuple(_seat_view(state, seat) for seat in range(len(state.hands))),
        hand=() if viewer is None else state.hands[viewer],
        discard=state.discard,
        stock_size=len(state.stock),
        scores=match.scores,
        moves=legal_moves(state) if on_turn else (),
        match_commitment=commitment(match.seed),
        round_commitment=commitment(seed),
        hands=state.hands if over else (),
        round_seed=seed if over else b"",
        match_seed=match.seed if isinstance(state.phase, MatchOver) else b"",
    )


def visible(events: tuple[Event, ...], viewer: int | None) -> tuple[Event, ...]:
    """Return the events as a seat, or a spectator, may see them: other seats' draws face down."""
    return tuple(
        CardsDrawn(event.seat, event.count, (), event.why)
        if isinstance(event, CardsDrawn) and event.seat != viewer
        else event
        for event in events
    )


def _seat_view(state: State, seat: int) -> SeatView:
    match = state.match
    name = match.names[seat] if match.names else ""
    total = sum(scores[seat] for scores in match.scores)
    return SeatView(seat, name, len(state.hands[seat]), state.called[seat], total)


def _phase_view(phase: Phase, *, on_turn: bool) -> PhaseView:
    drawn_card = phase.card if on_turn and isinstance(phase, Turn | Covering) else NO_CARD
    pending = phase.pending if isinstance(phase, Covering) else None
    owing = phase if isinstance(phase, Owing) else None
    return PhaseView(
        kind=type(phase).__name__.lower(),
        drawn=phase.drawn if isinstance(phase, Opening | Turn) else int(_has_cover_drawn(phase)),
        barred=isinstance(phase, Turn | Covering) and phase.barred,
        debt=pending.debt if pending else owing.cards if owing else 0,
        debt_rank=pending.rank if pending else owing.rank if owing else Rank(0),
        reason=phase.reason if isinstance(phase, OVER) else None,
        finisher=phase.finisher if isinstance(phase, OVER) else None,
        drawn_card=drawn_card,
    )


def _has_cover_drawn(phase: Phase) -> bool:
    return isinstance(phase, Covering) and phase.card != NO_CARD
