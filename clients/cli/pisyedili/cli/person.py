"""A person at the table, asked for a move until it is a legal one."""

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from pisyedili.cli.choice import (
    Ask,
    Entry,
    Leave,
    NoSuchNumber,
    differ_by_suit,
    meanings,
    read_entry,
)
from pisyedili.cli.notation import NotAMove, find_suit, move_text, suit_text
from pisyedili.cli.tell import view_names, why_not
from pisyedili.cli.terminal import Terminal
from pisyedili.client import Draw, Game, Move, Pass, Play, Refusal, RefusedCard, Suit, View


class Left(Exception):
    """A person left the table."""


class Person:
    """Asks whoever sits before the terminal."""

    def __init__(self, terminal: Terminal, game: Game) -> None:
        self._terminal: Final = terminal
        self._texts: Final = terminal.texts
        self._game: Final = game

    def choose(self, view: View) -> Move:
        """Return the legal move that a person chooses; ``Left`` if the person leaves."""
        self._terminal.out.print(self._keys(view), soft_wrap=False)
        while True:
            move = self._attempt(view)
            if move is not None:
                return move

    def _attempt(self, view: View) -> Move | None:
        """Return a legal move, or None after telling why there is none."""
        who = view_names(view.seats, self._texts)[view.seat]
        entry = self._entry(self._terminal.ask(self._texts("ask.prompt", who=who)), view)
        if isinstance(entry, Leave):
            raise Left
        if isinstance(entry, Ask):
            self._explain(view)
            return None
        if entry is None:
            return None
        meant = meanings(entry, view)
        if not meant:
            self._say(self._why_not(entry, view), "warn")
            return None
        return meant[0] if len(meant) == 1 else self._which(meant)

    def _entry(self, text: str, view: View) -> Entry | None:
        try:
            return read_entry(text, view.hand, self._texts)
        except NoSuchNumber as error:
            count = len(view.hand)
            self._say(self._texts("ask.no_number", number=error.number, count=count), "warn")
        except NotAMove as error:
            self._say(self._texts("ask.not_a_move", word=error.words), "warn")
        return None

    def _which(self, meant: Sequence[Move]) -> Move | None:
        """Return one of several moves: by the suit to name, or by its number."""
        plays = [move for move in meant if isinstance(move, Play)]
        if differ_by_suit(meant):
            suits = [play.suit for play in plays if play.suit]
            shown = [suit_text(suit, self._texts) for suit in suits]
            answer = self._terminal.ask(f"{self._texts('ask.suit')} {_numbered(shown)} > ")
            return _chosen(meant, answer, suits)
        shown = [move_text(move, self._texts) for move in meant]
        answer = self._terminal.ask(f"{self._texts('ask.which')} {_numbered(shown)} > ")
        return _chosen(meant, answer, ())

    def _why_not(self, move: Move, view: View) -> str:
        refusal = self._refusal(move, view)
        return why_not(refusal, move, view, self._texts) if refusal else ""

    def _refusal(self, move: Move, view: View) -> Refusal | None:
        """Return why a move is refused, with a suit named if only the suit is missing."""
        refusal = self._game.check(move, seat=view.seat)
        if refusal and refusal.reason_name == "SUIT_DUE" and isinstance(move, Play):
            named = Play(move.cards, Suit.HEARTS, move.tek)
            return self._game.check(named, seat=view.seat) or refusal
        return refusal

    def _explain(self, view: View) -> None:
        """Tell what may be done, and why the other cards may not be played."""
        moves = " · ".join(move_text(move, self._texts) for move in view.moves)
        self._say(f"{self._texts('ask.moves')} {moves}", "")
        by_reason: dict[str, list[RefusedCard]] = {}
        for refused in self._game.refused():
            by_reason.setdefault(refused.refusal.reason_name, []).append(refused)
        for alike in by_reason.values():
            move = Play(tuple(refused.card for refused in alike))
            self._say(why_not(alike[0].refusal, move, view, self._texts), "quiet")

    def _keys(self, view: View) -> Text:
        """Return the keys that are of use now."""
        texts = self._texts
        keys = [texts("ask.play")] if any(isinstance(m, Play) for m in view.moves) else []
        if Draw() in view.moves:
            debt = view.phase.debt
            keys.append(texts.count("ask.debt", debt) if debt else texts("ask.draw"))
        if any(isinstance(move, Pass) for move in view.moves):
            keys.append(texts("ask.pass"))
        if any(not isinstance(move, Draw) and move.tek for move in view.moves):
            keys.append(texts("ask.call"))
        return Text(" · ".join([*keys, texts("ask.help"), texts("ask.quit")]), "quiet")

    def _say(self, sentence: str, style: str) -> None:
        self._terminal.out.print(sentence, style=style)


def _numbered(shown: Sequence[str]) -> str:
    return "  ".join(f"{number}: {text}" for number, text in enumerate(shown, 1))


def _chosen(meant: Sequence[Move], answer: str, suits: Sequence[Suit]) -> Move | None:
    """Return the move that a number, or the name of its suit, chooses; None if none does."""
    if answer.isdecimal() and 1 <= int(answer) <= len(meant):
        return meant[int(answer) - 1]
    suit = find_suit(answer)
    return meant[suits.index(suit)] if suit in suits else None
