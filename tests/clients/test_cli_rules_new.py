"""``pisyedili rules new``: questions to people, a rule file to standard output or a file."""

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from pisyedili.cli.child import service
from pisyedili.cli.questions import QUESTIONS
from pisyedili.cli.texts import Language, speak
from pisyedili.engine.cards import Rank
from pisyedili.engine.preset import load_presets
from pisyedili.engine.rulefile import merge, parse_document
from pisyedili.engine.rules import Rules
from tests.clients.cli_process import Done, Session, inside, run, too_wide

PRESETS = load_presets()
HOUSE = ("Ev", "2-6", "2", "2", "", "2", "1", "", "", "", "4")
SAID = """extends = "gamyun"
about.name = { tr = "Ev" }

table.seats_min = 2
table.seats_max = 6
effects.7 = { draw_next = { cards = 2 } }
effects.J = { choose_suit = { always = true, on_own_rank = true } }
"""


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with service("--log-level=info") as running:
        yield f"localhost:{running.port}"


def asked(*answers: str, language: str = "en") -> Done:
    given = "".join(f"{answer}\n" for answer in answers)
    return inside("rules", "new", f"--lang={language}", given=given)


def rules_of(text: str) -> Rules:
    tables = parse_document(text)
    base = PRESETS[tables["extends"]].rulebook.rules if "extends" in tables else Rules()
    return merge(base, tables)


def answers_of(preset: str) -> list[str]:
    """Return what somebody types whose table is a preset's."""
    rules, typed = PRESETS[preset].rulebook.rules, [preset]
    for question in QUESTIONS:
        if question.due(rules):
            value, values = question.get(rules), list(question.choices.values())
            typed.append(str(values.index(value) + 1) if values else question.show(value))
    return typed


@pytest.mark.parametrize(
    ("language", "name"), [("tr", "Bizim masa"), ("en", "Our table"), ("de", "Unser Tisch")]
)
def test_enter_alone_takes_the_usual_table_in_each_language(language: str, name: str) -> None:
    done = asked(language=language)
    assert done.code == 0
    assert tomllib.loads(done.out) == {"extends": "standard", "about": {"name": {language: name}}}
    first = speak(Language(language))("new.ask.seats")
    assert f"{first}\n[3-7] > " in done.err


@pytest.mark.parametrize("preset", ["standard", "simple", "gamyun", "classic"])
def test_the_answers_of_a_preset_are_found_to_be_its_own(preset: str) -> None:
    done = asked(*answers_of(preset))
    assert rules_of(done.out) == PRESETS[preset].rulebook.rules
    assert done.out == f'extends = "{preset}"\nabout.name = {{ en = "{preset}" }}\n'


def test_only_what_differs_from_the_nearest_preset_is_written() -> None:
    assert asked(*HOUSE, language="tr").out == SAID


def test_a_pipe_is_asked_like_a_person() -> None:
    done = run("rules", "new", "--lang=tr", given="\n".join(HOUSE))
    assert (done.code, done.out) == (0, SAID)


def test_each_answer_moves_the_proposals_to_the_nearest_preset() -> None:
    done = asked("Ours", "4", "2", "2")
    assert 'extends = "gamyun"' in done.out
    assert rules_of(done.out) == PRESETS["gamyun"].rulebook.rules
    pesten = asked("Ours", "", "1", "2", "3", "0")
    assert "[= pesten] > " in pesten.err


def test_every_answer_reaches_the_option_that_it_is_about() -> None:
    typed = ["Ours", "2 – 5", "1+4", "1", "3", "4", "3", "3", "5", "3", "4", "2"]
    rules = rules_of(asked(*typed, "2", "3", "2", "3", "2", "1", "2", "7").out)
    table, effects = rules.table, dict(rules.effects)
    assert (table.seats_min, table.seats_max, table.decks, table.extra_deck_from) == (2, 5, 1, 4)
    assert (table.jokers, rules.opening.style) == (1, "turn_up")
    seven, eight, ace, ten, jack, joker = (effects[Rank(rank)] for rank in (7, 8, 1, 10, 11, 14))
    assert seven.draw_next is not None
    assert (seven.draw_next.cards, seven.draw_next.stacking) == (4, "doubles")
    assert eight.choose_suit is not None
    assert ace.cover is not None
    assert (ace.cover.must, ace.cover.suit_only, ace.others_draw) == (True, True, 0)
    assert ten.reverse is not None
    assert ten.reverse.kind == "one_turn"
    assert jack.choose_suit is not None
    assert jack.choose_suit.on_own_rank
    assert joker.draw_next is not None
    assert joker.draw_next.cards == 5
    assert (rules.turn.draw_when, rules.turn.draws) == ("without_match", 0)
    assert (rules.turn.after_draw, rules.tek.forgotten_draws) == ("any_card", 2)
    assert (rules.stock.when_empty, rules.match.winners) == ("round_ends", "below_average")
    assert (rules.score.end_draws, rules.score.multipliers) == ((), ((7, 3), (11, 2)))
    assert rules.match.rounds == 7


