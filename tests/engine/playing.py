"""Random play: who chooses how among the legal moves, and the states that this leads through."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from random import Random
from typing import Final, NamedTuple

from pisyedili.engine.deal import new_match, start_round
from pisyedili.engine.legality import legal_moves
from pisyedili.engine.moves import DRAW, Draw, Move, Pass, Play
from pisyedili.engine.play import apply_move
from pisyedili.engine.record import Record
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.state import MatchOver, RoundOver, State, Transition
from tests.engine.builder import play, rulebook


class Style(StrEnum):
    """How a seat chooses: any move, a draw or a play or a pass where there is one."""

    UNIFORM = "uniform"
    HOARDER = "hoarder"
    EAGER = "eager"
    PASSER = "passer"


_FAVOURITE: Final[dict[Style, type | None]] = {
    Style.UNIFORM: None,
    Style.HOARDER: Draw,
    Style.EAGER: Play,
    Style.PASSER: Pass,
}


class Step(NamedTuple):
    """One move in play: the state before it, the list it was chosen from, and what it led to."""

    state: State
    moves: tuple[Move, ...]
    move: Move
    transition: Transition


class Game:
    """A match that is played on demand, and what is known of it afterwards.

    ``cut`` tells whether it was left after so many moves of one round.
    """

    def __init__(
        self,
        rulebook: Rulebook,
        seats: int,
        seed: bytes,
        styles: Sequence[Style],
        chance: Random,
        most: int = 1500,
    ) -> None:
        self.rulebook = rulebook
        self.seats = seats
        self.seed = seed
        self.styles = styles
        self.chance = chance
        self.most = most
        self.cut = False
        self.rounds: list[list[Move]] = []
        self.dealt: list[Transition] = []
        self.state = self._deal(new_match(rulebook, seats, seed))

    def steps(self) -> Iterator[Step]:
        """Yield every move of the match as it is made."""
        while True:
            yield from self._round()
            if self.cut or isinstance(self.state.phase, MatchOver):
                return
            self._deal(start_round(self.state))

    def play_out(self) -> "Game":
        """Play the whole match."""
        for _ in self.steps():
            pass
        return self

    def record(self) -> Record:
        """Return what was played so far."""
        rounds = tuple(map(tuple, self.rounds))
        return Record(self.rulebook, self.seats, self.seed, "", (), rounds)

    def _deal(self, dealt: Transition) -> State:
        self.rounds.append([])
        self.dealt.append(dealt)
        self.state = dealt.state
        return self.state

    def _round(self) -> Iterator[Step]:
        while not isinstance(self.state.phase, RoundOver | MatchOver):
            if len(self.rounds[-1]) >= self.most:
                self.cut = True
                return
            state, moves = self.state, legal_moves(self.state)
            move = choose(self.styles[state.seat], moves, self.chance)
            transition = apply_move(state, state.seat, move)
            self.rounds[-1].append(move)
            self.state = transition.state
            yield Step(state, moves, move, transition)


def choose(style: Style, moves: Sequence[Move], chance: Random) -> Move:
    """Return one of the moves, of the style's favourite kind where there is one."""
    kind = _FAVOURITE[style]
    liked = [move for move in moves if kind and isinstance(move, kind)]
    return chance.choice(liked or list(moves))


def random_styles(chance: Random, seats: int) -> tuple[Style, ...]:
    """Return a style for each seat: one for all, or each its own."""
    all_styles = list(Style)
    if chance.random() < 0.5:
        return (chance.choice(all_styles),) * seats
    return tuple(chance.choice(all_styles) for _ in range(seats))


def dice(seed: int | str | bytes) -> Random:
    """Return the chance that a test draws from, always the same for a seed."""
    return Random(seed)  # noqa: S311 - games of tests, which must be repeatable


def random_game(rulebook: Rulebook, seats: int, seed: bytes, most: int = 1500) -> Game:
    """Return a game whose players are drawn from its seed."""
    chance = dice(seed)
    return Game(rulebook, seats, seed, random_styles(chance, seats), chance, most)


def short_record() -> Record:
    """Return a round of five moves: a joker is buried, and a debt is drawn across a reshuffle."""
    book = rulebook(
        "simple",
        """
        table = { ranks = ["A", "7"], jokers = 2, hand = 3, packets = [2, 1], seats_max = 2 }
        turn.draw_when = "freely"
        effects = { J = {}, 7.draw_next = { cards = 3 } }
        score.end_draws.A = 1
        safety.turns = 7
        """,
    )
    moves = (play("A♦"), DRAW, play("7♦"), DRAW, play("7♠"))
    return Record(book, 2, bytes((61, 0)) * 16, "", (), (moves,))
