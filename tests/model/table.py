"""A table between two moves, as plain lists that change, and the deal.

Written from the rules in words, apart from the engine, to be compared with it: only the option
tree, the cards, the moves and the shuffle are shared. Numbers in brackets are those of the rulings.
"""

from pisyedili.engine.cards import (
    JOKER_RANK,
    NO_CARD,
    NO_RANK,
    NO_SUIT,
    RANK_OF,
    SUIT_OF,
    Card,
    Rank,
    Suit,
    deck,
)
from pisyedili.engine.events import RoundEnd
from pisyedili.engine.rules import Effects, Rules, WhenEmpty
from pisyedili.engine.shuffle import round_seed, shuffled

PLAIN = Effects()

OPENING = "opening"
TURN = "turn"
FORGOTTEN = "forgotten"
OWING = "owing"
COVERING = "covering"
OVER = "over"


class Waiting:
    """What a turn's cards do to the order of play and to the next seat, once it ends. [15]"""

    def __init__(self) -> None:
        self.skips = 0
        self.turns_back = 0
        self.reverses = 0
        self.debt = 0
        self.debt_rank: Rank = NO_RANK


class Table:
    """One round: the piles, the hands, whose turn it is and how far that turn has come."""

    def __init__(self, rules: Rules, seats: int, match_seed: bytes, round: int) -> None:
        self.rules = rules
        self.seats = seats
        self.effects = dict(rules.effects)
        self.seed = round_seed(match_seed, round)
        self.shuffles = 0
        self.stock: list[Card] = []
        self.discard: list[Card] = []
        self.hands: list[list[Card]] = [[] for _ in range(seats)]
        self.suit: Suit = NO_SUIT
        self.direction = 1
        self.called = [False] * seats
        self.turns = 0
        self.cards = 0
        self.passes = 0

        self.dealer = round % seats  # [25]
        self.seat = (self.dealer + 1) % seats
        self.step = TURN
        self.drawn = 0
        self.drawn_card: Card = NO_CARD
        self.barred = False
        self.debt = 0
        self.debt_rank: Rank = NO_RANK
        self.waiting = Waiting()

        self.reason: RoundEnd | None = None
        self.finisher: int | None = None
        self.end_drawn: list[list[Card]] = [[] for _ in range(seats)]
        self.points: list[int] = []

    @property
    def hand(self) -> list[Card]:
        """The hand of the seat on turn."""
        return self.hands[self.seat]

    @property
    def top_rank(self) -> Rank:
        """The rank that lies on top."""
        return RANK_OF[self.discard[-1]] if self.discard else NO_RANK

    @property
    def tek(self) -> bool:
        """Whether the last card must be called."""
        return self.rules.tek.forgotten_draws > 0

    def effects_of(self, card: Card) -> Effects:
        """Return what a card does."""
        return self.effects.get(RANK_OF[card], PLAIN)


def deal(table: Table) -> None:
    """Deal packet by packet from the top, clockwise from the dealer's left."""
    options, seats = table.rules.table, table.seats
    decks = options.decks
    if options.extra_deck_from and seats >= options.extra_deck_from:
        decks += 1
    shuffle_into_stock(table, list(deck(decks, options.jokers, options.ranks)))
    packets = options.packets or (1,) * options.hand
    if seats == 2 and options.hand_of_two:
        packets = (1,) * options.hand_of_two
    for packet in packets:
        for place in range(1, seats + 1):
            seat = (table.dealer + place) % seats
            for _ in range(packet):
                table.hands[seat].append(table.stock.pop())
    for hand in table.hands:
        hand.sort()


def turn_up(table: Table) -> Card:
    """Turn the top card over; jokers and listed ranks go to the bottom of the stock. [12]"""
    buried = {JOKER_RANK, *table.rules.opening.turn_up_buried}
    if any(RANK_OF[card] not in buried for card in table.stock):
        while RANK_OF[table.stock[-1]] in buried:
            table.stock.insert(0, table.stock.pop())
    card = table.stock.pop()
    table.discard.append(card)
    table.suit = SUIT_OF[card]
    return card


def shuffle_into_stock(table: Table, cards: list[Card]) -> None:
    """Make cards the new stock, in the order of the round's next shuffle."""
    table.stock = list(shuffled(tuple(cards), table.seed, table.shuffles))
    table.shuffles += 1


def reshuffles(table: Table) -> bool:
    """Tell whether the discards ever become the stock again."""
    when = table.rules.stock.when_empty
    return when in {WhenEmpty.RESHUFFLE, WhenEmpty.RESHUFFLE_AT_ONCE}


def reshuffle(table: Table) -> None:
    """Make all discards but the top the new stock, if there are any. [3]"""
    if reshuffles(table) and len(table.discard) > 1:
        below = table.discard[:-1]
        table.discard = table.discard[-1:]
        shuffle_into_stock(table, below)


def reshuffle_at_once(table: Table) -> None:
    """Reshuffle where a table does so as soon as the stock is empty."""
    if table.rules.stock.when_empty is WhenEmpty.RESHUFFLE_AT_ONCE and not table.stock:
        reshuffle(table)


def nothing_to_draw(table: Table) -> bool:
    """Tell whether a draw would yield no card."""
    return not table.stock and not (reshuffles(table) and len(table.discard) > 1)


def draw_one(table: Table, seat: int) -> Card | None:
    """Draw a card for a seat: the old stock first, then a reshuffled one. [3]

    The round is over at once when the last card leaves the stock of a table that says so. [6]
    """
    if table.reason is not None:
        return None
    if not table.stock:
        reshuffle(table)
    if not table.stock:
        return None
    card = table.stock.pop()
    table.hands[seat].append(card)
    table.hands[seat].sort()
    table.called[seat] = False  # [22]
    reshuffle_at_once(table)
    if not table.stock and table.rules.stock.when_empty is WhenEmpty.ROUND_ENDS:
        table.reason = RoundEnd.STOCK_OUT
    return card


def draw_many(table: Table, seat: int, number: int) -> list[Card]:
    """Draw so many cards; what is missing is forgiven. [3]"""
    drawn = []
    for _ in range(number):
        card = draw_one(table, seat)
        if card is None:
            break
        drawn.append(card)
    return drawn
