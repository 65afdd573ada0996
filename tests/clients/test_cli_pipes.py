"""Games piped through the command and a real service: what comes out, and by which exit code."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pisyedili.cli.child import service
from tests.clients.cli_process import Done, inside, pipe, rule_file, run, too_wide

LANGUAGES = ("tr", "en", "de")
NOWHERE = "localhost:1"


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with service("--log-level=info") as running:
        yield f"localhost:{running.port}"


@pytest.fixture(scope="module")
def game(server: str) -> str:
    return run("new", "gamyun", "--seed=a", "--names=Ada,Bora", PISYEDILI_SERVER=server).out


def at(server: str, *words: str, given: str = "", **variables: str) -> Done:
    return inside(*words, given=given, PISYEDILI_SERVER=server, **variables)


def alone(server: str, *words: str, given: str = "", **variables: str) -> Done:
    return run(*words, given=given, PISYEDILI_SERVER=server, **variables)


def test_the_promised_pipe_works(server: str) -> None:
    line = (
        "pisyedili new gamyun --seats 4 --seed a | pisyedili apply 7♣ | pisyedili apply A♣"
        " | pisyedili moves"
    )
    done = pipe(line, PISYEDILI_SERVER=server)
    assert done.code == 0
    assert json.loads(done.out)["seat"] == 3
    assert done.err.splitlines() == ["Seat 1 plays 7♣.", "Seat 2 plays A♣."]


def test_a_game_is_the_contracts_state(game: str) -> None:
    state = json.loads(game)
    assert state["seat"] == 1
    assert state["ply"] == 0
    assert [len(hand["cards"]) for hand in state["hands"]] == [7, 7, 7, 7]
    assert state["names"] == ["Ada", "Bora", "", ""]


def test_the_same_seed_deals_the_same_cards(server: str, game: str) -> None:
    again = json.loads(at(server, "new", "gamyun", "--seed=a").out)
    assert again["hands"] == json.loads(game)["hands"]
    other = json.loads(at(server, "new", "gamyun", f"--seed={'0' * 64}").out)
    assert other["seed"] == "A" * 43 + "="
    assert other["hands"] != again["hands"]


def test_moves_are_in_the_notation_that_apply_takes(server: str, game: str) -> None:
    listed = json.loads(at(server, "moves", given=game).out)
    assert listed == {"seat": 1, "ply": 0, "moves": ["7♣", "8♣", "9♣"], "default": "7♣"}
    for move in listed["moves"]:
        assert at(server, "apply", move, given=game).code == 0


def test_a_state_comes_in_either_form_of_a_game(server: str, game: str) -> None:
    wrapped = json.dumps({"state": json.loads(game)})
    assert at(server, "moves", given=wrapped).out == at(server, "moves", given=game).out


def test_presets_say_their_rules(server: str) -> None:
    found = {preset["id"]: preset for preset in json.loads(at(server, "presets").out)}
    assert found["gamyun"]["rules"]["table"]["decks"] == 2
    assert found["simple"]["name"]["de"]


def test_the_score_counts_every_hand(server: str, game: str) -> None:
    scores = json.loads(at(server, "score", given=game).out)
    assert [seat["seat"] for seat in scores["seats"]] == [0, 1, 2, 3]
    assert all(seat["hand"][0]["card"] for seat in scores["seats"])
    assert scores["round_winners"] == []


def test_a_view_hides_what_its_seat_may_not_see(server: str, game: str) -> None:
    own = json.loads(at(server, "view", "--seat=1", given=game).out)
    assert own["hand"] == ["7♣", "8♣", "9♣", "K♦", "6♥", "3♠", "9♠"]
    seen = json.loads(at(server, "view", "--spectator", given=game).out)
    assert seen["hand"] == []
    assert seen["hands"] == []
    assert json.loads(game)["seed"] not in json.dumps(own) + json.dumps(seen)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "words",
    [("presets",), ("moves",), ("score",), ("view", "--seat=1"), ("view", "--spectator")],
)
def test_people_read_pictures_at_80_columns(
    server: str, game: str, words: tuple[str, ...], language: str
) -> None:
    done = at(server, *words, "--output=text", f"--lang={language}", given=game)
    assert done.code == 0
    assert not too_wide(done.out)
    assert "\x1b" not in done.out
    assert not done.out.startswith("{")


def test_a_refused_move_is_1_and_says_why(server: str, game: str) -> None:
    done = alone(server, "apply", "2♥", given=game, LC_ALL="tr_TR.UTF-8")
    assert (done.code, done.out, done.err) == (1, "", "Elinde 2♥ yok.\n")
    done = at(server, "apply", "K♦", "--lang=de", given=game)
    assert (done.code, done.err) == (1, "Eröffnet wird mit Kreuz ♣.\n")
    done = at(server, "apply", "7♣", "--seat=0", given=game)
    assert (done.code, done.err) == (1, "It is not your turn, but Bora’s.\n")


def test_a_round_starts_only_after_a_round(server: str, game: str) -> None:
    done = at(server, "next", given=game)
    assert (done.code, done.out, done.err) == (1, "", "The round is not over yet.\n")


def test_next_deals_the_next_round(server: str, tmp_path: Path) -> None:
    record = tmp_path / "record.json"
    over = _played(server, record, rounds=1)
    moves = at(server, "moves", given=over)
    assert json.loads(moves.out)["moves"] == []
    assert json.loads(at(server, "score", given=over).out)["round_winners"]
    dealt = at(server, "next", given=over)
    assert json.loads(dealt.out)["round"] == 1
    assert dealt.err.startswith("Round 2: ")


def _played(server: str, record: Path, rounds: int) -> str:
    """Return a game of two seats after so many rounds of a longer match."""
    rules = rule_file(record.parent, 'extends = "simple"\n[match]\nrounds = 3\n')
    watched = at(server, "watch", rules, f"--record={record}", "--seats=2", "--seed=b")
    assert watched.code == 0
    document: dict[str, Any] = json.loads(record.read_text("utf-8"))
    document["rounds"] = document["rounds"][:rounds]
    return at(server, "replay", "-", given=json.dumps(document)).out


def test_a_record_leads_to_its_game(server: str, tmp_path: Path) -> None:
    record, final, other = (tmp_path / name for name in ("record", "final", "other"))
    assert at(server, "watch", "simple", f"--record={record}").code == 0
    done = at(server, "replay", str(record))
    assert "match_over" in json.loads(done.out)
    final.write_text(done.out, "utf-8")
    done = at(server, "replay", str(record), f"--expect={final}")
    assert (done.code, done.err) == (0, "The record leads to the expected game.\n")
    other.write_text(at(server, "new", "simple").out, "utf-8")
    done = at(server, "replay", str(record), f"--expect={other}")
    assert (done.code, done.out) == (1, "")


@pytest.mark.parametrize(
    ("words", "given"),
    [
        (("frobnicate",), ""),
        (("new",), ""),
        (("new", "nothing-of-the-kind"), ""),
        (("new", "gamyun", "--seats=3"), ""),
        (("new", "simple", "--seats=2", "--names=a,b,c"), ""),
        (("new", "simple", "--seed="), ""),
        (("new", "missing.toml"), ""),
        (("moves",), ""),
        (("moves",), "no json"),
        (("moves",), "[]"),
        (("moves",), "{}"),
        (("moves",), '{"opaque": "!"}'),
        (("moves",), '{"nothing": 1}'),
        (("replay", "-"), '{"nothing": 1}'),
        (("replay", "missing.json"), ""),
        (("play", "gamyun", "--bots=4"), ""),
    ],
)
def test_wrong_use_is_2(server: str, words: tuple[str, ...], given: str) -> None:
    done = at(server, *words, given=given)
    assert (done.code, done.out) == (2, "")
    assert done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize(
    "words", [("view",), ("view", "--seat=4"), ("apply", "foo"), ("apply", "7♣", "--seat=9")]
)
def test_wrong_words_about_a_game_are_2(server: str, game: str, words: tuple[str, ...]) -> None:
    done = at(server, *words, given=game)
    assert (done.code, done.out) == (2, "")
    assert done.err


def test_a_forged_game_is_2_with_every_fault(server: str, game: str) -> None:
    forged = json.loads(game)
    forged["stock"] = []
    done = at(server, "moves", given=json.dumps(forged))
    assert done.code == 2
    assert "INVALID_STATE" in done.err
    assert alone(server, "moves", given=json.dumps(forged)) == done


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_service_is_3(language: str) -> None:
    done = run("presets", f"--server={NOWHERE}", f"--lang={language}")
    assert (done.code, done.out) == (3, "")
    assert NOWHERE in done.err
    assert "pisyedili serve" in done.err


def test_what_the_service_cannot_do_is_4(game: str) -> None:
    with service("--max-seats=3") as narrow:
        done = run("moves", f"--server=localhost:{narrow.port}", given=game)
    assert (done.code, done.out) == (4, "")
    assert "seats" in done.err


def test_a_reader_that_leaves_is_141(server: str) -> None:
    done = pipe(
        "pisyedili watch simple | head -n 2 >/dev/null; exit ${PIPESTATUS[0]}",
        PISYEDILI_SERVER=server,
    )
    assert (done.code, done.err) == (141, "")


def test_letters_serve_where_signs_cannot_be_written(server: str, game: str) -> None:
    words = ("view", "--seat=1", "--output=text", "--lang=tr")
    done = alone(server, *words, given=game, PYTHONIOENCODING="ascii")
    assert done.code == 0
    assert "sinek C" in done.out
    assert done.out.isascii()
    assert "?" not in done.out


def test_the_version_is_the_packages() -> None:
    done = run("--version")
    assert (done.code, done.out.split()[0]) == (0, "pisyedili")


@pytest.mark.parametrize(
    ("words", "at_word", "found"),
    [
        ("pisyedili pre", 1, "presets"),
        ("pisyedili rules ", 2, "check"),
        ("pisyedili new ga", 2, "gamyun"),
        ("pisyedili view --lang ", 3, "tr"),
    ],
)
def test_the_shell_completes(server: str, words: str, at_word: int, found: str) -> None:
    variables = {"COMP_WORDS": words, "COMP_CWORD": str(at_word)}
    done = alone(server, _PISYEDILI_COMPLETE="complete_bash", **variables)
    assert done.code == 0
    assert found in done.out.split()


def test_completion_can_be_shown() -> None:
    done = run("--show-completion=bash")
    assert done.code in {0, 2}


def test_serve_takes_the_services_flags_and_variables() -> None:
    done = run("serve", "--port=x", PISYEDILI_SERVER="localhost:1", PISYEDILI_NO_SUCH="1")
    assert done.code == 2
    assert "--port" in done.err
    assert "PISYEDILI_NO_SUCH" in done.err
    assert "PISYEDILI_SERVER" not in done.err
    assert "--metrics-port" in run("serve", "--help").out
