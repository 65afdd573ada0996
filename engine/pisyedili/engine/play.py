"""The one verb: a state and a move make the next state, or an error and no change."""

from typing import assert_never, cast

from pisyedili.engine.draft import Draft
from pisyedili.engine.effects import call, conclude, end_turn, play, stock_out
from pisyedili.engine.events import DebtPaid, Passed, Why
from pisyedili.engine.legality import legal_moves, refusal
from pisyedili.engine.moves import PASS, Draw, Move, Pass, Play
from pisyedili.engine.refusals import illegal_move
from pisyedili.engine.rules import AfterDraw, BlockingPasses
from pisyedili.engine.state import (
    Covering,
    Forgotten,
    Live,
    Opening,
    Owing,
    State,
    Transition,
    Turn,
)


def apply_move(state: State, seat: int, move: Move) -> Transition:
    """Return the next state and what happened; ``IllegalMove`` where the rules refuse the move."""
    why_not = refusal(state, seat, move)
    if why_not is not None:
        raise illegal_move(state, seat, move, why_not)
    draft = Draft(state)
    draft.ply += 1
    match move:
        case Play():
            play(draft, state, move)
        case Draw():
            _draw(draft, cast("Live", state.phase))  # no draw is legal once a round is over
            _pass_by_itself(draft)
        case Pass():
            _pass(draft, call_last=move.call)
        case _:
            assert_never(move)
    return conclude(draft)


def _draw(draft: Draft, phase: Live) -> None:
    seat = draft.seat
    match phase:
        case Opening(drawn):
            draft.draw(seat, 1, Why.OPENING)
            draft.phase = Opening(drawn + 1)
        case Turn(drawn, _, barred):
            (card,) = draft.draw(seat, 1, Why.TURN)
            draft.phase = Turn(drawn + 1, card, barred)
        case Forgotten():
            cards = draft.draw(seat, draft.match.rules.tek.forgotten_draws, Why.FORGOTTEN)
            draft.phase = Turn(len(cards), cards[-1], barred=True)
        case Covering(pending, _, barred):
            (card,) = draft.draw(seat, 1, Why.COVER)
            draft.phase = Covering(pending, card, barred)
        case Owing():
            _pay(draft, phase)
            return
        case _:
            assert_never(phase)
    if not stock_out(draft) and _ends_turn(draft):
        draft.passes = 0
        end_turn(draft)


def _ends_turn(draft: Draft) -> bool:
    ends = draft.match.rules.turn.after_draw is AfterDraw.TURN_ENDS
    return ends and isinstance(draft.phase, Turn)


def _pay(draft: Draft, debt: Owing) -> None:
    """Draw a whole debt, as far as there are cards; the rest is forgiven."""
    paid = len(draft.draw(draft.seat, debt.cards, Why.DEBT))
    draft.events.append(DebtPaid(draft.seat, paid, debt.cards - paid))
    if stock_out(draft):
        return
    to_the_last = paid == debt.cards and draft.nothing_to_draw
    draft.passes = int(to_the_last and _any_pass_blocks(draft))
    raised = draft.match.rulebook.effects[debt.rank].draw_next
    end_turn(draft, stays=raised is not None and raised.turn_goes_on)


def _pass(draft: Draft, *, call_last: bool = False, by_itself: bool = False) -> None:
    draft.events.append(Passed(draft.seat, by_itself))
    if call_last:
        call(draft)
    phase = draft.phase
    if isinstance(phase, Covering):
        end_turn(draft, phase.pending)
        return
    idle = not (isinstance(phase, Opening | Turn) and phase.drawn)
    blocks = draft.nothing_to_draw and (idle or _any_pass_blocks(draft))
    draft.passes = draft.passes + 1 if blocks else 0
    end_turn(draft)


def _pass_by_itself(draft: Draft) -> None:
    """Pass for a seat that drew and can do nothing else, where the table says so."""
    drew = isinstance(draft.phase, Turn) and draft.phase.drawn > 0
    if drew and draft.match.rules.turn.auto_pass and legal_moves(draft.state()) == (PASS,):
        _pass(draft, by_itself=True)


def _any_pass_blocks(draft: Draft) -> bool:
    return draft.match.rules.stock.blocking_passes is BlockingPasses.ANY
