"""Cards as numbers and as text."""

import pytest

from pisyedili.engine.cards import (
    CARD_NAMES,
    CARDS,
    CLUBS,
    DIAMONDS,
    HEARTS,
    JOKER,
    JOKER_RANK,
    NO_CARD,
    NO_RANK,
    NO_SUIT,
    RANK_OF,
    SPADES,
    SUIT_OF,
    Rank,
    Suit,
    card,
    deck,
    format_cards,
    parse_card,
    parse_cards,
)

PUBLISHED = [
    ("A♣", 1, CLUBS, 1),
    ("K♣", 13, CLUBS, 13),
    ("A♦", 14, DIAMONDS, 1),
    ("10♦", 23, DIAMONDS, 10),
    ("A♥", 27, HEARTS, 1),
    ("J♥", 37, HEARTS, 11),
    ("A♠", 40, SPADES, 1),
    ("Q♠", 51, SPADES, 12),
    ("K♠", 52, SPADES, 13),
]


@pytest.mark.parametrize(("text", "number", "suit", "rank"), PUBLISHED)
def test_a_card_has_its_published_number(text: str, number: int, suit: Suit, rank: int) -> None:
    found = parse_card(text)
    assert (found, SUIT_OF[found], RANK_OF[found]) == (number, suit, rank)
    assert card(suit, Rank(rank)) == number
    assert CARD_NAMES[number] == text


def test_a_joker_has_neither_suit_nor_a_rank_of_the_deck() -> None:
    assert (JOKER, SUIT_OF[JOKER], RANK_OF[JOKER]) == (53, NO_SUIT, JOKER_RANK)
    assert parse_card("joker") == JOKER


def test_no_card_has_neither_suit_nor_rank() -> None:
    assert (SUIT_OF[NO_CARD], RANK_OF[NO_CARD], CARD_NAMES[NO_CARD]) == (NO_SUIT, NO_RANK, "none")


def test_every_card_reads_back_from_its_text() -> None:
    assert parse_cards(format_cards(CARDS)) == CARDS
    assert len(set(CARD_NAMES)) == 54


@pytest.mark.parametrize(
    ("text", "same"),
    [("7c", "7♣"), ("10D", "10♦"), ("ah", "A♥"), ("qS", "Q♠"), (" 7♣ ", "7♣"), ("Joker", "joker")],
)
def test_letters_serve_for_signs_and_case_and_spaces_do_not_matter(text: str, same: str) -> None:
    assert parse_card(text) == parse_card(same)


@pytest.mark.parametrize(
    "text", ["", "7", "♣", "♣7", "0♣", "11♣", "7♣♣", "7x", "none", "A♣ 2♣", "jokers", "-♣", "7-"]
)
def test_any_other_text_is_refused_with_what_was_expected(text: str) -> None:
    with pytest.raises(ValueError, match="expected a card such as 7♣, 10H or joker") as error:
        parse_card(text)
    assert repr(text) in str(error.value)


def test_a_row_of_cards_has_spaces_between_them_and_may_be_empty() -> None:
    assert parse_cards("  7♣   8D joker ") == (7, 21, 53)
    assert parse_cards("") == ()
    assert format_cards(parse_cards("joker 8D 7♣")) == "joker 8♦ 7♣"
    with pytest.raises(ValueError, match="got '8'"):
        parse_cards("7♣ 8 ♦")


def test_a_deck_is_ordered_suit_by_suit_and_jokers_come_last() -> None:
    assert deck(1, 0) == tuple(range(1, 53))
    assert deck(2, 3) == (*range(1, 53), *range(1, 53), 53, 53, 53)


def test_a_short_deck_has_only_its_ranks() -> None:
    ranks = (Rank(1), Rank(7), Rank(13))
    assert format_cards(deck(1, 1, ranks)) == "A♣ 7♣ K♣ A♦ 7♦ K♦ A♥ 7♥ K♥ A♠ 7♠ K♠ joker"
