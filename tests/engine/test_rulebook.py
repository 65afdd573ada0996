"""What a rulebook looks up: decks by the number of seats, and what cards cost."""

from pisyedili.engine.cards import JOKER_RANK, RANKS, Rank, deck
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.rules import Count, Rules, ScoreRules, TableRules

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
