"""The seeded order of cards: as an independent program has it, and fair by construction."""

import json
from collections import Counter
from pathlib import Path
from typing import Any, Final

import pytest

from pisyedili.engine.cards import CARDS, Card, deck, parse_cards
from pisyedili.engine.deal import new_match
from pisyedili.engine.moves import DRAW
from pisyedili.engine.shuffle import SEED_BYTES, _below, commitment, round_seed, shuffled
from tests.engine.builder import SEED, move, position, rulebook

_DATA: Final = Path(__file__).parents[1] / "data" / "shuffle-vectors.json"
VECTORS: Final[list[dict[str, Any]]] = json.loads(_DATA.read_text("utf-8"))["shuffles"]
LARGEST: Final = 8 * 52 + 32


def test_the_vectors_cover_decks_jokers_rounds_and_shuffles() -> None:
    assert {(vector["decks"], vector["jokers"]) for vector in VECTORS} >= {(1, 0), (2, 2)}
    assert {vector["round"] for vector in VECTORS} >= {0, 1, 3}
    assert {vector["shuffle"] for vector in VECTORS} == {0, 1, 2}


@pytest.mark.parametrize("vector", VECTORS)
def test_a_match_seed_gives_the_round_seed_of_the_vectors(vector: dict[str, Any]) -> None:
    seed = round_seed(bytes.fromhex(vector["match_seed"]), vector["round"])
    assert seed.hex() == vector["round_seed"]


@pytest.mark.parametrize("vector", VECTORS)
def test_a_round_seed_gives_the_order_of_the_vectors(vector: dict[str, Any]) -> None:
    seed = bytes.fromhex(vector["round_seed"])
    cards = shuffled(deck(vector["decks"], vector["jokers"]), seed, vector["shuffle"])
    assert list(cards) == vector["stock"]


@pytest.mark.parametrize("vector", VECTORS)
def test_seeds_are_committed_to_as_in_the_vectors(vector: dict[str, Any]) -> None:
    for name in ("match", "round"):
        seed = bytes.fromhex(vector[f"{name}_seed"])
        assert commitment(seed).hex() == vector[f"{name}_commitment"]


def test_a_match_is_dealt_from_the_end_of_its_first_shuffle() -> None:
    vector = next(vector for vector in VECTORS if vector["decks"] == 2 and vector["jokers"] == 2)
    state = new_match(rulebook("gamyun"), 4, bytes.fromhex(vector["match_seed"])).state
    top_first = vector["stock"][::-1]
    assert list(state.stock) == vector["stock"][:-28]
    for step, seat in enumerate((1, 2, 3, 0)):
        assert list(state.hands[seat]) == sorted(top_first[step:28:4])


def test_a_reshuffle_takes_the_discards_as_they_lie_and_counts_on() -> None:
    state = position("simple", "9♠ 2♣ | 3♣ 5♣", "K♠ 4♥", stock="")
    expected = shuffled(state.discard[:-1], round_seed(SEED, 0), 1)
    first = move(state, DRAW).state
    assert (*first.stock, *(set(first.hands[0]) - set(state.hands[0]))) == expected
    assert (state.shuffles, first.shuffles) == (1, 2)
    again = state.replace(shuffles=2, cards=60)
    second = move(again, DRAW).state
    expected = shuffled(state.discard[:-1], round_seed(SEED, 0), 2)
    assert (*second.stock, *(set(second.hands[0]) - set(state.hands[0]))) == expected


def test_the_same_seed_and_number_give_the_same_order_and_others_give_another() -> None:
    orders = [
        shuffled(CARDS, round_seed(SEED, number), count) for number in (0, 1) for count in (0, 1)
    ]
    assert shuffled(CARDS, round_seed(SEED, 0), 0) == orders[0]
    assert len(set(orders)) == 4


@pytest.mark.parametrize("cards", ["", "7♣", "7♣ 7♣ joker", "2♣ 3♣ 4♣ 5♣ 6♣"])
def test_a_shuffle_keeps_every_card(cards: str) -> None:
    before = parse_cards(cards)
    assert Counter(shuffled(before, SEED, 0)) == Counter(before)


def test_the_round_seeds_of_a_match_are_all_different_and_of_full_length() -> None:
    seeds = {round_seed(SEED, number) for number in range(100)}
    assert len(seeds) == 100
    assert {len(seed) for seed in seeds} == {SEED_BYTES}
    assert SEED not in seeds


def test_a_commitment_binds_the_seed_and_does_not_show_it() -> None:
    assert len(commitment(SEED)) == 32
    assert commitment(SEED) != commitment(SEED[::-1])
    assert SEED not in commitment(SEED)


def test_a_number_that_would_favour_low_places_is_refused_for_the_next_one() -> None:
    for bound in range(2, LARGEST + 1):
        whole = 2**32 // bound * bound
        assert _below(bound, iter([0])) == 0
        assert _below(bound, iter([whole - 1])) == bound - 1
        for number in {whole, 2**32 - 1} if whole < 2**32 else set[int]():
            assert _below(bound, iter([number, number, 1])) == 1


def test_every_order_of_three_cards_is_about_as_frequent() -> None:
    three = (Card(1), Card(2), Card(3))
    orders = Counter(shuffled(three, round_seed(SEED, number), 0) for number in range(6000))
    assert len(orders) == 6
    chi_squared = sum((count - 1000) ** 2 / 1000 for count in orders.values())
    assert chi_squared < 20.5  # 5 degrees of freedom, one in a thousand
