"""Moves and words of a record's text."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pisyedili.engine.cards import CARDS, HEARTS, SPADES, SUITS, Card, parse_cards
from pisyedili.engine.moves import DRAW, PASS, PASS_CALLING, Move, Play
from pisyedili.engine.notation import (
    Kind,
    NotationError,
    format_move,
    parse_move,
    quoted,
    words,
)
from tests.engine.builder import play

PLAYS = st.builds(
    Play, st.lists(st.sampled_from(CARDS), min_size=1, max_size=5).map(tuple),
    st.sampled_from((0, *SUITS)), st.booleans(),
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("7♣", play("7♣")),
        ("7♣!", play("7♣", call=True)),
        ("J♣=♥", play("J♣", HEARTS)),
        ("J♣=♠!", play("J♣", SPADES, call=True)),
        ("A♣+A♦", play("A♣ A♦")),
        ("joker", play("joker")),
        ("-", DRAW),
        (".", PASS),
        (".!", PASS_CALLING),
    ],
)
def test_a_move_is_a_word(text: str, move: Move) -> None:
    assert format_move(move) == text
    assert parse_move(text) == (move, ())


@pytest.mark.parametrize(
    ("text", "same"),
    [("7c", "7♣"), ("jC=h", "J♣=♥"), ("1d+1S", "A♦+A♠"), ("V♥=D", "J♥=♦"), ("10♥\ufe0f", "10♥")],
)
def test_V46_letters_and_turkish_ranks_are_read_too(text: str, same: str) -> None:
    assert parse_move(text) == parse_move(same)


def test_a_draw_may_show_its_cards() -> None:
    assert parse_move("-5♥+9♦") == (DRAW, parse_cards("5♥ 9♦"))
    assert format_move(DRAW, parse_cards("5♥ 9♦")) == "-5♥+9♦"


@given(PLAYS)
def test_every_play_is_read_back(move: Play) -> None:
    assert parse_move(format_move(move)) == (move, ())


@given(st.lists(st.sampled_from(CARDS), max_size=6).map(tuple))
def test_every_draw_is_read_back(shown: tuple[Card, ...]) -> None:
    assert parse_move(format_move(DRAW, shown)) == (DRAW, shown)


@pytest.mark.parametrize(
    "text",
    ["", "7", "7♣♣", "7♣+", "+7♣", "7♣=", "7♣=X", "7♣!!", "7♣!=♥", "-!", "--", "..", ".!!", "!"],
)
def test_a_word_that_is_no_move_is_refused_with_what_was_expected(text: str) -> None:
    with pytest.raises(ValueError, match=r"^expected a (move|suit) such as"):
        parse_move(text)


@given(st.text(alphabet=st.characters(codec="utf-8")))
def test_every_string_is_read_back(text: str) -> None:
    read = list(words(quoted(text)))
    assert [(word.kind, word.text) for word in read] == [(Kind.STRING, text), (Kind.END, "")]


def test_words_know_their_line_and_column() -> None:
    text = '[A "b"]\r\n{ two\nlines } 1: 7♣ ; to the end 2: 8♣\n  J♣=♥'
    assert [(word.text, word.place) for word in words(text)] == [
        ("[", (1, 1)),
        ("A", (1, 2)),
        ("b", (1, 4)),
        ("]", (1, 7)),
        ("{ two\nlines }", (2, 1)),
        ("1:", (3, 9)),
        ("7♣", (3, 12)),
        ("; to the end 2: 8♣", (3, 15)),
        ("J♣=♥", (4, 3)),
        ("", (4, 7)),
    ]


def test_words_need_no_spaces_around_labels_and_comments() -> None:
    assert [word.text for word in words("1:7♣{a}2:8♣;b")] == [
        "1:",
        "7♣",
        "{a}",
        "2:",
        "8♣",
        ";b",
        "",
    ]


ESCAPES = r"a string with the escapes of JSON, such as \" and \\"


@pytest.mark.parametrize(
    ("text", "place", "expected", "got"),
    [
        ('\n "open', (2, 2), "a closing quotation mark", "'\"'"),
        ('"over\nlines"', (1, 1), "a closing quotation mark", "'\"'"),
        ("7♣ { open", (1, 4), "a } that closes the comment", "'{'"),
        ("7♣ }", (1, 4), "a word", "'}'"),
        (r'"\x"', (1, 1), ESCAPES, r'"\x"'),
        (r'"\ud800"', (1, 1), ESCAPES, r'"\ud800"'),
    ],
)
def test_signs_that_are_no_word_are_refused_in_their_place(
    text: str, place: tuple[int, int], expected: str, got: str
) -> None:
    with pytest.raises(NotationError) as error:
        list(words(text))
    assert (error.value.line, error.value.column) == place
    assert (error.value.expected, error.value.got) == (expected, got)


def test_an_error_survives_a_pickle() -> None:
    error = NotationError((2, 3), "a word", "'}'")
    made = pickle.loads(pickle.dumps(error))  # noqa: S301 - its own pickle
    assert str(made) == str(error)
    assert (made.line, made.column, made.expected, made.got) == (2, 3, "a word", "'}'")


def test_a_word_is_shown_up_to_its_fortieth_sign() -> None:
    for written, shown in (("x" * 40, "x" * 40), ("x" * 41, "x" * 40 + "…")):
        (word, end) = words(written)
        assert (str(word), str(end)) == (repr(shown), "the end of the text")


def test_a_string_in_three_marks_begins_after_its_first_line_end_and_knows_its_place() -> None:
    for written, text in (('"""\nab\n"""', "ab\n"), ('"""ab"""', "ab")):
        word = next(words(written))
        assert (word.kind, word.text, word.place) == (Kind.STRING, text, (1, 1))


def test_a_comment_ends_before_the_spaces_behind_it() -> None:
    assert [word.text for word in words("  ; to the end  \n7♣")] == ["; to the end", "7♣", ""]


def test_a_line_ends_alike_on_all_systems() -> None:
    assert next(words('"""a\r\nb"""')).text == "a\nb"
    assert [word.place for word in words("{\n\n a } 7♣")] == [(1, 1), (3, 6), (3, 8)]


def test_a_text_of_lines_is_quoted_as_it_is_unless_a_mark_ends_it() -> None:
    assert quoted("one\ntwo") == '"""\none\ntwo"""'
    assert quoted('one\n"two"') == r'"one\n\"two\""'
    assert quoted("yedi ♣") == '"yedi ♣"'
