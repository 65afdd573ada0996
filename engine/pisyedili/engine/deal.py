"""A new match and a new round: the shuffle, the deal and the turned-up card."""

from pisyedili.engine.cards import JOKER_RANK, NO_SUIT, RANK_OF, SUIT_OF, Card
from pisyedili.engine.check import seat_faults
from pisyedili.engine.draft import Draft
from pisyedili.engine.effects import NOTHING, advance, carry_out, conclude, stock_out
from pisyedili.engine.errors import IllegalMove, InvalidState, Refusal
from pisyedili.engine.events import RoundDealt
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.rules import OpeningStyle
from pisyedili.engine.shuffle import round_seed, shuffled
from pisyedili.engine.state import Match, MatchOver, Opening, RoundOver, State, Transition


def new_match(
    rulebook: Rulebook,
    seats: int,
    seed: bytes,
    game_id: str = "",
    names: tuple[str, ...] = (),
) -> Transition:
    """Return the first round, dealt from a 32-byte seed by seat 0.

    ``InvalidState`` for a number of seats that the rules do not allow, for names that are not one
    a seat, or for a seed of another length.
    """
    match = Match(rulebook, game_id, names, seed)
    faults = (*seat_faults(match, seats),)
    if faults:
        raise InvalidState(faults)
    return _deal(match, seats, ply=0)


def start_round(state: State) -> Transition:
    """Return the next round, dealt by the next seat; ``IllegalMove`` unless a round is over."""
    phase = state.phase
    if isinstance(phase, MatchOver):
        raise IllegalMove(Refusal.MATCH_OVER, "a match with rounds to play", "a match that is over")
    if not isinstance(phase, RoundOver):
        raise IllegalMove(Refusal.ROUND_NOT_OVER, "a round that is over", "one still being played")
    match = state.match.replace(round=state.match.round + 1)
    return _deal(match, len(state.hands), state.ply)


def _deal(match: Match, seats: int, ply: int) -> Transition:
    rulebook, dealer = match.rulebook, match.round % seats
    seed = round_seed(match.seed, match.round)
    hands, stock = _hands(shuffled(rulebook.deck(seats), seed, 0), rulebook, seats, dealer)
    none = (False,) * seats
    state = State(match, Opening(), dealer, hands, stock, (), NO_SUIT, 1, none, 0, 0, 0, 1, ply)
    draft = Draft(state)
    if rulebook.rules.opening.style is OpeningStyle.TURN_UP:
        _turn_up(draft)
    else:
        draft.events.append(RoundDealt(match.round, dealer, ()))
        advance(draft)
    return conclude(draft)


def _hands(
    stock: tuple[Card, ...], rulebook: Rulebook, seats: int, dealer: int
) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """Deal packet by packet from the top, clockwise from the dealer's left."""
    hands: list[tuple[Card, ...]] = [()] * seats
    for packet in rulebook.rules.table.packets_for(seats):
        for step in range(1, seats + 1):
            seat = (dealer + step) % seats
            hands[seat] += stock[: -packet - 1 : -1]
            stock = stock[:-packet]
    return tuple(tuple(sorted(hand)) for hand in hands), stock


def _turn_up(draft: Draft) -> None:
    """Turn the top card over; bury jokers and the buried ranks while another kind is left."""
    opening = draft.match.rules.opening
    buried = {JOKER_RANK, *opening.turn_up_buried}
    turned = [draft.stock[-1]]
    stock = draft.stock[:-1]
    if not all(RANK_OF[card] in buried for card in draft.stock):
        while RANK_OF[turned[-1]] in buried:
            stock = (turned[-1], *stock)
            turned.append(stock[-1])
            stock = stock[:-1]
    card = turned[-1]
    draft.stock, draft.discard, draft.suit = stock, (card,), SUIT_OF[card]
    draft.events.append(RoundDealt(draft.match.round, draft.seat, tuple(turned)))
    pending = NOTHING
    if RANK_OF[card] in opening.turn_up_applied:
        pending = carry_out(draft, RANK_OF[card], 1, NOTHING)
    if not stock_out(draft):
        advance(draft, pending)
