"""Cards that go together, covers, and the last-card ace."""

from typing import Any

from pisyedili.engine.cards import HEARTS, JOKER_RANK, Rank, format_cards, parse_card
from pisyedili.engine.errors import Refusal
from pisyedili.engine.events import RoundEnd
from pisyedili.engine.legality import legal_moves
from pisyedili.engine.moves import DRAW, PASS, PASS_CALLING, Play
from pisyedili.engine.state import Covering, Owing, Pending, RoundOver, State, Turn
from tests.engine.builder import after, hand, play, position, refused, rulebook

OTHERS = "K♦ 2♥ | Q♦ 3♥"
PLAY_ON = 'stock = {when_empty = "play_on"}'
FINISHED = RoundOver(RoundEnd.FINISHED, 0)
ANY_NUMBER = 'effects = {A = {together = "any_number"}}'


def aces(state: State) -> list[str]:
    """Return the legal plays that begin with an ace, as text."""
    plays = (move.cards for move in legal_moves(state) if isinstance(move, Play))
    return [format_cards(cards) for cards in plays if format_cards(cards).startswith("A")]


def last_ace(stock: str, rules: str = "", **fields: Any) -> State:
    """Return a turn of seat 0 with a called ace as its last card."""
    book, called = rulebook("standard", rules), (True, False, False)
    return position(book, f"A♣ | {OTHERS}", "9♣", stock=stock, called=called, **fields)


def test_ruling_19_the_first_ace_matches_and_the_mover_picks_the_top_one() -> None:
    state = position("standard", f"A♣ A♦ A♥ 5♥ | {OTHERS}", "9♣")
    assert aces(state) == ["A♣ A♦ A♥", "A♣ A♥ A♦"]
    assert refused(state, "A♦ A♥ A♣") is Refusal.NO_MATCH


def test_ruling_19_each_possible_top_has_one_order_with_the_lowest_matching_ace_first() -> None:
    state = position("standard", f"A♣ A♦ A♥ 5♥ | {OTHERS}", "A♠")
    assert aces(state) == ["A♣ A♦ A♥", "A♣ A♥ A♦", "A♦ A♥ A♣"]
    assert refused(state, "A♥ A♣ A♦") is Refusal.CARDS_NOT_TOGETHER
    hearts = position("standard", f"A♣ A♦ A♥ A♠ 5♥ | {OTHERS}", "9♥")
    assert aces(hearts) == ["A♥ A♣ A♦ A♠", "A♥ A♣ A♠ A♦", "A♥ A♦ A♠ A♣"]


def test_ruling_19_any_number_takes_the_lowest_others() -> None:
    state = position(rulebook("standard", ANY_NUMBER), f"A♣ A♦ A♥ 5♥ 6♥ | {OTHERS}", "9♣")
    assert aces(state) == ["A♣", "A♣ A♦", "A♣ A♦ A♥", "A♣ A♥", "A♣ A♥ A♦"]
    on_ace = position(rulebook("standard", ANY_NUMBER), f"A♣ A♦ A♥ 5♥ | {OTHERS}", "A♠")
    pairs = [text for text in aces(on_ace) if len(text.split()) == 2]
    assert pairs == ["A♣ A♦", "A♣ A♥", "A♦ A♣"]


def test_ruling_19_a_drawn_ace_goes_first_and_the_held_ones_follow() -> None:
    state = position("standard", f"A♣ A♦ 5♥ | {OTHERS}", "9♥", stock="… A♥")
    drawn = after(state, "draw")
    assert aces(drawn) == ["A♥ A♣ A♦", "A♥ A♦ A♣"]
    on_ace = after(position("standard", f"A♣ A♦ 5♥ | {OTHERS}", "A♠", stock="… A♥"), "draw")
    assert refused(on_ace, "A♣ A♦ A♥") is Refusal.DRAWN_CARD_ONLY


def test_ruling_19_an_always_playable_card_covers_and_has_its_own_effect() -> None:
    book = rulebook("standard", "table = {jokers = 2}")
    state = after(position(book, f"A♣ J♥ joker 5♥ 6♥ | {OTHERS}", "9♣"), "A♣")
    assert refused(state, "5♥") is Refusal.NO_MATCH
    named = after(state, play("J♥", HEARTS))
    assert (named.seat, named.suit) == (1, HEARTS)
    owing = after(state, "joker")
    assert (owing.seat, owing.phase) == (1, Owing(10, JOKER_RANK))


def test_ruling_19_a_seven_or_an_eight_as_cover_has_its_own_effect() -> None:
    state = after(position("standard", f"A♣ 7♣ 8♣ 5♥ | {OTHERS}", "9♣"), "A♣")
    owing = after(state, "7♣")
    assert (owing.seat, owing.phase) == (1, Owing(3, Rank(7)))
    assert after(state, "8♣").seat == 2


