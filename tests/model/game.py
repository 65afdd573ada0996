"""A round and a match: the deal, what a move does, and whose turn it is then."""

from pisyedili.engine.cards import JOKER, NO_CARD, NO_RANK, NO_SUIT, RANK_OF, SUIT_OF, Card, Suit
from pisyedili.engine.events import RoundEnd
from pisyedili.engine.moves import Draw, Move, Pass, Play
from pisyedili.engine.rules import (
    AfterDraw,
    BlockingPasses,
    OpeningStyle,
    ReverseKind,
    Rules,
    Stacking,
)
from tests.model.listing import has_uncalled_card, legal_moves, opens_inertly
from tests.model.scores import end_round, match_winners
from tests.model.table import (
    COVERING,
    FORGOTTEN,
    OPENING,
    OVER,
    OWING,
    TURN,
    Table,
    Waiting,
    deal,
    draw_many,
    draw_one,
    nothing_to_draw,
    reshuffle_at_once,
    turn_up,
)


class Match:
    """A match: the rounds so far, and the table of the one that is played."""

    def __init__(self, rules: Rules, seats: int, seed: bytes) -> None:
        self.rules = rules
        self.seats = seats
        self.seed = seed
        self.rounds: list[list[int]] = []
        self.table = self._deal()

    def move(self, move: Move) -> None:
        """Make a move of the seat on turn."""
        make_move(self.table, move)
        if self.table.step == OVER:
            self._write()

    def next_round(self) -> None:
        """Deal the next round. Nothing of the last one reaches it. [25]"""
        assert not self.over
        self.table = self._deal()

    @property
    def over(self) -> bool:
        """Whether the agreed number of rounds has been played."""
        return len(self.rounds) == self.rules.match.rounds

    @property
    def winners(self) -> list[int]:
        """The seats that win, once the match is over."""
        return match_winners(self.rules, self.seats, self.rounds)

    def _deal(self) -> Table:
        table = Table(self.rules, self.seats, self.seed, len(self.rounds))
        start(table)
        self.table = table
        if table.step == OVER:
            self._write()
        return table

    def _write(self) -> None:
        self.rounds.append(self.table.points)


def start(table: Table) -> None:
    """Deal, and open: a card is turned up, or seats owe the opening suit."""
    deal(table)
    if table.rules.opening.style is not OpeningStyle.TURN_UP:
        begin_turn(table, OPENING)
        return
    card = turn_up(table)
    if card != JOKER and RANK_OF[card] in table.rules.opening.turn_up_applied:
        table.seat = table.dealer  # as if the dealer had played it
        carry_out(table, [card])
        end_if_stock_is_out(table)
        if table.step != OVER:
            move_on(table)
    else:
        begin_turn(table, TURN)


def make_move(table: Table, move: Move) -> None:
    """Make a legal move of the seat on turn."""
    match move:
        case Play(cards, suit, call):
            play(table, list(cards), suit, call=call)
        case Draw():
            draw(table)
        case Pass(call):
            if call:
                table.called[table.seat] = True
            pass_turn(table)
    end_if_stock_is_out(table)


def end_if_stock_is_out(table: Table) -> None:
    """End the round whose stock ran out on a table that ends it then. [6]"""
    if table.reason is RoundEnd.STOCK_OUT and table.step != OVER:
        end_round(table, RoundEnd.STOCK_OUT)


# The three moves.


def play(table: Table, cards: list[Card], suit: Suit, *, call: bool) -> None:
    """Lay cards, the last on top; then their effects, a cover, or the end of the turn."""
    inert = opens_inertly(table)
    for card in cards:
        table.hand.remove(card)
        table.discard.append(card)
    table.cards += len(cards)
    table.passes = 0
    table.called[table.seat] = call  # [22]
    last = cards[-1]
    if suit != NO_SUIT:
        table.suit = suit
    elif last != JOKER:  # [17] a joker keeps the suit in force
        table.suit = SUIT_OF[last]
    cover = None if inert else table.effects_of(last).cover
    if not table.hand and (cover is None or cover.may_finish):
        end_round(table, RoundEnd.FINISHED, table.seat)  # [9]
        return
    reshuffle_at_once(table)
    if not inert:
        carry_out(table, cards)
    if table.reason is not None:
        return
    if cover is None:
        end_turn(table)
    elif not table.hand and nothing_to_draw(table) and not table.barred:
        end_round(table, RoundEnd.FINISHED, table.seat)  # [21]
    else:
        table.step = COVERING
        table.drawn_card = NO_CARD


def carry_out(table: Table, cards: list[Card]) -> None:
    """Let the others draw at once, and note what waits for the end of the turn. [4, 15]"""
    effects, number = table.effects_of(cards[-1]), len(cards)
    waiting = table.waiting
    waiting.skips += effects.skip * number
    if effects.reverse is not None:
        if table.seats == 2 and effects.reverse.skips_with_two:
            waiting.skips += number % 2
        elif effects.reverse.kind is ReverseKind.LASTING:
            waiting.reverses += number
        else:
            waiting.turns_back += number
    if effects.draw_next is not None:
        raise_debt(table, cards)
    for place in range(1, table.seats):
        seat = (table.seat + place * table.direction) % table.seats
        draw_many(table, seat, effects.others_draw * number)


