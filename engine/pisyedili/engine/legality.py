"""What may be done: the one source of legality.

Each kind of move has one function that says why not; the list is what they let through, and
:func:`refusal` asks the same functions about one move.
"""

from collections.abc import Iterable
from itertools import chain
from typing import Final, assert_never

from pisyedili.engine.cards import NO_CARD, NO_SUIT, RANK_OF, SUITS, Card, Rank, Suit
from pisyedili.engine.draft import Draft
from pisyedili.engine.errors import Refusal
from pisyedili.engine.moves import DRAW, PASS, PASS_CALLING, Draw, Move, Pass, Play
from pisyedili.engine.rulebook import PLAIN, Row
from pisyedili.engine.rules import AfterDraw, DrawWhen, OpeningDraw, Together
from pisyedili.engine.state import (
    OVER,
    Covering,
    Forgotten,
    Live,
    MatchOver,
    Opening,
    Owing,
    RoundOver,
    State,
    Turn,
)

_Reasons = tuple[Refusal | None, Refusal | None]

_FORGOTTEN_ROW: Final[Row] = (Refusal.CALL_FORGOTTEN,) * 54
_OVER_ROW: Final[Row] = (Refusal.ROUND_OVER,) * 54
_NOTHING: Final = Refusal.NOTHING_TO_DRAW
_NO_SUITS: Final = (NO_SUIT,)
_NO_CALL: Final = (False,)
_EITHER_CALL: Final = (False, True)


def legal_moves(state: State) -> tuple[Move, ...]:
    """Return every legal move of the seat on turn: plays by cards, suit and call; draw; pass.

    Never empty in a round that is not over.
    """
    if state.listed is None:
        state.listed = () if isinstance(state.phase, OVER) else _legal_moves(state, state.phase)
    return state.listed


def refusal(state: State, seat: int, move: Move) -> Refusal | None:
    """Return why the rules refuse this move of this seat, or None where it is legal."""
    if isinstance(state.phase, OVER):
        return Refusal.ROUND_OVER
    if seat != state.seat:
        return Refusal.OUT_OF_TURN
    if state.listed is not None and move in state.listed:
        return None
    match move:
        case Play():
            return _why_not_play(state, move)
        case Draw():
            return _why_not_draw_or_pass(state, state.phase, _plays(state))[0]
        case Pass(call):
            due = None if _last_card(state, seat) or not call else Refusal.CALL_NOT_DUE
            return _why_not_draw_or_pass(state, state.phase, _plays(state))[1] or due
        case _:
            assert_never(move)


def refused_cards(state: State) -> tuple[tuple[Card, Refusal], ...]:
    """Return each card of the seat on turn that no legal move begins with, and why."""
    playable = {play.cards[0] for play in _plays(state)}
    hand = dict.fromkeys(state.hands[state.seat])
    alone = ((card, _why_not_play(state, Play((card,)))) for card in hand if card not in playable)
    return tuple((card, why_not) for card, why_not in alone if why_not)


def covers(state: State, rank: Rank, left: int) -> bool:
    """Tell whether a cover phase follows a card of this rank that leaves so many in hand."""
    cover = state.match.rulebook.effects[rank].cover
    return cover is not None and not inert(state) and (left > 0 or not cover.may_finish)


def inert(state: State) -> bool:
    """Tell whether cards laid now have no effect."""
    return isinstance(state.phase, Opening) and state.match.rules.opening.inert


def barred(state: State) -> bool:
    """Tell whether this turn may not finish the round, its last card not having been called."""
    return isinstance(state.phase, Turn | Covering) and state.phase.barred


def uncalled(state: State | Draft, seat: int) -> bool:
    """Tell whether a seat holds one card that it should have called."""
    return _last_card(state, seat) and not state.called[seat]


def _legal_moves(state: State, phase: Live) -> tuple[Move, ...]:
    plays = _plays(state)
    no_draw, no_pass = _why_not_draw_or_pass(state, phase, plays)
    draw: tuple[Move, ...] = () if no_draw else (DRAW,)
    passes = () if no_pass else (PASS, PASS_CALLING) if _last_card(state, state.seat) else (PASS,)
    return (*plays, *draw, *passes)


