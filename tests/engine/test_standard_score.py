"""The preset ``standard``: going out, and what the cards left in hand cost."""

from pisyedili.engine.cards import JOKER_RANK, RANK_NAMES, Rank, parse_cards
from pisyedili.engine.errors import Refusal
from pisyedili.engine.events import EndDrawn, RoundEnd
from pisyedili.engine.legality import legal_moves
from pisyedili.engine.moves import Play
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.scoring import score_round
from pisyedili.engine.state import Covering, RoundOver, State
from tests.engine.builder import after, hand, position, refused, rulebook

ACE, SEVEN = Rank(1), Rank(7)
JOKERS = "table = {jokers = 2}"


def last_card(
    card: str, others: str, stock: str = "…", rules: str | Rulebook = "standard"
) -> State:
    """Return a turn of seat 0 with one called card on the nine of clubs."""
    return position(rules, f"{card} | {others}", "9♣", stock=stock, called=(True, False, False))


def points(state: State) -> tuple[int, ...]:
    """Return what a finished first round cost each seat."""
    return state.match.scores[0]


def drawn(state: State, seat: int) -> tuple[EndDrawn, ...]:
    """Return the end draws of a seat."""
    return score_round(state)[seat].end_draws


def test_V28_hands_left_are_penalty_points() -> None:
    over = after(last_card("5♣", "9♦ K♠ 2♥ | 10♥ Q♦ J♠ 8♦"), "5♣")
    assert points(over) == (0, 9 + 10 + 2, 10 + 10 + 25 + 8)


def test_V29_each_seven_held_draws_three_cards() -> None:
    one = after(last_card("5♣", "7♦ 2♥ | K♠ Q♠", "… 6♥ K♥ 3♠ 4♠"), "5♣")
    assert points(one) == (0, 7 + 2 + 4 + 3 + 10, 20)
    assert drawn(one, 1) == (EndDrawn(1, SEVEN, parse_cards("4♠ 3♠ K♥")),)
    two = after(last_card("5♣", "7♦ 7♥ | K♠ Q♠", "… 2♠ 6♥ 8♥ K♥ 3♠ 4♠"), "5♣")
    assert points(two) == (0, 14 + 4 + 3 + 10 + 8 + 6 + 2, 20)


def test_V30_each_ace_held_draws_one_card() -> None:
    over = after(last_card("5♣", "A♦ A♥ 3♦ | K♠ Q♠", "… 6♥ 3♠ 4♠"), "5♣")
    assert points(over) == (0, 22 + 3 + 4 + 3, 20)
    draws = (EndDrawn(1, ACE, parse_cards("4♠")), EndDrawn(1, ACE, parse_cards("3♠")))
    assert drawn(over, 1) == draws


def test_V31_each_joker_held_draws_ten_cards() -> None:
    ten = "10♠ 9♠ 8♠ 6♠ 5♠ 4♠ 3♠ 2♠ K♥ Q♥"
    state = last_card("5♣", "joker 2♥ | K♠ Q♠", f"… 10♥ {ten}", rulebook("standard", JOKERS))
    over = after(state, "5♣")
    assert points(over) == (0, 100 + 2 + 10 + 9 + 8 + 6 + 5 + 4 + 3 + 2 + 20, 20)
    assert [(draw.rank, len(draw.cards)) for draw in drawn(over, 1)] == [(JOKER_RANK, 10)]


def test_V32_special_cards_drawn_at_the_end_draw_again() -> None:
    over = after(last_card("5♣", "7♦ 2♥ | K♠ Q♠", "… 10♥ 8♠ 6♠ 5♠ 4♠ 3♠ 7♠ A♠"), "5♣")
    assert drawn(over, 1) == (
        EndDrawn(1, SEVEN, parse_cards("A♠ 7♠ 3♠")),
        EndDrawn(1, SEVEN, parse_cards("4♠ 5♠ 6♠")),
        EndDrawn(1, ACE, parse_cards("8♠")),
    )
    assert points(over) == (0, 9 + 21 + 15 + 8, 20)


def test_V32_a_seven_drawn_for_an_ace_draws_three_more() -> None:
    over = after(last_card("5♣", "A♦ 2♥ | K♠ Q♠", "… 10♥ 5♠ 4♠ 3♠ 7♠"), "5♣")
    assert points(over) == (0, 11 + 2 + 7 + 3 + 4 + 5, 20)


