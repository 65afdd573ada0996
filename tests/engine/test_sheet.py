"""Rule sheets: whole, in order, scored by the engine, and without a hole in any language."""

import re

import pytest
from hypothesis import given

from pisyedili.engine.check import state_faults
from pisyedili.engine.errors import InvalidRules
from pisyedili.engine.events import RoundEnd
from pisyedili.engine.example import example
from pisyedili.engine.preset import LANGUAGES
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.rulefile import merge, parse_document
from pisyedili.engine.rules import Partnerships, Rules
from pisyedili.engine.scoring import score_round
from pisyedili.engine.sheet import book_sheet, rule_sheet
from pisyedili.engine.state import OVER
from tests.engine.builder import presets, rulebook
from tests.engine.golden_sheets import COMMAND, sheets
from tests.engine.strategies import RULES


def sheet(preset: str, language: str, changes: str = "") -> str:
    return rule_sheet(rulebook(preset, changes).rules, language)


def headings(text: str) -> list[str]:
    return re.findall(r"^#+ (.*)$", text, re.MULTILINE)


def cells(text: str, first: str) -> list[str]:
    """Return the cells of the table row that begins with a cell."""
    row = next(line for line in text.splitlines() if line.startswith(f"| {first} |"))
    return [cell.strip() for cell in row.strip("|").split("|")]


def test_the_sheets_of_presets_and_odd_tables_are_as_they_were_read() -> None:
    for path, text in sheets():
        assert path.read_text("utf-8") == text, f"read the difference, then run {COMMAND}"


def test_a_sheet_goes_from_the_aim_to_the_limits_under_its_name() -> None:
    assert headings(rule_sheet(rulebook("standard").rules, "en", "Our house")) == [
        "Our house",
        "The aim",
        "The table",
        "The opening",
        "Your turn",
        "Special cards",
        "The last card",
        "When the stock runs out",
        "Scoring",
        "An example",
        "The match",
        "Limits",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sheet_without_a_name_has_a_title(language: str) -> None:
    assert headings(sheet("simple", language))[0].startswith("Pis Yedili: ")


def test_what_a_table_does_not_have_has_no_heading() -> None:
    bare = headings(sheet("simple", "en", "safety.turns = 0"))
    assert not {"The last card", "Limits"} & set(bare)


def test_another_language_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="expected one of tr, en, de, got 'fr'"):
        rule_sheet(rulebook("simple").rules, "fr")


def test_rules_that_contradict_themselves_have_no_sheet() -> None:
    with pytest.raises(InvalidRules, match=r"table\.hand"):
        rule_sheet(merge(Rules(), parse_document("table.hand = 40")), "en")


def test_ranks_that_do_the_same_share_a_row() -> None:
    text = sheet("classic", "en", "effects.9 = { skip = 1 }")
    assert cells(text, "8, 9")[1].startswith("The next player is skipped.")


def test_cards_that_cost_their_number_share_a_row_and_the_dearest_come_last() -> None:
    rows = ["2–6, 8–10 | face value", "Queen, King | 10", "Ace | 15", "7 | 20", "Jack | 25"]
    assert "\n".join(f"| {row} |" for row in rows) in sheet("classic", "en")


def test_face_value_is_said_of_several_cards_with_a_number() -> None:
    assert "| 2, 8 | face value |" in costing("2 = 2, 8 = 8, J = 11")
    assert "| Jack | 11 |" in costing("2 = 2, 8 = 8, J = 11")
    assert "| 8 | 8 |" in costing("8 = 8")


def costing(points: str) -> str:
    """Return the sheet of a table where some cards cost points."""
    score = f"""score = {{ count = "points", points = {{ {points} }} }}"""
    return sheet("simple", "en", f'match.winners = "lowest_total"\n{score}')


def test_cards_that_cost_nothing_are_all_others() -> None:
    assert "| 2–10, Jack, Queen, King, Ace | 0 |" in costing("")
    assert "| all others | 0 |" in costing("A = 1")


