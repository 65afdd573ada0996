"""Moves as people write them, and what a person at the table may type."""

from dataclasses import replace
from typing import Any

import pytest

from pisyedili.cli.choice import (
    Ask,
    Leave,
    NoSuchNumber,
    differ_by_suit,
    meanings,
    read_entry,
)
from pisyedili.cli.notation import NotAMove, move_text, parse_move
from pisyedili.cli.texts import Language, speak
from pisyedili.client import Card, Draw, Move, Pass, Play, Suit, parse_cards
from pisyedili.client.values import Phase, View
from pisyedili.v1.rules_pb2 import Rules

ALL_MOVES: list[Move] = [
    Draw(),
    Pass(),
    Pass(tek=True),
    Play.of("7♣"),
    Play.of("10♦", tek=True),
    Play.of("A♣ A♥"),
    Play.of("joker"),
    *(Play.of("J♠", suit, tek=tek) for suit in Suit for tek in (False, True)),
]


@pytest.mark.parametrize("move", ALL_MOVES)
def test_what_is_written_can_be_read(move: Move) -> None:
    assert parse_move(move_text(move)) == move
    for language in Language:
        assert parse_move(move_text(move, speak(language))) == move


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("7c", Play.of("7♣")),
        ("kupa 7", Play.of("7♥")),
        ("V♣ KUPA", Play.of("J♣", "♥")),
        ("J♣ = ♥ tek", Play.of("J♣", "♥", tek=True)),
        ("tek 9♦", Play.of("9♦", tek=True)),
        ("A♣, A♦ tek", Play.of("A♣ A♦", tek=True)),
        ("ÇEK", Draw()),
        ("ziehen", Draw()),
        ("Pas", Pass()),
        ("passen", Pass()),
        ("pas tek", Pass(tek=True)),
        ("J♣ D", Play.of("J♣", "♦")),
        ("Herz Bube Pik", Play.of("J♥", "♠")),
        ("SİNEK VALE MAÇA", Play.of("J♣", "♠")),
    ],
)
def test_moves_are_read_in_three_languages(text: str, move: Move) -> None:
    assert parse_move(text) == move


@pytest.mark.parametrize(
    "text", ["", "tek", "foo", "7", "♥", "çek tek", "çek 7♣", "7♣ foo", "tek tek"]
)
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(NotAMove):
        parse_move(text)


HAND = parse_cards("7♣ J♣ A♦ A♥ 10♠")
TR, EN = speak(Language.TR), speak(Language.EN)


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("1", Play.of("7♣")),
        ("2 kupa", Play.of("J♣", "♥")),
        ("2 kupa tek", Play.of("J♣", "♥", tek=True)),
        ("1 tek", Play.of("7♣", tek=True)),
        ("3 4", Play.of("A♦ A♥")),
        ("7♣", Play.of("7♣")),
        ("ç", Draw()),
        ("c", Draw()),
        ("p", Pass()),
        ("p tek", Pass(tek=True)),
        ("?", Ask()),
        ("", Ask()),
        ("q", Leave()),
        ("ÇIK", Leave()),
    ],
)
def test_a_person_types_numbers_cards_or_letters(text: str, entry: Any) -> None:
    assert read_entry(text, HAND, TR) == entry


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("6", 6), ("1 99", 99)])
def test_a_number_beyond_the_hand_is_told(text: str, number: int) -> None:
    with pytest.raises(NoSuchNumber) as caught:
        read_entry(text, HAND, EN)
    assert caught.value.number == number


@pytest.mark.parametrize("text", ["1 foo", "1 2 kupa kupa", "abc", "1 kupa 2"])
def test_nonsense_is_no_entry(text: str) -> None:
    with pytest.raises(NotAMove):
        read_entry(text, HAND, EN)


def view(*moves: Move) -> View:
    phase = Phase("turn", 0, False, 0, None, None, None, None)
    blank: dict[str, Any] = dict.fromkeys(View.__dataclass_fields__)
    blank |= {"phase": phase, "rules": Rules(), "hand": HAND, "moves": moves}
    return replace(View(**blank))


def test_a_jack_without_a_suit_means_all_its_plays() -> None:
    plays = [Play.of("J♣", suit) for suit in Suit]
    meant = meanings(Play.of("J♣"), view(*plays, Draw()))
    assert meant == tuple(plays)
    assert differ_by_suit(meant)
    assert meanings(Play.of("J♣", "♥"), view(*plays)) == (Play.of("J♣", "♥"),)


def test_an_ace_that_takes_the_others_along_is_chosen_by_the_one_on_top() -> None:
    both = view(Play.of("A♦ A♥"), Play.of("A♥ A♦"))
    assert meanings(Play.of("A♦"), both) == (Play.of("A♥ A♦"),)
    assert meanings(Play.of("A♥ A♦"), both) == (Play.of("A♥ A♦"),)


def test_leaving_tek_out_is_a_choice() -> None:
    both = view(Play.of("7♣"), Play.of("7♣", tek=True))
    assert meanings(Play.of("7♣"), both) == (Play.of("7♣"),)
    assert meanings(Play.of("7♣", tek=True), both) == (Play.of("7♣", tek=True),)


def test_what_is_not_listed_means_nothing() -> None:
    assert meanings(Play.of("7♥"), view(Play.of("7♣"), Draw())) == ()
    assert meanings(Pass(), view(Play.of("7♣"), Draw())) == ()
    assert meanings(Play.of(Card(1)), view(Draw())) == ()
