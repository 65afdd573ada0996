"""What played cards do, and how turns and rounds end: the one resolver.

Plays, covers, openings and the turned-up card all come through here.
"""

from typing import Final

from pisyedili.engine.cards import JOKER, NO_CARD, RANK_OF, SUIT_OF, Card, Rank, Suit
from pisyedili.engine.draft import Draft
from pisyedili.engine.events import (
    CardsPlayed,
    DebtRaised,
    DirectionReversed,
    MatchEnded,
    PointsWritten,
    RoundEnd,
    RoundEnded,
    SeatSkipped,
    SuitNamed,
    TekCalled,
    TekForgotten,
    TurnSentBack,
    Why,
)
from pisyedili.engine.legality import barred, covers, inert, uncalled
from pisyedili.engine.moves import Play
from pisyedili.engine.rulebook import PLAIN
from pisyedili.engine.rules import DrawNext, OpeningStyle, ReverseKind, Stacking, WhenEmpty
from pisyedili.engine.scoring import end_round, score_round, winners
from pisyedili.engine.state import (
    MAX_DEBT,
    MAX_SKIPS,
    Covering,
    Forgotten,
    MatchOver,
    Opening,
    Owing,
    Pending,
    RoundOver,
    State,
    Transition,
    Turn,
)

NOTHING: Final = Pending()

_FRESH: Final = Turn()


def play(draft: Draft, state: State, move: Play) -> None:
    """Lay cards and carry out what they do, up to the next seat's turn, a cover or the finish."""
    rank, count = RANK_OF[move.cards[0]], len(move.cards)
    draft.lay(move.cards)
    draft.events.append(CardsPlayed(draft.seat, move.cards))
    draft.passes = 0
    _set_suit(draft, move.cards[-1], move.suit)
    left = len(draft.hands[draft.seat])
    covering = covers(state, rank, left)
    if not left and not covering:
        draft.phase = RoundOver(RoundEnd.FINISHED, draft.seat)
        return
    if move.call:
        call(draft)
    draft.refill_at_once()
    pending = _pending(state)
    if not inert(state):
        pending = carry_out(draft, rank, count, pending)
    if stock_out(draft):
        return
    if not covering:
        end_turn(draft, pending)
    elif left or barred(state) or not draft.nothing_to_draw:
        draft.phase = Covering(pending, NO_CARD, barred(state))
    else:
        draft.phase = RoundOver(RoundEnd.FINISHED, draft.seat)


def call(draft: Draft) -> None:
    """Call the last card of the seat on turn."""
    draft.call(draft.seat, called=True)
    draft.events.append(TekCalled(draft.seat))


def carry_out(draft: Draft, rank: Rank, count: int, pending: Pending) -> Pending:
    """Let the others draw for so many cards of a rank; return what waits for the turn's end."""
    effects = draft.match.rulebook.effects[rank]
    if effects is PLAIN:
        return pending
    seats = len(draft.hands)
    if effects.others_draw:
        for step in range(1, seats):
            seat = (draft.seat + step * draft.direction) % seats
            draft.draw(seat, effects.others_draw * count, Why.OTHERS)
    reverse = effects.reverse if count % 2 else None
    as_skip = reverse is not None and reverse.skips_with_two and seats == 2
    kind = reverse.kind if reverse and not as_skip else None
    raised, skips = effects.draw_next, pending.skips + effects.skip * count + as_skip
    return Pending(
        skips if skips < MAX_SKIPS else skips % seats,
        pending.back ^ (kind is ReverseKind.ONE_TURN),
        pending.flip ^ (kind is ReverseKind.LASTING),
        _grown(pending, raised, rank, count) if raised else pending.debt,
        rank if raised else pending.rank,
    )


def stock_out(draft: Draft) -> bool:
    """End the round where the table ends it with the stock."""
    if draft.stock or draft.match.rules.stock.when_empty is not WhenEmpty.ROUND_ENDS:
        return False
    draft.phase = RoundOver(RoundEnd.STOCK_OUT)
    return True


