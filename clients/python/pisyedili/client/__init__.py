"""The Python SDK: games of Pis Yedili, played by calls of the service.

>>> from pisyedili.client import Client
>>> with Client(target) as client:
...     game = client.create_game("simple", seats=2)
...     _ = game.move(game.moves()[0])
...     game.ply
1

`Client` waits for its answers, `AsyncClient` is for asyncio; both have the same methods.
"""

from pisyedili.client.async_client import AsyncClient
from pisyedili.client.async_game import AsyncGame
from pisyedili.client.calls import Call, RulesLike, Turn
from pisyedili.client.cards import (
    Card,
    CardsLike,
    NotationError,
    Rank,
    Suit,
    SuitLike,
    format_cards,
    parse_card,
    parse_cards,
    parse_rank,
    parse_suit,
)
from pisyedili.client.client import Client
from pisyedili.client.errors import (
    DeadlineExceeded,
    FieldError,
    IllegalMove,
    InvalidRequest,
    LimitExceeded,
    PisYediliError,
    ServiceFailure,
    StaleGame,
    Unauthenticated,
    Unavailable,
    Unsupported,
    reason_name,
)
from pisyedili.client.events import Event
from pisyedili.client.game import Game
from pisyedili.client.moves import Draw, Move, MoveLike, Pass, Play, parse_move
from pisyedili.client.patches import PatchLike, patch_message
from pisyedili.client.security import tls
from pisyedili.client.values import (
    Answer,
    EndDraw,
    Fault,
    Include,
    LegalMoves,
    Phase,
    Preset,
    Refusal,
    RefusedCard,
    RulesCheck,
    RulesDifference,
    ScoredCard,
    Scores,
    SeatScore,
    SeatView,
    Standing,
    Text,
    Update,
    View,
)
from pisyedili.v1.errors_pb2 import ErrorReason
from pisyedili.v1.record_pb2 import Record
from pisyedili.v1.rules_patch_pb2 import RulesPatch
from pisyedili.v1.rules_pb2 import Rules

__all__ = [
    "Answer",
    "AsyncClient",
    "AsyncGame",
    "Call",
    "Card",
    "CardsLike",
    "Client",
    "DeadlineExceeded",
    "Draw",
    "EndDraw",
    "ErrorReason",
    "Event",
    "Fault",
    "FieldError",
    "Game",
    "IllegalMove",
    "Include",
    "InvalidRequest",
    "LegalMoves",
    "LimitExceeded",
    "Move",
    "MoveLike",
    "NotationError",
    "Pass",
    "PatchLike",
    "Phase",
    "PisYediliError",
    "Play",
    "Preset",
    "Rank",
    "Record",
    "Refusal",
    "RefusedCard",
    "Rules",
    "RulesCheck",
    "RulesDifference",
    "RulesLike",
    "RulesPatch",
    "ScoredCard",
    "Scores",
    "SeatScore",
    "SeatView",
    "ServiceFailure",
    "StaleGame",
    "Standing",
    "Suit",
    "SuitLike",
    "Text",
    "Turn",
    "Unauthenticated",
    "Unavailable",
    "Unsupported",
    "Update",
    "View",
    "format_cards",
    "parse_card",
    "parse_cards",
    "parse_move",
    "parse_rank",
    "parse_suit",
    "patch_message",
    "reason_name",
    "tls",
]
