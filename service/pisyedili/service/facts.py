"""What a call was about, for its log line and the metrics: never a card, a hand or a seed."""

from collections import Counter
from contextvars import ContextVar
from dataclasses import dataclass, field


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


_CURRENT: ContextVar[Facts] = ContextVar("facts")


def begin() -> Facts:
    """Return the facts of a call that begins; what runs in its context notes them there."""
    facts = Facts()
    _CURRENT.set(facts)
    return facts


def current() -> Facts:
    """Return the facts of the call in this context; outside any call, facts that nobody reads."""
    return _CURRENT.get(None) or begin()
