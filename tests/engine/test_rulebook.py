"""What a rulebook looks up: decks by the number of seats, and what cards cost."""

from pisyedili.engine.cards import JOKER_RANK, RANKS, Rank, deck
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.rules import Count, Partnerships, Rules, ScoreRules, TableRules

SEVEN = Rank(7)


def costs(score: ScoreRules) -> list[int]:
    """Return what a card of each rank costs, the joker last."""
    book = Rulebook(Rules(score=score))
    return [book.points[rank] for rank in (*RANKS, JOKER_RANK)]


def test_a_card_that_no_points_are_listed_for_costs_none() -> None:
    score = ScoreRules(count=Count.POINTS, points=((SEVEN, 5), (JOKER_RANK, 20)))
    assert costs(score) == [0] * 6 + [5] + [0] * 6 + [20]


def test_where_cards_are_counted_each_costs_one_whatever_its_points() -> None:
    assert costs(ScoreRules(count=Count.CARDS, points=((SEVEN, 5),))) == [1] * 14


def test_a_deck_more_is_in_play_from_its_number_of_seats_on() -> None:
    table = TableRules(seats_max=6, extra_deck_from=5, jokers=2, ranks=RANKS[5:], hand=4)
    book = Rulebook(Rules(table=table))
    for seats, decks in ((4, 1), (5, 2)):
        assert book.deck(seats) == deck(decks, 2, RANKS[5:])
        assert book.sorted_deck(seats) == tuple(sorted(book.deck(seats)))
        assert len(book.deck(seats)) == decks * 4 * 8 + 2


def test_two_players_may_have_another_hand_which_is_dealt_card_by_card() -> None:
    table = TableRules(hand=7, packets=(4, 3), hand_of_two=5)
    assert (table.packets_for(2), table.packets_for(3)) == ((1,) * 5, (4, 3))
    singly = TableRules(hand=7, hand_of_two=5)
    assert (singly.packets_for(2), singly.packets_for(3)) == ((1,) * 5, (1,) * 7)


def test_one_deck_more_may_be_in_play_from_any_number_of_seats_on() -> None:
    decks = [TableRules(extra_deck_from=start).decks_for(2) for start in range(4)]
    assert decks == [1, 2, 2, 1]


def test_pairs_sit_down_in_even_numbers() -> None:
    pairs = TableRules(partnerships=Partnerships.PAIRS, seats_min=5, seats_max=9)
    assert list(pairs.seat_counts()) == [6, 8]
    assert list(TableRules(seats_min=2, seats_max=4).seat_counts()) == [2, 3, 4]
