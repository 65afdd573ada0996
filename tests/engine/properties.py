"""What holds of any state, any move and any game, whatever the rules: the checks themselves."""

import copy
import itertools
import pickle
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import pytest

from pisyedili.engine.cards import CARDS, NO_SUIT, RANK_OF, SUITS, Card
from pisyedili.engine.check import state_faults
from pisyedili.engine.defaults import default_move
from pisyedili.engine.errors import IllegalMove, Refusal
from pisyedili.engine.legality import legal_moves, refusal, refused_cards
from pisyedili.engine.moves import DRAW, PASS, PASS_CALLING, Draw, Move, Pass, Play
from pisyedili.engine.play import apply_move
from pisyedili.engine.record import replay
from pisyedili.engine.scoring import round_winners, score_round, standings, winners
from pisyedili.engine.state import OVER, State
from pisyedili.engine.view import view
from tests.engine.playing import Game


def check_state(state: State) -> None:
    """A reached state has all its cards, no fault, and a move unless its round is over."""
    held = Counter(card for pile in (*state.hands, state.stock, state.discard) for card in pile)
    assert held == Counter(state.match.rulebook.deck(len(state.hands)))
    assert state_faults(state) == ()
    assert (legal_moves(state) == ()) == isinstance(state.phase, OVER)


def check_copies(state: State) -> None:
    """A copy and a pickled state are equal to the state, also in what may follow."""
    for twin in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):  # noqa: S301 - our own bytes
        assert twin == state
        assert hash(twin) == hash(state)
        assert legal_moves(twin) == legal_moves(state)


def check_order(moves: Sequence[Move]) -> None:
    """The list is in ruling 28's order, and nothing is in it twice."""
    keys = [_place(move) for move in moves]
    assert all(one < other for one, other in itertools.pairwise(keys)), moves


def _place(move: Move) -> tuple[int, tuple[Card, ...], int, bool]:
    match move:
        case Play(cards, suit, call):
            return 0, cards, suit, call
        case Draw():
            return 1, (), 0, False
        case Pass(call):
            return 2, (), 0, call


def check_default(state: State) -> None:
    """The default move is one of the list, or none in a round that is over."""
    moves = legal_moves(state)
    default = default_move(state)
    assert default in moves if moves else default is None


def check_accepted_as_listed(state: State, chance: Random, probes: int = 60) -> None:
    """Moves are accepted if and only if they are listed; a refused one changes nothing.

    Also where nobody has asked for the list yet, which a state may remember.
    """
    listed = legal_moves(state)
    check_order(listed)
    before = pickle.dumps(state)
    unlisted: State = pickle.loads(before)  # noqa: S301 - our own bytes
    for move in listed if len(listed) <= probes else chance.sample(listed, probes):
        assert refusal(unlisted, state.seat, move) is refusal(state, state.seat, move) is None
        assert apply_move(unlisted, state.seat, move) == apply_move(state, state.seat, move)
        _check_refused(state, (state.seat + 1) % len(state.hands), move)
    known = set(listed)
    for move in itertools.islice(_probes(state, chance), probes):
        if move in known:
            assert refusal(unlisted, state.seat, move) is None
        else:
            _check_refused(state, state.seat, move)
            _check_refused(unlisted, state.seat, move)
    assert pickle.dumps(state) == before
    _check_refused_cards(state, listed)


def _check_refused(state: State, seat: int, move: Move) -> None:
    reason = refusal(state, seat, move)
    assert reason is not None, move
    with pytest.raises(IllegalMove) as caught:
        apply_move(state, seat, move)
    assert caught.value.reason is reason
    assert caught.value.expected
    assert caught.value.got
    if isinstance(state.phase, OVER):
        assert reason is Refusal.ROUND_OVER
    else:
        assert (reason is Refusal.OUT_OF_TURN) == (seat != state.seat)
        if seat == state.seat and isinstance(move, Play):
            missing = Counter(move.cards) - Counter(state.hands[seat])
            assert (reason is Refusal.CARD_NOT_HELD) == bool(missing)


def _check_refused_cards(state: State, listed: Sequence[Move]) -> None:
    """Every held card either begins a listed play or is refused with a reason, not both."""
    begin = {move.cards[0] for move in listed if isinstance(move, Play)}
    refused = [card for card, _ in refused_cards(state)]
    assert set(refused) == set(state.hands[state.seat]) - begin
    assert len(refused) == len(set(refused))


def _probes(state: State, chance: Random) -> Iterator[Move]:
    """Yield moves that might slip through: all short ones first, then longer ones at random."""
    yield from (DRAW, PASS, PASS_CALLING, Play(()))
    held = list(state.hands[state.seat])
    singles = list(dict.fromkeys(held))
    chance.shuffle(singles)
    absent = chance.choice(CARDS)
    for card in (*singles[:3], absent):
        for suit in (NO_SUIT, *SUITS):
            yield from (Play((card,), suit), Play((card,), suit, call=True))
    while held:
        card = chance.choice(held)
        fitting = [other for other in held if RANK_OF[other] == RANK_OF[card]]
        pool = chance.choice((fitting, fitting, held, [*held, absent, card]))
        cards = chance.sample(pool, chance.randint(1, min(len(pool), 5)))
        if chance.random() < 0.7:
            cards = [*sorted(cards[:-1]), cards[-1]]
        yield Play(tuple(cards), chance.choice((NO_SUIT, *SUITS)), chance.random() < 0.4)


def check_arbitrary(state: State, chance: Random, most: int = 12) -> None:
    """A state without faults, reached or not, can be looked at and played on without a fault."""
    moves = legal_moves(state)
    assert bool(moves) != isinstance(state.phase, OVER)
    check_order(moves)
    check_default(state)
    check_readings(state)
    for move in moves if len(moves) <= most else chance.sample(moves, most):
        transition = apply_move(state, state.seat, move)
        assert state_faults(transition.state) == (), (move, state_faults(transition.state))
        assert legal_moves(transition.state) or isinstance(transition.state.phase, OVER), move


def check_readings(state: State) -> None:
    """Scores, standings and every seat's view can be had of any state."""
    seats = len(state.hands)
    assert [score.seat for score in score_round(state)] == list(range(seats))
    assert len(standings(state.match, seats)) in (seats, seats // 2)
    assert set(winners(state.match, seats)) <= set(range(seats))
    assert bool(round_winners(state)) == isinstance(state.phase, OVER)
    for viewer in (None, *range(seats)):
        seen = view(state, viewer)
        assert seen.hand == (() if viewer is None else state.hands[viewer])
        shows = viewer == state.seat
        assert seen.moves == (legal_moves(state) if shows else ())


def check_replay(game: Game) -> None:
    """The same seed and the same moves lead to the same state."""
    record = game.record()
    assert replay(record) == game.state
    assert replay(pickle.loads(pickle.dumps(record))) == game.state  # noqa: S301 - our own bytes
