"""Rule sets that cannot be played: every contradiction, at its path."""

from dataclasses import replace

import pytest

from pisyedili.engine.cards import Suit
from pisyedili.engine.consistency import faults
from pisyedili.engine.errors import Fault, InvalidRules, RulesFault
from pisyedili.engine.rulebook import Rulebook
from tests.engine.builder import presets
from tests.engine.rule_faults import of, paths

BOUNDS, CONTRADICTION = RulesFault.OUT_OF_BOUNDS, RulesFault.CONTRADICTION


@pytest.mark.parametrize("preset", presets())
def test_a_preset_has_no_faults(preset: str) -> None:
    assert faults(presets()[preset].rulebook.rules) == ()


@pytest.mark.parametrize(
    ("text", "preset", "path", "message"),
    [
        (
            "table.hand = 13",
            "simple",
            "table.hand",
            "expected 54 cards for 4 seats with 13 cards each and a stock, got 52",
        ),
        (
            "table.hand_of_two = 26",
            "simple",
            "table.hand",
            "expected 54 cards for 2 seats with 26 cards each and a stock, got 52",
        ),
        ("table.seats_min = 5", "simple", "table.seats_min", "expected at most 4, got 5"),
        (
            "table.packets = [3, 3]",
            "simple",
            "table.packets",
            "expected packets that add up to 7, got 6",
        ),
        (
            "table.partnerships = 'pairs'",
            "standard",
            "table.seats_min",
            "expected 4 or more for pairs, got 3",
        ),
        (
            "table = { partnerships = 'pairs', seats_min = 5, seats_max = 5 }",
            "standard",
            "table.seats_max",
            "expected an even number of seats for pairs, got 5",
        ),
        (
            "match.winners = 'fewest_cards'",
            "classic",
            "match.winners",
            "expected cards counted for fewest_cards, got points",
        ),
        (
            "turn.draws = 2",
            "simple",
            "turn.draws",
            "expected 1 where the turn ends after a draw, got 2",
        ),
        (
            "turn.draws = 0",
            "simple",
            "turn.draws",
            "expected 1 where the turn ends after a draw, got no limit",
        ),
        ("turn.pass_after = 2", "gamyun", "turn.pass_after", "expected at most 1, got 2"),
        (
            "turn.pass_after = 0\nsafety.turns = 0",
            "gamyun",
            "turn.pass_after",
            "expected 1 or more without a limit of turns, got 0",
        ),
        (
            "opening.inert = false",
            "gamyun",
            "opening.inert",
            "expected true where every seat opens, got false",
        ),
        (
            "opening = { turn_up_applied = [7, 8], turn_up_buried = [8] }",
            "simple",
            "opening.turn_up_buried",
            "expected each rank once, got 8 both applied and buried",
        ),
        (
            "effects.J = { wild = true, choose_suit = {} }",
            "simple",
            "effects.J.wild",
            "expected false where a suit is chosen, got true",
        ),
        (
            "effects.J.choose_suit = { rank_follows = true }",
            "simple",
            "effects.J.choose_suit.rank_follows",
            "expected on_own_rank with it, got its own rank follows",
        ),
        (
            "effects.J = { choose_suit = {}, draw_next = { cards = 1, stacking = 'adds' } }",
            "simple",
            "effects.J.draw_next.stacking",
            "expected on_own_rank with it, got it stacks on its own rank",
        ),
        (
            "table = { extra_deck_from = 3, decks = 8 }",
            "simple",
            "table.extra_deck_from",
            "expected at most 8 decks, got one more",
        ),
        (
            "tek.forgotten_draws = 1\ntable.hand = 1",
            "simple",
            "tek.forgotten_draws",
            "expected hands of 2 or more to call the last, got 1",
        ),
        (
            "tek.forgotten_draws = 1\ntable.hand_of_two = 1",
            "simple",
            "tek.forgotten_draws",
            "expected hands of 2 or more to call the last, got 1",
        ),
    ],
)
def test_a_contradiction_is_named_at_its_path(
    text: str, preset: str, path: str, message: str
) -> None:
    (fault,) = of(text, preset)
    assert (fault.path, fault.reason, fault.message) == (path, CONTRADICTION, message)


