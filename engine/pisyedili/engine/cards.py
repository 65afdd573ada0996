"""Suits, ranks, cards and decks as small integers, and their text.

A card is 1–52 (♣A … ♣K, ♦, ♥, ♠) or 53, the joker: the numbers of the published contract.
A rank is 1 (ace) … 13 (king) or 14 (joker); a suit is 1 (♣) … 4 (♠), or 0 where there is none.
"""

from typing import Final, NewType

Card = NewType("Card", int)
Rank = NewType("Rank", int)
Suit = NewType("Suit", int)

NO_CARD: Final = Card(0)
JOKER: Final = Card(53)

NO_SUIT: Final = Suit(0)
CLUBS: Final = Suit(1)
DIAMONDS: Final = Suit(2)
HEARTS: Final = Suit(3)
SPADES: Final = Suit(4)
SUITS: Final = (CLUBS, DIAMONDS, HEARTS, SPADES)

NO_RANK: Final = Rank(0)
JOKER_RANK: Final = Rank(14)
RANKS: Final = tuple(Rank(number) for number in range(1, 14))

SUIT_NAMES: Final = ("none", "clubs", "diamonds", "hearts", "spades")
SUIT_SIGNS: Final = "-♣♦♥♠"
RANK_NAMES: Final = (
    "none",
    "A",
    *map(str, range(2, 11)),
    "J",
    "Q",
    "K",
    "joker",
)

RANK_OF: Final = (NO_RANK, *(RANKS * 4), JOKER_RANK)
SUIT_OF: Final = (NO_SUIT, *(suit for suit in SUITS for _ in RANKS), NO_SUIT)
CARD_NAMES: Final = (
    "none",
    *(RANK_NAMES[RANK_OF[card]] + SUIT_SIGNS[SUIT_OF[card]] for card in range(1, 53)),
    "joker",
)
CARDS: Final = tuple(Card(number) for number in range(1, 54))

_LETTERS: Final = "-CDHS"
_TURKISH: Final = {"A": "1", "K": "R", "Q": "D", "J": "V"}
_SPELLINGS: Final = {
    rank + sign[SUIT_OF[card]]: card
    for card in CARDS[:52]
    for name in (RANK_NAMES[RANK_OF[card]],)
    for rank in (name, _TURKISH.get(name, name))
    for sign in (SUIT_SIGNS, _LETTERS)
} | {"JOKER": JOKER}


def card(suit: Suit, rank: Rank) -> Card:
    """Return the card of a suit and a rank of :data:`RANKS`."""
    return Card((suit - 1) * 13 + rank)


def parse_card(text: str) -> Card:
    """Return the card written as ``7♣``, ``7C`` or ``joker``, 1 R D V standing for A K Q J too.

    ``ValueError`` for anything else.
    """
    found = _SPELLINGS.get(text.strip().upper())
    if found is None:
        raise ValueError(f"expected a card such as 7♣, 10H or joker, got {text!r}")
    return found


def parse_cards(text: str) -> tuple[Card, ...]:
    """Return the cards of a text with spaces between them."""
    return tuple(parse_card(word) for word in text.split())


def format_cards(cards: tuple[Card, ...]) -> str:
    """Return cards as text that :func:`parse_cards` reads back."""
    return " ".join(CARD_NAMES[card] for card in cards)


def deck(decks: int, jokers: int, ranks: tuple[Rank, ...] = RANKS) -> tuple[Card, ...]:
    """Return the ordered cards: deck by deck ♣, ♦, ♥, ♠ from ace to king, then the jokers."""
    one = tuple(card(suit, rank) for suit in SUITS for rank in RANKS if rank in ranks)
    return one * decks + (JOKER,) * jokers
