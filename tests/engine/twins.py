"""Two states that a seat cannot tell apart: the same but for what it may not know."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest

from pisyedili.engine.cards import NO_CARD
from pisyedili.engine.check import state_faults
from pisyedili.engine.defaults import default_move
from pisyedili.engine.errors import IllegalMove
from pisyedili.engine.events import CardsDrawn, Event, RoundEnded, Why
from pisyedili.engine.legality import legal_moves, refusal, refused_cards
from pisyedili.engine.moves import DRAW, PASS, PASS_CALLING, Move, Play
from pisyedili.engine.play import apply_move
from pisyedili.engine.state import OVER, Covering, State, Turn
from pisyedili.engine.view import PlayerView, view, visible


class Twins(NamedTuple):
    """A state and its twin; ``same_stock`` where only other seats' hands were dealt again."""

    state: State
    twin: State
    same_stock: bool


def twins(state: State, viewer: int | None, chance: Random) -> Twins | None:
    """Return a state with a twin to this viewer (None: a spectator), if one can be had."""
    if isinstance(state.phase, OVER):
        return None
    same_stock = chance.random() < 0.5
    hidden = [seat for seat in range(len(state.hands)) if seat != viewer]
    pool = [card for seat in hidden for card in state.hands[seat]]
    pool += [] if same_stock else state.stock
    chance.shuffle(pool)
    hands = list(state.hands)
    for seat in hidden:
        size = len(state.hands[seat])
        hands[seat], pool = tuple(sorted(pool[:size])), pool[size:]
    phase = state.phase
    if viewer != state.seat and isinstance(phase, Turn | Covering) and phase.card:
        phase = phase.replace(card=chance.choice(hands[state.seat] or (NO_CARD,)))
    match = state.match
    twin = state.replace(
        match=match if same_stock else match.replace(seed=chance.randbytes(32)),
        phase=phase,
        hands=tuple(hands),
        stock=state.stock if same_stock else tuple(pool),
    )
    return None if state_faults(twin) else Twins(state, twin, same_stock)


def check_twins(pair: Twins, viewer: int | None, chance: Random, most: int = 8) -> None:
    """What the viewer sees, is refused and is told is the same in both."""
    state, twin, _ = pair
    assert _unbound(view(state, viewer)) == _unbound(view(twin, viewer))
    if viewer == state.seat:
        assert legal_moves(state) == legal_moves(twin)
        assert default_move(state) == default_move(twin)
        assert refused_cards(state) == refused_cards(twin)
    if viewer is not None:
        for move in _tried(state, viewer):
            assert _told(state, viewer, move) == _told(twin, viewer, move)
    shared = [move for move in legal_moves(state) if refusal(twin, twin.seat, move) is None]
    for move in shared if len(shared) <= most else chance.sample(shared, most):
        _check_events(pair, viewer, move)


def _unbound(seen: PlayerView) -> PlayerView:
    """Return a view without the commitments, which bind to the hidden seed."""
    return seen.replace(match_commitment=b"", round_commitment=b"")


def _tried(state: State, viewer: int) -> Iterator[Move]:
    yield from (DRAW, PASS, PASS_CALLING)
    hand = state.hands[viewer]
    for card in dict.fromkeys(hand):
        yield from (Play((card,)), Play((card, card)), Play((card, hand[0], hand[-1])))


def _told(state: State, viewer: int, move: Move) -> str:
    if refusal(state, viewer, move) is None:
        return "accepted"
    with pytest.raises(IllegalMove) as caught:
        apply_move(state, viewer, move)
    return f"{caught.value.reason}: {caught.value}"


def _check_events(pair: Twins, viewer: int | None, move: Move) -> None:
    seat = pair.state.seat
    one = apply_move(pair.state, seat, move)
    other = apply_move(pair.twin, seat, move)
    known = pair.same_stock and _same_hidden_draws(pair, viewer)
    ends = [
        _until_hidden(visible(transition.events, viewer), masked=not known, own=viewer == seat)
        for transition in (one, other)
    ]
    assert ends[0] == ends[1], (move, ends)
    assert visible(one.events, None) == tuple(
        event.replace(cards=()) if isinstance(event, CardsDrawn) else event for event in one.events
    )


def _same_hidden_draws(pair: Twins, viewer: int | None) -> bool:
    """Tell whether both stocks yield the viewer the same cards."""
    del viewer
    return pair.state.stock == pair.twin.stock and pair.state.match.seed == pair.twin.match.seed


def _until_hidden(events: tuple[Event, ...], *, masked: bool, own: bool) -> list[Event]:
    """Return what is seen before hidden cards become public or decide what follows.

    A drawn card decides whether its seat passes by itself, and a round's end shows all hands.
    """
    seen: list[Event] = []
    for event in events:
        if isinstance(event, CardsDrawn):
            seen.append(event.replace(cards=()) if masked else event)
            if event.why in (Why.TURN, Why.FORGOTTEN) and (masked or not own):
                break
        else:
            seen.append(event)
        if isinstance(event, RoundEnded):
            break
    return seen