@pytest.mark.parametrize(
    ("text", "preset", "others"),
    [
        ("table.seats_min = 5", "simple", ["table.seats_max"]),
        ("table.packets = [3, 3]", "simple", ["table.hand"]),
        ("table.partnerships = 'pairs'", "standard", ["table.partnerships"]),
        (
            "table = { partnerships = 'pairs', seats_min = 5, seats_max = 5 }",
            "standard",
            ["table.partnerships"],
        ),
        ("match.winners = 'fewest_cards'", "classic", ["score.count"]),
        ("turn.draws = 2", "simple", ["turn.after_draw"]),
        ("turn.pass_after = 2", "gamyun", ["turn.draws"]),
        ("turn.pass_after = 0\nsafety.turns = 0", "gamyun", ["safety.turns"]),
        ("opening.inert = false", "gamyun", ["opening.style"]),
        ("table = { extra_deck_from = 3, decks = 8 }", "simple", ["table.decks"]),
        ("tek.forgotten_draws = 1\ntable.hand = 1", "simple", ["table.hand"]),
        (
            "tek.forgotten_draws = 1\ntable = { hand = 2, hand_of_two = 1 }",
            "simple",
            ["table.hand_of_two"],
        ),
        (
            "opening = { turn_up_applied = [7, 8], turn_up_buried = [8] }",
            "simple",
            ["opening.turn_up_applied"],
        ),
        (
            "effects.J = { wild = true, choose_suit = {} }",
            "simple",
            ["effects.J.choose_suit"],
        ),
        (
            "effects.J.choose_suit = { rank_follows = true }",
            "simple",
            ["effects.J.choose_suit.on_own_rank"],
        ),
        (
            "effects.J = { choose_suit = {}, draw_next = { cards = 1, stacking = 'adds' } }",
            "simple",
            ["effects.J.choose_suit.on_own_rank"],
        ),
        (
            "table.hand = 13",
            "simple",
            [
                "table.hand_of_two",
                "table.seats_max",
                "table.decks",
                "table.extra_deck_from",
                "table.ranks",
                "table.jokers",
            ],
        ),
        ("table.hand = 1001", "simple", []),
    ],
)
def test_the_options_that_a_contradiction_is_with_are_named(
    text: str, preset: str, others: list[str]
) -> None:
    assert list(of(text, preset)[0].others) == others


def test_one_card_must_remain_in_the_stock() -> None:
    assert paths("table = { seats_max = 3, hand = 17 }\nopening.style = 'first_leads'") == []
    assert paths("table = { seats_max = 3, hand = 17 }") == [("table.hand", CONTRADICTION)]
    assert paths("table = { seats_max = 3, hand = 17, jokers = 1 }") == []


def test_a_second_deck_counts_from_its_number_of_seats_on() -> None:
    assert paths("table = { seats_max = 8, extra_deck_from = 8 }") == []
    assert paths("table = { seats_max = 8, extra_deck_from = 0 }") == [
        ("table.hand", CONTRADICTION)
    ]


def test_a_deck_has_a_rank() -> None:
    assert list(map(str, of("table.ranks = []\neffects = { 7 = {}, J = {} }"))) == [
        "table.ranks: expected at least one rank, got none",
        "table.hand: expected 16 cards for 2 seats with 7 cards each and a stock, got 0",
    ]


