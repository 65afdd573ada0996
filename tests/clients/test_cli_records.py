"""Games as text: shown, proved and written by the command."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pisyedili.cli.child import service
from tests.clients.cli_process import Done, Session, inside, pipe, rule_file, too_wide

GAMES = Path(__file__).parents[1] / "data" / "games"
SIMPLE = str(GAMES / "simple.pis")
LANGUAGES = ("tr", "en", "de")
NOWHERE = "localhost:1"


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with service("--log-level=info") as running:
        yield f"localhost:{running.port}"


def at(server: str, *words: str, given: str = "", **variables: str) -> Done:
    return inside(*words, given=given, PISYEDILI_SERVER=server, **variables)


def alone(*words: str, given: str = "") -> Done:
    """Run a command that needs no service."""
    return at(NOWHERE, *words, given=given)


def changed(old: str, new: str) -> str:
    text = Path(SIMPLE).read_text("utf-8")
    assert text.count(old) == 1
    return text.replace(old, new)


@pytest.mark.parametrize("name", ["standard", "simple", "gamyun", "classic"])
def test_a_game_is_proved_without_a_service(name: str) -> None:
    done = alone("verify", str(GAMES / f"{name}.pis"))
    assert (done.code, done.err) == (0, "")
    assert json.loads(done.out)["points"]


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("tr", "doğru; 19 hamlenin hepsi kanıtlandı."),
        ("en", "true, proved for all 19 moves."),
        ("de", "wahr; alle 19 Züge sind bewiesen."),
    ],
)
def test_people_are_told_that_a_game_is_true(language: str, says: str) -> None:
    done = alone("verify", SIMPLE, f"--lang={language}", "--output=text")
    assert done.code == 0
    assert " ".join(done.out.split()).endswith(says)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_lie_is_1_and_named(language: str) -> None:
    given = changed("1: J♠ ", "1: J♦ ")
    done = alone("verify", "-", f"--lang={language}", given=given)
    assert (done.code, done.out) == (1, "")
    lie = "round 1, move 4, the move: expected cards that the seat holds, got J♦"
    assert done.err.endswith(f"{lie}\n")


def test_a_record_whose_seed_is_not_open_is_1() -> None:
    given = changed("[Seed ", "[Commitment ")
    for words in (("verify", "-"), ("replay", "-"), ("replay", "-", "--all")):
        done = alone(*words, given=given)
        assert (done.code, done.out) == (1, "")
        assert "its seed is not open yet" in done.err


@pytest.mark.parametrize("words", [("verify", "-"), ("replay", "-")])
def test_a_text_that_breaks_the_grammar_is_2_with_its_place(words: tuple[str, ...]) -> None:
    done = alone(*words, given=changed("1: J♠ ", "1: X♠ "))
    assert (done.code, done.out) == (2, "")
    assert "line 18, column 4: expected a move such as" in done.err
    assert done.err.endswith("got 'X♠'\n")


@pytest.mark.parametrize("given", ["", "{}", "nothing of the kind"])
def test_what_is_no_record_at_all_is_2(given: str) -> None:
    done = alone("verify", "-", given=given)
    assert (done.code, done.out) == (2, "")
    assert "expected" in done.err


def test_a_trace_is_one_of_json_for_other_verifiers() -> None:
    trace = json.loads(alone("verify", SIMPLE, "--trace").out)
    assert trace["format"] == "pisyedili-trace/1"
    assert trace["rounds"][0]["turned"] == ["7♣"]
    assert trace["rounds"][0]["steps"][1] == [{"seat": 1, "play": ["7♠"]}]


def test_programs_get_the_game_that_a_text_leads_to(server: str) -> None:
    done = at(server, "replay", SIMPLE)
    state = json.loads(done.out)
    assert state["game_id"] == "simple by hand"
    assert state["match_over"]["finisher"] == 1
    assert state["scores"] == [{"points": [6, 0, 4]}]


def test_everything_is_shown_at_once_where_that_is_asked_for(server: str) -> None:
    done = at(server, "replay", SIMPLE, "--all")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert "Seat 1 is dealt 9♣ A♦ 3♦ 5♦ K♦ 7♠ J♠." in lines
    assert "Seat 2 takes the penalty, 2 cards: 8♣ 4♥." in lines
    assert "Seat 1 is out with 3♦!" in lines
    assert "The match is over. The winner: Seat 1." in lines
    assert not too_wide(done.out)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["standard", "gamyun", "classic"])
def test_a_round_of_any_table_is_shown_in_any_language(
    server: str, name: str, language: str
) -> None:
    done = at(server, "replay", str(GAMES / f"{name}.pis"), "--output=text", f"--lang={language}")
    assert (done.code, done.err) == (0, "")
    assert not too_wide(done.out)
    assert "\x1b" not in done.out


def test_a_record_is_shown_up_to_its_lie(server: str) -> None:
    refused = at(server, "replay", "-", "--all", given=changed("1: J♠ ", "1: J♦ "))
    assert refused.code == 1
    assert "Seat 0 plays 5♠." in refused.out
    assert "Seat 1 plays J" not in refused.out
    assert "round 1, move 4" in refused.err
    wrong_points = changed("Points 6 0 4", "Points 0 6 4")
    shown = at(server, "replay", "-", "--all", given=wrong_points)
    assert shown.code == 1
    assert "Seat 1 is out with 3♦!" in shown.out
    assert "the points: expected 6 0 4, got 0 6 4" in shown.err
    assert at(server, "replay", "-", given=wrong_points).out == ""


def test_in_a_terminal_enter_steps(server: str) -> None:
    with Session("replay", SIMPLE, PISYEDILI_SERVER=server) as session:
        hand = session.until("7♣ is turned up.")
        assert all(card in hand for card in ("9♣", "A♦", "K♦", "J♠"))
        shown = session.until("Enter: next step")
        assert "Seat 1 plays" not in shown
        session.type("")
        hand = session.until("Seat 1 plays 7♠.")
        assert all(card in hand for card in ("5♣", "J♥", "3♠"))
        session.until("Enter: next step")
        session.press(b"\x04")
        assert session.end() == 0


def test_everything_at_once_waits_for_nobody_in_a_terminal(server: str) -> None:
    with Session("replay", SIMPLE, "--all", PISYEDILI_SERVER=server) as session:
        session.until("The winner: Seat 1.")
        assert session.end() == 0


def test_a_match_is_written_as_text_that_is_proved_and_shown(server: str, tmp_path: Path) -> None:
    text, document = tmp_path / "game.pis", tmp_path / "game.json"
    for path in (text, document):
        assert at(server, "watch", "gamyun", "--seed=a", f"--record={path}").code == 0
    done = alone("verify", str(text))
    assert (done.code, done.err) == (0, "")
    assert len(json.loads(done.out)["points"]) == 4
    leads = [json.loads(at(server, "replay", str(path)).out) for path in (text, document)]
    ids = [lead.pop("game_id") for lead in leads]
    assert leads[0] == leads[1]
    assert f'[Game "{ids[0]}"]' in text.read_text("utf-8")
    assert at(server, "replay", str(document), "--all").code == 0


def test_a_match_of_house_rules_is_written_with_them(server: str, tmp_path: Path) -> None:
    house = rule_file(tmp_path, 'extends = "simple"\n[effects]\nQ = { skip = 1 }\n')
    path = tmp_path / "game.pis"
    assert at(server, "watch", house, "--seed=a", f"--record={path}").code == 0
    text = path.read_text("utf-8")
    assert '[Rules "simple" """\neffects.Q = { skip = 1 }\n"""]' in text
    assert alone("verify", str(path)).code == 0


def test_the_promised_proof_by_two_programs_works(tmp_path: Path) -> None:
    script = Path(__file__).parents[2] / "docs" / "verify" / "verify.mjs"
    trace = tmp_path / "trace.json"
    done = pipe(
        f"pisyedili verify --trace {SIMPLE} > {trace}"
        f" && (command -v node > /dev/null || exit 7; node {script} {SIMPLE} {trace})"
    )
    if done.code == 7:
        pytest.skip("node is not installed")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("27 cards dealt and drawn")
