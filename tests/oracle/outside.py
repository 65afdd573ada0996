"""OpenSpiel's Crazy Eights, spoken to in this project's cards and moves.

Its players are seats counted from another one on: seat s here is player s + ``shift`` there.
"""

from typing import Any, Final, assert_never

from pisyedili.engine.cards import NO_SUIT, RANK_OF, SUITS, Card, Rank, Suit, card, format_cards
from pisyedili.engine.moves import DRAW, PASS, Draw, Move, Pass, Play
from tests.oracle.table import Table

_RANKS: Final = tuple(Rank(number) for number in (*range(2, 14), 1))
_CARDS: Final = tuple(card(suit, rank) for rank in _RANKS for suit in SUITS)
_SUITS: Final = "CDHS"
_NAMED: Final = dict(zip([s + r for r in "23456789TJQKA" for s in _SUITS], _CARDS, strict=True))
_NUMBERS: Final = {found: number for number, found in enumerate(_CARDS)}
_EIGHT: Final = Rank(8)
_DRAW: Final = 52
_PASS: Final = 53
_NAME: Final = 54
_DEALER: Final = 52


class Parted(AssertionError):
    """The two engines do not play the same game."""


class Outside:
    """A round in OpenSpiel. Whatever it is told has to be legal there, else ``Parted``."""

    def __init__(self, table: Table, dealer: int, shift: int) -> None:
        import pyspiel  # noqa: PLC0415 - this file is read where there is no OpenSpiel, too

        self.table = table
        self.shift = shift
        self.state: Any = pyspiel.load_game("crazy_eights", table.options()).new_initial_state()
        self._stock_before: list[int] = []
        self._tell(_DEALER + dealer)

    @property
    def dealing(self) -> bool:
        """Whether it is chance's turn."""
        return bool(self.state.is_chance_node())

    @property
    def over(self) -> bool:
        return bool(self.state.is_terminal())

    @property
    def seat(self) -> int:
        if self.dealing:
            raise Parted("OpenSpiel deals another card")
        return int(self.state.current_player() - self.shift) % self.table.seats

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        return tuple(self._hand(seat) for seat in range(self.table.seats))

    @property
    def stock(self) -> tuple[Card, ...]:
        """The stock; of a finished round, what it was before the finishing card if that was none.

        OpenSpiel refills an empty stock even when the round has just been finished.
        """
        refilled = self.over and () in self.hands and not any(self._stock_before)
        return _listed(self._stock_before if refilled else self.state.get_dealer_deck())

    @property
    def top(self) -> Card:
        return _NAMED[self._shown(0)[5].removeprefix("Previous card: ")]

    @property
    def suit(self) -> Suit:
        return SUITS[_SUITS.index(self._shown(0)[6].removeprefix("Previous suit: "))]

    @property
    def direction(self) -> int:
        if not self.table.specials:
            return 1
        return {"counterclockwise": 1, "clockwise": -1}[self._shown(0)[8].split()[-1]]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves, ordered as ours are; an eight with each suit that it could name."""
        plays: list[Play] = []
        others: list[Move] = []
        rest: dict[int, Move] = {_DRAW: DRAW, _PASS: PASS}
        names = len(self._hand(self.seat)) > 1
        for action in self.state.legal_actions():
            if action >= _DRAW:
                others.append(rest[action])
                continue
            found = _CARDS[action]
            suits = SUITS if names and RANK_OF[found] == _EIGHT else (NO_SUIT,)
            plays.extend(Play((found,), suit) for suit in suits)
        return (*sorted(plays, key=Play.fields), *others)

    def cards_played(self) -> int:
        """Return how many cards its own history has the players lay."""
        made = (step.action for step in self.state.full_history() if step.player >= 0)
        return sum(action < _DRAW for action in made)

    def make(self, move: Move, drawn: tuple[Card, ...]) -> None:
        """Follow a move, and let chance turn up the cards that were drawn for it."""
        match move:
            case Play(cards, suit):
                self._play(cards, suit)
            case Draw():
                self._tell(_DRAW)
            case Pass():
                self._tell(_PASS)
            case _:
                assert_never(move)
        for found in drawn:
            self.deal(found)

    def deal(self, found: Card) -> None:
        """Let chance turn up a card."""
        if not self.dealing:
            raise Parted(f"OpenSpiel does not deal {format_cards((found,))}")
        self._tell(_NUMBERS[found])

    def _play(self, cards: tuple[Card, ...], suit: Suit) -> None:
        seat = self.seat
        self._stock_before = self.state.get_dealer_deck()
        for found in cards:
            self._tell(_NUMBERS[found])
        if not suit or self.over:
            return
        names = self.state.legal_actions()
        if self.seat != seat or names != list(range(_NAME, _NAME + 4)):
            raise Parted(f"OpenSpiel does not let seat {seat} name a suit: {self.seat}, {names}")
        self._tell(_NAME + SUITS.index(suit))

    def _tell(self, action: int) -> None:
        legal = self.state.legal_actions()
        if action not in legal:
            raise Parted(f"OpenSpiel refuses {action}: expected one of {legal}")
        self.state.apply_action(action)

    def _hand(self, seat: int) -> tuple[Card, ...]:
        """Return the hand that a player sees as one row of ranks for each suit."""
        rows = zip(_SUITS, self._shown(seat)[1:5], strict=True)
        return tuple(
            sorted(_NAMED[suit + rank] for suit, row in rows for rank in row[7:].replace(" ", ""))
        )

    def _shown(self, seat: int) -> list[str]:
        """Return the lines of what a player sees: hand, top card, suit in force, direction."""
        text: str = self.state.observation_string((seat + self.shift) % self.table.seats)
        return text.splitlines()


def _listed(counts: list[int]) -> tuple[Card, ...]:
    """Return cards in ascending order from their counts in OpenSpiel's order."""
    held = [found for found, count in zip(_CARDS, counts, strict=True) for _ in range(count)]
    return tuple(sorted(held))
