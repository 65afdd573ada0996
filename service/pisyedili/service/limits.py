"""What one call may ask for."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """The largest message, call and table that are served; beyond it is ``RESOURCE_EXHAUSTED``."""

    message_bytes: int = 262144
    moves: int = 10000
    batch: int = 256
    seats: int = 16
    decks: int = 8
    jokers: int = 32
