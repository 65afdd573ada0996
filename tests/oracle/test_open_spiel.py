import sys
from collections import Counter
from importlib.util import find_spec

import pytest

from pisyedili.engine.cards import HEARTS
from pisyedili.engine.moves import DRAW, PASS, Play
from tests.engine.builder import play, position
from tests.oracle.harness import Figures, Pair, documented_points, laid_out, play_round
from tests.oracle.outside import Parted
from tests.oracle.table import Table

pytestmark = pytest.mark.skipif(
    sys.version_info >= (3, 14) and find_spec("pyspiel") is None,
    reason="OpenSpiel has no wheel for this Python",
)

ROUNDS = 500
SEATS = 8
KINDS = {"plain": 0, "specials": 1, "reshuffling": 2, "specials, reshuffling": 3}

ALWAYS = {"CardsPlayed", "CardsDrawn", "Passed", "SuitNamed"}
ENDS = {"ended: finished", "ended: limit", "ended: blocked"}
SPECIALS = {"SeatSkipped", "DirectionReversed", "DebtPaid of stacked twos"}
HAPPENED = {
    "plain": ALWAYS | ENDS,
    "specials": ALWAYS | ENDS | SPECIALS | {"DebtPaid in part"},
    "reshuffling": ALWAYS | ENDS | {"StockReshuffled"},
    "specials, reshuffling": ALWAYS | ENDS | SPECIALS | {"StockReshuffled"},
}

TWO = "cards = 2, stacking = 'adds'"
SPARED = "spared_on_empty_stock = true"
OTHER_READINGS = [
    ("plain", "table.hand = 6"),
    ("plain", "table.hand_of_two = 0"),
    ("plain", "table.extra_deck_from = 7"),
    ("plain", "opening.turn_up_buried = []"),
    ("plain", 'turn.draw_when = "without_match"'),
    ("plain", 'turn.draw_again = "without_match"'),
    ("plain", 'turn.after_draw = "drawn_card"'),
    ("plain", "turn.pass_after = 0\nsafety.turns = 1000"),
    ("plain", "turn.auto_pass = true"),
    ("plain", "effects.8.choose_suit = { on_own_rank = true }"),
    ("plain", "effects.8.choose_suit = { always = true }"),
    (
        "plain",
        "effects.8.choose_suit = { always = true, on_own_rank = true, other_suit_only = true }",
    ),
    ("plain", 'stock.when_empty = "round_ends"'),
    ("plain", "stock.blocked_extra_passes = 0"),
    ("plain", 'stock.blocking_passes = "idle"'),
    ("plain", "score.points.8 = 20"),
    ("plain", "score.points.A = 1"),
    ("plain", "safety.cards = 99"),
    ("specials", "opening.turn_up_applied = []"),
    ("specials", "opening.turn_up_applied = [2, 'Q']"),
    ("specials", "effects.A.reverse = { kind = 'one_turn' }"),
    ("specials", "effects.A.reverse = { skips_with_two = true }"),
    ("specials", "effects.Q.skip = 2"),
    ("specials", f"effects.2.draw_next = {{ {TWO}, spared_on_empty_stock = false }}"),
    ("specials", f"effects.2.draw_next = {{ {TWO}, {SPARED}, turn_goes_on = true }}"),
    ("specials", f"effects.2.draw_next = {{ cards = 2, {SPARED}, stacking = 'none' }}"),
    ("specials", f"effects.2.draw_next = {{ cards = 2, {SPARED}, stacking = 'doubles' }}"),
    ("specials", f"effects.2.draw_next = {{ cards = 3, {SPARED}, stacking = 'adds' }}"),
    ("specials", 'stock.blocking_passes = "idle"'),
    ("reshuffling", 'stock.when_empty = "reshuffle"'),
    ("reshuffling", "stock.blocked_extra_passes = 0"),
    ("specials, reshuffling", 'stock.when_empty = "play_on"'),
]


@pytest.mark.parametrize("kind", KINDS)
def test_random_rounds_are_the_same_in_open_spiel_at_every_move(kind: str) -> None:
    figures = _rounds(kind)

    assert figures["rounds"] == ROUNDS // len(KINDS)
    assert {name for name in HAPPENED[kind] if not figures[name]} == set()


@pytest.mark.parametrize(("kind", "changes"), OTHER_READINGS)
def test_the_comparison_notices_another_reading_of_one_option(kind: str, changes: str) -> None:
    with pytest.raises(Parted):
        _rounds(kind, changes)


def test_an_eight_that_meets_the_limit_of_cards_is_named_here_and_not_there() -> None:
    pair = _two(cards=1)

    pair.make(play("8♣", HEARTS))

    assert pair.agree().over
    assert pair.theirs.state.action_to_string(0, pair.theirs.state.history()[-1]) == "Play C8"


def test_open_spiels_returns_count_other_cards_by_their_number_and_not_by_their_face() -> None:
    pair = _two(cards=1)

    pair.make(play("3♣"))

    assert pair.ours.match.scores[-1][1] == 2 + 3 + 4 + 5 + 6 + 7 + 10
    assert documented_points(pair.theirs.hands[1]) == 2 + 3 + 4 + 5 + 6 + 7 + 10
    ids = (1, 5, 9, 13, 17, 21, 35)
    assert pair.theirs.state.returns()[1] == -sum(number + 2 for number in ids)


def test_open_spiel_refills_an_empty_stock_even_after_the_finishing_card() -> None:
    pair = _two(reshuffle=True, draws=200)

    while not pair.agree().over:
        moves = pair.agree().moves
        if pair.ours.seat == 0:
            pair.make(next(move for move in moves if isinstance(move, Play)))
        else:
            pair.make(DRAW if DRAW in moves else PASS)

    assert pair.ours.hands[0] == pair.ours.stock == pair.theirs.stock == ()
    assert sum(pair.theirs.state.get_dealer_deck()) == 1


def _rounds(kind: str, changes: str = "") -> Figures:
    figures: Figures = Counter()
    for number in range(KINDS[kind], ROUNDS, len(KINDS)):
        figures.update(play_round(number, SEATS, changes))
    return figures


def _two(*, reshuffle: bool = False, draws: int = 5, cards: int = 100) -> Pair:
    table = Table(2, reshuffle=reshuffle, draws=draws, cards=cards)
    hands = "3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ | 2♦ 3♦ 4♦ 5♦ 6♦ 7♦ 10♠"
    return laid_out(position(table.rulebook(), hands, "K♣"), table)
