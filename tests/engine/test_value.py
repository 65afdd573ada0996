"""Values: equality, hash, text, copies and pickles."""

import copy
import importlib
import inspect
import pickle
import pkgutil

import pytest

from pisyedili import engine
from pisyedili.engine.cards import HEARTS, NO_CARD, NO_SUIT, Card, Rank, parse_cards
from pisyedili.engine.errors import Fault, IllegalMove, InvalidRules, Refusal, RulesFault
from pisyedili.engine.events import EndDrawn, RoundEnd
from pisyedili.engine.ledger import Mismatch
from pisyedili.engine.moves import DRAW, PASS, PASS_CALLING, Draw, Pass, Play
from pisyedili.engine.notation import NotationError
from pisyedili.engine.scoring import SeatScore
from pisyedili.engine.state import Covering, Forgotten, MatchOver, Owing, Pending, RoundOver, Turn
from pisyedili.engine.value import Value
from tests.engine.builder import move, position, rulebook

HANDS = "9♥ 4♠ | 3♣ 5♣ | 2♦ 5♦ | K♦ 6♠"

VALUES: list[Value] = [
    DRAW,
    PASS_CALLING,
    Play(parse_cards("J♥"), HEARTS, call=True),
    Turn(1, NO_CARD, barred=True),
    Forgotten(),
    Covering(Pending(skips=2, flip=True)),
    Owing(3, Rank(7)),
    RoundOver(RoundEnd.BLOCKED),
    MatchOver(RoundEnd.FINISHED, 2),
    Fault("table.hand", RulesFault.CONTRADICTION, "expected this, got that"),
    SeatScore(1, parse_cards("A♣"), (EndDrawn(1, Rank(1), parse_cards("2♦")),), 13, 3),
    position("gamyun", HANDS, "4♥"),
    move(position("gamyun", HANDS, "4♥"), "9♥"),
]
names = [type(value).__name__ for value in VALUES]


def kinds() -> list[type[Value]]:
    """Return every kind of value that the engine has."""
    for module in pkgutil.iter_modules(engine.__path__, "pisyedili.engine."):
        importlib.import_module(module.name)
    return sorted(Value.__subclasses__(), key=lambda kind: kind.__qualname__)


@pytest.mark.parametrize("kind", kinds())
def test_a_value_keeps_each_part_under_its_name(kind: type[Value]) -> None:
    named = list(inspect.signature(kind).parameters)
    parts = {name: rulebook("simple") if name == "rulebook" else object() for name in named}
    value = kind(**parts)
    assert {name: getattr(value, name) for name in named} == parts


@pytest.mark.parametrize("value", VALUES, ids=names)
def test_a_value_survives_copies_and_pickles(value: Value) -> None:
    for made in (
        copy.copy(value),
        copy.deepcopy(value),
        pickle.loads(pickle.dumps(value)),  # noqa: S301 - its own pickle
    ):
        assert type(made) is type(value)
        assert made == value
        assert hash(made) == hash(value)
        assert repr(made) == repr(value)


@pytest.mark.parametrize("value", VALUES, ids=names)
def test_a_value_equals_no_other_value_and_nothing_of_another_type(value: Value) -> None:
    assert [other for other in VALUES if other == value] == [value]
    assert value != value.fields()
    assert value != 0


def test_values_are_equal_by_type_and_fields() -> None:
    assert Play(parse_cards("7♣")) == Play(parse_cards("7♣"))
    assert Play(parse_cards("7♣")) != Play(parse_cards("7♦"))
    assert Draw() == DRAW
    assert Draw() != Forgotten()
    assert RoundOver(RoundEnd.FINISHED, 1) != MatchOver(RoundEnd.FINISHED, 1)
    assert Pass(call=True) == PASS_CALLING != PASS == Pass()


def test_equal_values_are_one_key() -> None:
    assert len({Play(parse_cards("7♣")), Play(parse_cards("7♣")), DRAW, Draw()}) == 2
    assert hash(RoundOver(RoundEnd.FINISHED, 1)) != hash(MatchOver(RoundEnd.FINISHED, 1))


def test_the_text_of_a_value_names_its_fields() -> None:
    assert repr(Owing(3, Rank(7))) == "Owing(cards=3, rank=7)"
    assert repr(DRAW) == "Draw()"


@pytest.mark.parametrize("value", VALUES, ids=names)
def test_a_copy_without_changes_is_the_value(value: Value) -> None:
    assert value.replace() == value


def test_a_changed_copy_leaves_the_value_as_it_was() -> None:
    owing = Owing(3, Rank(7))
    assert owing.replace(cards=6) == Owing(6, Rank(7))
    assert owing == Owing(3, Rank(7))
    assert owing.replace() == owing


def test_a_field_that_does_not_exist_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        Owing(3, Rank(7)).replace(seats=6)


def test_a_score_counts_its_total_and_keeps_it_through_a_pickle() -> None:
    score = SeatScore(1, parse_cards("A♣"), (), 11, 3)
    assert score.total == 33
    assert pickle.loads(pickle.dumps(score)).total == 33  # noqa: S301 - its own pickle


def test_a_rulebook_is_its_rules() -> None:
    book = rulebook("simple")
    made = pickle.loads(pickle.dumps(book))  # noqa: S301 - its own pickle
    assert made == book
    assert hash(made) == hash(book)
    assert repr(made) == f"Rulebook({book.rules!r})"
    assert made.rows == book.rows
    assert book != rulebook("gamyun")
    assert book != book.rules


def test_an_error_says_all_its_faults() -> None:
    faults = tuple(Fault(path, RulesFault.UNKNOWN_KEY, "expected one") for path in ("a", "b.c"))
    error = InvalidRules(faults)
    assert error.faults == faults
    assert str(error) == "a: expected one; b.c: expected one"


def test_an_illegal_move_says_what_was_expected_and_what_came() -> None:
    error = IllegalMove(Refusal.NO_MATCH, "a club", "9♥")
    assert (error.reason, error.expected, error.got) == (Refusal.NO_MATCH, "a club", "9♥")
    assert str(error) == "expected a club, got 9♥"


@pytest.mark.parametrize(
    "error",
    [
        InvalidRules((Fault("a", RulesFault.UNKNOWN_KEY, "expected one"),)),
        IllegalMove(Refusal.NO_MATCH, "a club", "9♥"),
        Mismatch("the stock", "9♥", "none"),
        NotationError((3, 5), "a card", "'X'"),
    ],
)
def test_an_error_is_the_same_after_a_pickle(error: ValueError) -> None:
    made = pickle.loads(pickle.dumps(error))  # noqa: S301 - its own pickle
    assert type(made) is type(error)
    assert (str(made), made.args, vars(made)) == (str(error), error.args, vars(error))


def test_a_play_names_no_suit_and_calls_nothing_unless_told() -> None:
    assert Play((Card(1),)) == Play((Card(1),), NO_SUIT, call=False)
