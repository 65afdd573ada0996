"""Which moves the seat on turn has, in the order of ruling 28."""

from collections.abc import Iterator

from pisyedili.engine.cards import NO_SUIT, RANK_OF, SUIT_OF, SUITS, Card, Suit
from pisyedili.engine.moves import Draw, Move, Pass, Play
from pisyedili.engine.rules import AfterDraw, DrawWhen, OpeningDraw, Stacking, Together
from tests.model.table import (
    COVERING,
    FORGOTTEN,
    OPENING,
    OVER,
    OWING,
    PLAIN,
    TURN,
    Table,
    nothing_to_draw,
)


def legal_moves(table: Table) -> list[Move]:
    """List the plays by cards, then suit, then call; then draw; then pass. [28]"""
    if table.step == OVER:
        return []
    moves: list[Move] = []
    found = sorted(set(plays(table)))
    for cards in found:
        for suit in suits_to_name(table, cards):
            moves.append(Play(cards, suit))
            if play_may_call(table, cards):
                moves.append(Play(cards, suit, call=True))
    if may_draw(table, playable=bool(found)):
        moves.append(Draw())
    if may_pass(table, playable=bool(found)):
        moves.append(Pass())
        if table.tek and len(table.hand) == 1:  # [22]
            moves.append(Pass(call=True))
    return moves


# Plays.


def plays(table: Table) -> list[tuple[Card, ...]]:
    """Return the cards that may go down, each tuple in its order, the last on top."""
    found: list[tuple[Card, ...]] = []
    firsts_of_all = {card for card in set(table.hand) if may_go_first(table, card)}
    for rank in {RANK_OF[card] for card in firsts_of_all}:
        held = [card for card in table.hand if RANK_OF[card] == rank]
        firsts = [card for card in held if card in firsts_of_all]
        if opens_inertly(table):  # [10] an inert ace goes alone
            found += [(card,) for card in firsts]
        else:
            found += orders(held, firsts, table.effects.get(rank, PLAIN).together)
    if table.barred:  # [23] no finish in that turn in any way
        found = [cards for cards in found if not finishes(table, cards)]
    return found


def orders(held: list[Card], firsts: list[Card], together: Together) -> Iterator[tuple[Card, ...]]:
    """Yield the cards of one rank that go down at once: one order per number and top. [19]"""
    most = 1 if together is Together.ONE else len(held)
    least = most if together is Together.ALL else 1
    for number in range(least, most + 1):
        for top in held:
            if number == 1:
                if top in firsts:
                    yield (top,)
                continue
            rest = list(held)
            rest.remove(top)
            first = next((card for card in sorted(firsts) if card in rest), None)
            if first is not None:
                rest.remove(first)
                yield (first, *sorted(rest)[: number - 2], top)


def may_go_first(table: Table, card: Card) -> bool:
    """Tell whether a held card may be laid now, others of its rank perhaps following it."""
    if table.step == OPENING:
        return SUIT_OF[card] == table.rules.opening.suit  # [10] jokers cannot open
    if table.step == OWING:
        return meets_debt(table, card)
    if table.step == COVERING:
        return covers(table, card)
    if table.step == TURN:
        drew = table.drawn > 0
        if drew and table.rules.turn.after_draw is AfterDraw.DRAWN_CARD:
            return card == table.drawn_card and matches(table, card)
        return matches(table, card)
    return False


def meets_debt(table: Table, card: Card) -> bool:
    """Tell whether a card passes the debt on: one of the same rank, where it stacks. [2]"""
    if has_uncalled_card(table, table.seat):  # [23] a debt comes first: only DRAW
        return False
    debt = table.effects_of(card).draw_next
    return (
        RANK_OF[card] == table.debt_rank and debt is not None and debt.stacking is not Stacking.NONE
    )


def covers(table: Table, card: Card) -> bool:
    """Tell whether a card may follow the cover card that lies on top. [19, 20]"""
    if table.drawn_card and card != table.drawn_card:
        return False  # only the card drawn for it
    last = table.discard[-1]
    cover = table.effects_of(last).cover
    assert cover is not None
    if not cover.suit_only:
        return matches(table, card)
    if RANK_OF[card] == RANK_OF[last] and not may_go_on_own_rank(table, card):
        return False
    # A suit chooser's suit is the one it named, a joker's the one that stood before it. [17]
    return follows_suit(table, card) or always_playable(table, card)


def matches(table: Table, card: Card) -> bool:
    """Tell whether a card may go on the top card by normal matching."""
    own_rank = RANK_OF[card] == table.top_rank
    if own_rank and not may_go_on_own_rank(table, card):
        return False  # [10] an inert one on top counts too
    if always_playable(table, card):
        return True
    if follows_suit(table, card):
        return True
    choice = table.effects_of(card).choose_suit
    return own_rank and (choice is None or choice.rank_follows)


