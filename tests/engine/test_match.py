"""Rulings 25 to 27: the deal moves on, who wins the match, and partners."""

import pytest

from pisyedili.engine.deal import new_match, start_round
from pisyedili.engine.errors import IllegalMove, InvalidState, Refusal
from pisyedili.engine.events import MatchEnded, PointsWritten, RoundDealt, RoundEnd
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.scoring import Standing, round_winners, standings, teams, winners
from pisyedili.engine.shuffle import round_seed, shuffled
from pisyedili.engine.state import Match, MatchOver, Opening, RoundOver, State, Turn
from tests.engine.builder import SEED, after, move, play, position, rulebook

NINES = "4♥ | 3♣ 5♥ | 2♦ 5♦ | K♦ 6♠"
PAIRS = '[table]\npartnerships = "pairs"'


def finished(book: Rulebook, *before: tuple[int, ...], hands: str = NINES, seat: int = 0) -> State:
    """Return the end of the round after those with these scores; one seat lays its last card."""
    match = Match(book, "test", (), SEED, len(before), before)
    last = hands.split("|")[seat]
    return after(position(book, hands, "9♥", match=match, seat=seat), last)


def match_of(winning: str, *totals: int) -> Match:
    """Return a one-round match of seats with these totals."""
    book = rulebook("classic", f'[match]\nrounds = 1\nwinners = "{winning}"')
    return Match(book, "test", (), SEED, 0, (totals,))


def test_ruling_25_seat_0_deals_first_and_seat_1_starts() -> None:
    dealt = new_match(rulebook("gamyun"), 4, SEED)
    assert isinstance(dealt.events[0], RoundDealt)
    assert (dealt.events[0].dealer, dealt.state.seat) == (0, 1)


def test_ruling_25_the_deal_moves_one_seat_clockwise_each_round() -> None:
    state = finished(rulebook("gamyun"))
    for number in (1, 2, 3):
        state = start_round(state).state
        assert (state.match.round, state.dealer, state.seat) == (number, number, (number + 1) % 4)
        scores = (*state.match.scores, (0, 1, 2, 3))
        state = state.replace(
            phase=RoundOver(RoundEnd.BLOCKED), match=state.match.replace(scores=scores)
        )


def test_ruling_25_with_two_seats_the_deal_comes_back_in_the_third_round() -> None:
    third = start_round(finished(rulebook("classic"), (0, 5), hands="4♥ | 3♣")).state
    assert (third.match.round, third.dealer, third.seat) == (2, 0, 1)


def test_ruling_25_the_second_round_is_dealt_card_by_card_from_its_dealers_left() -> None:
    book = rulebook("gamyun")
    second = start_round(finished(book)).state
    cards = shuffled(book.deck(4), round_seed(SEED, 1), 0)[::-1]
    for step, seat in enumerate((2, 3, 0, 1)):
        assert second.hands[seat] == tuple(sorted(cards[step:28:4]))
    assert second.stock == cards[:27:-1]


def test_ruling_25_nothing_of_a_round_reaches_the_next() -> None:
    state = position(
        rulebook("classic", "[tek]\nforgotten_draws = 1"),
        "J♥ | 3♣ | 2♦ 5♦",
        "9♠",
        direction=-1,
        called=(True, True, False),
        shuffles=4,
        turns=40,
        cards=60,
        ply=90,
    )
    fresh = start_round(after(state, "J♥")).state
    assert (fresh.suit, fresh.direction, fresh.called) == (0, 1, (False,) * 3)
    assert (fresh.phase, fresh.passes, fresh.turns, fresh.cards) == (Opening(), 0, 0, 0)
    assert (fresh.shuffles, fresh.discard) == (1, ())


def test_ruling_25_the_count_of_moves_goes_on_through_the_match() -> None:
    ended = after(position("classic", "4♥ | 3♣ | 2♦ 5♦", "9♥", ply=90), "4♥")
    assert (ended.ply, start_round(ended).state.ply) == (91, 91)


def test_ruling_25_a_round_is_dealt_only_after_a_round_and_within_the_match() -> None:
    with pytest.raises(IllegalMove) as playing:
        start_round(position("classic", "4♥ | 3♣", "9♥"))
    assert playing.value.reason is Refusal.ROUND_NOT_OVER
    with pytest.raises(IllegalMove) as over:
        start_round(finished(rulebook("classic", "[match]\nrounds = 1")))
    assert over.value.reason is Refusal.MATCH_OVER


