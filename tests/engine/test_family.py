"""The family's presets, Mau-Mau, Switch and Pesten: what their published rules say."""

import pytest

from pisyedili.engine.cards import HEARTS, JOKER_RANK, RANK_OF, SPADES, Rank
from pisyedili.engine.deal import new_match
from pisyedili.engine.errors import Refusal
from pisyedili.engine.events import RoundEnd
from pisyedili.engine.moves import DRAW, PASS
from pisyedili.engine.preset import LANGUAGES
from pisyedili.engine.sheet import rule_sheet
from pisyedili.engine.state import Covering, Forgotten, MatchOver, Owing, State, Turn
from tests.engine.builder import (
    SEED,
    after,
    hand,
    play,
    playable_seats,
    position,
    presets,
    refused,
    rulebook,
)
from tests.engine.playing import random_game

FAMILY = ("mau-mau", "switch", "pesten")
TRICKS = {1, 2, 4, 8, 11}


def deals(preset: str) -> list[State]:
    seeds = (number.to_bytes(32, "big") for number in range(200))
    return [new_match(rulebook(preset), 4, seed).state for seed in seeds]


def turned_up(preset: str, rank: int) -> State:
    return next(state for state in deals(preset) if RANK_OF[state.discard[-1]] == rank)


@pytest.mark.parametrize(
    ("preset", "seats", "cards", "each"),
    [
        ("mau-mau", [2, 3, 4, 5, 6, 7, 8], {5: 32, 6: 64}, 5),
        ("switch", [2, 3, 4, 5, 6, 7], {5: 52, 6: 104}, 7),
        ("pesten", [2, 3, 4, 5, 6], {2: 54, 6: 54}, 7),
    ],
)
def test_so_many_play_with_so_many_cards(
    preset: str, seats: list[int], cards: dict[int, int], each: int
) -> None:
    assert playable_seats(preset) == seats
    for number, deck in cards.items():
        state = new_match(rulebook(preset), number, SEED).state
        assert [len(held) for held in state.hands] == [each] * number
        assert len(state.stock) + len(state.discard) == deck - each * number


def test_mau_mau_applies_the_seven_and_the_eight_that_is_turned_up() -> None:
    seven, eight, jack = (turned_up("mau-mau", rank) for rank in (7, 8, 11))
    assert (seven.seat, seven.phase) == (1, Owing(2, Rank(7)))
    assert (eight.seat, eight.phase) == (2, Turn())
    assert (jack.seat, jack.phase) == (1, Turn())


def test_mau_mau_has_no_card_below_the_seven_but_the_ace() -> None:
    ranks = {RANK_OF[card] for card in rulebook("mau-mau").deck(4)}
    assert ranks == {1, 7, 8, 9, 10, 11, 12, 13}


def test_mau_mau_passes_two_cards_on_with_each_seven() -> None:
    owing = after(position("mau-mau", "7♥ Q♣ K♣ | 7♣ K♥ A♣ | 9♦ 10♦", "8♥"), "7♥")
    assert (owing.seat, owing.phase) == (1, Owing(2, Rank(7)))
    assert refused(owing, "K♥") is Refusal.DEBT_DUE
    passed_on = after(owing, "7♣")
    assert (passed_on.seat, passed_on.phase) == (2, Owing(4, Rank(7)))
    paid = after(passed_on, "draw")
    assert (len(paid.hands[2]), paid.seat, paid.phase) == (6, 0, Turn())


@pytest.mark.parametrize("preset", FAMILY)
def test_an_eight_skips_the_next_seat(preset: str) -> None:
    state = after(position(preset, "8♥ Q♣ K♣ | 9♣ K♥ | 9♦ 10♦", "7♥"), "8♥")
    assert (state.seat, state.phase) == (2, Turn())


@pytest.mark.parametrize(("preset", "wish"), [("mau-mau", "J"), ("switch", "A"), ("pesten", "J")])
def test_the_wishing_card_goes_on_anything_and_the_named_suit_alone_follows(
    preset: str, wish: str
) -> None:
    on_another = position(preset, f"{wish}♣ Q♣ K♣ | 9♠ 9♣ {wish}♦ | 9♦ 10♦", "9♥")
    named = after(on_another, play(f"{wish}♣", SPADES))
    assert refused(named, "9♣") is Refusal.NO_MATCH
    assert refused(named, "9♠") is None
    assert refused(named, play(f"{wish}♦", HEARTS)) is None


