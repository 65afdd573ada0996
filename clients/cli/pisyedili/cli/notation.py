"""Moves as people write them: the client's notation, the suit named plainly after the cards."""

from typing import Final

from pisyedili.cli.texts import Texts
from pisyedili.client.cards import NotationError, Suit, format_cards, parse_cards, parse_suit
from pisyedili.client.moves import Draw, Move, Pass, Play

DRAW_WORDS: Final = frozenset(["çek", "cek", "draw", "ziehen", "zieh"])
PASS_WORDS: Final = frozenset(["pas", "pass", "passe", "passen", "geç", "gec"])
CALL: Final = "tek"


class NotAMove(ValueError):
    """Words that are no move; ``word`` is what does not fit."""

    def __init__(self, word: str) -> None:
        super().__init__(word)
        self.word = word


def lower(text: str) -> str:
    """Return a text in lower case, as Turkish has it where it has dots and where none."""
    return text.replace("İ", "i").lower()


def parse_move(text: str) -> Move:
    """Return the move of a text such as ``7♣``, ``J♣ kupa tek``, ``çek`` or ``pas``."""
    words = lower(text).replace("=", " ").replace(",", " ").split()
    call = CALL in words
    rest = [word for word in words if word != CALL]
    if len(rest) == 1 and rest[0] in PASS_WORDS:
        return Pass(call)
    if len(rest) == 1 and rest[0] in DRAW_WORDS and not call:
        return Draw()
    if not rest or words.count(CALL) > 1:
        raise NotAMove(text.strip())
    return _play(rest, call)


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


def _play(words: list[str], call: bool) -> Play:
    try:
        return Play(parse_cards(" ".join(words)), None, call)
    except NotationError:
        suit = find_suit(words[-1])
    if suit is None or len(words) == 1:
        raise NotAMove(" ".join(words))
    try:
        return Play(parse_cards(" ".join(words[:-1])), suit, call)
    except NotationError:
        raise NotAMove(" ".join(words)) from None
