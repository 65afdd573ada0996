"""How rounds end: with the stock, blocked, at a limit, or by a finish."""

from pisyedili.engine.cards import DIAMONDS, Rank, parse_cards
from pisyedili.engine.deal import new_match
from pisyedili.engine.errors import Refusal
from pisyedili.engine.events import DebtPaid, DebtRaised, Passed, RoundEnd, SeatSkipped
from pisyedili.engine.legality import legal_moves
from pisyedili.engine.moves import DRAW, PASS, PASS_CALLING, Play
from pisyedili.engine.scoring import round_winners
from pisyedili.engine.state import Covering, Owing, RoundOver, State
from tests.engine.builder import SEED, after, hand, move, play, position, refused, rulebook

SEVEN = Rank(7)
PLAY_ON = 'stock = {when_empty = "play_on"}'
ANY_COUNTS = 'stock = {when_empty = "play_on", blocking_passes = "any"}'
BLOCKED = RoundOver(RoundEnd.BLOCKED)
LIMIT = RoundOver(RoundEnd.LIMIT)
FINISHED = RoundOver(RoundEnd.FINISHED, 0)
HANDS = "5♣ 2♥ | K♥ Q♥ | 4♥ 4♠"


def last_card(card: str, rules: str = "") -> State:
    """Return a turn of seat 0 with one called card; the others hold one and two cards."""
    called = (True, False, False)
    return position(rulebook("standard", rules), f"{card} | 9♦ 2♥ | K♠", "9♣", called=called)


def test_ruling_06_the_round_ends_at_once_when_the_last_card_leaves_the_stock() -> None:
    state = position("classic", "5♣ 2♠ | K♦ Q♠ | 7♥", "7♣", stock="4♣")
    over = after(state, "draw")
    assert over.phase == RoundOver(RoundEnd.STOCK_OUT)
    assert legal_moves(over) == ()
    assert over.match.scores == ((5 + 2 + 4, 20, 20),)
    assert round_winners(over) == (0,)


def test_ruling_06_a_debt_may_take_the_last_card_and_a_tie_is_shared() -> None:
    hands = "10♥ 4♥ | K♦ Q♠ 3♠ | K♥ K♠ 10♠"
    state = position("classic", hands, "7♣", stock="2♦ 3♦ 4♦", phase=Owing(3, SEVEN))
    over = move(state, "draw")
    assert DebtPaid(0, 3, 0) in over.events
    assert over.state.phase == RoundOver(RoundEnd.STOCK_OUT)
    assert over.state.match.scores == ((23, 23, 30),)
    assert round_winners(over.state) == (0, 1)


def test_ruling_06_while_a_card_is_left_the_round_goes_on() -> None:
    state = position("classic", "5♣ 2♠ | K♦ Q♠ | 7♥", "7♣", stock="9♥ 4♣")
    assert after(state, "draw", "4♣").seat == 1


def test_ruling_07_a_round_is_blocked_when_every_seat_has_passed_in_a_row() -> None:
    state = position(rulebook("standard", PLAY_ON), "5♣ 7♥ | K♥ Q♥ | 4♥ 4♠", "7♣", stock="")
    assert after(state, "pass", "pass").phase != BLOCKED
    over = after(state, "pass", "pass", "pass")
    assert over.phase == BLOCKED
    assert over.match.scores == ((12, 20, 8),)
    assert round_winners(over) == (2,)


def test_ruling_07_a_play_breaks_the_row_of_passes() -> None:
    hands = "5♣ 6♣ 2♥ | K♣ Q♥ 3♣ | 4♥ 4♠"
    state = position(rulebook("standard", PLAY_ON), hands, "9♣", stock="")
    broken = after(state, "pass", "K♣", "pass", "pass")
    assert broken.phase != BLOCKED
    assert after(broken, "pass").phase == BLOCKED