def test_mau_mau_covers_an_ace_by_suit_or_rank_and_lets_no_turn_end_before() -> None:
    state = after(position("mau-mau", "A♥ 9♥ A♣ Q♠ | K♣ 10♣ | 9♦ 10♦", "8♥"), "A♥")
    assert (state.seat, isinstance(state.phase, Covering)) == (0, True)
    assert refused(state, "Q♠") is Refusal.NO_MATCH
    assert refused(state, PASS) is not None
    assert refused(state, DRAW) is not None
    assert after(state, "9♥").seat == 1
    again = after(state, "A♣")
    assert (again.seat, isinstance(again.phase, Covering)) == (0, True)


def test_mau_mau_draws_one_card_for_an_ace_that_nothing_covers() -> None:
    state = position("mau-mau", "A♥ 9♠ Q♣ | K♣ 10♣ | 9♦ 10♦", "8♥", stock="…7♣ K♥")
    drawn = after(state, "A♥", "draw")
    assert hand(drawn, 0) == "Q♣ K♥ 9♠"
    assert refused(drawn, "9♠") is Refusal.NO_MATCH
    assert after(drawn, "K♥").seat == 1
    assert after(drawn, PASS).seat == 1
    assert refused(drawn, DRAW) is not None


def test_mau_mau_is_not_won_on_an_ace() -> None:
    held = position("mau-mau", "A♥ | K♣ 10♣", "8♥", stock="…7♣ K♥", called=(True, False))
    uncovered = after(held, "A♥")
    assert (uncovered.seat, hand(uncovered, 0)) == (0, "")
    covered = after(uncovered, "draw", "K♥")
    assert covered.match.scores == ((0, 10 + 10),)


@pytest.mark.parametrize("preset", ["mau-mau", "pesten"])
def test_a_draw_needs_a_hand_without_a_match_and_the_drawn_card_may_be_played(preset: str) -> None:
    matching = position(preset, "9♥ Q♣ | K♣ 10♣ | 9♦ 10♦", "10♥")
    assert refused(matching, DRAW) is Refusal.DRAW_WITH_PLAYABLE_CARD
    state = position(preset, "9♠ Q♣ | K♣ 10♣ | 9♦ 10♦", "K♥", stock="…8♣ 8♥")
    drawn = after(state, "draw")
    assert refused(drawn, DRAW) is not None
    assert (after(drawn, "8♥").seat, after(drawn, PASS).seat) == (2, 1)


@pytest.mark.parametrize(("preset", "cost"), [("mau-mau", 1), ("switch", 1), ("pesten", 2)])
def test_a_last_card_that_was_not_called_costs_cards(preset: str, cost: int) -> None:
    state = position(preset, "9♥ 10♥ | K♣ K♥", "Q♥")
    forgotten = after(state, "9♥", play("K♥", call=True))
    assert (forgotten.seat, forgotten.phase) == (0, Forgotten())
    assert refused(forgotten, "10♥") is not None
    assert len(after(forgotten, "draw").hands[0]) == 1 + cost
    called = after(state, play("9♥", call=True), play("K♥", call=True), "10♥")
    assert len(called.match.scores) == 1


def test_mau_mau_counts_twice_what_the_others_hold_at_a_last_jack() -> None:
    hands = "{} | A♣ 7♦ J♠ | 8♦ 9♦ 10♦ Q♦ K♦"
    jack = position("mau-mau", hands.format("J♥"), "8♥", called=(True, False, False))
    assert after(jack, "J♥").match.scores == ((0, 2 * (10 + 7 + 20), 2 * (8 + 9 + 10 + 10 + 10)),)
    nine = position("mau-mau", hands.format("9♥"), "8♥", called=(True, False, False))
    assert after(nine, "9♥").match.scores == ((0, 37, 47),)


def test_switch_begins_on_no_special_card() -> None:
    tops = {int(RANK_OF[state.discard[-1]]) for state in deals("switch")}
    assert tops == set(range(1, 14)) - TRICKS


@pytest.mark.parametrize(("card", "other", "cost"), [("2", "4", 2), ("4", "2", 4)])
def test_switch_answers_a_two_with_a_two_and_a_four_with_a_four(
    card: str, other: str, cost: int
) -> None:
    hands = f"{card}♥ Q♣ K♣ | {card}♣ {other}♥ A♣ | 9♦ 10♦"
    owing = after(position("switch", hands, "7♥"), f"{card}♥")
    assert (owing.seat, owing.phase) == (1, Owing(cost, Rank(int(card))))
    assert refused(owing, f"{other}♥") is Refusal.DEBT_DUE
    assert refused(owing, play("A♣", HEARTS)) is Refusal.DEBT_DUE
    assert after(owing, f"{card}♣").phase == Owing(2 * cost, Rank(int(card)))
    paid = after(owing, "draw")
    assert (len(paid.hands[1]), paid.seat) == (3 + cost, 2)