def test_ruling_26_winners_are_strictly_below_the_mean() -> None:
    assert winners(match_of("below_average", 10, 20, 30), 3) == (0,)
    assert winners(match_of("below_average", 10, 19, 31), 3) == (0, 1)
    assert winners(match_of("below_average", 1, 2, 2), 3) == (0,)


def test_ruling_26_where_all_totals_are_equal_all_win() -> None:
    assert winners(match_of("below_average", 7, 7, 7), 3) == (0, 1, 2)


def test_ruling_26_equal_totals_share_a_rank() -> None:
    table = standings(match_of("below_average", 20, 10, 20, 30), 4)
    assert [place.rank for place in table] == [2, 1, 2, 4]


def test_ruling_26_equal_lowest_totals_win_together() -> None:
    assert winners(match_of("lowest_total", 8, 5, 9, 5), 4) == (1, 3)


def test_ruling_26_the_match_ends_with_its_winners() -> None:
    book = rulebook("classic", '[match]\nrounds = 1\nwinners = "below_average"')
    ended = move(position(book, "4♥ | 3♣ | J♦", "9♥"), "4♥")
    assert isinstance(ended.state.phase, MatchOver)
    assert ended.events[-2:] == (PointsWritten((0, 3, 25)), MatchEnded((0, 1)))


def test_ruling_27_partners_sit_facing_each_other() -> None:
    pairs = rulebook("gamyun", PAIRS).rules
    assert teams(pairs, 4) == ((0, 2), (1, 3))
    assert teams(pairs, 6) == ((0, 3), (1, 4), (2, 5))
    assert teams(rulebook("gamyun").rules, 4) == ((0,), (1,), (2,), (3,))


def test_ruling_27_an_odd_number_of_seats_has_no_pairs() -> None:
    book = rulebook("gamyun", f"{PAIRS}\nseats_max = 6")
    assert len(new_match(book, 6, SEED).state.hands) == 6
    with pytest.raises(InvalidState, match="expected an even number of seats for pairs, got 5"):
        new_match(book, 5, SEED)


def test_ruling_27_a_round_ends_when_one_partner_is_out_and_the_other_pays_like_anyone() -> None:
    ended = finished(rulebook("gamyun", PAIRS), hands="7♥ | 3♣ 5♥ | 2♦ 5♦ | K♦ 6♠")
    assert ended.phase == RoundOver(RoundEnd.FINISHED, 0)
    assert ended.match.scores == ((0, 3 * 8, 3 * 7, 3 * 16),)
    assert round_winners(ended) == (0, 2)


def test_ruling_27_a_teams_score_is_the_sum_of_its_hands() -> None:
    ended = finished(rulebook("gamyun", PAIRS), (1, 2, 3, 4))
    assert standings(ended.match, 4) == (Standing((0, 2), 11, 1), Standing((1, 3), 30, 2))


def test_ruling_27_the_mean_is_over_teams() -> None:
    book = rulebook("gamyun", f"{PAIRS}\n[match]\nrounds = 1")
    ended = finished(book, hands="4♥ | 3♣ 5♥ | K♦ K♠ | K♥ 6♠")
    assert ended.match.scores == ((0, 8, 20, 16),)
    assert winners(ended.match, 4) == (0, 2)


def test_ruling_27_the_lower_team_wins_a_blocked_round() -> None:
    book = rulebook("gamyun", PAIRS)
    state = position(book, "2♦ | K♣ | K♦ | 3♣", "9♥", stock="", passes=3)
    ended = after(state, "pass")
    assert ended.phase == RoundOver(RoundEnd.BLOCKED)
    assert round_winners(ended) == (0, 2)
    tied = after(position(book, "2♦ | K♣ | K♦ | 2♣", "9♥", stock="", passes=3), "pass")
    assert round_winners(tied) == (0, 1, 2, 3)


def test_ruling_27_nobody_has_won_a_round_that_goes_on() -> None:
    assert round_winners(position("gamyun", NINES, "9♥")) == ()


def test_ruling_27_a_partners_last_card_is_called_by_the_partner_alone() -> None:
    book = rulebook("gamyun", f"{PAIRS}\n[tek]\nforgotten_draws = 1")
    state = position(book, "5♥ 4♥ | 3♣ 6♥ | 2♦ | K♦ 6♠", "9♥", called=(False, False, True, False))
    called = after(state, play("5♥", call=True))
    assert called.called == (True, False, True, False)
    assert after(called, "6♥").phase == Turn()
