"""Refusals in words: what the table expected and what came, without any hidden card."""

from typing import assert_never

from pisyedili.engine.cards import (
    CARD_NAMES,
    RANK_NAMES,
    SUIT_NAMES,
    SUIT_SIGNS,
    format_cards,
)
from pisyedili.engine.errors import IllegalMove, Refusal
from pisyedili.engine.moves import Draw, Move, Pass, Play
from pisyedili.engine.state import Covering, Owing, State, Turn


def illegal_move(state: State, seat: int, move: Move, reason: Refusal) -> IllegalMove:
    """Return the error for a refused move."""
    return IllegalMove(reason, _expected(state, reason), _got(seat, move, reason))


def _got(seat: int, move: Move, reason: Refusal) -> str:
    if reason is Refusal.OUT_OF_TURN:
        return f"a move of seat {seat}"
    match move:
        case Play(cards, suit, call):
            named = f" naming {SUIT_NAMES[suit]}" if suit else ""
            called = ", calling the last card" if call else ""
            return f"{format_cards(cards) or 'no card'}{named}{called}"
        case Draw():
            return "a draw"
        case Pass(call):
            return "a pass, calling the last card" if call else "a pass"
        case _:
            assert_never(move)


def _expected(state: State, reason: Refusal) -> str:  # noqa: C901, PLR0912 - a line a reason
    rules, phase = state.rules, state.phase
    match reason:
        case Refusal.ROUND_OVER | Refusal.ROUND_NOT_OVER | Refusal.MATCH_OVER:
            return "no move: the round is over"
        case Refusal.OUT_OF_TURN:
            return f"a move of seat {state.seat}, which is on turn"
        case Refusal.CARD_NOT_HELD:
            return "cards that the seat holds"
        case Refusal.NO_MATCH:
            return _matching(state)
        case Refusal.NOT_ON_OWN_RANK:
            name = RANK_NAMES[state.top_rank]
            return f"a card other than {name}, since {name} never goes on {name}"
        case Refusal.OPENING_SUIT_DUE:
            return f"a card of {SUIT_NAMES[rules.opening.suit]} to open with"
        case Refusal.DEBT_DUE:
            return _debt(phase) if isinstance(phase, Owing) else "the debt first"
        case Refusal.CALL_FORGOTTEN:
            return f"a draw of {rules.tek.forgotten_draws} first for the uncalled last card"
        case Refusal.FINISH_BARRED:
            return "a play that does not finish, the last card not having been called"
        case Refusal.DRAWN_CARD_ONLY:
            drawn = phase.card if isinstance(phase, Turn | Covering) else 0
            return f"the card just drawn, {CARD_NAMES[drawn]}"
        case Refusal.CARDS_NOT_TOGETHER:
            return "one card, or cards of one rank in a listed order where they go together"
        case Refusal.SUIT_DUE:
            return "a named suit with this card"
        case Refusal.SUIT_NOT_DIFFERENT:
            return f"a suit other than {SUIT_NAMES[state.suit]}"
        case Refusal.SUIT_NEEDLESS:
            return "no named suit with this card"
        case Refusal.CALL_NOT_DUE:
            return "the call only with a move that ends the turn with one card left"
        case Refusal.COVER_DUE:
            return f"a cover for the {CARD_NAMES[state.discard[-1]]}, or a draw without one"
        case Refusal.NOTHING_TO_DRAW:
            return "a play or a pass, since there is nothing to draw"
        case Refusal.DRAW_LIMIT:
            return f"no further draw after {_drawn(state)}"
        case Refusal.DRAW_WITH_PLAYABLE_CARD:
            return "a play, since there is a playable card"
        case Refusal.DRAW_NOT_DUE:
            return "a cover or a pass"
        case Refusal.PASS_NOT_DUE:
            return f"a play, or a pass after {rules.turn.pass_after} drawn"
        case _:
            assert_never(reason)


def _matching(state: State) -> str:
    rank = f" or rank {RANK_NAMES[state.top_rank]}" if _rank_counts(state) else ""
    return f"a card that matches {SUIT_SIGNS[state.suit]}{rank}"


def _rank_counts(state: State) -> bool:
    """Tell whether a card may follow the top card by its rank."""
    cover = state.match.rulebook.effects[state.top_rank].cover
    choice = state.match.rulebook.effects[state.top_rank].choose_suit
    suit_only = isinstance(state.phase, Covering) and cover is not None and cover.suit_only
    follows = choice is None or choice.rank_follows
    return follows and not suit_only


def _debt(phase: Owing) -> str:
    return f"the debt of {phase.cards} drawn, or another {RANK_NAMES[phase.rank]} where it stacks"


def _drawn(state: State) -> int:
    return state.phase.drawn if isinstance(state.phase, Turn) else 1
