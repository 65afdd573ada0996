"""The ledger, a second account of a round: an engine that moved other cards is found out."""

from collections.abc import Sequence

import pytest

from pisyedili.engine.cards import CLUBS, Card, Rank, format_cards
from pisyedili.engine.deal import new_match
from pisyedili.engine.events import (
    CardsDrawn,
    CardsPlayed,
    EndDrawn,
    Event,
    StockReshuffled,
    SuitNamed,
    Why,
)
from pisyedili.engine.ledger import Ledger, Mismatch
from pisyedili.engine.proof import Verified, verify
from pisyedili.engine.record import Record
from pisyedili.engine.shuffle import commitment, round_seed
from pisyedili.engine.state import State
from tests.engine.builder import SEED, presets, rulebook
from tests.engine.playing import short_record


def dealt() -> State:
    return new_match(rulebook("standard"), 3, SEED).state


def ledger() -> Ledger:
    return Ledger(rulebook("standard"), 3, SEED, 0)


def mismatch(*events: Event) -> tuple[str, ...]:
    """Return what the ledger of a fresh deal does not believe of these events."""
    with pytest.raises(Mismatch) as error:
        ledger().follow(events)
    return error.value.args


def shown(cards: Sequence[Card]) -> str:
    return format_cards(tuple(cards))


def test_the_trace_of_a_round_tells_each_card_where_it_lay_and_where_it_went() -> None:
    seed = short_record().seed
    proved = verify(short_record(), presets())
    assert isinstance(proved, Verified)
    assert proved.trace == {
        "format": "pisyedili-trace/1",
        "seed": seed.hex(),
        "commitment": commitment(seed).hex(),
        "seats": 2,
        "decks": 1,
        "ranks": ["A", "7"],
        "jokers": 2,
        "packets": [2, 1],
        "rounds": [
            {
                "commitment": commitment(round_seed(seed, 0)).hex(),
                "dealer": 0,
                "hands": (("A♥", "7♥", "7♣"), ("7♦", "A♦", "7♠")),
                "turned": ("joker", "A♠"),
                "steps": [
                    [],
                    [{"seat": 1, "play": ["A♦"]}],
                    [{"seat": 0, "draw": ["A♣"]}],
                    [{"seat": 1, "play": ["7♦"]}],
                    [
                        {"seat": 0, "draw": ["joker", "joker"]},
                        {"reshuffle": ["A♦", "A♠"]},
                        {"seat": 0, "draw": ["A♠"]},
                    ],
                    [{"seat": 1, "play": ["7♠"]}, {"seat": 0, "end": ["A♦"]}],
                ],
            }
        ],
    }


def test_the_ledger_knows_the_deal_and_names_the_first_pile_that_differs() -> None:
    state = dealt()
    ledger().check(state)
    hands, stock, laid = state.hands, state.stock, state.stock[:1]
    others = (
        (state.replace(hands=hands[::-1], stock=()), "the hand of seat 0", hands[0], hands[-1]),
        (state.replace(stock=stock[::-1], discard=laid), "the stock", stock, stock[::-1]),
        (state.replace(stock=()), "the stock", stock, ()),
        (state.replace(discard=laid), "the discard", (), laid),
    )
    for other, what, expected, got in others:
        with pytest.raises(Mismatch) as error:
            ledger().check(other)
        told = error.value.what, error.value.expected, error.value.got
        assert told == (what, shown(expected) or "none", shown(got) or "none")


def test_the_ledger_refuses_cards_that_are_not_on_top_of_the_stock() -> None:
    stock = dealt().stock
    top, below, bottom = shown(stock[-1:]), shown(stock[-2:-1]), shown(stock[:1])
    refused = ("the top of the stock", top, below)
    assert mismatch(CardsDrawn(1, 1, stock[-2:-1], Why.TURN)) == refused
    refused = ("the top of the stock", top, bottom)
    assert mismatch(EndDrawn(1, Rank(7), stock[:1])) == refused


def test_the_ledger_refuses_to_draw_more_cards_than_lie_there() -> None:
    stock = dealt().stock
    drawn = CardsDrawn(1, len(stock), stock[::-1], Why.TURN)
    more = CardsDrawn(2, 1, stock[:1], Why.TURN)
    assert mismatch(drawn, more) == ("the top of the stock", "none", shown(stock[:1]))


def test_the_ledger_refuses_a_play_of_a_card_that_is_not_held() -> None:
    card = dealt().stock[0]
    assert mismatch(CardsPlayed(1, (card,))) == ("a play", "a card of seat 1", shown((card,)))


def test_the_ledger_refuses_a_reshuffle_of_other_cards() -> None:
    assert mismatch(StockReshuffled(1)) == ("a reshuffle", "0 cards", "1")


def test_events_that_move_no_card_are_followed_without_a_word() -> None:
    book, state = ledger(), dealt()
    drawn = CardsDrawn(1, 1, state.stock[-1:], Why.TURN)
    book.follow([SuitNamed(1, CLUBS), drawn])
    assert book.steps == [[{"seat": 1, "draw": [shown(state.stock[-1:])]}]]
    with pytest.raises(Mismatch):
        book.check(state)


@pytest.mark.parametrize(
    ("rules", "seats", "turned"),
    [
        ("table.hand_of_two = 5", 2, 1),
        ("table.hand_of_two = 5", 3, 1),
        ("opening.turn_up_buried = [2, 3, 4, 5, 6, 7, 8, 9, 10, 'J', 'Q', 'K']", 2, 4),
    ],
)
def test_a_deal_is_followed_with_the_hand_of_two_and_with_all_that_is_buried(
    rules: str, seats: int, turned: int
) -> None:
    book = rulebook("simple", rules)
    proved = verify(Record(book, seats, SEED, "", (), ()), presets())
    assert isinstance(proved, Verified)
    assert proved.trace["packets"] == [1] * len(proved.state.hands[0])
    (told,) = proved.trace["rounds"]
    assert [len(hand) for hand in told["hands"]] == [len(hand) for hand in proved.state.hands]
    assert len(told["turned"]) == turned
    assert told["turned"][-1:] == (shown(proved.state.discard),)