def test_jokers_are_told_of_only_where_they_are_dealt() -> None:
    with_jokers = rule_sheet(rulebook("standard", "table.jokers = 2").rules, "en")
    assert cells(with_jokers, "Joker")[1].startswith("Goes on any card.")
    assert "| Joker |" not in sheet("standard", "en")
    assert "joker" not in sheet("standard", "en").replace("There are no jokers.", "")


def test_a_rank_that_two_seats_feel_otherwise_says_so_only_where_two_may_play() -> None:
    assert "With two players" in cells(sheet("classic", "en"), "8")[1]
    assert "With two players" not in cells(sheet("standard", "en"), "8")[1]


def test_a_debt_after_a_skip_falls_on_the_seat_then_on_turn() -> None:
    skipping = "effects.7 = { skip = 1, draw_next = { cards = 3 } }"
    assert "The player whose turn it then is draws three" in sheet("classic", "en", skipping)
    back = 'effects.7 = { reverse = { kind = "one_turn" }, draw_next = { cards = 3 } }'
    assert "The player before you draws three" in sheet("classic", "en", back)


def test_numbers_are_words_up_to_sixteen_and_then_digits_of_the_language() -> None:
    fifteen = sheet("crazy-eights", "de")
    assert "Es spielen zwei bis fünfzehn." in fifteen
    limits = {language: sheet("simple", language) for language in LANGUAGES}
    assert "2,000 turns" in limits["en"]
    assert "2.000 sıra" in limits["tr"]
    assert "2.000 Zügen" in limits["de"]


def test_turkish_sentences_begin_with_a_dotted_capital() -> None:
    assert "\nİki ila dört kişiyle oynanır." in sheet("simple", "tr")


def test_the_example_is_scored_by_the_engine() -> None:
    state = example(rulebook("standard"))
    scores = score_round(state)
    assert [score.multiplier for score in scores] == [1, 3, 3]
    assert len(scores[1].end_draws) == 2
    for language in LANGUAGES:
        text = sheet("standard", language)
        for name, score in zip(("Ayşe", "Mehmet", "Zeynep"), scores, strict=True):
            points, _, total = cells(text, name)[-3:]
            assert (points, total) == (str(score.points), str(score.total))


def test_partners_are_told_what_they_have_together() -> None:
    text = sheet("gamyun", "en", 'table.partnerships = "pairs"')
    state = example(rulebook("gamyun", 'table.partnerships = "pairs"'))
    totals = [score.total for score in score_round(state)]
    assert f"- Together, Ayşe and Zeynep have {totals[0] + totals[2]}." in text
    assert f"- Together, Mehmet and Cem have {totals[1] + totals[3]}." in text


@pytest.mark.parametrize("preset", sorted(presets()))
def test_the_example_of_a_preset_is_a_position_that_could_be_played(preset: str) -> None:
    check_example(rulebook(preset))


@given(RULES)
def test_every_example_is_a_finished_round_of_its_own_rules(rules: Rules) -> None:
    check_example(Rulebook(rules))


def check_example(book: Rulebook) -> None:
    state = example(book)
    assert state_faults(state) == ()
    assert isinstance(state.phase, OVER)
    assert (state.phase.reason, state.phase.finisher) == (RoundEnd.FINISHED, 0)
    assert all(state.hands[1:])
    pairs = book.rules.table.partnerships is Partnerships.PAIRS
    assert len(state.hands) % 2 == 0 or not pairs


@given(RULES)
def test_every_rule_set_has_a_sheet_of_whole_sentences_without_a_hole(rules: Rules) -> None:
    book = Rulebook(rules)
    for language in LANGUAGES:
        text = book_sheet(book, language, "")
        assert not set("{}") & set(text)
        assert not re.search(r"  |\.\.| \.|\bNone\b|<", text)
        for line in text.splitlines():
            if line and line[0] not in "#|":
                assert line[-1] in ".:", line
                starts = re.findall(r"(?:^(?:- )?|\. )(\w)", line)
                assert all(start.isupper() or start.isdigit() for start in starts), line