def test_the_opening_suit_is_one_of_four() -> None:
    rules = presets()["simple"].rulebook.rules
    for suit in (0, 5):
        wrong = replace(rules, opening=replace(rules.opening, suit=Suit(suit)))
        message = f"expected a suit, got {suit}"
        assert faults(wrong) == (Fault("opening.suit", BOUNDS, message),)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("opening.turn_up_applied = [8]", "opening.turn_up_applied.8"),
        ("opening.turn_up_buried = [8]", "opening.turn_up_buried.8"),
        ("effects.8.skip = 1", "effects.8"),
        ("score.points.8 = 5", "score.points.8"),
        ("score.multipliers.8 = 5", "score.multipliers.8"),
        ("score.end_draws.8 = 5", "score.end_draws.8"),
    ],
)
def test_a_rank_that_no_deck_has_is_named_nowhere(text: str, path: str) -> None:
    deck = "table = { ranks = [7, 9, 10, 'J', 'Q', 'K', 'A'], seats_max = 3 }"
    message = "expected a rank of table.ranks, got 8"
    assert of(f"{deck}\n{text}") == (Fault(path, CONTRADICTION, message, ("table.ranks",)),)
    assert paths(f"{deck}\n{text.replace('8', '9')}") == []


def test_the_jokers_entries_are_allowed_without_a_joker() -> None:
    text = """
        effects.joker.wild = true
        score = { points.joker = 5, multipliers.joker = 5, end_draws.joker = 5 }
    """
    assert paths(text) == []


def test_some_card_must_end_a_turn_without_a_cover() -> None:
    deck = "table = { ranks = ['A', 2], seats_max = 2, hand = 2, jokers = 2 }"
    covered = "7 = {}, J = {}, A.cover = {}"
    assert paths(f"{deck}\neffects = {{ {covered}, 2.cover = {{}} }}") == []
    assert paths(f"{deck}\neffects = {{ {covered}, joker.cover = {{}} }}") == []
    finishing = "joker.cover = {}, 2.cover.may_finish = true"
    assert paths(f"{deck}\neffects = {{ {covered}, {finishing} }}") == []
    every = f"effects = {{ {covered}, 2.cover = {{}}, joker.cover = {{}} }}"
    message = "expected a rank for which no cover is drawn, got none, so that a turn may never end"
    assert of(f"{deck}\n{every}") == (Fault("effects", CONTRADICTION, message),)
    without = deck.replace("jokers = 2", "jokers = 0")
    for effects in (every, every.replace(", joker.cover = {}", "")):
        assert paths(f"{without}\n{effects}") == [("effects", CONTRADICTION)]


def test_parts_of_an_effect_that_go_together_are_allowed() -> None:
    for effects in (
        "{ choose_suit = { on_own_rank = true, rank_follows = true } }",
        "{ choose_suit = { always = true } , draw_next.cards = 2 }",
        "{ choose_suit.on_own_rank = true, draw_next = { cards = 2, stacking = 'adds' } }",
        "{ wild = true, draw_next = { cards = 2, stacking = 'adds' }, cover = {}, skip = 1 }",
    ):
        assert paths(f"effects.J = {effects}") == []


def test_all_faults_are_named_at_once() -> None:
    text = """
        table = { seats_min = 5, partnerships = "pairs", packets = [4, 4], jokers = 33 }
        opening = { inert = false }
        turn = { draws = 1, pass_after = 2, after_draw = "any_card" }
        effects.J = { wild = true, choose_suit = { rank_follows = true } }
        match = { winners = "fewest_cards", rounds = 0 }
    """
    assert paths(text, "gamyun") == [
        ("table.jokers", BOUNDS),
        ("match.rounds", BOUNDS),
        ("table.seats_min", CONTRADICTION),
        ("table.packets", CONTRADICTION),
        ("opening.inert", CONTRADICTION),
        ("turn.pass_after", CONTRADICTION),
        ("match.winners", CONTRADICTION),
        ("effects.J.wild", CONTRADICTION),
        ("effects.J.choose_suit.rank_follows", CONTRADICTION),
    ]


def test_a_faulty_rule_set_makes_no_rulebook_and_the_error_names_every_fault() -> None:
    rules = presets()["simple"].rulebook.rules
    faulty = replace(rules, table=replace(rules.table, seats_min=5, packets=(7, 1)))
    with pytest.raises(InvalidRules) as error:
        Rulebook(faulty)
    assert [fault.path for fault in error.value.faults] == ["table.seats_min", "table.packets"]
    assert str(error.value) == (
        "table.seats_min: expected at most 4, got 5; "
        "table.packets: expected packets that add up to 7, got 8"
    )
