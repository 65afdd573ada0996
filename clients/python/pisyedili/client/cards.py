"""Suits, ranks and cards, and the many ways in which people write them.

A card is a rank beside a suit, in either order, glued or with a space between them:
``7♣``, ``♣7``, ``7C``, ``sinek 7``, ``V♥``, ``kupa vale``, ``Karo As``, ``joker``.

Suits are ``♣ ♦ ♥ ♠``, the letters ``C D H S``, or words: sinek karo kupa maça, clubs diamonds
hearts spades, Kreuz Karo Herz Pik. Ranks are ``A K Q J``, which are ``1 R D V`` too, and ``2`` to
``10``, or words: as papaz kız vale, ace king queen jack, As König Dame Bube.

Upper or lower case, accents and the dots of Turkish i's make no difference: ``KIZ`` is ``kız`` is
``kiz``. A letter for a suit goes only with a letter or number for the rank, so that ``AS`` is the
ace of spades and ``as kupa`` the ace of hearts.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from enum import IntEnum
from itertools import product
from typing import Final, Self, TypeAlias, final


class NotationError(ValueError):
    """A text that is no card, suit or move; its message says what was expected and what came."""


class Suit(IntEnum):
    """A suit, by its number in the contract; prints as its sign."""

    CLUBS = 1
    DIAMONDS = 2
    HEARTS = 3
    SPADES = 4

    def __str__(self) -> str:
        return "♣♦♥♠"[self - 1]

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


class Rank(IntEnum):
    """A rank, by its number in the contract; prints as people write it."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    JOKER = 14

    def __str__(self) -> str:
        return _RANK_NAMES[self - 1]

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