def test_ruling_07_a_table_may_ask_for_more_passes() -> None:
    book = rulebook("standard", 'stock = {when_empty = "play_on", blocked_extra_passes = 1}')
    three = after(position(book, HANDS, "9♣", stock=""), "pass", "pass", "pass")
    assert three.phase != BLOCKED
    assert after(three, "pass").phase == BLOCKED


def test_ruling_07_a_pass_after_a_draw_counts_only_where_any_pass_does() -> None:
    moves = ("draw", "pass", "pass", "pass")
    state = position(rulebook("standard", PLAY_ON), HANDS, "9♣", stock="2♦")
    idle = after(state, *moves)
    assert idle.phase != BLOCKED
    assert after(idle, "pass").phase == BLOCKED
    any_counts = after(position(rulebook("standard", ANY_COUNTS), HANDS, "9♣", stock="2♦"), *moves)
    assert any_counts.phase == BLOCKED


def test_ruling_07_a_debt_paid_with_exactly_the_last_cards_counts_where_any_pass_does() -> None:
    any_counts = rulebook("standard", ANY_COUNTS)
    for book, stock, blocked in (
        (any_counts, "2♦ 3♦ 6♦", True),
        (any_counts, "2♦ 3♦", False),
        (rulebook("standard", PLAY_ON), "2♦ 3♦ 6♦", False),
    ):
        state = position(book, HANDS, "7♣", stock=stock, phase=Owing(3, SEVEN))
        assert (after(state, "draw", "pass", "pass").phase == BLOCKED) is blocked


def test_ruling_07_passes_do_not_count_while_there_is_something_to_draw() -> None:
    state = position(rulebook("standard", "turn = {pass_after = 0}"), HANDS, "9♣")
    assert after(state, *["pass"] * 7).phase != BLOCKED


def test_ruling_07_a_pass_that_ends_a_cover_phase_does_not_count() -> None:
    hands = "A♣ 2♥ 3♥ | K♥ Q♥ | 4♥ 4♠"
    state = position(rulebook("standard", PLAY_ON), hands, "9♣", stock="")
    uncovered = after(state, "A♣", "pass")
    assert (uncovered.seat, uncovered.passes) == (1, 0)
    two = after(uncovered, "pass", "pass")
    assert two.phase != BLOCKED
    assert after(two, "pass").phase == BLOCKED


def test_ruling_07_without_a_finisher_there_are_no_multiplier_and_no_end_draws() -> None:
    book = rulebook("standard", "safety = {turns = 4}")
    state = position(book, "7♣ 7♥ A♥ 2♥ | K♥ Q♥ | 7♠ 4♠", "9♣")
    over = after(state, "7♣")
    assert over.phase == LIMIT
    assert over.match.scores == ((7 + 11 + 2, 20, 11),)


def test_ruling_08_only_the_card_drawn_last_counts_where_it_alone_may_be_played() -> None:
    stock = "… 6♦ 4♣ 4♦"
    drawn_card = rulebook("standard", 'turn = {draws = 0, draw_again = "without_match"}')
    once = after(position(drawn_card, HANDS, "9♣", stock=stock), "draw")
    twice = after(once, "draw")
    assert hand(twice, 0) == "4♣ 5♣ 4♦ 2♥"
    assert refused(twice, "draw") is Refusal.DRAW_WITH_PLAYABLE_CARD
    any_card = rulebook("standard", 'turn = {draws = 0, after_draw = "any_card"}')
    once = after(position(any_card, HANDS, "9♣", stock=stock), "draw")
    assert refused(once, "draw") is Refusal.DRAW_WITH_PLAYABLE_CARD


def test_ruling_08_a_seat_passes_by_itself_only_when_nothing_else_is_left() -> None:
    book = rulebook("standard", "turn = {auto_pass = true}")
    unplayable = move(position(book, HANDS, "9♣", stock="… 4♦"), "draw")
    assert Passed(0, by_itself=True) in unplayable.events
    assert unplayable.state.seat == 1
    assert after(position(book, HANDS, "9♣", stock="… 4♣"), "draw").seat == 0
    two_draws = rulebook("standard", "turn = {auto_pass = true, draws = 2}")
    assert legal_moves(after(position(two_draws, HANDS, "9♣", stock="… 6♦ 4♦"), "draw")) == (
        DRAW,
        PASS,
    )


