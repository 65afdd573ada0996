"""States that no play need have reached: reached ones with their parts moved about."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

from pisyedili.engine.cards import (
    JOKER_RANK,
    NO_CARD,
    NO_RANK,
    RANK_OF,
    RANKS,
    SUIT_OF,
    SUITS,
    Card,
)
from pisyedili.engine.check import state_faults
from pisyedili.engine.events import RoundEnd
from pisyedili.engine.rules import OpeningStyle
from pisyedili.engine.state import (
    OVER,
    Covering,
    Forgotten,
    MatchOver,
    Opening,
    Owing,
    Pending,
    Phase,
    RoundOver,
    State,
    Turn,
)

Change = Callable[[State, Random], dict[str, Any]]


def mutants(state: State, chance: Random, tries: int) -> Iterator[State]:
    """Yield the states without faults among so many random changes of a state."""
    for _ in range(tries):
        changed = state
        for change in chance.choices(CHANGES, k=chance.randint(1, 4)):
            changed = changed.replace(**change(changed, chance))
        changed = _counted(changed, chance) if chance.random() < 0.9 else changed
        if state_faults(changed) == () and changed != state:
            yield changed


def _counted(state: State, chance: Random) -> State:
    """Return the state with counts, calls and scores that its cards and its phase allow."""
    match, phase, seats = state.match, state.phase, len(state.hands)
    laid = len(state.discard) - (state.rules.opening.style is OpeningStyle.TURN_UP)
    rounds = state.match.round + isinstance(phase, OVER)
    scores = (*match.scores, *(tuple(range(seats)) for _ in range(rounds)))[:rounds]
    if state.discard and SUIT_OF[state.discard[-1]]:
        chosen = state.match.rulebook.effects[state.top_rank].choose_suit
        if not (chosen and state.suit):
            state = state.replace(suit=SUIT_OF[state.discard[-1]])
    elif not state.discard:
        state = state.replace(suit=0)
    return state.replace(
        match=match.replace(scores=scores),
        called=tuple(
            called and len(hand) == 1
            for called, hand in zip(state.called, state.hands, strict=True)
        ),
        cards=max(laid, 0) if state.shuffles == 1 else max(state.cards, laid),
        passes=state.passes if state.nothing_to_draw else 0,
        phase=_held_card(state, chance),
    )


def _held_card(state: State, chance: Random) -> Phase:
    """Return the phase with a drawn card that the seat on turn holds."""
    phase, hand = state.phase, state.hands[state.seat]
    if isinstance(phase, Turn | Covering) and phase.card and phase.card not in hand:
        return phase.replace(card=chance.choice(hand)) if hand else phase.replace(card=NO_CARD)
    return phase


def _dealt_again(state: State, chance: Random) -> dict[str, Any]:
    """All cards but the discard's top in other places, the piles of other sizes."""
    cards = [card for pile in (*state.hands, state.stock, state.discard) for card in pile]
    chance.shuffle(cards)
    sizes = [chance.choice((0, 1, 1, 2, 2, 3, 5, 8)) for _ in state.hands]
    hands = []
    for size in sizes:
        hands.append(tuple(sorted(cards[:size])))
        cards = cards[size:]
    laid = chance.choice((0, 1, 1, 2, len(cards), chance.randint(0, len(cards))))
    return {
        "hands": tuple(hands),
        "discard": tuple(cards[:laid]),
        "stock": tuple(cards[laid:]),
    }


def _one_card_moved(state: State, chance: Random) -> dict[str, Any]:
    piles = [list(pile) for pile in (*state.hands, state.stock, state.discard)]
    source = chance.choice([pile for pile in piles if pile])
    card = source.pop(chance.randrange(len(source)))
    chance.choice(piles).append(card)
    return _piled(piles)


def _stock_moved(state: State, chance: Random) -> dict[str, Any]:
    """The whole stock, or all but one card of it, in one hand or under the discard."""
    piles = [list(pile) for pile in (*state.hands, state.stock, state.discard)]
    kept = chance.choice((0, 0, 1))
    moved, piles[-2] = piles[-2][kept:], piles[-2][:kept]
    if chance.random() < 0.5:
        piles[-1] = moved + piles[-1]
    else:
        piles[chance.randrange(len(state.hands))] += moved
    return _piled(piles)