def test_ruling_20_with_a_cover_in_hand_there_is_no_draw_and_no_pass() -> None:
    state = after(position("standard", f"A♣ 5♣ 2♦ | {OTHERS}", "9♣"), "A♣")
    assert refused(state, "draw") is Refusal.DRAW_WITH_PLAYABLE_CARD
    assert refused(state, "pass") is Refusal.COVER_DUE
    assert [move.cards for move in legal_moves(state) if isinstance(move, Play)] == [
        (parse_card("5♣"),)
    ] * 2


def test_ruling_20_the_draw_for_a_cover_is_apart_from_the_turns_draw() -> None:
    stock = "… 4♣ 6♥ 6♠ A♣"
    state = after(position("standard", f"2♦ 3♦ 4♦ | {OTHERS}", "9♣", stock=stock), "draw", "A♣")
    assert refused(state, "pass") is Refusal.COVER_DUE
    drawn = after(state, "draw")
    assert hand(drawn, 0) == "4♣ 2♦ 3♦ 4♦"
    assert after(drawn, "4♣").seat == 1
    assert after(drawn, "pass").seat == 1
    assert refused(drawn, "draw") is Refusal.DRAW_LIMIT


def test_ruling_20_only_the_card_drawn_for_it_may_then_cover() -> None:
    phase = Covering(Pending(), parse_card("4♣"))
    state = position("standard", f"4♣ 5♣ 2♦ | {OTHERS}", "A♣", phase=phase)
    assert refused(state, "5♣") is Refusal.DRAWN_CARD_ONLY
    assert refused(state, "4♣") is None


def test_ruling_20_with_nothing_to_draw_an_uncovered_ace_is_passed() -> None:
    state = position(rulebook("standard", PLAY_ON), f"A♣ 2♦ 4♦ | {OTHERS}", "9♣", stock="")
    bare = after(state, "A♣")
    assert legal_moves(bare) == (PASS,)
    assert after(bare, "pass").seat == 1


def test_ruling_20_a_voluntary_cover_follows_by_normal_matching_or_is_left_out() -> None:
    hands = "A♣ A♦ 5♣ 6♥ joker | K♦ 2♥ | Q♦ 3♥ | K♠ 2♠"
    state = after(position("gamyun", hands, "9♣"), "A♣")
    assert refused(state, "6♥") is Refusal.NO_MATCH
    assert refused(state, "draw") is Refusal.DRAW_NOT_DUE
    assert after(state, "pass").seat == 1
    assert after(state, "5♣").seat == 1
    assert after(state, "joker").phase == Owing(10, JOKER_RANK)
    chained = after(state, "A♦")
    assert isinstance(chained.phase, Covering)
    assert [len(held) for held in chained.hands] == [3, 4, 4, 4]


def test_ruling_20_a_drawn_ace_may_be_covered_from_the_hand() -> None:
    hands = "5♣ 6♥ 2♦ | K♦ 2♥ | Q♦ 3♥ | K♠ 2♠"
    state = after(position("gamyun", hands, "9♣", stock="… A♣"), "draw")
    assert refused(state, "5♣") is Refusal.DRAWN_CARD_ONLY
    assert after(state, "A♣", "5♣").seat == 1


def test_ruling_20_a_voluntary_cover_that_bars_the_finish_is_drawn_with_an_empty_hand() -> None:
    may = "effects = {A = {cover = {must = false, suit_only = true}}}"
    bare = after(last_ace("… 4♣", may), "A♣")
    assert refused(bare, "pass") is Refusal.COVER_DUE
    assert after(bare, "draw", "4♣").phase == FINISHED


def test_ruling_21_a_last_card_ace_draws_one_and_finishes_on_it() -> None:
    bare = after(last_ace("… 4♣ 6♥ 6♠"), "A♣")
    assert (bare.phase, legal_moves(bare)) == (Covering(Pending()), (DRAW,))
    assert after(bare, "draw", "4♣").phase == FINISHED


def test_ruling_21_or_the_seat_passes_calling_its_last_card() -> None:
    drawn = after(last_ace("… 4♥ 6♥ 6♠"), "A♣", "draw")
    assert legal_moves(drawn) == (PASS, PASS_CALLING)
    assert after(drawn, "tek").called == (True, False, False)
    assert after(drawn, "pass").called == (False, False, False)


def test_ruling_21_with_nothing_to_draw_after_its_effects_the_ace_finishes() -> None:
    assert after(last_ace("6♥ 6♠", PLAY_ON), "A♣").phase == FINISHED
    assert after(last_ace("4♥ 6♥ 6♠", PLAY_ON), "A♣").phase == Covering(Pending())


def test_ruling_21_a_barred_seat_does_not_finish_on_an_uncovered_ace() -> None:
    phase = Turn(1, parse_card("A♣"), barred=True)
    barred = after(last_ace("6♥ 6♠", PLAY_ON, phase=phase), "A♣")
    assert (barred.hands[0], legal_moves(barred)) == ((), (PASS,))
    assert after(barred, "pass").seat == 1