def _plays(state: State) -> tuple[Play, ...]:
    firsts = _firsts(state)
    left = len(state.hands[state.seat]) - 1
    several = left > 1 or (left and not state.match.rules.tek.forgotten_draws)
    if several and not isinstance(state.phase, Opening):
        simple = [state.match.rulebook.simple[card] for card in firsts]
        if all(simple):
            return tuple(chain.from_iterable(simple))
    return tuple(
        Play(cards, suit, call)
        for cards in sorted(_orders(state, firsts))
        for suits, calls in (_goes_with(state, cards),)
        for suit in suits
        for call in calls
    )


def _firsts(state: State) -> list[Card]:
    """Return the cards that may be laid, or laid first, in order."""
    row, only = _row(state)
    held = (only,) if only else state.hands[state.seat]
    firsts = [card for card in held if row[card] is None]
    return firsts if len(firsts) < 2 else list(dict.fromkeys(firsts))


def _row(state: State) -> tuple[Row, Card]:
    """Return, by card, why it may not be laid (first); and the drawn card where it alone may."""
    book, phase = state.match.rulebook, state.phase
    match phase:
        case Turn():
            only = phase.card and state.match.rules.turn.after_draw is AfterDraw.DRAWN_CARD
            return book.rows[state.suit][state.top_rank], phase.card if only else NO_CARD
        case Owing():
            owed = _FORGOTTEN_ROW if uncalled(state, state.seat) else book.debt_rows[phase.rank]
            return owed, NO_CARD
        case Covering():
            cover = book.effects[state.top_rank].cover
            rows = book.cover_rows if cover and cover.suit_only else book.rows
            return rows[state.suit][state.top_rank], phase.card
        case Opening():
            return book.opening_row, NO_CARD
        case Forgotten():
            return _FORGOTTEN_ROW, NO_CARD
        case RoundOver() | MatchOver():
            return _OVER_ROW, NO_CARD
        case _:
            assert_never(phase)


def _orders(state: State, firsts: list[Card]) -> list[tuple[Card, ...]]:
    """Return the card sequences that may go down, one per number of cards and top card."""
    effects = state.match.rulebook.effects
    orders: list[tuple[Card, ...]] = []
    for rank in dict.fromkeys(RANK_OF[card] for card in firsts):
        starts = [card for card in firsts if RANK_OF[card] == rank]
        together = Together.ONE if inert(state) else effects[rank].together
        held = [card for card in state.hands[state.seat] if RANK_OF[card] == rank]
        if together is not Together.ALL or len(held) == 1:
            orders.extend((card,) for card in starts)
        if together is not Together.ONE:
            least = len(held) if together is Together.ALL else 2
            orders.extend(_sequences(starts, held, max(2, least)))
    return orders


def _sequences(starts: list[Card], held: list[Card], least: int) -> Iterable[tuple[Card, ...]]:
    for top in dict.fromkeys(held):
        rest = list(held)
        rest.remove(top)
        first = next((card for card in rest if card in starts), None)
        if first is not None:
            rest.remove(first)
            for number in range(least, len(held) + 1):
                yield (first, *rest[: number - 2], top)


def _why_not_play(state: State, move: Play) -> Refusal | None:
    cards, hand = move.cards, state.hands[state.seat]
    if not cards:
        return Refusal.CARDS_NOT_TOGETHER
    if len(cards) > len(hand) or any(cards.count(card) > hand.count(card) for card in cards):
        return Refusal.CARD_NOT_HELD
    (row, only), first = _row(state), cards[0]
    if row[first] is not None:
        return row[first]
    if only not in (NO_CARD, first):
        return Refusal.DRAWN_CARD_ONLY
    if not _go_together(state, cards):
        return Refusal.CARDS_NOT_TOGETHER
    suits, calls = _goes_with(state, cards)
    if not calls:
        return Refusal.FINISH_BARRED
    if move.suit not in suits:
        return _why_not_suit(suits, move.suit)
    return None if move.call in calls else Refusal.CALL_NOT_DUE


def _go_together(state: State, cards: tuple[Card, ...]) -> bool:
    """Tell whether these cards may go down in this order, the first of them matching."""
    together = state.match.rulebook.effects[RANK_OF[cards[0]]].together
    alone = len(cards) == 1 and together is not Together.ALL
    return alone or cards in _orders(state, _firsts(state))