def _piled(piles: list[list[Card]]) -> dict[str, Any]:
    hands = tuple(tuple(sorted(pile)) for pile in piles[:-2])
    return {"hands": hands, "stock": tuple(piles[-2]), "discard": tuple(piles[-1])}


def _phase(state: State, chance: Random) -> dict[str, Any]:
    hand = state.hands[state.seat]
    card = chance.choice(hand) if hand else NO_CARD
    drawn = chance.choice((1, 1, 2, 5))
    barred = chance.random() < 0.3
    reason = chance.choice(list(RoundEnd))
    gone = [seat for seat, held in enumerate(state.hands) if not held]
    finisher = chance.choice(gone) if gone and reason is RoundEnd.FINISHED else None
    last = state.match.round + 1 == state.rules.match.rounds
    phases: tuple[Phase, ...] = (
        Opening(chance.choice((0, 1, 3))),
        Turn(),
        Turn(drawn, card, barred),
        Forgotten(),
        Owing(_some_cards(chance), _debt_rank(state, chance)),
        Covering(_pending(state, chance), chance.choice((NO_CARD, card)), barred),
        MatchOver(reason, finisher) if last else RoundOver(reason, finisher),
    )
    return {"phase": chance.choice(phases)}


def _pending(state: State, chance: Random) -> Pending:
    owes = chance.random() < 0.5
    return Pending(
        chance.choice((0, 0, 1, 3, 40)),
        chance.random() < 0.3,
        chance.random() < 0.3,
        _some_cards(chance) if owes else 0,
        _debt_rank(state, chance) if owes else NO_RANK,
    )


def _debt_rank(state: State, chance: Random) -> Any:
    effects = state.match.rulebook.effects
    raising = [rank for rank in (*RANKS, JOKER_RANK) if effects[rank].draw_next]
    return chance.choice(raising or [NO_RANK])


def _some_cards(chance: Random) -> int:
    return chance.choice((1, 2, 3, 7, 60, 10**6))


def _covered_top(state: State, chance: Random) -> dict[str, Any]:
    """A cover card on top, and a cover due."""
    effects = state.match.rulebook.effects
    piles = [list(pile) for pile in (*state.hands, state.stock, state.discard)]
    for pile in chance.sample(piles, len(piles)):
        for card in pile:
            if effects[RANK_OF[card]].cover:
                pile.remove(card)
                piles[-1].append(card)
                phase = Covering(_pending(state, chance), NO_CARD, chance.random() < 0.3)
                return _piled(piles) | {"phase": phase, "suit": SUIT_OF[card]}
    return {}


def _seat(state: State, chance: Random) -> dict[str, Any]:
    return {"seat": chance.randrange(len(state.hands))}


def _counts(state: State, chance: Random) -> dict[str, Any]:
    safety, seats = state.rules.safety, len(state.hands)
    name = chance.choice(("passes", "turns", "cards", "shuffles", "ply", "direction", "suit"))
    value = {
        "passes": chance.randint(0, seats + state.rules.stock.blocked_extra_passes),
        "turns": chance.choice((0, seats, max(safety.turns - 1, 0), state.turns + 7)),
        "cards": chance.choice((state.cards + 1, max(safety.cards - 1, 0), 500)),
        "shuffles": chance.choice((1, 2, 9)),
        "ply": chance.choice((0, 10**6)),
        "direction": -state.direction,
        "suit": chance.choice((0, *SUITS)),
    }[name]
    return {name: value}


def _called(state: State, chance: Random) -> dict[str, Any]:
    return {"called": tuple(chance.random() < 0.5 for _ in state.hands)}


def _round(state: State, chance: Random) -> dict[str, Any]:
    return {"match": state.match.replace(round=chance.randrange(state.rules.match.rounds))}


CHANGES: Final[tuple[Change, ...]] = (
    _dealt_again,
    _one_card_moved,
    _stock_moved,
    _phase,
    _phase,
    _covered_top,
    _seat,
    _counts,
    _counts,
    _called,
    _round,
)