@pytest.mark.parametrize(("preset", "card"), [("switch", "J"), ("pesten", "A")])
def test_play_turns_round_and_stays_so(preset: str, card: str) -> None:
    state = position(preset, f"{card}♥ Q♣ K♣ | 9♣ K♥ | 9♦ 10♥ 5♣", "7♥")
    turned = after(state, f"{card}♥")
    assert (turned.seat, turned.direction) == (2, -1)
    assert after(turned, "10♥").seat == 1


def test_switch_draws_one_card_by_choice_and_plays_that_one_or_none() -> None:
    state = position("switch", "9♥ Q♣ | K♣ 10♣ | 9♦ 10♦", "10♥", stock="…7♣ K♥")
    drawn = after(state, "draw")
    assert refused(drawn, "9♥") is Refusal.DRAWN_CARD_ONLY
    assert (after(drawn, "K♥").seat, after(drawn, PASS).seat) == (1, 1)


@pytest.mark.parametrize("preset", ["switch", "pesten"])
def test_the_first_seat_without_cards_wins(preset: str) -> None:
    state = position(preset, "9♥ | 3♣ 5♣ | 2♦ 5♦ 6♦", "Q♥", called=(True, False, False))
    ended = after(state, "9♥")
    assert ended.phase == MatchOver(RoundEnd.FINISHED, 0)
    assert ended.match.scores == ((0, 2, 3),)


def test_pesten_applies_the_two_the_eight_and_the_ace_that_is_turned_up() -> None:
    two, eight, ace = (turned_up("pesten", rank) for rank in (2, 8, 1))
    assert (two.seat, two.phase) == (1, Owing(2, Rank(2)))
    assert (eight.seat, eight.phase) == (2, Turn())
    assert (ace.direction, ace.phase) == (-1, Turn())
    jack = turned_up("pesten", 11)
    assert (jack.seat, jack.phase) == (1, Turn())


def test_pesten_answers_a_joker_with_a_joker_only_and_keeps_the_suit() -> None:
    state = position("pesten", "joker Q♣ K♣ | joker 2♥ 9♥ | 9♦ 10♥ 5♣", "7♥")
    owing = after(state, "joker")
    assert (owing.seat, owing.phase) == (1, Owing(5, JOKER_RANK))
    assert refused(owing, "2♥") is Refusal.DEBT_DUE
    assert after(owing, "joker").phase == Owing(10, JOKER_RANK)
    paid = after(owing, "draw")
    assert (len(paid.hands[1]), paid.seat) == (8, 2)
    assert refused(paid, "10♥") is None
    assert refused(paid, "5♣") is Refusal.NO_MATCH


def test_pesten_plays_on_after_a_seven_or_draws_one() -> None:
    state = position("pesten", "7♥ 9♥ Q♣ | K♣ 10♣ | 9♦ 10♦", "K♥", stock="…6♣")
    seven = after(state, "7♥")
    assert seven.seat == 0
    assert refused(seven, "Q♣") is Refusal.NO_MATCH
    assert after(seven, "9♥").seat == 1
    bare = position("pesten", "7♥ 9♠ Q♣ | K♣ 10♣ | 9♦ 10♦", "K♥", stock="…6♣")
    drawn = after(bare, "7♥", "draw")
    assert (len(drawn.hands[0]), drawn.seat) == (3, 0)
    assert after(drawn, PASS).seat == 1


def test_pesten_may_be_won_on_a_seven() -> None:
    state = position("pesten", "7♥ | 3♣ 5♣", "K♥", called=(True, False))
    assert after(state, "7♥").phase == MatchOver(RoundEnd.FINISHED, 0)


@pytest.mark.parametrize("preset", FAMILY)
def test_a_whole_match_of_chance_comes_to_its_end(preset: str) -> None:
    for seats in (2, 4, 6):
        game = random_game(rulebook(preset), seats, bytes([seats]) * 32, most=10_000)
        assert isinstance(game.play_out().state.phase, MatchOver)
        assert len(game.state.match.scores) == rulebook(preset).rules.match.rounds


@pytest.mark.parametrize("preset", FAMILY)
def test_each_is_named_and_told_in_three_languages(preset: str) -> None:
    found = presets()[preset]
    assert all(found.lines)
    for language, name in zip(LANGUAGES, found.names, strict=True):
        text = rule_sheet(found.rulebook.rules, language, name)
        assert text.startswith(f"# {name}\n")
        assert "| 8 |" in text
