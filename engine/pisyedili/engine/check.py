"""What a game state may not be: every way in which it contradicts its rules or itself.

A state without faults has a legal move unless its round is over, and no move on it fails.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import Final, assert_never

from pisyedili.engine.cards import JOKER, NO_CARD, NO_RANK, RANK_OF, SUIT_OF
from pisyedili.engine.errors import Fault, StateFault
from pisyedili.engine.events import RoundEnd
from pisyedili.engine.rules import AfterDraw, OpeningStyle, Partnerships, WhenEmpty
from pisyedili.engine.shuffle import SEED_BYTES
from pisyedili.engine.state import (
    MAX_DEBT,
    MAX_SKIPS,
    OVER,
    Covering,
    Forgotten,
    Match,
    MatchOver,
    Opening,
    Owing,
    RoundOver,
    State,
    Turn,
)

MAX_COUNT: Final = 2**31

Faults = Iterator[Fault]


def state_faults(state: State) -> tuple[Fault, ...]:
    """Return every fault of a state; the phase is looked at once the cards are in order."""
    table = (*seat_faults(state.match, len(state.hands)), *_ranges(state), *_cards(state))
    return table or (*_hands(state), *_counts(state), *_phase(state))


def seat_faults(match: Match, seats: int) -> Faults:
    """Yield why so many seats cannot play a match."""
    table = match.rulebook.rules.table
    if not table.seats_min <= seats <= table.seats_max:
        yield _bounds("seats", f"{table.seats_min} to {table.seats_max} seats", seats)
    elif table.partnerships is Partnerships.PAIRS and seats % 2:
        yield _bounds("seats", "an even number of seats for pairs", seats)
    if match.names and len(match.names) != seats:
        yield _bounds("names", f"{seats} names or none", len(match.names))
    if len(match.seed) != SEED_BYTES:
        yield _bounds("seed", f"{SEED_BYTES} bytes", len(match.seed))


def _ranges(state: State) -> Faults:
    seats = len(state.hands)
    if not 0 <= state.seat < seats:
        yield _bounds("seat", f"a seat from 0 to {seats - 1}", state.seat)
    if not 0 <= state.suit <= 4:
        yield _bounds("suit", "a suit or none", state.suit)
    if state.direction not in (1, -1):
        yield _bounds("direction", "1 or -1", state.direction)
    if len(state.called) != seats:
        yield _bounds("called", f"{seats} entries", len(state.called))
    for name in ("passes", "turns", "cards", "shuffles", "ply"):
        if not 0 <= getattr(state, name) < MAX_COUNT:
            yield _bounds(name, f"0 to {MAX_COUNT - 1}", getattr(state, name))
    yield from _round(state)


def _round(state: State) -> Faults:
    match, seats = state.match, len(state.hands)
    if not 0 <= match.round < match.rulebook.rules.match.rounds:
        yield _bounds("round", f"below {match.rulebook.rules.match.rounds}", match.round)
    finished = match.round + isinstance(state.phase, OVER)
    if len(match.scores) != finished:
        yield _bounds("scores", f"{finished} finished rounds", len(match.scores))
    for index, scores in enumerate(match.scores):
        if len(scores) != seats:
            yield _bounds(f"scores[{index}]", f"{seats} scores", len(scores))
        for score in scores:
            if not 0 <= score < MAX_COUNT:
                yield _bounds(f"scores[{index}]", f"scores from 0 to {MAX_COUNT - 1}", score)


def _cards(state: State) -> Faults:
    held = sorted(chain(*state.hands, state.stock, state.discard))
    deck = state.match.rulebook.sorted_deck(len(state.hands))
    if tuple(held) != deck:
        missing, extra = Counter(deck) - Counter(held), Counter(held) - Counter(deck)
        expected = f"expected the {len(deck)} cards of the table"
        message = f"{expected}, got {missing.total()} missing and {extra.total()} too many"
        yield Fault("cards", StateFault.CARDS_NOT_CONSERVED, message)


def _hands(state: State) -> Faults:
    for seat, hand in enumerate(state.hands):
        if list(hand) != sorted(hand):
            yield _table(f"hands[{seat}]", "cards in ascending order", "another order")
        if state.called[seat] and not (_calls(state) and len(hand) == 1):
            yield _table(f"called[{seat}]", "a call only of a last card", f"{len(hand)} cards")


def _counts(state: State) -> Faults:
    turned_up = state.rules.opening.style is OpeningStyle.TURN_UP
    laid = len(state.discard) - turned_up
    if laid < 0:
        yield _table("discard", "the card that was turned up", "no discard")
    elif laid > state.cards or (state.shuffles == 1 and laid != state.cards):
        yield _table("cards", f"as many cards played as lie ({laid})", state.cards)
    if state.shuffles < 1:
        yield _bounds("shuffles", "1 or more, the deal's being the first", state.shuffles)
    if not _suit_stands(state):
        yield _table("suit", "the suit of the top card, or a named one", state.suit)


def _suit_stands(state: State) -> bool:
    """Tell whether the suit in force may stand over the top card."""
    if not state.discard:
        return not state.suit
    card = state.discard[-1]
    chosen = state.match.rulebook.effects[RANK_OF[card]].choose_suit is not None
    if card == JOKER:
        return True
    return state.suit == SUIT_OF[card] or (chosen and state.suit > 0)


def _phase(state: State) -> Faults:
    phase = state.phase
    match phase:
        case RoundOver() | MatchOver():
            yield from _over(state, phase)
            return
        case Opening():
            yield from _opening(state, phase)
        case Turn():
            yield from _turn(state, phase)
        case Owing():
            yield from _debt(state, "phase", phase.cards, phase.rank)
        case Covering():
            yield from _covering(state, phase)
        case Forgotten():
            if not _calls(state) or len(state.hands[state.seat]) != 1 or state.called[state.seat]:
                yield _table("phase", "one uncalled card in hand", "another hand")
        case _:
            assert_never(phase)
    yield from _going_on(state)


def _going_on(state: State) -> Faults:
    """Yield why a round that goes on would be over."""
    rules, seats = state.rules, len(state.hands)
    if rules.stock.when_empty is WhenEmpty.ROUND_ENDS and not state.stock:
        yield _table("stock", "a card, since the round ends with the stock", "none")
    waits = rules.stock.when_empty is not WhenEmpty.RESHUFFLE_AT_ONCE
    if not waits and not state.stock and not state.nothing_to_draw:
        yield _table("stock", "the discards reshuffled at once", "none")
    if state.passes >= seats + rules.stock.blocked_extra_passes:
        yield _table("passes", "fewer passes than block the round", state.passes)
    if state.passes and not state.nothing_to_draw:
        yield _table("passes", "none while there is something to draw", state.passes)
    if 0 < rules.safety.turns <= state.turns:
        yield _table("turns", f"fewer than {rules.safety.turns}", state.turns)
    covering = isinstance(state.phase, Covering)
    if 0 < rules.safety.cards <= state.cards and not covering:
        yield _table("cards", f"fewer than {rules.safety.cards}", state.cards)
    opened = {
        OpeningStyle.TURN_UP: True,
        OpeningStyle.FIRST_LEADS: bool(state.discard),
        OpeningStyle.EVERY_SEAT: state.turns >= seats,
    }
    if not opened[rules.opening.style] and not isinstance(state.phase, Opening):
        yield _table("phase", "the opening while seats have yet to open", "another phase")
    for seat, hand in enumerate(state.hands):
        if not hand and not (_barred_tables(state) or (covering and seat == state.seat)):
            yield _table(f"hands[{seat}]", "a card in a round that goes on", "none")


def _opening(state: State, phase: Opening) -> Faults:
    opening, seats = state.rules.opening, len(state.hands)
    if opening.style is OpeningStyle.TURN_UP:
        yield _table("phase", "no opening turns where a card is turned up", "one")
    if opening.style is OpeningStyle.FIRST_LEADS and state.discard:
        yield _table("phase", "an opening with nothing led", f"{len(state.discard)} cards")
    if opening.style is OpeningStyle.EVERY_SEAT and state.turns >= seats:
        yield _table("turns", f"fewer than {seats} turns in the opening", state.turns)
    if state.direction != 1:
        yield _table("direction", "clockwise in the opening", state.direction)
    if state.seat != (state.dealer + 1 + state.turns) % seats:
        yield _table("seat", "the seat whose opening turn it is", state.seat)
    if not 0 <= phase.drawn <= len(state.hands[state.seat]):
        yield _table("phase.drawn", "no more draws than cards in hand", phase.drawn)


def _turn(state: State, phase: Turn) -> Faults:
    turn, hand = state.rules.turn, state.hands[state.seat]
    most = max(turn.draws or len(hand), phase.barred * state.rules.tek.forgotten_draws)
    if not 0 <= phase.drawn <= min(most, len(hand)):
        yield _table("phase.drawn", f"at most {min(most, len(hand))} draws", phase.drawn)
    if phase.drawn and turn.after_draw is AfterDraw.TURN_ENDS:
        yield _table("phase.drawn", "no draws in a turn that a draw ends", phase.drawn)
    if bool(phase.drawn) != (phase.card != NO_CARD) or not _held(state, phase.card):
        yield _table("phase.card", "the drawn card, held, after a draw", "another")
    if phase.barred and not (_calls(state) and phase.drawn):
        yield _table("phase.barred", "a drawn card for a forgotten call", "none")
    if not phase.drawn and _calls(state) and len(hand) == 1 and not state.called[state.seat]:
        yield _table("phase", "the cost of the uncalled last card due", "a free turn")


def _covering(state: State, phase: Covering) -> Faults:
    cover = state.match.rulebook.effects[state.top_rank].cover
    hand, pending = state.hands[state.seat], phase.pending
    if cover is None:
        yield _table("phase", "a cover card on top", "another card")
        return
    if not _held(state, phase.card):
        yield _table("phase.card", "a drawn card that is held", "another")
    if phase.card and not cover.must and len(hand) > 1:
        yield _table("phase.card", "no draw for a cover that is not due", "one")
    if not hand and (cover.may_finish or (state.nothing_to_draw and not phase.barred)):
        yield _table("phase", "a finished round", "an empty hand")
    if phase.barred and not _calls(state):
        yield _table("phase.barred", "false on a table without the call", "true")
    if not 0 <= pending.skips < MAX_SKIPS:
        yield _bounds("phase.pending.skips", f"0 to {MAX_SKIPS - 1}", pending.skips)
    if pending.debt or pending.rank:
        yield from _debt(state, "phase.pending", pending.debt, pending.rank)


def _debt(state: State, path: str, cards: int, rank: int) -> Faults:
    known = NO_RANK < rank <= 14
    if not known or state.match.rulebook.effects[rank].draw_next is None:
        yield _table(f"{path}.rank", "a rank that raises a debt", rank)
    if not 1 <= cards <= MAX_DEBT:
        yield _bounds(f"{path}.cards", f"1 to {MAX_DEBT}", cards)


def _over(state: State, phase: RoundOver | MatchOver) -> Faults:
    last = state.match.round + 1 == state.rules.match.rounds
    if last != isinstance(phase, MatchOver):
        yield _table("phase", "the match over with its last round, and not before", "otherwise")
    if (phase.finisher is not None) != (phase.reason is RoundEnd.FINISHED):
        yield _table("phase.finisher", "a finisher exactly where a seat went out", phase.finisher)
    elif phase.finisher is not None and not 0 <= phase.finisher < len(state.hands):
        yield _bounds("phase.finisher", "a seat", phase.finisher)
    elif phase.finisher is not None and (state.hands[phase.finisher] or not state.discard):
        yield _table("phase.finisher", "a seat without cards", phase.finisher)


def _calls(state: State) -> bool:
    return state.rules.tek.forgotten_draws > 0


def _barred_tables(state: State) -> bool:
    """Tell whether a barred turn can leave an empty hand in play: uncovered, nothing to draw."""
    covers = (effects.cover for effects in state.match.rulebook.effects)
    return _calls(state) and any(cover and not cover.may_finish for cover in covers)


def _held(state: State, card: int) -> bool:
    return card == NO_CARD or card in state.hands[state.seat]


def _bounds(path: str, expected: str, got: object) -> Fault:
    return Fault(path, StateFault.OUT_OF_BOUNDS, f"expected {expected}, got {got}")


def _table(path: str, expected: str, got: object) -> Fault:
    return Fault(path, StateFault.PHASE_CONTRADICTS_TABLE, f"expected {expected}, got {got}")
