"""Transcripts: what is written of a game, and what is read out of one, with places and faults."""

import pytest

from pisyedili.engine.cards import CARDS, Rank
from pisyedili.engine.errors import IllegalMove, InvalidState, Refusal
from pisyedili.engine.moves import PASS
from pisyedili.engine.notation import NotationError
from pisyedili.engine.record import Record
from pisyedili.engine.record_text import format_transcript, parse_transcript
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.rules import Rules
from pisyedili.engine.state import Owing
from pisyedili.engine.transcript import (
    Hand,
    Made,
    Points,
    Tag,
    Top,
    Transcript,
    WrittenRound,
    drawn,
    record_of,
    rulebook_of,
    transcribe,
)
from tests.engine.builder import SEED, move, position, presets, rulebook
from tests.engine.playing import random_game, short_record

PRESETS = presets()
RULES = """\
table.seats_max = 2
table.ranks = ["A", "7"]
table.jokers = 2
table.hand = 3
table.packets = [2, 1]
turn.draw_when = "freely"
effects.7 = { draw_next = { cards = 3 } }
"""
DIGEST = '[RulesDigest "fd93df15ef9c99d4"]'
OPENED = """\
[Seed "3d003d003d003d003d003d003d003d003d003d003d003d003d003d003d003d00"]
[Commitment "0443ae1d0e9edde1c47691304322be04feab8cf615966e60dbe4b94945386319"]

Round 1
"""
CONTRADICTION = "options:2: turn.draws: expected 1 where the turn ends after a draw, got 2"


def test_a_told_game_is_written_with_its_names_hands_top_card_and_drawn_cards() -> None:
    record = short_record().replace(game_id="kitchen", names=("Ada", "Can"))
    assert format_transcript(transcribe(record, PRESETS)) == (
        f'[Pisyedili "1"]\n[Game "kitchen"]\n[Rules "simple" """\n{RULES}'
        'effects.J = {}\nscore.end_draws = { A = 1 }\nsafety.turns = 7\n"""]\n'
        f'{DIGEST}\n[Seats "2"]\n[Names "Ada" "Can"]\n{OPENED}'
        "Hand 1: A♦ 7♦ 7♠\nHand 0: 7♣ A♥ 7♥\nTop A♠\n"
        "1: A♦  0: -A♣  1: 7♦  0: -joker+joker+A♠  1: 7♠\nPoints 8 0\n"
    )


def test_a_game_that_is_not_told_is_written_by_its_moves_alone() -> None:
    written = transcribe(short_record(), {}, told=False)
    assert parse_transcript(format_transcript(written)) == written
    assert format_transcript(written) == (
        f'[Pisyedili "1"]\n[Rules "" """\n{RULES}score.end_draws = {{ A = 1 }}\n'
        'match.winners = "fewest_cards"\nsafety.turns = 7\n"""]\n'
        f'{DIGEST}\n[Seats "2"]\n{OPENED}'
        "1: A♦  0: -  1: 7♦  0: -  1: 7♠\nPoints 8 0\n"
    )


def test_rules_as_they_are_in_a_preset_are_written_as_its_id_and_others_with_what_differs() -> None:
    record = Record(rulebook("simple"), 2, SEED, "", (), ())
    plain = record.replace(rulebook=Rulebook(Rules()))
    changed = record.replace(rulebook=rulebook("simple", "safety.turns = 7"))
    written = [transcribe(one, PRESETS).tag("Rules") for one in (record, changed)]
    written.append(transcribe(plain, {}).tag("Rules"))
    values = (("simple",), ("simple", "safety.turns = 7\n"), ("", ""))
    assert written == [Tag("Rules", said) for said in values]


def test_each_round_tells_the_hands_from_the_dealers_left_and_its_points_once_it_is_over() -> None:
    game = random_game(rulebook("standard", "safety.turns = 12"), 3, SEED).play_out()
    record = game.record()
    open_end = record.replace(rounds=(*record.rounds[:1], record.rounds[1][:-1]))
    rounds = transcribe(open_end, PRESETS).rounds
    for number, written in enumerate(rounds):
        hands = [item for item in written.items if isinstance(item, Hand)]
        dealt = game.dealt[number].state.hands
        seats = [(number + step) % 3 for step in (1, 2, 3)]
        assert hands == [Hand(seat, dealt[seat]) for seat in seats]
        assert [item for item in written.items if isinstance(item, Top)] == []
    first = Points(game.dealt[1].state.match.scores[0])
    points = [[item for item in one.items if isinstance(item, Points)] for one in rounds]
    assert points == [[first], []]


