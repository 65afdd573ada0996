"""Whole games as text: read, written, and refused with the place where they break the grammar."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pisyedili.engine.cards import HEARTS, Rank, parse_card, parse_cards
from pisyedili.engine.moves import DRAW, PASS
from pisyedili.engine.notation import NotationError
from pisyedili.engine.record import Record
from pisyedili.engine.record_text import format_transcript, parse_transcript, read_record
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.rules import Rules
from pisyedili.engine.transcript import (
    Hand,
    Made,
    Points,
    Tag,
    Top,
    Transcript,
    WrittenRound,
    transcribe,
)
from tests.engine.builder import SEED, play, presets, rulebook
from tests.engine.playing import random_game
from tests.engine.strategies import RANDOMS, RULEBOOKS, SEEDS, random_seats

PRESETS = presets()

GAME = """\
; a game that nobody finished
[Pisyedili "1"]
[Game "kitchen 42"]
[Date "a Sunday"]  {the second one}
[Rules "simple" \"""
turn.auto_pass = true
\"""]
[Seats "2"]
[Names "Ali" "Ayşe \\"A.\\""]
[Seed "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"]

Round 1  ; nobody cut
Hand 1: 7♣ 10♥ joker
Hand 0:
Top 4♥
1: J♣=♥!  {why?} A♣+A♦ 9♦  ; a cover
; and more
0: -5♥+9♦ .  1: - .!
Points 0 25

Round 2 1f1e1d1c1b1a191817161514131211100f0e0d0c0b0a09080706050403020100
"""

PARSED = Transcript(
    (
        Tag("Pisyedili", ("1",)),
        Tag("Game", ("kitchen 42",)),
        Tag("Date", ("a Sunday",), ("{the second one}",)),
        Tag("Rules", ("simple", "turn.auto_pass = true\n")),
        Tag("Seats", ("2",)),
        Tag("Names", ("Ali", 'Ayşe "A."')),
        Tag("Seed", (SEED.hex(),)),
    ),
    (
        WrittenRound(
            b"",
            (
                Hand(1, parse_cards("7♣ 10♥ joker")),
                Hand(0, ()),
                Top(parse_card("4♥")),
                Made(1, play("J♣", HEARTS, call=True), (), ("{why?}",)),
                Made(1, play("A♣ A♦")),
                Made(1, play("9♦"), (), ("; a cover", "; and more")),
                Made(0, DRAW, parse_cards("5♥ 9♦")),
                Made(0, PASS),
                Made(1, DRAW),
                Made(1, PASS.replace(call=True)),
                Points((0, 25)),
            ),
            ("; nobody cut",),
        ),
        WrittenRound(SEED[::-1], ()),
    ),
    ("; a game that nobody finished",),
)  # fmt: skip


def test_a_text_is_read_with_its_comments() -> None:
    assert parse_transcript(GAME) == PARSED


def test_a_transcript_is_written_as_people_read_it() -> None:
    written = GAME.replace("!  {why?}", "! {why?}").replace("]  {the", "] {the")
    assert format_transcript(PARSED) == written


def test_what_a_text_says_was_played_is_a_record() -> None:
    record = read_record(GAME, PRESETS)
    assert record == Record(
        rulebook("simple", "turn.auto_pass = true"),
        2,
        SEED,
        "kitchen 42",
        ("Ali", 'Ayşe "A."'),
        (tuple(item.move for item in PARSED.rounds[0].items if isinstance(item, Made)), ()),
    )


NOTES = st.one_of(
    st.from_regex(r"; ?[^\n\r]*", fullmatch=True).map(str.rstrip),
    st.from_regex(r"\{[^}\r]*\}", fullmatch=True),
)


@given(st.lists(NOTES, min_size=1), RANDOMS)
def test_comments_anywhere_are_kept(notes: list[str], chance: Random) -> None:
    def some() -> tuple[str, ...]:
        return tuple(chance.sample(notes, chance.randint(0, min(3, len(notes)))))

    tags = tuple(tag.replace(notes=some()) for tag in PARSED.tags)
    rounds = tuple(
        one.replace(items=tuple(item.replace(notes=some()) for item in one.items), notes=some())
        for one in PARSED.rounds
    )
    transcript = Transcript(tags, rounds, some())
    assert parse_transcript(format_transcript(transcript)) == transcript


@given(RULEBOOKS, SEEDS, RANDOMS, st.booleans())
@settings(max_examples=60)
def test_every_record_is_read_back_from_its_text(
    book: Rulebook, seed: bytes, chance: Random, told: bool
) -> None:
    record = random_game(book, random_seats(chance, book.rules), seed, 200).play_out().record()
    transcript = transcribe(record, PRESETS, told=told)
    text = format_transcript(transcript)
    assert parse_transcript(text) == transcript
    assert format_transcript(parse_transcript(text)) == text
    assert read_record(text, PRESETS) == record


@given(st.text(max_size=8), st.lists(st.text(max_size=8), min_size=4, max_size=4).map(tuple))
def test_ids_and_names_of_any_signs_are_read_back(game: str, names: tuple[str, ...]) -> None:
    record = Record(rulebook("gamyun"), 4, SEED, game, names, ((),))
    assert read_record(format_transcript(transcribe(record, PRESETS)), PRESETS) == record


def test_a_record_without_a_round_is_none_with_an_empty_one() -> None:
    for rounds in ((), ((),)):
        record = Record(rulebook("gamyun"), 4, SEED, "", (), rounds)
        assert read_record(format_transcript(transcribe(record, PRESETS)), PRESETS) == record


def test_moves_may_stand_without_seats_and_without_spaces() -> None:
    head = GAME[: GAME.index("Round 1")]
    text = f"\ufeff{head}Round 1 {{a}}j♣=h!{{b}}A♣+A♦ 9d -\n.".replace("\n", "\r\n")
    items = parse_transcript(text).rounds[0].items
    moves = [play("J♣", HEARTS, call=True), play("A♣ A♦"), play("9♦"), DRAW, PASS]
    assert [item.move for item in items if isinstance(item, Made)] == moves
    assert {item.seat for item in items if isinstance(item, Made)} == {None}


def test_seats_may_have_two_digits_and_tags_any_letters() -> None:
    text = f'{HEAD}[venue "a café"]\n\nRound 1\nHand 10: 7♣\n10: 7♣  9: 8♣\n'
    told = parse_transcript(text)
    assert told.tags[-1].name == "venue"
    hand, *made = told.rounds[0].items
    assert isinstance(hand, Hand)
    assert (hand.seat, *(item.seat for item in made if isinstance(item, Made))) == (10, 10, 9)


def test_a_comment_of_two_lines_ends_its_line() -> None:
    text = '[Pisyedili "1"]\n\nRound 1\n0: 7♣ {a\nb}\n1: 8♣ {c}  0: 9♣\n'
    assert format_transcript(parse_transcript(text)) == text


def test_lines_are_filled_and_turns_kept_together() -> None:
    record = random_game(rulebook("standard"), 3, SEED).play_out().record()
    lines = format_transcript(transcribe(record, PRESETS)).splitlines()
    moves = [line for line in lines if line[1:2] == ":"]
    assert all(len(line) <= 100 for line in moves)
    assert sum(len(line) > 70 for line in moves) > 0.9 * len(moves) - 4


def test_a_turn_that_goes_on_may_take_a_few_columns_more_than_one_that_begins() -> None:
    for seats, longest in ((1, "0: 10♣" + 23 * " 10♣"), (2, "0: 10♣" + 5 * "  1: 10♣  0: 10♣")):
        items = tuple(Made(number % seats, play("10♣")) for number in range(40))
        written = Transcript((), (WrittenRound(b"", items),))
        assert format_transcript(written).splitlines()[2] == longest


@pytest.mark.parametrize(("seat", "width"), [(1, 92), (0, 100)])
def test_a_line_is_filled_to_its_last_column(seat: int, width: int) -> None:
    def lines(length: int) -> list[str]:
        noted = Made(0, play("9♦"), notes=(f"{{{'x' * length}}}",))
        written = Transcript((), (WrittenRound(b"", (noted, Made(seat, play("9♦")))),))
        return format_transcript(written).splitlines()[2:]

    full = next(length for length in range(100) if len(max(lines(length), key=len)) == width)
    assert len(lines(full)) == len(lines(full + 1)) - 1


A_MOVE = "a move such as 7♣, J♣=♥, A♣+A♦, 9♦!, - or ."
HEAD = '[Pisyedili "1"][Rules "simple"][Seats "2"]\n'


@pytest.mark.parametrize(
    ("text", "place", "expected", "got"),
    [
        ("", (1, 1), '[Pisyedili "1"]', "the end of the text"),
        ("Round 1", (1, 1), '[Pisyedili "1"]', "'Round'"),
        ('[Game "a"]', (1, 1), '[Pisyedili "1"] first', "[Game]"),
        ('[Pisyedili "2"]', (1, 12), "the format's version, 1", "'2'"),
        ("[Pisyedili]", (1, 11), "the format's version, 1", "0 strings"),
        ('[Pisyedili "1" "1"]', (1, 19), "the format's version, 1", "2 strings"),
        ('[Pisyedili "1"', (1, 15), "a string or ]", "the end of the text"),
        ('["1"]', (1, 2), "the name of a tag", "'1'"),
        ("[9]", (1, 2), "the name of a tag", "'9'"),
        (f'{HEAD}[Seats "2"]', (2, 1), "each tag once", "[Seats] again"),
        ('[Pisyedili "1"]\n[Seats "two"]', (2, 8), "a number of seats", "'two'"),
        ('[Pisyedili "1"]\n [Seed "00"]', (2, 8), "64 hexadecimal digits", "'00'"),
        ('[Pisyedili "1"]\n[RulesDigest "x"]', (2, 14), "16 hexadecimal digits", "'x'"),
        (f"{HEAD}7♣", (2, 1), "Round 1", "'7♣'"),
        (f'{HEAD}"7♣"', (2, 1), "Round 1", "'7♣'"),
        (f"{HEAD}Round 2", (2, 7), "1", "'2'"),
        (f"{HEAD}Round", (2, 6), "1", "the end of the text"),
        (f"{HEAD}Round 1\nRound 3", (3, 7), "2", "'3'"),
        (f"{HEAD}Round 1 1: 2:", (2, 12), "a move", "'2:'"),
        (f'{HEAD}Round 1 "7♣"', (2, 9), "a move", "'7♣'"),
        (f"{HEAD}Round 1 [", (2, 9), "a move", "'['"),
        (f"{HEAD}Round 1\n1: 7♣ 8X", (3, 7), A_MOVE, "'8X'"),
        (f"{HEAD}Round 1\n1: J♣=X", (3, 4), "a suit such as ♥ or H", "'J♣=X'"),
        (f"{HEAD}Round 1 Hand 7♣", (2, 14), "a seat such as 2:", "'7♣'"),
        (f"{HEAD}Round 1 Hand 1: 7♣ 8", (2, 20), "a card such as 7♣, 10H or joker", "'8'"),
        (f"{HEAD}Round 1 Top\n=", (3, 1), "a card such as 7♣, 10H or joker", "'='"),
        (f"{HEAD}Round 1 Top {{x}}", (2, 13), "a card", "'{x}'"),
        (f"{HEAD}Round 1 Points 1 -2", (2, 18), "points such as 25", "'-2'"),
        (f"{HEAD}Round 1 1: {'7♣' * 30}", (2, 12), A_MOVE, repr("7♣" * 20 + "…")),
    ],
)  # fmt: skip
def test_a_text_that_breaks_the_grammar_is_refused_in_its_place(
    text: str, place: tuple[int, int], expected: str, got: str
) -> None:
    with pytest.raises(NotationError) as error:
        parse_transcript(text)
    found = error.value
    assert ((found.line, found.column), found.expected, found.got) == (place, expected, got)
    where = f"line {place[0]}, column {place[1]}"
    assert str(found) == f"{where}: expected {expected}, got {got}"


SEED_TAG = f'[Seed "{SEED.hex()}"]'


@pytest.mark.parametrize(
    ("head", "line", "message"),
    [
        (f'[Rules "simple"]{SEED_TAG}', 2, "expected a Seats tag before it, got none"),
        (f'[Seats "2"]{SEED_TAG}', 2, "expected a Rules tag before it, got none"),
        ('[Rules "simple"][Seats "2"]', 2, "expected a Seed tag before it, got none"),
        (f'[Rules "nobody"][Seats "2"]{SEED_TAG}', 1, "expected one of the rule sets"),
        (
            f'[Rules "simple" "turn.draw = 1"][Seats "2"]{SEED_TAG}',
            1,
            "options:1: turn.draw: expected one of",
        ),
        (
            f'[Rules "simple" "turn.draws = 2"][Seats "2"]{SEED_TAG}',
            1,
            "options:1: turn.draws: expected 1",
        ),
        (f'[Rules "simple" "turn."][Seats "2"]{SEED_TAG}', 1, "file: expected TOML"),
        (f"""[Rules "simple" "extends = 'x'"][Seats "2"]{SEED_TAG}""", 1, "expected options alone"),
    ],
)
def test_a_head_that_says_no_game_is_refused(head: str, line: int, message: str) -> None:
    with pytest.raises(NotationError) as error:
        read_record(f'[Pisyedili "1"]{head}\nRound 1', PRESETS)
    assert error.value.line == line
    assert message in str(error.value)


def test_rules_may_be_said_whole_without_a_preset() -> None:
    text = f'[Pisyedili "1"][Rules "" "effects.9 = {{ skip = 1 }}"][Seats "2"]{SEED_TAG}'
    rules = read_record(text, {}).rulebook.rules
    assert dict(rules.effects)[Rank(9)].skip == 1
    assert replace(rules, effects=()) == Rules()


PIECES = (*'[]"{};:+=-.!\n 17', "Round", "Hand", "Top", "Points", "1:", "7♣", "J♥", "joker", "-5♥")


@given(st.lists(st.sampled_from(PIECES)).map("".join))
@settings(max_examples=300)
def test_any_text_is_refused_in_words_or_read_and_written_again(text: str) -> None:
    try:
        transcript = parse_transcript(f"{HEAD}Round 1 {text}")
    except NotationError:
        return
    assert parse_transcript(format_transcript(transcript)) == transcript