def test_V33_a_last_card_ace_does_not_finish_but_its_cover_does() -> None:
    bare = after(last_card("A♣", "K♦ 2♥ | Q♦ 3♥", "… 4♣ 6♥ 6♠"), "A♣")
    assert isinstance(bare.phase, Covering)
    assert (bare.seat, bare.hands[0]) == (0, ())
    assert refused(bare, "pass") is Refusal.COVER_DUE
    over = after(bare, "draw", "4♣")
    assert over.phase == RoundOver(RoundEnd.FINISHED, 0)
    assert points(over) == (0, 10 + 2 + 6, 10 + 3 + 6)


def test_V33_without_a_cover_the_seat_passes_calling_again() -> None:
    state = after(last_card("A♣", "K♦ 2♥ | Q♦ 3♥", "… 4♥ 6♥ 6♠"), "A♣", "draw")
    assert refused(state, "4♥") is Refusal.NO_MATCH
    passed = after(state, "tek")
    assert (passed.seat, passed.called[0], hand(passed, 0)) == (1, True, "4♥")


def test_V33_by_agreement_a_last_card_ace_finishes() -> None:
    cover = "cover = {must = true, suit_only = true, may_finish = true}"
    ace = f'effects = {{A = {{others_draw = 1, together = "all", {cover}}}}}'
    over = after(last_card("A♣", "K♦ 2♥ | Q♦ 3♥", rules=rulebook("standard", ace)), "A♣")
    assert over.phase == RoundOver(RoundEnd.FINISHED, 0)
    assert points(over) == (0, 12, 13)


def test_V34_finishing_on_a_seven_triples_the_others_points() -> None:
    over = after(last_card("7♣", "9♦ 2♥ | K♠"), "7♣")
    assert points(over) == (0, 33, 30)
    assert points(after(last_card("5♣", "9♦ 2♥ | K♠"), "5♣")) == (0, 11, 10)


def test_V35_finishing_on_a_jack_doubles_the_others_points() -> None:
    over = after(last_card("J♦", "9♦ 2♥ | K♠"), "J♦")
    assert over.phase == RoundOver(RoundEnd.FINISHED, 0)
    assert points(over) == (0, 22, 20)


def test_V36_finishing_on_a_joker_multiplies_the_others_points_by_ten() -> None:
    state = last_card("joker", "9♦ 2♥ | K♠", rules=rulebook("standard", JOKERS))
    assert points(after(state, "joker")) == (0, 110, 100)


def test_V37_multipliers_hold_unless_they_are_agreed_away() -> None:
    agreed = rulebook("standard", f"{JOKERS}\nscore = {{multipliers = {{}}}}")
    usual = rulebook("standard", JOKERS)
    for card, factor in (("7♣", 3), ("J♦", 2), ("joker", 10)):
        others = "9♦ 2♥ | K♠"
        assert points(after(last_card(card, others, rules=agreed), card)) == (0, 11, 10)
        assert points(after(last_card(card, others, rules=usual), card)) == (
            0,
            11 * factor,
            10 * factor,
        )


def test_V38_a_joker_left_in_hand_costs_a_hundred() -> None:
    state = last_card("5♣", "joker | joker K♠", stock="", rules=rulebook("standard", JOKERS))
    assert points(after(state, "5♣")) == (0, 100, 110)


def test_V43_the_seven_is_the_dearest_card_to_be_left_with() -> None:
    cost = {}
    for name in RANK_NAMES[1:14]:
        over = after(last_card("5♣", f"{name}♦ | K♠", "… 8♠ 9♠ 8♥"), "5♣")
        cost[name] = points(over)[1]
    assert cost.pop("7") == 7 + 8 + 9 + 8
    assert max(cost.values()) == 25


def test_V43_no_rank_makes_the_others_pay_more_than_a_finishing_seven() -> None:
    cost = {}
    for name in RANK_NAMES[2:14]:
        card = f"{name}♦" if name == "J" else f"{name}♥" if name == "9" else f"{name}♣"
        cost[name] = points(after(last_card(card, "K♠ | 4♠"), card))[1]
    assert cost.pop("7") == 30
    assert max(cost.values()) == 20


def test_V47_the_first_to_empty_its_hand_ends_the_round_and_the_others_score() -> None:
    over = after(last_card("8♣", "9♦ 2♥ | K♠"), "8♣")
    assert over.phase == RoundOver(RoundEnd.FINISHED, 0)
    assert points(over) == (0, 11, 10)
    assert legal_moves(over) == ()
    for seat_move in (Play(parse_cards("9♦")), "draw", "pass"):
        assert refused(over, seat_move) is Refusal.ROUND_OVER