@final
class Card(int):
    """A card, by its number in the contract; prints as ``7♣``.

    >>> Card.of("sinek 7"), Card.of(Suit.HEARTS, Rank.JACK), Card(53)
    (Card('7♣'), Card('J♥'), Card('joker'))
    """

    def __new__(cls, number: int) -> Self:
        """Return the card of a number; ``NotationError`` unless it is from 1 to 53."""
        if not 1 <= number <= 53:
            raise NotationError(f"expected the number of a card, 1 to 53, got {number}")
        return super().__new__(cls, number)

    @classmethod
    def of(cls, text: "str | Suit", rank: Rank | None = None) -> Self:
        """Return the card of a text, or of a suit and a rank but the joker's."""
        if isinstance(text, str):
            return cls(parse_card(text))
        if rank is None or rank is Rank.JOKER:
            raise NotationError(f"expected a rank that has suits beside {text}, got {rank}")
        return cls(13 * (text - 1) + rank)

    @property
    def suit(self) -> Suit | None:
        """The suit; None of the joker."""
        return None if self == 53 else Suit((self - 1) // 13 + 1)

    @property
    def rank(self) -> Rank:
        """The rank; the joker has its own."""
        return Rank.JOKER if self == 53 else Rank((self - 1) % 13 + 1)

    def __str__(self) -> str:
        return f"{self.rank}{self.suit or ''}"

    def __repr__(self) -> str:
        return f"Card('{self}')"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


CardsLike: TypeAlias = str | Card | Iterable["str | Card"]
"""One card or several: ``"7♣"``, ``"A♣ A♦"``, a `Card`, or a list of either."""

SuitLike: TypeAlias = str | Suit
"""A suit, or any text for one."""


def parse_card(text: str) -> Card:
    """Return the one card of a text.

    >>> [str(parse_card(text)) for text in ("♣V", "D♥", "maça papaz", "Karo As", "JOKER")]
    ['J♣', 'Q♥', 'K♠', 'A♦', 'joker']
    >>> parse_card("7X")
    Traceback (most recent call last):
    pisyedili.client.cards.NotationError: expected a card such as 7♣, sinek 7, V♥ or joker, got '7X'
    """
    found = _CARDS.get("".join(_words(text)))
    if found is None:
        raise NotationError(f"expected a card such as 7♣, sinek 7, V♥ or joker, got {text!r}")
    return found


def parse_cards(cards: CardsLike) -> tuple[Card, ...]:
    """Return the cards of a text, with spaces or commas between them, or of a list.

    >>> format_cards(parse_cards("A♣, karo as joker"))
    'A♣ A♦ joker'
    """
    if isinstance(cards, Card):
        return (cards,)
    if isinstance(cards, str):
        return tuple(_read(_words(cards), cards))
    return tuple(card if isinstance(card, Card) else parse_card(card) for card in cards)


def parse_suit(suit: SuitLike) -> Suit:
    """Return the suit of a text: a sign, a letter or a word.

    >>> [str(parse_suit(text)) for text in ("kupa", "♥", "H", "Herz", "hearts")]
    ['♥', '♥', '♥', '♥', '♥']
    """
    if isinstance(suit, Suit):
        return suit
    found = _SUITS.get("".join(_words(suit)))
    if found is None:
        raise NotationError(f"expected a suit such as ♥, kupa, hearts or H, got {suit!r}")
    return found


def parse_rank(rank: str | Rank) -> Rank:
    """Return the rank of a text: a digit, a letter or a word.

    >>> [str(parse_rank(text)) for text in ("V", "vale", "1", "joker")]
    ['J', 'J', 'A', 'joker']
    """
    if isinstance(rank, Rank):
        return rank
    found = _RANKS.get("".join(_words(rank)))
    if found is None:
        raise NotationError(f"expected a rank such as 7, J, vale or joker, got {rank!r}")
    return found


def format_cards(cards: Iterable[Card]) -> str:
    """Return cards as a text that `parse_cards` reads back."""
    return " ".join(map(str, cards))


def spellings() -> dict[str, Card]:
    """Return every spelling of every card, in lower case, glued and without accents."""
    return dict(_CARDS)


_RANK_NAMES: Final = ("A", *map(str, range(2, 11)), "J", "Q", "K", "joker")
_SIGNS: Final = {"♣": 1, "♦": 2, "♥": 3, "♠": 4, "♧": 1, "♢": 2, "♡": 3, "♤": 4}
_SUIT_LETTERS: Final = {"c": 1, "d": 2, "h": 3, "s": 4}
_SUIT_WORDS: Final = {
    word: number
    for number, words in enumerate(
        (
            "sinek clubs club kreuz",
            "karo diamonds diamond",
            "kupa hearts heart herz",
            "maca spades spade pik",
        ),
        1,
    )
    for word in words.split()
}
_RANK_LETTERS: Final = {str(number): number for number in range(1, 11)} | {
    "a": 1,
    "j": 11,
    "v": 11,
    "q": 12,
    "d": 12,
    "k": 13,
    "r": 13,
}
_RANK_WORDS: Final = {
    word: number
    for number, words in (
        (1, "as ace"),
        (11, "vale jack bube"),
        (12, "kiz queen dame"),
        (13, "papaz king konig"),
    )
    for word in words.split()
}
_PAIRS: Final = (
    (_SUIT_LETTERS, _RANK_LETTERS),
    (_SIGNS | _SUIT_WORDS, _RANK_LETTERS | _RANK_WORDS),
)
_SUITS: Final = {
    text: Suit(number) for text, number in (_SIGNS | _SUIT_LETTERS | _SUIT_WORDS).items()
}
_RANKS: Final = {
    text: Rank(number) for text, number in (_RANK_LETTERS | _RANK_WORDS | {"joker": 14}).items()
}
_CARDS: Final = {
    spelling: Card(13 * (suit - 1) + rank)
    for suits, ranks in _PAIRS
    for (suit_text, suit), (rank_text, rank) in product(suits.items(), ranks.items())
    for spelling in (suit_text + rank_text, rank_text + suit_text)
} | {"joker": Card(53)}

_DOTLESS: Final = str.maketrans("Iı", "ii")
_GAP: Final = re.compile(r"[\s,]+")


def _words(text: str) -> list[str]:
    """Return the words of a text in lower case, without accents and the dots of Turkish i's."""
    apart = unicodedata.normalize("NFKD", text.translate(_DOTLESS).lower())
    plain = "".join(sign for sign in apart if unicodedata.category(sign) != "Mn")
    return [word for word in _GAP.split(plain) if word]


def _read(words: list[str], text: str) -> Iterator[Card]:
    """Yield the cards of words: two words that make one card are that card."""
    at = 0
    while at < len(words):
        length = 2 if "".join(words[at : at + 2]) in _CARDS and at + 1 < len(words) else 1
        card = _CARDS.get("".join(words[at : at + length]))
        if card is None:
            expected = "cards such as 7♣, sinek 7, V♥ or joker"
            raise NotationError(f"expected {expected}, got {words[at]!r} in {text!r}")
        yield card
        at += length
