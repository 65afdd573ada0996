"""Events and refusals as sentences."""

from collections.abc import Iterable, Sequence
from typing import Final, assert_never

from pisyedili.cli.notation import suit_text
from pisyedili.cli.texts import Texts
from pisyedili.client.cards import Suit, format_cards
from pisyedili.client.events import (
    CardsDrawn,
    CardsPlayed,
    DebtPaid,
    DebtRaised,
    DirectionReversed,
    EndDrawn,
    Event,
    MatchEnded,
    Passed,
    PointsWritten,
    RoundDealt,
    RoundEnded,
    SeatSkipped,
    StockReshuffled,
    SuitNamed,
    TekCalled,
    TekForgotten,
    TurnSentBack,
)
from pisyedili.client.moves import Move, Play
from pisyedili.client.values import Refusal, SeatView, View
from pisyedili.v1.rules_pb2 import Stacking

DIRECTION_KEYS: Final = {"clockwise": "direction.1", "counterclockwise": "direction.2"}
_OPENING_SUIT: Final = Suit.CLUBS


def seat_names(names: Sequence[str], seats: int, texts: Texts) -> tuple[str, ...]:
    """Return each seat's name, or its number where nobody named it."""
    given = (*names, *[""] * seats)[:seats]
    return tuple(name or texts("seat.unnamed", seat=seat) for seat, name in enumerate(given))


def view_names(seats: Iterable[SeatView], texts: Texts) -> tuple[str, ...]:
    """Return the name of each seat of a view."""
    names = [seat.name for seat in seats]
    return seat_names(names, len(names), texts)


class Teller:
    """Tells events in a language, with the names of one table."""

    def __init__(self, texts: Texts, names: Sequence[str]) -> None:
        self._texts: Final = texts
        self._names: Final = names

    def sentences(self, events: Iterable[Event]) -> list[str]:
        """Return a sentence for each event that is worth one."""
        return [sentence for event in events if (sentence := self.sentence(event))]

    def together(self, seats: Iterable[int]) -> str:
        """Return the names of several seats as one text."""
        return ", ".join(self._names[seat] for seat in seats)

    def sentence(self, event: Event) -> str:  # noqa: C901, PLR0912 - a line a kind of event
        """Return the sentence of an event; empty where another event's says it all."""
        say, names = self._texts, self._names
        match event:
            case RoundDealt():
                return self._dealt(event)
            case CardsPlayed(seat, cards):
                return say("event.played", who=names[seat], cards=format_cards(cards))
            case CardsDrawn():
                return self._drawn(event)
            case Passed(seat, by_itself):
                key = "event.passed_by_itself" if by_itself else "event.passed"
                return say(key, who=names[seat])
            case SuitNamed(seat, suit):
                return say("event.suit_named", who=names[seat], suit=suit_text(suit, say))
            case DirectionReversed(direction):
                way = say(DIRECTION_KEYS.get(direction, "direction.1"))
                return say("event.reversed", direction=way)
            case TurnSentBack(seat):
                return say("event.sent_back", who=names[seat])
            case SeatSkipped(seat):
                return say("event.skipped", who=names[seat])
            case DebtRaised(seat, cards, _):
                return say.count("event.debt", cards, who=names[seat])
            case DebtPaid(_, _, forgiven):
                return say.count("event.forgiven", forgiven) if forgiven else ""
            case TekCalled(seat):
                return say("event.tek", who=names[seat])
            case TekForgotten(seat):
                return say("event.forgot", who=names[seat])
            case StockReshuffled(count):
                return say.count("event.reshuffled", count)
            case RoundEnded():
                return self._ended(event)
            case EndDrawn(seat, rank, cards):
                drawn = format_cards(cards) or "-"
                return say("event.end_drawn", who=names[seat], rank=rank, cards=drawn)
            case PointsWritten(points):
                pairs = zip(names, points, strict=False)
                return say("event.points", points=", ".join(f"{who} {n}" for who, n in pairs))
            case MatchEnded(winners):
                return self.won(winners)
            case _:
                assert_never(event)

    def won(self, winners: Sequence[int]) -> str:
        """Return who won the match."""
        if not winners:
            return self._texts("event.won.none")
        return self._texts.count("event.won", len(winners), who=self.together(winners))

    def _dealt(self, event: RoundDealt) -> str:
        say = self._texts
        dealt = say("event.dealt", round=event.round + 1, who=self._names[event.dealer])
        if not event.turned_up:
            return dealt
        *buried, up = event.turned_up
        if not buried:
            return f"{dealt} {say('event.turned_up', card=up)}"
        return f"{dealt} {say('event.buried', cards=format_cards(buried), card=up)}"

    def _drawn(self, event: CardsDrawn) -> str:
        reason = "turn" if event.reason == "unknown" else event.reason
        if not event.count:
            return ""
        shown = f": {format_cards(event.cards)}" if event.cards else ""
        key = f"event.drew.{reason}"
        return self._texts.count(key, event.count, who=self._names[event.seat], cards=shown)

    def _ended(self, event: RoundEnded) -> str:
        if event.finisher is not None:
            who = self._names[event.finisher]
            return self._texts("event.ended.finished", who=who, card=event.card)
        known = event.reason in {"stock_out", "blocked", "limit"}
        return self._texts(f"event.ended.{event.reason if known else 'blocked'}")


def why_not(refusal: Refusal, move: Move, view: View, texts: Texts) -> str:
    """Return why a move is refused; in the service's words where the reason is newer than ours."""
    reason = refusal.reason_name.lower()
    if reason == "debt_due" and _stacks(view):
        reason = "debt_stacks"
    sentence = texts.get(f"refusal.{reason}")
    return sentence.format(**_facts(move, view, texts)) if sentence else refusal.message


def _stacks(view: View) -> bool:
    """Tell whether the debt of a view can be answered by a card of its rank."""
    return any(
        int(effects.rank) == view.phase.debt_rank
        and effects.draw_next.stacking in {Stacking.STACKING_ADDS, Stacking.STACKING_DOUBLES}
        for effects in view.rules.effects
    )


def _facts(move: Move, view: View, texts: Texts) -> dict[str, object]:
    top = view.discard[-1] if view.discard else None
    opening = Suit(view.rules.opening.suit or _OPENING_SUIT)
    drawn = view.phase.drawn_card
    return {
        "cards": format_cards(move.cards) if isinstance(move, Play) else "",
        "turn": view_names(view.seats, texts)[view.seat],
        "top": top or texts("table.no_card"),
        "suit": suit_text(view.suit, texts) if view.suit else texts("table.any_suit"),
        "rank": top.rank if top else "",
        "opening": suit_text(opening, texts),
        "debt": view.phase.debt,
        "debt_rank": view.phase.debt_rank,
        "drawn": drawn or "–",
        "example": texts.suit(Suit.HEARTS),
    }
