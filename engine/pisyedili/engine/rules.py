"""The option tree: everything about how a table plays. Rules are data; nothing here plays."""

from dataclasses import dataclass, field
from enum import StrEnum

from pisyedili.engine.cards import CLUBS, RANKS, Rank, Suit


class Partnerships(StrEnum):
    """Who plays together."""

    NONE = "none"
    PAIRS = "pairs"


class OpeningStyle(StrEnum):
    """How a round gets its first card: turned up, led by the first seat, or laid by every seat."""

    TURN_UP = "turn_up"
    FIRST_LEADS = "first_leads"
    EVERY_SEAT = "every_seat"


class OpeningDraw(StrEnum):
    """When a seat may draw in the opening: holding no card of the suit, none plain, or always."""

    WITHOUT_SUIT = "without_suit"
    WITHOUT_PLAIN = "without_plain"
    FREELY = "freely"


class DrawWhen(StrEnum):
    """Whether a draw is free or needs a hand without a playable card."""

    WITHOUT_MATCH = "without_match"
    FREELY = "freely"


class AfterDraw(StrEnum):
    """What a seat may play in the turn in which it drew: nothing, the drawn card, or any card."""

    TURN_ENDS = "turn_ends"
    DRAWN_CARD = "drawn_card"
    ANY_CARD = "any_card"


class Stacking(StrEnum):
    """Whether a debt is answered by a card of its rank, and how it then grows."""

    NONE = "none"
    ADDS = "adds"
    DOUBLES = "doubles"


class ReverseKind(StrEnum):
    """A direction turned for good, or one turn sent back to the seat before."""

    LASTING = "lasting"
    ONE_TURN = "one_turn"


class Together(StrEnum):
    """How many cards of a rank go down in one play."""

    ONE = "one"
    ANY_NUMBER = "any_number"
    ALL = "all"


class WhenEmpty(StrEnum):
    """What an empty stock means."""

    RESHUFFLE = "reshuffle"
    RESHUFFLE_AT_ONCE = "reshuffle_at_once"
    PLAY_ON = "play_on"
    ROUND_ENDS = "round_ends"


class BlockingPasses(StrEnum):
    """Which passes count towards a blocked round: those of idle turns, or any."""

    IDLE = "idle"
    ANY = "any"


class Count(StrEnum):
    """What a hand is worth: its points, or its number of cards."""

    CARDS = "cards"
    POINTS = "points"


class EndChain(StrEnum):
    """Which cards drawn at the end draw again: those of the same rank, or of every listed one."""

    SAME_RANK = "same_rank"
    ALL_RANKS = "all_ranks"


