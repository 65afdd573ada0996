"""What a call was about, for its log line and the metrics: never a card, a hand or a seed."""

from collections import Counter
from contextvars import ContextVar
from dataclasses import dataclass, field

from pisyedili.engine.events import RoundEnded, StockReshuffled
from pisyedili.engine.state import State, Transition


@dataclass(slots=True)
class Facts:
    """The facts of one call; presets are ids of the server's own, or ``custom``.

    ``moves`` counts by preset and kind of move, ``refused`` by reason, ``rounds`` by preset and how
    they ended; ``state_bytes`` has the size of each game answered.
    """

    game_id: str = ""
    ply: int | None = None
    preset: str = ""
    created: Counter[str] = field(default_factory=Counter)
    moves: Counter[tuple[str, str]] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    rounds: Counter[tuple[str, str]] = field(default_factory=Counter)
    reshuffles: int = 0
    state_bytes: list[int] = field(default_factory=list)

    def about(self, state: State, preset: str) -> None:
        """Note the game that the call is about."""
        self.game_id, self.ply, self.preset = state.match.game_id, state.ply, preset

    def about_many(self) -> None:
        """Note that the call is not about one game."""
        self.game_id, self.ply, self.preset = "", None, ""

    def moved(self, kind: str, after: Transition) -> None:
        """Note a move that was applied to the game that the call is about."""
        self.moves[self.preset, kind] += 1
        for event in after.events:
            if isinstance(event, RoundEnded):
                self.rounds[self.preset, event.reason] += 1
            elif isinstance(event, StockReshuffled):
                self.reshuffles += 1

    def undone(self) -> None:
        """Note that of the moves made so far none counts."""
        self.moves.clear()
        self.rounds.clear()
        self.reshuffles = 0


_CURRENT: ContextVar[Facts] = ContextVar("facts")


def begin() -> Facts:
    """Return the facts of a call that begins; what runs in its context notes them there."""
    facts = Facts()
    _CURRENT.set(facts)
    return facts


def current() -> Facts:
    """Return the facts of the call in this context; outside any call, facts that nobody reads."""
    return _CURRENT.get(None) or begin()