def test_what_is_told_of_a_draw_is_what_the_seat_drew_by_its_own_move() -> None:
    debt = position("standard", "5♥ 6♥ | K♦ 2♥ | Q♦ 3♥", "7♣", phase=Owing(3, Rank(7)))
    paid = move(debt, "draw")
    assert drawn(paid, 0) == debt.stock[:-4:-1]
    assert drawn(paid, 1) == ()
    ace = move(position("standard", "A♣ 5♥ 6♥ | K♦ 2♥ | Q♦ 3♥", "9♣"), "A♣")
    assert [drawn(ace, seat) for seat in range(3)] == [(), (), ()]


def test_an_illegal_move_is_not_written() -> None:
    with pytest.raises(IllegalMove) as error:
        transcribe(short_record().replace(rounds=((PASS,),)), PRESETS)
    assert error.value.reason is Refusal.PASS_NOT_DUE


def test_a_game_with_a_name_too_few_is_not_written() -> None:
    with pytest.raises(InvalidState, match="names"):
        transcribe(short_record().replace(names=("Ada",)), PRESETS)


def test_every_part_knows_its_place_in_the_text_which_is_no_part_of_its_value() -> None:
    text = '[Pisyedili "1"]\n [Rules "simple"]\nRound 1\nHand 0: 7♣\n  Top 4♥ 1: - 0: .\nPoints 0 2'
    read = parse_transcript(text)
    assert [tag.place for tag in read.tags] == [(1, 1), (2, 2)]
    (one,) = read.rounds
    assert one.place == (3, 1)
    assert [item.place for item in one.items] == [(4, 1), (5, 3), (5, 13), (5, 18), (6, 1)]
    assert parse_transcript(f"\n{text}") == read


def test_a_part_that_was_never_read_is_nowhere_and_has_no_notes() -> None:
    parts = (Tag("Game", ()), Hand(0, ()), Top(CARDS[0]), Points(()), WrittenRound(b"", ()))
    for part in (*parts, Made(None, PASS)):
        assert (part.notes, part.place) == ((), (0, 0))
    assert Made(None, PASS).shown == ()
    assert Transcript((), ()).notes == ()


def test_a_record_needs_neither_an_id_nor_names() -> None:
    tags = (Tag("Rules", ("simple",)), Tag("Seats", ("2",)), Tag("Seed", (SEED.hex(),)))
    items = (Hand(0, ()), Made(0, PASS), Points((0, 0)))
    written = Transcript(tags, (WrittenRound(b"", items), WrittenRound(b"", ())))
    expected = Record(rulebook("simple"), 2, SEED, "", (), ((PASS,), ()))
    assert record_of(written, PRESETS) == expected


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (("ours",), "expected one of the rule sets a, b, got 'ours'"),
        (("a", "about.name.en = 'x'"), "expected options alone, got extends or about"),
        (("a", "extends = 'b'"), "expected options alone, got extends or about"),
        (
            ("a", "\nturn.draws = 2"),
            f"expected rules that hold together, got {CONTRADICTION}",
        ),
    ],
)
def test_rules_that_cannot_be_read_are_refused_in_words(
    values: tuple[str, ...], message: str
) -> None:
    known = {"a": PRESETS["simple"], "b": PRESETS["standard"]}
    written = Transcript((Tag("Rules", values, place=(3, 5)),), ())
    with pytest.raises(NotationError) as error:
        rulebook_of(written, known)
    assert str(error.value) == f"line 3, column 5: {message}"


def test_a_tag_that_is_missing_is_due_before_the_first_round_or_at_the_beginning() -> None:
    for rounds, place in (((), (1, 1)), ((WrittenRound(b"", (), place=(4, 2)),), (4, 2))):
        with pytest.raises(NotationError) as error:
            rulebook_of(Transcript((), rounds), PRESETS)
        where = f"line {place[0]}, column {place[1]}"
        assert str(error.value) == f"{where}: expected a Rules tag before it, got none"