def follows_suit(table: Table, card: Card) -> bool:
    """Tell whether a card is of the suit in force; a turned-up joker leaves none to follow. [12]"""
    return table.suit in {NO_SUIT, SUIT_OF[card]}


def always_playable(table: Table, card: Card) -> bool:
    """Tell whether a card needs no match."""
    effects = table.effects_of(card)
    return effects.wild or (effects.choose_suit is not None and effects.choose_suit.always)


def may_go_on_own_rank(table: Table, card: Card) -> bool:
    """Tell whether a card may lie on one of its rank: a suit chooser only where the table says."""
    choice = table.effects_of(card).choose_suit
    return choice is None or choice.on_own_rank


def finishes(table: Table, cards: tuple[Card, ...]) -> bool:
    """Tell whether a play ends the round by itself: no card is left, and no cover is due."""
    if len(cards) < len(table.hand):
        return False
    cover = table.effects_of(cards[-1]).cover
    return opens_inertly(table) or cover is None or cover.may_finish


def opens_inertly(table: Table) -> bool:
    """Tell whether what is played now has no effect."""
    return table.step == OPENING and table.rules.opening.inert


def suits_to_name(table: Table, cards: tuple[Card, ...]) -> list[Suit]:
    """Return the suits that a play may name; none where it has none to name. [9, 18]"""
    choice = table.effects_of(cards[-1]).choose_suit
    if choice is None or opens_inertly(table) or finishes(table, cards):
        return [NO_SUIT]
    return [suit for suit in SUITS if not (choice.other_suit_only and suit == table.suit)]


def play_may_call(table: Table, cards: tuple[Card, ...]) -> bool:
    """Tell whether a play leaves one card as the turn ends, which no cover follows then. [22]"""
    cover_follows = table.effects_of(cards[-1]).cover is not None and not opens_inertly(table)
    return table.tek and len(table.hand) - len(cards) == 1 and not cover_follows


# Draws and passes.


def may_draw(table: Table, *, playable: bool) -> bool:
    """Tell whether the seat on turn may draw."""
    if table.step == OWING:
        return True  # [2] it stays the move, even with nothing left to draw
    if nothing_to_draw(table):
        return False
    if table.step == FORGOTTEN:
        return True  # [23]
    if table.step == OPENING:
        return may_draw_in_opening(table)
    if table.step == COVERING:
        return must_draw_for_cover(table, playable=playable)
    turn = table.rules.turn
    if turn.draws and table.drawn >= turn.draws:
        return False
    when = turn.draw_again if table.drawn else turn.draw_when
    return when is DrawWhen.FREELY or not playable  # [8]


def may_draw_in_opening(table: Table) -> bool:
    """Tell whether the opening's own rule lets a seat draw. [5]"""
    draw = table.rules.opening.draw
    of_suit = [card for card in table.hand if SUIT_OF[card] == table.rules.opening.suit]
    if draw is OpeningDraw.FREELY:
        return True
    if draw is OpeningDraw.WITHOUT_SUIT:
        return not of_suit
    return all(table.effects_of(card) != PLAIN for card in of_suit)


def must_draw_for_cover(table: Table, *, playable: bool) -> bool:
    """Tell whether one card is to be drawn: a must without a cover, or no card left. [20, 21]"""
    cover = table.effects_of(table.discard[-1]).cover
    assert cover is not None
    if table.drawn_card or playable:
        return False
    return cover.must or not table.hand


def may_pass(table: Table, *, playable: bool) -> bool:
    """Tell whether the seat on turn may pass."""
    if table.step == OWING:
        return False  # [2]
    if table.step == FORGOTTEN:
        return nothing_to_draw(table)  # [23]
    if table.step == COVERING:
        return may_pass_cover(table, playable=playable)
    if table.step == OPENING:
        return nothing_to_draw(table) and not playable  # [5]
    turn = table.rules.turn
    if table.drawn >= turn.pass_after:
        return True
    return nothing_to_draw(table) and (turn.draw_when is DrawWhen.FREELY or not playable)  # [5]


def may_pass_cover(table: Table, *, playable: bool) -> bool:
    """Tell whether the cover may be left out. [20, 21]"""
    cover = table.effects_of(table.discard[-1]).cover
    assert cover is not None
    if table.drawn_card:
        return True
    if must_draw_for_cover(table, playable=playable):
        return nothing_to_draw(table)
    return not cover.must


def has_uncalled_card(table: Table, seat: int) -> bool:
    """Tell whether a seat holds one card that it has not called. [23]"""
    return table.tek and len(table.hands[seat]) == 1 and not table.called[seat]