def _goes_with(state: State, cards: tuple[Card, ...]) -> tuple[tuple[Suit, ...], tuple[bool, ...]]:
    """Return the suits that may be named with a play, and whether the last card may be called.

    No call either way stands for a play that would finish a turn that may not.
    """
    rank, left = RANK_OF[cards[0]], len(state.hands[state.seat]) - len(cards)
    covering = left < 2 and covers(state, rank, left)
    if not left and not covering:
        return _NO_SUITS, () if barred(state) else _NO_CALL
    choice = state.match.rulebook.effects[rank].choose_suit
    suits: tuple[Suit, ...] = _NO_SUITS
    if choice and not inert(state):
        kept = state.suit if choice.other_suit_only else NO_SUIT
        suits = tuple(suit for suit in SUITS if suit != kept) if kept else SUITS
    one_to_call = left == 1 and not covering and state.match.rules.tek.forgotten_draws > 0
    return suits, _EITHER_CALL if one_to_call else _NO_CALL


def _why_not_suit(suits: tuple[Suit, ...], suit: Suit) -> Refusal:
    if suits == _NO_SUITS:
        return Refusal.SUIT_NEEDLESS
    return Refusal.SUIT_NOT_DIFFERENT if suit else Refusal.SUIT_DUE


def _last_card(state: State | Draft, seat: int) -> bool:
    """Tell whether a seat holds one card, on a table where it has to be called."""
    return state.match.rules.tek.forgotten_draws > 0 and len(state.hands[seat]) == 1


def _why_not_draw_or_pass(state: State, phase: Live, plays: tuple[Play, ...]) -> _Reasons:
    """Return why the seat on turn may not draw, and why it may not pass."""
    match phase:
        case Turn():
            return _in_turn(state, phase, plays)
        case Owing():
            return None, Refusal.DEBT_DUE
        case Covering():
            return _in_cover(state, phase, plays)
        case Opening():
            return _in_opening(state, plays)
        case Forgotten():
            return (_NOTHING, None) if state.nothing_to_draw else (None, Refusal.CALL_FORGOTTEN)
        case _:
            assert_never(phase)


def _in_turn(state: State, phase: Turn, plays: tuple[Play, ...]) -> _Reasons:
    turn, drawn, nothing = state.match.rules.turn, phase.drawn, state.nothing_to_draw
    when = turn.draw_again if drawn else turn.draw_when
    no_draw: Refusal | None = None
    if nothing:
        no_draw = _NOTHING
    elif 0 < turn.draws <= drawn:
        no_draw = Refusal.DRAW_LIMIT
    elif plays and when is DrawWhen.WITHOUT_MATCH:
        no_draw = Refusal.DRAW_WITH_PLAYABLE_CARD
    unable = nothing and (not plays or turn.draw_when is DrawWhen.FREELY)
    return no_draw, None if unable or drawn >= turn.pass_after else Refusal.PASS_NOT_DUE


def _in_opening(state: State, plays: tuple[Play, ...]) -> _Reasons:
    if state.nothing_to_draw:
        return _NOTHING, Refusal.OPENING_SUIT_DUE if plays else None
    effects = state.match.rulebook.effects
    stopping: dict[OpeningDraw, bool] = {
        OpeningDraw.WITHOUT_SUIT: bool(plays),
        OpeningDraw.WITHOUT_PLAIN: any(effects[RANK_OF[play.cards[0]]] == PLAIN for play in plays),
        OpeningDraw.FREELY: False,
    }
    stopped = stopping[state.match.rules.opening.draw]
    return Refusal.DRAW_WITH_PLAYABLE_CARD if stopped else None, Refusal.OPENING_SUIT_DUE


def _in_cover(state: State, phase: Covering, plays: tuple[Play, ...]) -> _Reasons:
    if phase.card:
        return Refusal.DRAW_LIMIT, None
    cover = state.match.rulebook.effects[state.top_rank].cover
    if cover and not cover.must and state.hands[state.seat]:
        return Refusal.DRAW_NOT_DUE, None
    if plays:
        return Refusal.DRAW_WITH_PLAYABLE_CARD, Refusal.COVER_DUE
    return (_NOTHING, None) if state.nothing_to_draw else (None, Refusal.COVER_DUE)