class Winners(StrEnum):
    """Who wins the match."""

    LOWEST_TOTAL = "lowest_total"
    BELOW_AVERAGE = "below_average"
    FEWEST_CARDS = "fewest_cards"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRules:
    """Seats, cards, deal. ``packets`` empty: dealt singly; ``hand_of_two`` 0: as ``hand``."""

    seats_min: int = 2
    seats_max: int = 4
    partnerships: Partnerships = Partnerships.NONE
    decks: int = 1
    extra_deck_from: int = 0
    ranks: tuple[Rank, ...] = RANKS
    jokers: int = 0
    hand: int = 7
    hand_of_two: int = 0
    packets: tuple[int, ...] = ()

    def seat_counts(self) -> range:
        """Return how many may sit down: even numbers where they play in pairs."""
        step = 2 if self.partnerships is Partnerships.PAIRS else 1
        return range(self.seats_min + self.seats_min % step, self.seats_max + 1, step)

    def decks_for(self, seats: int) -> int:
        """Return how many decks are in play: one more from ``extra_deck_from`` seats on."""
        return self.decks + (0 < self.extra_deck_from <= seats)

    def hand_for(self, seats: int) -> int:
        """Return how many cards each of so many seats is dealt."""
        return self.hand_of_two if seats == 2 and self.hand_of_two else self.hand

    def packets_for(self, seats: int) -> tuple[int, ...]:
        """Return the packets of one seat's deal, in order."""
        if self.packets and not (seats == 2 and self.hand_of_two):
            return self.packets
        return (1,) * self.hand_for(seats)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningRules:
    """How a round starts. ``inert``: opening cards have no effect; turn-ups go by their rank."""

    style: OpeningStyle = OpeningStyle.TURN_UP
    suit: Suit = CLUBS
    inert: bool = False
    draw: OpeningDraw = OpeningDraw.WITHOUT_SUIT
    turn_up_applied: tuple[Rank, ...] = ()
    turn_up_buried: tuple[Rank, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRules:
    """Drawing and passing. ``draws`` 0: no limit; ``pass_after``: the draws that a pass needs."""

    draw_when: DrawWhen = DrawWhen.WITHOUT_MATCH
    draws: int = 1
    draw_again: DrawWhen = DrawWhen.WITHOUT_MATCH
    after_draw: AfterDraw = AfterDraw.TURN_ENDS
    pass_after: int = 1
    auto_pass: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawNext:
    """The next seat owes cards. ``turn_goes_on``: having drawn, it begins a fresh turn."""

    cards: int
    stacking: Stacking = Stacking.NONE
    turn_goes_on: bool = False
    spared_on_empty_stock: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Reverse:
    """The order of play turns round. ``skips_with_two``: with two seats it acts as a skip."""

    kind: ReverseKind = ReverseKind.LASTING
    skips_with_two: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseSuit:
    """The player names the suit to follow; ``rank_follows``: or the card's own rank."""

    always: bool = False
    on_own_rank: bool = False
    other_suit_only: bool = False
    rank_follows: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Cover:
    """Another card follows in the same turn: of the card's suit or rank, or ``suit_only``."""

    must: bool = False
    suit_only: bool = False
    may_finish: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Effects:
    """What a card of one rank does. ``wild``: always playable, without naming a suit."""

    draw_next: DrawNext | None = None
    skip: int = 0
    reverse: Reverse | None = None
    choose_suit: ChooseSuit | None = None
    others_draw: int = 0
    cover: Cover | None = None
    together: Together = Together.ONE
    wild: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TekRules:
    """The call of the last card. ``forgotten_draws``: what forgetting it costs; 0: no call."""

    forgotten_draws: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class StockRules:
    """An empty stock, and after how many passes beyond one a seat a round counts as blocked."""

    when_empty: WhenEmpty = WhenEmpty.RESHUFFLE
    blocked_extra_passes: int = 0
    blocking_passes: BlockingPasses = BlockingPasses.IDLE


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreRules:
    """What the cards left in hand cost. Points by rank; end draws in the order they are drawn."""

    count: Count = Count.CARDS
    points: tuple[tuple[Rank, int], ...] = ()
    multipliers: tuple[tuple[Rank, int], ...] = ()
    end_draws: tuple[tuple[Rank, int], ...] = ()
    end_chain: EndChain = EndChain.SAME_RANK


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRules:
    """How many rounds make a match, and who wins it."""

    rounds: int = 1
    winners: Winners = Winners.LOWEST_TOTAL


@dataclass(frozen=True, slots=True, kw_only=True)
class SafetyRules:
    """The turns and the cards played after which a round is blocked; 0: no limit."""

    turns: int = 0
    cards: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Everything about how a table plays. ``effects`` and points are sorted by rank."""

    table: TableRules = field(default_factory=TableRules)
    opening: OpeningRules = field(default_factory=OpeningRules)
    turn: TurnRules = field(default_factory=TurnRules)
    effects: tuple[tuple[Rank, Effects], ...] = ()
    tek: TekRules = field(default_factory=TekRules)
    stock: StockRules = field(default_factory=StockRules)
    score: ScoreRules = field(default_factory=ScoreRules)
    match: MatchRules = field(default_factory=MatchRules)
    safety: SafetyRules = field(default_factory=SafetyRules)
