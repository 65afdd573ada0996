"""The three errors of the engine, each with reasons that programs can read."""

from enum import StrEnum
from typing import Final, final

from pisyedili.engine.value import Value


class RulesFault(StrEnum):
    """What is wrong with one option."""

    OUT_OF_BOUNDS = "out_of_bounds"
    CONTRADICTION = "contradiction"
    UNKNOWN_KEY = "unknown_key"
    WRONG_TYPE = "wrong_type"


class StateFault(StrEnum):
    """What is wrong with one part of a game state."""

    CARDS_NOT_CONSERVED = "cards_not_conserved"
    OUT_OF_BOUNDS = "out_of_bounds"
    PHASE_CONTRADICTS_TABLE = "phase_contradicts_table"


class Refusal(StrEnum):
    """Why the rules refuse a move."""

    ROUND_OVER = "round_over"
    ROUND_NOT_OVER = "round_not_over"
    MATCH_OVER = "match_over"
    OUT_OF_TURN = "out_of_turn"
    CARD_NOT_HELD = "card_not_held"
    NO_MATCH = "no_match"
    NOT_ON_OWN_RANK = "not_on_own_rank"
    OPENING_SUIT_DUE = "opening_suit_due"
    DEBT_DUE = "debt_due"
    CALL_FORGOTTEN = "call_forgotten"
    FINISH_BARRED = "finish_barred"
    DRAWN_CARD_ONLY = "drawn_card_only"
    CARDS_NOT_TOGETHER = "cards_not_together"
    SUIT_DUE = "suit_due"
    SUIT_NOT_DIFFERENT = "suit_not_different"
    SUIT_NEEDLESS = "suit_needless"
    CALL_NOT_DUE = "call_not_due"
    COVER_DUE = "cover_due"
    NOTHING_TO_DRAW = "nothing_to_draw"
    DRAW_LIMIT = "draw_limit"
    DRAW_WITH_PLAYABLE_CARD = "draw_with_playable_card"
    DRAW_NOT_DUE = "draw_not_due"
    PASS_NOT_DUE = "pass_not_due"  # noqa: S105 - a move, not a word


@final
class Fault(Value):
    """One fault: the path of the field, the reason, and what was expected and what came.

    ``others`` has the paths of the options that a rule set's option contradicts.
    """

    __match_args__ = ("path", "reason", "message", "others")

    def __init__(
        self,
        path: str,
        reason: RulesFault | StateFault,
        message: str,
        others: tuple[str, ...] = (),
    ) -> None:
        self.path: Final = path
        self.reason: Final = reason
        self.message: Final = message
        self.others: Final = others

    def __str__(self) -> str:
        return f"{self.path}: {self.message}"


class _Faulty(ValueError):
    """A value with one or more faults, all of them named."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__(faults)
        self.faults = faults

    def __str__(self) -> str:
        return "; ".join(map(str, self.faults))


class InvalidRules(_Faulty):
    """Rules that contradict themselves or cannot be read."""


class InvalidState(_Faulty):
    """A game state that contradicts its rules or itself."""


class IllegalMove(ValueError):
    """A move that the rules refuse, or a round started at the wrong time; never a hidden card."""

    def __init__(self, reason: Refusal, expected: str, got: str) -> None:
        super().__init__(reason, expected, got)
        self.reason = reason
        self.expected = expected
        self.got = got

    def __str__(self) -> str:
        return f"expected {self.expected}, got {self.got}"