def end_turn(draft: Draft, pending: Pending = NOTHING, *, stays: bool = False) -> None:
    """Count a turn; end the round or begin the next turn, of the same seat where it ``stays``."""
    draft.turns += 1
    reason = _round_end(draft)
    if reason:
        draft.phase = RoundOver(reason)
    elif stays:
        _begin_turn(draft)
    else:
        advance(draft, pending)


def advance(draft: Draft, pending: Pending = NOTHING) -> None:
    """Move on to the next seat by what waited, and begin its turn."""
    if pending.flip:
        draft.direction = -draft.direction
        draft.events.append(DirectionReversed(draft.direction))
    seats, step = len(draft.hands), -draft.direction if pending.back else draft.direction
    for skipped in range(1, pending.skips + 1):
        draft.events.append(SeatSkipped((draft.seat + step * skipped) % seats))
    draft.seat = (draft.seat + step * (1 + pending.skips)) % seats
    if pending.back:
        draft.events.append(TurnSentBack(draft.seat))
    if pending.debt and not _spared(draft, pending.rank):
        draft.phase = Owing(pending.debt, pending.rank)
        draft.events.append(DebtRaised(draft.seat, pending.debt, pending.rank))
    else:
        _begin_turn(draft)


def conclude(draft: Draft) -> Transition:
    """Freeze a draft, scoring the round where it is over."""
    phase = draft.phase
    if not isinstance(phase, RoundOver):
        return Transition(draft.state(), tuple(draft.events))
    state = end_round(draft.state(), phase.reason, phase.finisher)
    card = state.discard[-1] if phase.finisher is not None else NO_CARD
    draft.events.append(RoundEnded(phase.reason, phase.finisher, card))
    scores, left = score_round(state), (phase.finisher or 0) + 1
    for score in (*scores[left:], *scores[:left]):
        draft.events.extend(score.end_draws)
    draft.events.append(PointsWritten(state.match.scores[-1]))
    if isinstance(state.phase, MatchOver):
        draft.events.append(MatchEnded(winners(state.match, len(state.hands))))
    return Transition(state, tuple(draft.events))


def _set_suit(draft: Draft, card: Card, named: Suit) -> None:
    """Put a suit in force: the one named, else the card's own; a joker keeps what stood before."""
    if named:
        draft.events.append(SuitNamed(draft.seat, named))
    if named or card != JOKER:
        draft.suit = named or SUIT_OF[card]


def _pending(state: State) -> Pending:
    phase = state.phase
    if isinstance(phase, Covering):
        return phase.pending
    return Pending(debt=phase.cards, rank=phase.rank) if isinstance(phase, Owing) else NOTHING


def _grown(pending: Pending, raised: DrawNext, rank: Rank, count: int) -> int:
    """Return the debt after so many more cards of a rank: added up, or doubled for each further."""
    if raised.stacking is not Stacking.DOUBLES:
        debt = pending.debt + raised.cards * count
    elif pending.debt and pending.rank == rank:
        debt = pending.debt << count
    else:
        debt = (pending.debt + raised.cards) << (count - 1)
    return min(debt, MAX_DEBT)


def _spared(draft: Draft, rank: Rank) -> bool:
    raised = draft.match.rulebook.effects[rank].draw_next
    return raised is not None and raised.spared_on_empty_stock and draft.nothing_to_draw


def _round_end(draft: Draft) -> RoundEnd | None:
    stock, safety = draft.match.rules.stock, draft.match.rules.safety
    if draft.passes >= len(draft.hands) + stock.blocked_extra_passes:
        return RoundEnd.BLOCKED
    if 0 < safety.turns <= draft.turns or 0 < safety.cards <= draft.cards:
        return RoundEnd.LIMIT
    return None


def _begin_turn(draft: Draft) -> None:
    if _still_opening(draft):
        draft.phase = Opening()
    elif uncalled(draft, draft.seat):
        draft.phase = Forgotten()
        draft.events.append(TekForgotten(draft.seat))
    else:
        draft.phase = _FRESH


def _still_opening(draft: Draft) -> bool:
    if draft.discard and draft.turns >= len(draft.hands):
        return False
    style = draft.match.rules.opening.style
    if style is OpeningStyle.EVERY_SEAT:
        return draft.turns < len(draft.hands)
    return style is OpeningStyle.FIRST_LEADS and not draft.discard
