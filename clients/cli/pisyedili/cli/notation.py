"""Moves as people write them: the client's notation, the suit named plainly after the cards."""

import unicodedata
from collections.abc import Sequence
from typing import Final

from pisyedili.cli.texts import Texts
from pisyedili.client.cards import Card, NotationError, Suit, format_cards, parse_cards, parse_suit
from pisyedili.client.moves import Draw, Move, Pass, Play

DRAW_WORDS: Final = frozenset(["çek", "cek", "draw", "ziehen", "zieh"])
PASS_WORDS: Final = frozenset(["pas", "pass", "passe", "passen", "geç", "gec"])
CALL: Final = "tek"

_DOTLESS: Final = str.maketrans("Iı", "ii")


class NotAMove(ValueError):
    """Words that are no move."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words: Final = words


def fold(text: str) -> str:
    """Return a text without case, accents and the dots of Turkish i's: ``ÇIK`` is ``cik``."""
    apart = unicodedata.normalize("NFKD", text.translate(_DOTLESS).lower())
    return "".join(sign for sign in apart if unicodedata.category(sign) != "Mn")


def parse_move(text: str) -> Move:
    """Return the move of a text such as ``7♣``, ``J♣ kupa tek``, ``çek`` or ``pas``."""
    words = fold(text).replace("=", " ").replace(",", " ").split()
    rest = [word for word in words if word != CALL]
    call = len(words) - len(rest)
    if len(rest) == 1 and rest[0] in PASS_WORDS and call < 2:
        return Pass(tek=bool(call))
    if len(rest) == 1 and rest[0] in DRAW_WORDS and not call:
        return Draw()
    play = _play(rest) if call < 2 else None
    if play is None:
        raise NotAMove(text.strip())
    return Play(play.cards, play.suit, bool(call))


def find_suit(text: str) -> Suit | None:
    """Return the suit that a word names, None if none."""
    try:
        return parse_suit(text)
    except NotationError:
        return None


def move_text(move: Move, texts: Texts | None = None) -> str:
    """Return a move as :func:`parse_move` reads it: in a language, or as scripts get it."""
    if isinstance(move, Draw):
        return texts("move.draw") if texts else "draw"
    if isinstance(move, Pass):
        words = [texts("move.pass") if texts else "pass"]
    else:
        words = [format_cards(move.cards)]
        if move.suit:
            words.append(suit_text(move.suit, texts) if texts else str(move.suit))
    return " ".join([*words, CALL] if move.tek else words)


def suit_text(suit: Suit, texts: Texts) -> str:
    """Return a suit by name and sign."""
    return f"{texts.suit(suit)} {suit}"


def _play(words: Sequence[str]) -> Play | None:
    """Return the play of words that are cards, with or without a suit after them; else None."""
    cards = _cards(words)
    suit = None if cards or not words else find_suit(words[-1])
    if suit:
        twice = len(words) > 2 and find_suit(words[-2]) is suit
        cards = _cards(words[: -2 if twice else -1])
    return Play(cards, suit) if cards else None


def _cards(words: Sequence[str]) -> tuple[Card, ...]:
    try:
        return parse_cards(" ".join(words))
    except NotationError:
        return ()
