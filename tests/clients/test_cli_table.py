"""People at the table: the command in a pseudo-terminal of 80 by 24, against a real service."""

import re
import signal
import subprocess
from collections.abc import Iterator

import pytest

from pisyedili.cli.child import service
from tests.clients.cli_process import COMMAND, Session, environ, run, too_wide

PROMPTS = {"tr": "numara: at", "en": "number: play", "de": "Nummer: legen"}
HIDE = "\x1b[3J"
CTRL_C, CTRL_D = b"\x03", b"\x04"


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with service() as running:
        yield f"localhost:{running.port}"


def play(server: str, *words: str, **variables: str) -> Session:
    return Session("play", *words, "--speed=0", PISYEDILI_SERVER=server, **variables)


def play_on(session: Session, prompt: str, over: str, most: int = 400) -> None:
    """Answer every question with what comes first: a play, a draw, a pass."""
    for _ in range(most):
        seen = session.until(f"{prompt}> ", " > ", over)
        if seen.endswith(over):
            return
        asked = seen.endswith(f"{prompt}> ")
        keys = seen.splitlines()[-2] if asked else ""
        raised = re.search(r"^(?:╭────╮ |       )*╭────╮", seen, re.MULTILINE)
        answer = "1" if not asked else _answer(keys, raised)
        session.type(answer)
    raise AssertionError(f"expected an end after {most} moves")


def _answer(keys: str, raised: "re.Match[str] | None") -> str:
    if PROMPTS["tr"] in keys and raised is not None:
        return str(raised.group().index("╭") // 7 + 1)
    return "pas" if "pas" in keys and "ç:" not in keys else "ç"


@pytest.mark.parametrize("language", PROMPTS)
def test_a_person_sees_table_hand_and_keys_on_one_screen(server: str, language: str) -> None:
    words = ("gamyun", "--bots=3", "--seed=c", "--names=Deniz", f"--lang={language}")
    with play(server, *words) as session:
        seen = session.until("Deniz> ")
        assert not too_wide(seen)
        assert seen.count("\n") < 24
        session.type("?")
        assert not too_wide(session.until("Deniz> "))
        session.type("q")
        assert session.end() == 0


def test_illegal_choices_are_explained_in_words(server: str) -> None:
    with play(server, "gamyun", "--bots=3", "--seed=c", "--names=Ada") as session:
        session.until("Ada> ")
        for typed, told in (
            ("99", "You hold no card 99"),
            ("nonsense", "“nonsense” is no card and no move"),
            ("joker", "You do not hold joker."),
            ("pass", "The opening wants clubs ♣."),
        ):
            session.type(typed)
            assert told in session.until("Ada> "), typed
        session.press(CTRL_C)
        assert session.end() == 130
        assert "Traceback" not in session.text


def test_the_end_of_input_leaves_the_table(server: str) -> None:
    with play(server, "gamyun", "--bots=3", "--lang=de") as session:
        session.until("Spieler 1> ")
        session.press(CTRL_D)
        assert session.end() == 0
        assert "vom Tisch aufgestanden" in session.text


def test_hands_are_hidden_between_people(server: str) -> None:
    with play(server, "simple", "--seats=2", "--seed=e", "--names=Ada,Bea") as session:
        session.until("Bea’s turn.")
        session.type("")
        assert "╭" in session.until("Bea> ")
        session.type("?")
        moves = session.until("Bea> ")
        session.type(moves.partition("You may: ")[2].split()[0])
        told = session.until("Ada’s turn.")
        raw = session.raw
        assert "│ " not in told.partition("Bea")[2]
        assert HIDE in raw[raw.rindex("Bea> ") :]


def test_a_whole_match_against_automatic_seats(server: str) -> None:
    words = ("simple", "--seats=3", "--bots=2", "--seed=f", "--names=Deniz", "--lang=tr")
    with play(server, *words) as session:
        play_on(session, "Deniz", "Oyun bitti.")
        assert session.end() == 0
        assert "Eli alan:" in session.text
        assert not too_wide(session.text)


def test_scripted_lines_play_too(server: str) -> None:
    lines = "1\nç\npas\n2\n" * 300
    done = run(
        "play", "gamyun", "--bots=3", "--lang=tr", "--seed=b", given=lines, PISYEDILI_SERVER=server
    )
    assert done.code == 0
    assert "Hangi renk?" in done.out
    assert "Oyun bitti. Kazanan" in done.out
    assert "\x1b" not in done.out
    assert not too_wide(done.out)


def test_no_colour_is_no_colour(server: str) -> None:
    words = ("gamyun", "--bots=3", "--seed=c")
    with play(server, *words, NO_COLOR="1") as session:
        session.until("> ")
        assert "\x1b[31m" not in session.raw
        assert not re.search(r"\x1b\[[0-9;]*3[0-7]m", session.raw)
    with play(server, *words, TERM="dumb") as session:
        session.until("> ")
        assert "\x1b" not in session.raw
    with play(server, *words) as session:
        session.until("> ")
        assert re.search(r"\x1b\[[0-9;]*31m", session.raw)


def test_a_dumb_terminal_hides_hands_by_scrolling(server: str) -> None:
    with play(server, "simple", "--seats=2", TERM="dumb") as session:
        session.until("Enter shows the hand.")
        assert session.text.count("\n") >= 24


@pytest.mark.parametrize("language", PROMPTS)
def test_automatic_seats_can_be_watched(server: str, language: str) -> None:
    words = ("watch", "standard", "--seed=a", "--speed=1000", f"--lang={language}")
    with Session(*words, PISYEDILI_SERVER=server) as session:
        assert session.end() == 0
        assert not too_wide(session.text)
        assert "\x1b[2J" in session.raw


def test_watching_goes_step_by_step(server: str) -> None:
    with Session("watch", "simple", "--speed=0", PISYEDILI_SERVER=server) as session:
        for _ in range(3):
            session.until("Enter: next step")
            session.type("")
        session.press(CTRL_D)
        assert session.end() == 0


def test_watching_can_be_stopped(server: str) -> None:
    with Session("watch", "simple", "--speed=0.1", PISYEDILI_SERVER=server) as session:
        session.until("deals.")
        session.press(CTRL_C)
        assert session.end() == 130
        assert "Traceback" not in session.text


def test_serve_serves_until_it_is_told_to_stop() -> None:
    flags = ("--host=127.0.0.1", "--port=0", "--metrics-port=0", "--drain-delay=0")
    process = subprocess.Popen(  # noqa: S603 - our own module
        (*COMMAND, "serve", *flags), stdout=subprocess.PIPE, env=environ()
    )
    assert process.stdout is not None
    assert b"serving" in process.stdout.readline()
    process.send_signal(signal.SIGTERM)
    process.stdout.read()
    process.stdout.close()
    assert process.wait(30) == 0


@pytest.mark.parametrize(("language", "told"), [("tr", "Durdu, çıkış kodu 0."), ("en", "code 0.")])
def test_the_demonstration_shows_a_match_and_stops_its_service(language: str, told: str) -> None:
    done = subprocess.run(  # noqa: S603 - our own module
        (COMMAND[0], "-m", "pisyedili.cli.demo", "--lang", language),
        capture_output=True,
        text=True,
        env=environ(PISYEDILI_SERVER="localhost:1"),
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert told in done.stdout
    assert "pisyedili_moves_applied_total" in done.stdout
    assert not too_wide(done.stdout)