def raise_debt(table: Table, cards: list[Card]) -> None:
    """Raise what the next seat will owe, card by card. [2, 15]"""
    rank = RANK_OF[cards[-1]]
    debt = table.effects[rank].draw_next
    assert debt is not None
    for _ in cards:
        further = table.debt > 0 and table.debt_rank == rank
        if further and debt.stacking is Stacking.DOUBLES:
            table.debt *= 2
        else:
            table.debt += debt.cards
        table.debt_rank = rank


def draw(table: Table) -> None:
    """Draw what is due."""
    seat, turn = table.seat, table.rules.turn
    if table.step == OWING:
        pay_debt(table)
    elif table.step == FORGOTTEN:
        drawn = draw_many(table, seat, table.rules.tek.forgotten_draws)
        table.step = TURN
        table.barred = True  # [23]
        drawn_in_turn(table, drawn)
    else:
        card = draw_one(table, seat)
        assert card is not None
        if table.step == COVERING:
            table.drawn_card = card
        elif table.step == OPENING:
            table.drawn += 1
        else:
            drawn_in_turn(table, [card])
    if table.step == TURN and table.drawn and table.reason is None:
        if turn.after_draw is AfterDraw.TURN_ENDS:
            table.passes = 0
            end_turn(table)
        elif turn.auto_pass and legal_moves(table) == [Pass()]:  # [8]
            pass_turn(table)


def drawn_in_turn(table: Table, cards: list[Card]) -> None:
    """Count cards as draws of this turn."""
    table.drawn += len(cards)
    table.drawn_card = cards[-1]


def pay_debt(table: Table) -> None:
    """Draw the whole debt, as far as there are cards; then the turn ends, or begins afresh."""
    paid = len(draw_many(table, table.seat, table.debt))
    if table.reason is not None:
        return
    table.passes = 0
    if paid == table.debt and nothing_to_draw(table) and any_pass_blocks(table):
        table.passes = 1  # [7] one paid with exactly the last of the stock counts
    debt = table.effects[table.debt_rank].draw_next
    assert debt is not None
    table.debt, table.debt_rank = 0, NO_RANK
    end_turn(table, goes_on=debt.turn_goes_on)  # [16]


def pass_turn(table: Table) -> None:
    """End the turn without a play, and count the pass where it may block the round. [7]"""
    if table.step == COVERING:
        table.passes = 0
    elif nothing_to_draw(table) and (table.drawn == 0 or any_pass_blocks(table)):
        table.passes += 1
    else:
        table.passes = 0
    end_turn(table)


def any_pass_blocks(table: Table) -> bool:
    """Tell whether passes count whatever else the turn held."""
    return table.rules.stock.blocking_passes is BlockingPasses.ANY


# The end of a turn.


def end_turn(table: Table, *, goes_on: bool = False) -> None:
    """Count the turn and look at the limits; then the next seat's turn begins. [8]"""
    table.turns += 1
    safety = table.rules.safety
    if table.passes >= table.seats + table.rules.stock.blocked_extra_passes:
        end_round(table, RoundEnd.BLOCKED)
    elif 0 < safety.turns <= table.turns or 0 < safety.cards <= table.cards:
        end_round(table, RoundEnd.LIMIT)
    elif goes_on:
        begin_turn(table, TURN)
    else:
        move_on(table)


def move_on(table: Table) -> None:
    """Find the seat on turn; a debt falls on it. [13, 14, 15]"""
    waiting = table.waiting
    if waiting.reverses % 2:
        table.direction = -table.direction
    steps = 1 + waiting.skips
    if waiting.turns_back % 2:
        steps = -steps
    table.seat = (table.seat + steps * table.direction) % table.seats
    begin_turn(table, OPENING if still_opening(table) else TURN)


def still_opening(table: Table) -> bool:
    """Tell whether the seat on turn has yet to open. [5, 10, 11]"""
    style = table.rules.opening.style
    if style is OpeningStyle.FIRST_LEADS:
        return not table.discard
    return style is OpeningStyle.EVERY_SEAT and table.turns < table.seats


def begin_turn(table: Table, step: str) -> None:
    """Begin the turn of the seat on turn: a debt comes first, then a forgotten call. [23]"""
    table.waiting = Waiting()
    table.drawn = 0
    table.drawn_card = NO_CARD
    table.barred = False
    table.step = step
    if table.debt and nothing_to_draw(table) and is_spared(table):
        table.debt, table.debt_rank = 0, NO_RANK
    if table.debt:
        table.step = OWING
    elif step == TURN and has_uncalled_card(table, table.seat):
        table.step = FORGOTTEN


def is_spared(table: Table) -> bool:
    """Tell whether a debt of this rank is not raised while nothing can be drawn. [15]"""
    debt = table.effects[table.debt_rank].draw_next
    return debt is not None and debt.spared_on_empty_stock