def test_points_are_the_usual_ones_where_the_nearest_preset_counts_cards() -> None:
    simple = answers_of("simple")
    rules = rules_of(asked(*simple[:-4], "1").out)
    assert rules.score.count == "points"
    assert dict(rules.score.points)[Rank(1)] == 11


@pytest.mark.parametrize("answer", ["four", "1", "17", "4-3", "2-", "-", "²"])
def test_an_answer_that_is_none_is_asked_for_again(answer: str) -> None:
    done = asked("Ours", answer, "3")
    assert f"“{answer}” is none of the answers." in done.err
    assert rules_of(done.out).table.seats_min == 3


@pytest.mark.parametrize("answer", ["0", "4", "yes"])
def test_a_choice_is_one_of_its_numbers(answer: str) -> None:
    done = asked("Ours", "", "", "", answer, "2")
    assert f"“{answer}” is none of the answers." in done.err
    assert rules_of(done.out).opening.style == "first_leads"


def test_an_answer_that_contradicts_the_others_is_told_and_asked_for_again() -> None:
    done = asked("Ours", "2-16", "1", "3")
    assert "  table.hand: expected" in done.err
    table = rules_of(done.out).table
    assert (table.seats_max, table.decks, table.extra_deck_from) == (16, 3, 0)


def test_any_name_is_written_so_that_it_can_be_read() -> None:
    name = 'Ayşe\'s "big" \\ [b]table'
    typed = f"{name}\x7f"
    assert tomllib.loads(asked(typed).out)["about"]["name"] == {"en": name}


def test_a_file_is_written_and_the_service_takes_it(server: str, tmp_path: Path) -> None:
    file = tmp_path / "ev.toml"
    given = "\n".join(HOUSE)
    done = inside("rules", "new", "--lang=tr", f"--output={file}", given=given)
    assert (done.code, done.out) == (0, "")
    assert file.read_text("utf-8") == SAID
    assert str(file) in done.err.replace("\n", "")
    checked = inside("rules", "check", str(file), PISYEDILI_SERVER=server)
    assert json.loads(checked.out)["table"]["seats_max"] == 6


def test_a_file_that_cannot_be_written_is_2(tmp_path: Path) -> None:
    done = inside("rules", "new", f"--output={tmp_path / 'no' / 'ev.toml'}")
    assert (done.code, done.out) == (2, "")


@pytest.mark.parametrize("language", ["tr", "en", "de"])
def test_a_terminal_of_80_columns_shows_the_questions_and_the_file(language: str) -> None:
    with Session("rules", "new", f"--lang={language}") as session:
        texts = speak(Language(language))
        session.until(texts("new.ask.name"))
        session.type("Ev")
        session.until(texts("new.ask.seats"))
        session.type("4")
        session.until("[2] > ")
        session.press(b"\x04")
        session.until(f'about.name = {{ {language} = "Ev" }}')
        assert session.end() == 0
    assert 'extends = "gamyun"' in session.text
    assert not too_wide(session.text)


@pytest.mark.parametrize("language", list(Language))
def test_every_question_and_choice_has_its_words_and_no_other_has(language: Language) -> None:
    asks = {f"new.ask.{question.key}" for question in QUESTIONS}
    picks = {f"new.{one.key}.{label}" for one in QUESTIONS for label in one.choices}
    others = {"new.ask.name", "new.intro", "new.name", "new.wrong", "new.written"}
    found = {key for key in speak(language).entries if key.startswith("new.")}
    assert found == asks | picks | others
