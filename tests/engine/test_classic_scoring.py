"""The table of source 004, statement by statement: ends and points (K16 to K24, K26)."""

from pisyedili.engine.deal import start_round
from pisyedili.engine.events import RoundEnd
from pisyedili.engine.moves import DRAW
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.scoring import round_winners, winners
from pisyedili.engine.state import Match, MatchOver, RoundOver, State
from tests.engine.builder import SEED, after, position, rulebook


def finishing(hands: str, *before: tuple[int, ...], book: Rulebook | None = None) -> State:
    """Return the state after seat 0 lays its only card on a nine of hearts."""
    rules = book or rulebook("classic")
    match = Match(rules, "test", (), SEED, len(before), before)
    return after(position(rules, hands, "9♥", match=match), hands.split(maxsplit=1)[0])


def costs(hands: str) -> tuple[int, ...]:
    return finishing(hands).match.scores[-1]


def test_K16_a_jack_left_in_hand_costs_25() -> None:
    for card in ("J♣", "J♠"):
        assert costs(f"4♥ | {card} | 2♦ 5♦") == (0, 25, 7)


def test_K17_a_seven_left_in_hand_costs_20() -> None:
    assert costs("4♥ | 7♣ | 2♦ 5♦") == (0, 20, 7)


def test_K18_an_ace_left_in_hand_costs_15() -> None:
    assert costs("4♥ | A♣ | 2♦ 5♦") == (0, 15, 7)


def test_K19_a_queen_or_king_left_in_hand_costs_10() -> None:
    for card in ("Q♣", "K♣"):
        assert costs(f"4♥ | {card} | 2♦ 5♦") == (0, 10, 7)


def test_K20_any_other_card_left_in_hand_costs_its_face_value() -> None:
    for face in (2, 3, 4, 5, 6, 8, 9, 10):
        assert costs(f"3♥ | {face}♣ | 2♦ 5♦") == (0, face, 7)


def test_K21_finishing_on_a_seven_costs_the_others_three_times_their_hands() -> None:
    assert costs("7♥ | 3♣ 5♥ | 2♦ 5♦") == (0, 24, 21)


def test_K22_finishing_on_a_jack_costs_the_others_twice_their_hands() -> None:
    assert costs("J♠ | 3♣ 5♥ | 2♦ 5♦") == (0, 16, 14)


def test_K22_finishing_on_any_other_card_costs_the_others_their_hands() -> None:
    for card in ("A♥", "8♥", "10♥", "K♥"):
        assert costs(f"{card} | 3♣ 5♥ | 2♦ 5♦") == (0, 8, 7)


def test_K23_the_round_ends_with_the_stock_and_the_lowest_hand_wins() -> None:
    state = position("classic", "3♣ 5♥ | 2♦ 5♦ | J♠", "7♥", stock="4♦ 6♠")
    first = after(state, DRAW, "pass")
    assert not isinstance(first.phase, RoundOver)
    ended = after(first, DRAW)
    assert ended.phase == RoundOver(RoundEnd.STOCK_OUT)
    assert ended.match.scores == ((3 + 5 + 6, 2 + 5 + 4, 25),)
    assert round_winners(ended) == (1,)


def test_K23_a_debt_that_empties_the_stock_ends_the_round_too() -> None:
    state = position("classic", "7♥ 5♥ | 2♦ 5♦ | 4♠ J♠", "9♥", stock="4♦ 6♠ 8♣")
    ended = after(state, "7♥", DRAW)
    assert ended.phase == RoundOver(RoundEnd.STOCK_OUT)
    assert round_winners(ended) == (0,)


def test_K24_the_match_ends_with_the_fourth_round_and_the_lowest_total_wins() -> None:
    hands = "4♥ | 3♣ 5♥ | 2♦ 5♦"
    third = finishing(hands, (0, 9, 9), (0, 9, 9))
    assert isinstance(third.phase, RoundOver)
    assert start_round(third).state.match.round == 3
    fourth = finishing(hands, (9, 0, 0), (9, 1, 0), (9, 0, 1))
    assert fourth.phase == MatchOver(RoundEnd.FINISHED, 0)
    assert winners(fourth.match, 3) == (2,)


def test_K26_the_first_seat_out_wins_the_round_and_the_others_score_their_hands() -> None:
    ended = finishing("4♥ | 3♣ 5♥ | A♦ 7♦")
    assert ended.phase == RoundOver(RoundEnd.FINISHED, 0)
    assert ended.match.scores == ((0, 8, 35),)
    assert round_winners(ended) == (0,)
