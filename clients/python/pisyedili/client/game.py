"""A game that is played by blocking calls."""

from collections.abc import Iterable
from typing import final

from pisyedili.client import calls
from pisyedili.client.calls import NOTHING, Caller
from pisyedili.client.cards import CardsLike, SuitLike
from pisyedili.client.events import Event
from pisyedili.client.moves import Draw, MoveLike, Pass, Play, parse_move
from pisyedili.client.table import Table
from pisyedili.client.values import (
    Answer,
    Include,
    LegalMoves,
    Refusal,
    RefusedCard,
    Scores,
    View,
)
from pisyedili.v1.record_pb2 import Record


@final
class Game(Table):
    """A game that is played by blocking calls.

    >>> game = client.create_game("simple", seats=2, seed=bytes(32))
    >>> str(game.moves())
    'J♣, K♣'
    >>> game.play("sinek papaz")
    (CardsPlayed(seat=1, cards=(Card('K♣'),)),)
    >>> game.draw(seat=1)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    pisyedili.client.errors.IllegalMove: expected a move of seat 0, ...
    >>> game.ply, len(game.record().rounds[0].moves)
    (1, 1)

    Who moves is the seat on turn, unless ``seat`` says whose login asks; ``ply`` is the one that
    the player saw, so that a second tap on the same card is ``StaleGame``.
    """

    def __init__(
        self,
        caller: Caller,
        answer: Answer,
        *,
        record: Record | None = None,
        include: Include = NOTHING,
    ) -> None:
        super().__init__(answer, record=record, include=include)
        self._caller = caller

    def moves(self) -> LegalMoves:
        """Return the legal moves of the seat on turn, by a call unless the last answer has them."""
        known = self.answer.legal
        return self._caller.run(calls.list_moves(self.state)) if known is None else known

    def refused(self) -> tuple[RefusedCard, ...]:
        """Return the cards of the seat on turn that it may not play, and why."""
        return self._caller.run(calls.list_refused(self.state))

    def check(
        self, move: MoveLike, *, seat: int | None = None, ply: int | None = None
    ) -> Refusal | None:
        """Return why a move is refused, or None for a legal one."""
        return self._caller.run(calls.check_move(self._turn(move, seat, ply)))

    def move(
        self, move: MoveLike, *, seat: int | None = None, ply: int | None = None
    ) -> tuple[Event, ...]:
        """Make a move and return what happened; ``IllegalMove`` leaves the game as it was."""
        turn = self._turn(move, seat, ply)
        return self._moved(self._caller.run(calls.apply_move(turn)), turn.move)

    def play(
        self,
        cards: CardsLike,
        suit: SuitLike | None = None,
        *,
        tek: bool = False,
        seat: int | None = None,
        ply: int | None = None,
    ) -> tuple[Event, ...]:
        """Lay cards, the last on top; ``suit`` is named to follow, ``tek`` calls the last card."""
        return self.move(Play.of(cards, suit, tek=tek), seat=seat, ply=ply)

    def draw(self, *, seat: int | None = None, ply: int | None = None) -> tuple[Event, ...]:
        """Draw what is due: one card, a whole debt, or the cost of a forgotten call."""
        return self.move(Draw(), seat=seat, ply=ply)

    def pass_(
        self, *, tek: bool = False, seat: int | None = None, ply: int | None = None
    ) -> tuple[Event, ...]:
        """Give up the turn, or a cover."""
        return self.move(Pass(tek), seat=seat, ply=ply)

    def play_default(self) -> tuple[Event, ...]:
        """Make the move of a seat whose clock ran out; ``ValueError`` when the round is over."""
        return self.move(self._default(self.moves()))

    def apply_moves(self, moves: Iterable[tuple[int, MoveLike]]) -> None:
        """Make many moves of one round, each with its seat: all, or none."""
        pairs = [(seat, parse_move(move)) for seat, move in moves]
        self._jumped(self._caller.run(calls.apply_moves(self.state, pairs)), pairs)

    def start_round(self) -> tuple[Event, ...]:
        """Deal the next round."""
        return self._dealt(self._caller.run(calls.start_round(self.state, self.include)))

    def score(self) -> Scores:
        """Return what the hands cost, by a call unless the last answer has it."""
        known = self.answer.scores
        return self._caller.run(calls.score_game(self.state)) if known is None else known

    def view(self, seat: int | None = None) -> View:
        """Return the game as a seat may see it, or a spectator, if None."""
        return self._caller.run(calls.view_game(self.state, seat))
