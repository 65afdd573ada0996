from collections.abc import Callable
from random import Random

import pytest
from google.protobuf.message import Message
from hypothesis import given

from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.state import MatchOver, State
from pisyedili.service.decode import Decoder
from pisyedili.service.errors import Reason, RequestError, Violation
from pisyedili.service.limits import Limits
from pisyedili.v1.state_pb2 import Game, GameState
from tests.engine.strategies import RANDOMS, RULEBOOKS, random_seats
from tests.service.games import BOOKS, PRESETS, WHOLE_GAMES, dealt, played, written

DECODER = Decoder(BOOKS, Limits())
SIZE_LIMIT = 640
UNKNOWN = b"\xf2\x3f\x01x"  # Field 1022, which no message has.


def read(message: GameState) -> State:
    return DECODER.game(Game(state=message)).state


def refusal(message: GameState) -> RequestError:
    with pytest.raises(RequestError) as caught:
        read(message)
    return caught.value


@WHOLE_GAMES
@given(RULEBOOKS, RANDOMS)
def test_any_game_comes_back_from_its_message(rulebook: Rulebook, chance: Random) -> None:
    for state in played(rulebook, random_seats(chance, rulebook.rules), chance, 40):
        message = written(state)
        again = read(GameState.FromString(message.SerializeToString()))
        assert again == state
        assert written(again).SerializeToString() == message.SerializeToString()


def test_an_opaque_game_is_the_same_game() -> None:
    state = dealt()
    game = DECODER.game(Game(opaque=written(state).SerializeToString()))
    assert game == (state, True)
    assert DECODER.game(Game(state=written(state))) == (state, False)


def test_four_seats_with_two_decks_fit_in_640_bytes() -> None:
    chance, sizes = Random(2026), []  # noqa: S311 - a game for a test
    for _ in range(8):
        states = list(played(PRESETS["gamyun"].rulebook, 4, chance, 2000))
        assert isinstance(states[-1].phase, MatchOver)
        for state in states:
            unnamed = state.replace(match=state.match.replace(names=(), game_id="i" * 36))
            sizes.append(written(unnamed).ByteSize())
    assert max(sizes) <= SIZE_LIMIT


@pytest.mark.parametrize(
    "part",
    [
        lambda state: state,
        lambda state: state.rules,
        lambda state: state.rules.table,
        lambda state: state.rules.effects[0],
        lambda state: state.rules.effects[0].cover,
        lambda state: state.rules.score.points[3],
        lambda state: state.hands[2],
        lambda state: state.opening,
    ],
    ids=["state", "rules", "group", "effects", "effect", "points", "hand", "phase"],
)
def test_a_field_of_a_newer_release_is_refused_wherever_it_stands(
    part: Callable[[GameState], Message],
) -> None:
    message = written(dealt())
    part(message).MergeFromString(UNKNOWN)
    assert refusal(message).reason == Reason.ERROR_REASON_STATE_TOO_NEW
    with pytest.raises(RequestError) as caught:
        DECODER.game(Game(opaque=message.SerializeToString()))
    assert caught.value.fields[0].path == "game.opaque"


def test_a_faulty_game_is_refused_with_all_its_faults() -> None:
    message = written(dealt())
    message.hands[1].cards.reverse()
    message.shuffles = 0
    error = refusal(message)
    assert error.reason == Reason.ERROR_REASON_INVALID_STATE
    assert {field.path: field.reason for field in error.fields} == {
        "game.state.hands[1]": Reason.ERROR_REASON_PHASE_CONTRADICTS_TABLE,
        "game.state.shuffles": Reason.ERROR_REASON_OUT_OF_BOUNDS,
    }


def test_a_game_that_lacks_a_card_is_refused() -> None:
    message = written(dealt())
    message.stock.pop()
    (field,) = refusal(message).fields
    assert field.path == "game.state.cards"
    assert field.reason == Reason.ERROR_REASON_CARDS_NOT_CONSERVED
    assert field.description.endswith("got 1 missing and 0 too many")


def test_faulty_rules_of_a_game_are_refused_with_their_paths() -> None:
    message = written(dealt())
    message.rules.table.decks = 9
    message.rules.match.rounds = 0
    error = refusal(message)
    assert error.reason == Reason.ERROR_REASON_INVALID_RULES
    paths = [field.path for field in error.fields]
    assert paths == ["game.state.rules.table.decks", "game.state.rules.match.rounds"]


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (lambda state: state.ClearField("opening"), "phase"),
        (lambda state: setattr(state, "direction", 7), "direction"),
        (lambda state: setattr(state, "suit", 9), "suit"),
        (lambda state: setattr(state.turn, "card", -1), "phase.card"),
        (lambda state: setattr(state.owing, "rank", 99), "phase.rank"),
        (lambda state: setattr(state.round_over, "reason", 42), "round_over.reason"),
        (lambda state: setattr(state.match_over, "reason", 0), "match_over.reason"),
        (lambda state: state.stock.extend((200, -5)), "cards"),
        (lambda state: setattr(state, "game_id", "i" * 65), "game_id"),
        (lambda state: state.names.extend("abc"), "names"),
        (lambda state: state.names.extend(["a", "b", "c", "d" * 65]), "names[3]"),
        (lambda state: setattr(state, "seed", b"short"), "seed"),
        (lambda state: state.hands.add(cards=[1]), "seats"),
        (lambda state: setattr(state, "seat", 4), "seat"),
        (lambda state: setattr(state, "ply", 2**32 - 1), "ply"),
        (lambda state: state.scores.add(points=[1, 2, 3, 4]), "scores"),
    ],
)
def test_a_value_out_of_bounds_is_refused_with_its_path(
    change: Callable[[GameState], None], path: str
) -> None:
    message = written(dealt())
    change(message)
    error = refusal(message)
    assert error.reason == Reason.ERROR_REASON_INVALID_STATE
    assert f"game.state.{path}" in {field.path for field in error.fields}


def test_a_game_is_asked_for_where_there_is_none() -> None:
    with pytest.raises(RequestError) as caught:
        DECODER.game(Game())
    assert caught.value.fields == (
        Violation("game", "expected a state or opaque bytes, got neither"),
    )


@pytest.mark.parametrize("data", [b"", b"\xff\xff", b"not a game"])
def test_bytes_that_are_no_game_are_refused(data: bytes) -> None:
    with pytest.raises(RequestError) as caught:
        DECODER.game(Game(opaque=data))
    assert caught.value.code.name == "INVALID_ARGUMENT"


def test_a_table_over_the_limits_is_refused() -> None:
    message = written(dealt())
    for limits, reason in (
        (Limits(seats=3), Reason.ERROR_REASON_TOO_MANY_SEATS),
        (Limits(decks=1), Reason.ERROR_REASON_TOO_MANY_DECKS),
        (Limits(jokers=1), Reason.ERROR_REASON_TOO_MANY_JOKERS),
    ):
        books = type(BOOKS)(PRESETS, limits)
        with pytest.raises(RequestError) as caught:
            Decoder(books, limits).game(Game(state=message))
        assert caught.value.reason == reason
        assert caught.value.code.name == "RESOURCE_EXHAUSTED"
