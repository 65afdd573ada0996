"""Every spelling of a card is that card, and of no other."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pisyedili.client import (
    Card,
    NotationError,
    Play,
    Rank,
    Suit,
    format_cards,
    parse_card,
    parse_cards,
    parse_move,
    parse_rank,
    parse_suit,
)
from pisyedili.client.cards import spellings
from pisyedili.client.moves import Draw, Move, Pass, move_message, move_value
from pisyedili.v1 import cards_pb2

CARDS = [Card(number) for number in range(1, 54)]
cards = st.sampled_from(CARDS)
suits = st.sampled_from(Suit)
moves = st.one_of(
    st.builds(
        Play,
        st.lists(cards, min_size=1, max_size=8).map(tuple),
        st.none() | suits,
        st.booleans(),
    ),
    st.builds(Draw),
    st.builds(Pass, st.booleans()),
)


def _sizes(text: str) -> list[str]:
    turkish = text.replace("i", "İ").upper(), text.replace("i", "ı")
    return [text, text.upper(), text.title(), f"  {text} ", *turkish]


@given(st.sampled_from(sorted(spellings().items())), st.data())
def test_every_spelling_is_its_card_in_any_case(
    spelled: tuple[str, Card], data: st.DataObject
) -> None:
    text, card = spelled
    assert parse_card(data.draw(st.sampled_from(_sizes(text)))) == card


@given(st.lists(st.sampled_from(sorted(spellings().items())), max_size=6))
def test_spellings_in_a_row_are_their_cards(row: list[tuple[str, Card]]) -> None:
    assert parse_cards(", ".join(text for text, _ in row)) == tuple(card for _, card in row)


def test_no_spelling_falls_into_two_others() -> None:
    known = spellings()
    torn = [
        text
        for text in known
        for at in range(1, len(text))
        if text[:at] in known and text[at:] in known
    ]
    assert torn == []


def test_a_spelling_torn_by_a_space_is_the_same_card() -> None:
    for suit in ("sinek", "karo", "kupa", "maça", "♣", "♦", "♥", "♠", "Kreuz", "Pik"):
        for rank in ("as", "7", "10", "V", "vale", "kız", "papaz", "R", "1"):
            card = Card.of(parse_suit(suit), parse_rank(rank))
            assert {*parse_cards(f"{suit} {rank}"), *parse_cards(f"{rank} {suit}")} == {card}
            assert parse_cards(f"{rank} {suit} {suit} {rank}") == (card, card)


@given(st.lists(cards))
def test_what_is_printed_is_read_back(hand: list[Card]) -> None:
    assert parse_cards(format_cards(hand)) == tuple(hand) == parse_cards(hand)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("7C", "7♣"),
        ("sinek 7", "7♣"),
        ("♣7", "7♣"),
        ("♣V", "J♣"),
        ("V♣", "J♣"),
        ("D♥", "Q♥"),
        ("DD", "Q♦"),
        ("RD", "K♦"),
        ("1♠", "A♠"),
        ("AS", "A♠"),
        ("as maça", "A♠"),
        ("AS MAÇA", "A♠"),
        ("MAÇA KIZ", "Q♠"),
        ("SİNEK PAPAZ", "K♣"),
        ("Herz König", "K♥"),
        ("10♦️", "10♦"),
        ("Joker", "joker"),
    ],
)
def test_a_card_is_written_as_people_do(text: str, printed: str) -> None:
    assert str(parse_card(text)) == printed


def test_numbers_are_the_contracts() -> None:
    for card in CARDS:
        name = cards_pb2.Card.Name(cards_pb2.Card.ValueType(card))
        words = [f"CARD_{card.suit.name}_{card.rank.name}"] if card.suit else ["CARD_JOKER"]
        assert words == [name]
    assert [suit.name for suit in Suit] == [n[5:] for n in cards_pb2.Suit.keys()[1:]]
    assert [rank.name for rank in Rank] == [n[5:] for n in cards_pb2.Rank.keys()[1:]]
    assert all(one < other for one, other in pairwise(CARDS))


@pytest.mark.parametrize("text", ["", "7", "♣", "11♣", "0♣", "7♣7", "7♣ 8♣", "joker♣", "sinek"])
def test_what_is_no_card_is_refused_by_what_came(text: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_card(text)
    assert str(refused.value) == f"expected a card such as 7♣, sinek 7, V♥ or joker, got {text!r}"


def test_in_a_row_the_word_that_is_no_card_is_named() -> None:
    with pytest.raises(NotationError, match="got 'x♣' in 'A♣ X♣'"):
        parse_cards("A♣ X♣")


@pytest.mark.parametrize("number", [0, 54, -1])
def test_a_number_that_is_no_card_is_refused(number: int) -> None:
    with pytest.raises(NotationError, match=f"1 to 53, got {number}"):
        Card(number)


@given(moves)
def test_a_move_is_read_back_from_its_text_and_from_its_message(move: Move) -> None:
    assert parse_move(str(move)) == move == move_value(move_message(move))


@pytest.mark.parametrize("text", ["", "tek", "draw tek", "= ♥", "7♣ =", "7♣ = kup"])
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="expected"):
        parse_move(text)
