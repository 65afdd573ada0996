"""Simple automatic seats: they see what their seat may see, and choose among its legal moves."""

from collections import Counter
from random import Random
from typing import Final

from pisyedili.client.cards import Card, Rank
from pisyedili.client.moves import Draw, Move, Pass, Play
from pisyedili.client.values import View

FORGETS: Final = 0.1
"""How often an automatic seat forgets to call its last card."""

_KEPT: Final = frozenset({Rank.JOKER, Rank.JACK})
"""Ranks that help in many places, and are played last."""


def choose(view: View, chance: Random) -> Move:
    """Return one of the moves of a view whose seat is on turn.

    A seat lays its dearest card first, keeps jacks and jokers for later, asks for the suit that it
    holds most of, and draws only if it has to.
    """
    moves = view.moves
    calling = [move for move in moves if not isinstance(move, Draw) and move.tek]
    if calling and chance.random() >= FORGETS:
        moves = tuple(move for move in calling if isinstance(move, Play)) or tuple(calling)
    plays = [move for move in moves if isinstance(move, Play)]
    if plays:
        return max(plays, key=lambda play: (_worth(play, view), chance.random()))
    return next((move for move in moves if not isinstance(move, Pass)), moves[0])


def _worth(play: Play, view: View) -> tuple[int, int, int]:
    """Return what speaks for a play: cards gone, points gone, cards left of the suit named."""
    left = Counter(view.hand) - Counter(play.cards)
    points = {int(entry.rank): entry.number for entry in view.rules.score.points}
    gone = sum(0 if card.rank in _KEPT else points.get(card.rank, 1) for card in play.cards)
    return len(play.cards), gone, _held(left, play)


def _held(left: Counter[Card], play: Play) -> int:
    suit = play.suit or play.cards[-1].suit
    return sum(count for card, count in left.items() if card.suit is suit)