def test_ruling_08_nobody_passes_by_itself_in_a_cover_phase() -> None:
    book = rulebook("standard", "turn = {auto_pass = true}")
    hands = "A♣ 2♥ 3♥ | K♥ Q♥ | 4♥ 4♠"
    state = after(position(book, hands, "9♣", stock="… 4♦ 6♥ 6♠"), "A♣", "draw")
    assert (state.seat, legal_moves(state)) == (0, (PASS,))


def test_ruling_08_nobody_passes_by_itself_where_the_last_card_could_be_called() -> None:
    book = rulebook("standard", "turn = {auto_pass = true}")
    state = after(position(book, " | K♥ Q♥ | 4♥ 4♠", "9♣", stock="… 4♦"), "draw")
    assert (state.seat, legal_moves(state)) == (0, (PASS, PASS_CALLING))


def test_ruling_08_the_limit_of_turns_counts_turns_ended() -> None:
    book = rulebook("standard", "safety = {turns = 5}")
    state = position(book, "8♣ 2♥ 3♥ | K♥ Q♥ | 4♥ 4♠", "9♣", turns=3)
    skipped = after(state, "8♣")
    assert (skipped.turns, skipped.phase != LIMIT) == (4, True)
    drawn = after(skipped, "draw")
    assert drawn.phase != LIMIT
    assert after(drawn, "pass").phase == LIMIT


def test_ruling_08_the_limit_of_cards_counts_each_card_once_the_turn_is_over() -> None:
    book = rulebook("standard", "safety = {cards = 3}")
    hands = "A♣ A♥ 5♥ 2♦ | K♥ Q♥ | 4♥ 4♠"
    aces = after(position(book, hands, "9♣"), "A♣ A♥")
    assert isinstance(aces.phase, Covering)
    assert [len(held) for held in aces.hands] == [2, 4, 4]
    assert after(aces, "5♥").phase == LIMIT
    four = rulebook("standard", "safety = {cards = 5}")
    assert after(position(four, hands, "9♣"), "A♣ A♥", "5♥").phase != LIMIT


def test_ruling_08_a_finish_goes_before_a_limit() -> None:
    assert after(last_card("5♣", "safety = {turns = 4, cards = 2}"), "5♣").phase == FINISHED


def test_ruling_08_a_turned_up_card_is_neither_a_turn_nor_a_card() -> None:
    state = new_match(rulebook("simple", "safety = {turns = 1, cards = 1}"), 2, SEED).state
    assert (state.turns, state.cards, state.seat) == (0, 0, 1)
    assert legal_moves(state) != ()


def test_ruling_09_a_finishing_seven_or_eight_has_no_effect_but_its_multiplier() -> None:
    for card, factor in (("7♣", 3), ("8♣", 1)):
        over = move(last_card(card), card)
        assert over.state.phase == FINISHED
        assert not [event for event in over.events if isinstance(event, DebtRaised | SeatSkipped)]
        assert over.state.match.scores == ((0, 11 * factor, 10 * factor),)


def test_ruling_09_nobody_draws_for_a_finishing_ace() -> None:
    ace = "effects = {A = {others_draw = 1, cover = {must = true, may_finish = true}}}"
    over = after(last_card("A♣", ace), "A♣")
    assert over.phase == FINISHED
    assert [len(held) for held in over.hands] == [0, 2, 1]


def test_ruling_09_a_finishing_jack_is_listed_once_and_names_no_suit() -> None:
    state = last_card("J♦")
    assert legal_moves(state) == (Play(parse_cards("J♦")), DRAW)
    assert refused(state, play("J♦", DIAMONDS)) is Refusal.SUIT_NEEDLESS
    assert after(state, "J♦").phase == FINISHED
