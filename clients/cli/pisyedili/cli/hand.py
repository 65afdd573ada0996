"""A hand, sorted and numbered; the cards that can be played stand higher than the others."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from pisyedili.client.cards import Card, Suit
from pisyedili.client.moves import Play
from pisyedili.client.values import View

_CELL: Final = 7
_MOST_DRAWN: Final = 22
"""How many cards are drawn as cards; a larger hand is a list."""


def card_style(card: Card) -> str:
    """Return the style in which a card is shown."""
    if card.suit is None:
        return "card.joker"
    return "card.red" if card.suit in {Suit.DIAMONDS, Suit.HEARTS} else "card.black"


def playable(view: View) -> frozenset[Card]:
    """Return the cards of the viewer's hand with which some legal play is made."""
    plays = (move for move in view.moves if isinstance(move, Play))
    return frozenset(card for play in plays for card in play.cards)


class HandPicture:
    """A hand as wide as the console lets it be."""

    def __init__(self, cards: Sequence[Card], raised: frozenset[Card]) -> None:
        self._cards: Final = cards
        self._raised: Final = raised

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the rows of the picture."""
        numbered = list(enumerate(self._cards, 1))
        in_a_row = max(1, options.max_width // _CELL)
        for at in range(0, len(numbered), in_a_row):
            row = numbered[at : at + in_a_row]
            if len(numbered) > _MOST_DRAWN:
                yield self._listed(row)
            else:
                yield from self._drawn(row)

    def _listed(self, row: Sequence[tuple[int, Card]]) -> Text:
        line = Text()
        for number, card in row:
            up = card in self._raised
            line.append(f"{number:>2}", "" if up else "quiet")
            line.append("▲" if up else " ").append(f"{_short(card):<4}", card_style(card))
        return line

    def _drawn(self, row: Sequence[tuple[int, Card]]) -> Iterator[Text]:
        for height in range(3):
            line = Text()
            for _, card in row:
                self._slice(line, card, height + (card in self._raised))
            yield line
        yield Text("".join(f"{number:^{_CELL}}" for number, _ in row))

    @staticmethod
    def _slice(line: Text, card: Card, height: int) -> None:
        """Append one line of a card, counted from above it."""
        if height == 2:
            line.append("│").append(f"{_short(card):^4}", card_style(card)).append("│ ")
        else:
            line.append(("       ", "╭────╮ ", "", "│    │ ")[height])


def _short(card: Card) -> str:
    return str(card) if card.suit else "★"


def hand_picture(view: View) -> HandPicture:
    """Return the viewer's hand."""
    return HandPicture(view.hand, playable(view))
