"""What may be done: the one source of legality.

Each kind of move has one function that says why not; the list is what they let through, and
:func:`refusal` asks the same functions about one move.
"""

from collections.abc import Iterable
from typing import Final, assert_never

from pisyedili.engine.cards import NO_CARD, NO_SUIT, RANK_OF, SUITS, Card, Rank, Suit
from pisyedili.engine.draft import Draft
from pisyedili.engine.errors import Refusal
from pisyedili.engine.moves import DRAW, PASS, PASS_CALLING, SINGLES, Draw, Move, Pass, Play
from pisyedili.engine.rulebook import PLAIN, Row
from pisyedili.engine.rules import AfterDraw, DrawWhen, OpeningDraw, Together
from pisyedili.engine.state import (
    OVER,
    Covering,
    Forgotten,
    MatchOver,
    Opening,
    Owing,
    RoundOver,
    State,
    Turn,
)

_FORGOTTEN_ROW: Final[Row] = (Refusal.CALL_FORGOTTEN,) * 54
_OVER_ROW: Final[Row] = (Refusal.ROUND_OVER,) * 54


def legal_moves(state: State) -> tuple[Move, ...]:
    """Return every legal move of the seat on turn: plays by cards, suit and call; draw; pass.

    Never empty in a round that is not over.
    """
    if isinstance(state.phase, OVER):
        return ()
    moves: list[Move] = plays(state)
    draw, passing = _why_not_draw(state, moves), _why_not_pass(state, moves)
    if draw is None:
        moves.append(DRAW)
    if passing is None:
        moves.append(PASS)
        if _one_to_call(state):
            moves.append(PASS_CALLING)
    return tuple(moves)


def refusal(state: State, seat: int, move: Move) -> Refusal | None:
    """Return why the rules refuse this move of this seat, or None where it is legal."""
    if isinstance(state.phase, OVER):
        return Refusal.ROUND_OVER
    if seat != state.seat:
        return Refusal.OUT_OF_TURN
    match move:
        case Play():
            return _why_not_play(state, move)
        case Draw():
            return _why_not_draw(state, plays(state))
        case Pass(call):
            why_not = _why_not_pass(state, plays(state))
            return why_not or (Refusal.CALL_NOT_DUE if call and not _one_to_call(state) else None)
        case _:
            assert_never(move)


def refused_cards(state: State) -> tuple[tuple[Card, Refusal], ...]:
    """Return each card of the seat on turn that no legal move begins with, and why."""
    playable = {play.cards[0] for play in plays(state) if isinstance(play, Play)}
    hand = dict.fromkeys(state.hands[state.seat])
    return tuple((card, _why_not_alone(state, card)) for card in hand if card not in playable)


def plays(state: State) -> list[Move]:
    """Return the legal plays of the seat on turn, in order."""
    plain, hand = state.match.rulebook.plain, state.hands[state.seat]
    firsts = _firsts(state)
    if len(hand) > 2 and all(plain[card] for card in firsts):
        return [SINGLES[card] for card in firsts]
    moves = [
        Play(cards, suit, call)
        for cards in _orders(state, firsts)
        if not _bars_finish(state, cards)
        for suit in _suits(state, cards)
        for call in _calls(state, cards)
    ]
    return sorted(moves, key=Play.fields)


def covers(state: State, rank: Rank, left: int) -> bool:
    """Tell whether a cover phase follows a card of this rank that leaves so many in hand."""
    cover = state.match.rulebook.effects[rank].cover
    return cover is not None and not inert(state) and (left > 0 or not cover.may_finish)


def inert(state: State) -> bool:
    """Tell whether cards laid now have no effect."""
    return isinstance(state.phase, Opening) and state.rules.opening.inert


def barred(state: State) -> bool:
    """Tell whether this turn may not finish the round, its last card not having been called."""
    return isinstance(state.phase, Turn | Covering) and state.phase.barred


def uncalled(state: State | Draft, seat: int) -> bool:
    """Tell whether a seat holds one card that it should have called."""
    calls = state.rules.tek.forgotten_draws > 0
    return calls and len(state.hands[seat]) == 1 and not state.called[seat]


def _row(state: State) -> Row:
    """Return, by card, why it may not be laid (first) now."""
    book, phase = state.match.rulebook, state.phase
    match phase:
        case Turn():
            return book.rows[state.suit][state.top_rank]
        case Owing():
            return _FORGOTTEN_ROW if uncalled(state, state.seat) else book.debt_rows[phase.rank]
        case Covering():
            cover = book.effects[state.top_rank].cover
            rows = book.cover_rows if cover and cover.suit_only else book.rows
            return rows[state.suit][state.top_rank]
        case Opening():
            return book.opening_row
        case Forgotten():
            return _FORGOTTEN_ROW
        case RoundOver() | MatchOver():
            return _OVER_ROW
        case _:
            assert_never(phase)


def _only(state: State) -> Card:
    """Return the drawn card where it alone may be laid (first), else 0."""
    phase = state.phase
    if isinstance(phase, Turn):
        drawn_only = state.rules.turn.after_draw is AfterDraw.DRAWN_CARD
        return phase.card if drawn_only else NO_CARD
    return phase.card if isinstance(phase, Covering) else NO_CARD


def _firsts(state: State) -> list[Card]:
    row, only = _row(state), _only(state)
    hand: Iterable[Card] = (only,) if only else dict.fromkeys(state.hands[state.seat])
    return [card for card in hand if row[card] is None]


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
    for card in cards:
        if cards.count(card) > hand.count(card):
            return Refusal.CARD_NOT_HELD
    if not cards:
        return Refusal.CARDS_NOT_TOGETHER
    first, only = cards[0], _only(state)
    mismatch = _row(state)[first]
    if mismatch is not None or only not in (NO_CARD, first):
        return mismatch or Refusal.DRAWN_CARD_ONLY
    simple = len(cards) == 1 and state.match.rulebook.plain[first]
    if not simple and cards not in _orders(state, _firsts(state)):
        return Refusal.CARDS_NOT_TOGETHER
    if _bars_finish(state, cards):
        return Refusal.FINISH_BARRED
    if move.suit not in _suits(state, cards):
        return _why_not_suit(state, cards, move.suit)
    return None if move.call in _calls(state, cards) else Refusal.CALL_NOT_DUE


def _why_not_alone(state: State, card: Card) -> Refusal:
    """Return why no legal move begins with a card that is held."""
    about_suit = (Refusal.SUIT_DUE, Refusal.SUIT_NEEDLESS, Refusal.SUIT_NOT_DIFFERENT)
    reasons = (_why_not_play(state, Play((card,), suit)) for suit in (NO_SUIT, *SUITS))
    other = (reason for reason in reasons if reason is not None and reason not in about_suit)
    return next(other, Refusal.CARDS_NOT_TOGETHER)


def _bars_finish(state: State, cards: tuple[Card, ...]) -> bool:
    """Tell whether a play would finish the round in a turn that may not."""
    left = len(state.hands[state.seat]) - len(cards)
    if left or covers(state, RANK_OF[cards[0]], 0):
        return False
    return barred(state)


def _suits(state: State, cards: tuple[Card, ...]) -> tuple[Suit, ...]:
    """Return the suits that may be named with a play; only NO_SUIT where none is due."""
    rank = RANK_OF[cards[0]]
    choice = state.match.rulebook.effects[rank].choose_suit
    left = len(state.hands[state.seat]) - len(cards)
    if choice is None or inert(state) or not (left or covers(state, rank, left)):
        return (NO_SUIT,)
    if choice.other_suit_only:
        return tuple(suit for suit in SUITS if suit != state.suit)
    return SUITS


def _why_not_suit(state: State, cards: tuple[Card, ...], suit: Suit) -> Refusal:
    if _suits(state, cards) == (NO_SUIT,):
        return Refusal.SUIT_NEEDLESS
    return Refusal.SUIT_NOT_DIFFERENT if suit else Refusal.SUIT_DUE


def _calls(state: State, cards: tuple[Card, ...]) -> tuple[bool, ...]:
    """Return whether the last card may be called with a play: where it ends the turn with one."""
    left = len(state.hands[state.seat]) - len(cards)
    if left != 1 or not state.rules.tek.forgotten_draws:
        return (False,)
    return (False,) if covers(state, RANK_OF[cards[0]], left) else (False, True)


def _one_to_call(state: State) -> bool:
    """Tell whether a pass may call the last card."""
    return state.rules.tek.forgotten_draws > 0 and len(state.hands[state.seat]) == 1


def _why_not_draw(state: State, playable: list[Move]) -> Refusal | None:
    phase = state.phase
    if isinstance(phase, Owing):
        return None
    if state.nothing_to_draw:
        return Refusal.NOTHING_TO_DRAW
    match phase:
        case Turn():
            return _why_not_draw_in_turn(state, phase, playable)
        case Covering():
            return _why_not_draw_a_cover(state, phase, playable)
        case Opening():
            return _why_not_draw_in_opening(state)
        case Forgotten():
            return None
        case RoundOver() | MatchOver():
            return Refusal.ROUND_OVER
        case _:
            assert_never(phase)


def _why_not_draw_in_turn(state: State, phase: Turn, playable: list[Move]) -> Refusal | None:
    turn = state.rules.turn
    if turn.draws and phase.drawn >= turn.draws:
        return Refusal.DRAW_LIMIT
    when = turn.draw_again if phase.drawn else turn.draw_when
    if when is DrawWhen.WITHOUT_MATCH and playable:
        return Refusal.DRAW_WITH_PLAYABLE_CARD
    return None


def _why_not_draw_in_opening(state: State) -> Refusal | None:
    book = state.match.rulebook
    suited = [card for card in state.hands[state.seat] if book.opening_row[card] is None]
    plain = [card for card in suited if book.effects[RANK_OF[card]] == PLAIN]
    stopping: dict[OpeningDraw, list[Card]] = {
        OpeningDraw.WITHOUT_SUIT: suited,
        OpeningDraw.WITHOUT_PLAIN: plain,
        OpeningDraw.FREELY: [],
    }
    return Refusal.DRAW_WITH_PLAYABLE_CARD if stopping[book.rules.opening.draw] else None


def _why_not_draw_a_cover(state: State, phase: Covering, playable: list[Move]) -> Refusal | None:
    if phase.card:
        return Refusal.DRAW_LIMIT
    if playable:
        return Refusal.DRAW_WITH_PLAYABLE_CARD
    return Refusal.DRAW_NOT_DUE if _may_leave_uncovered(state) else None


def _why_not_pass(state: State, playable: list[Move]) -> Refusal | None:
    phase = state.phase
    match phase:
        case Turn():
            return _why_not_pass_in_turn(state, phase, playable)
        case Opening():
            due = Refusal.OPENING_SUIT_DUE
            return None if state.nothing_to_draw and not playable else due
        case Owing():
            return Refusal.DEBT_DUE
        case Covering():
            if phase.card or _may_leave_uncovered(state):
                return None
            return None if state.nothing_to_draw and not playable else Refusal.COVER_DUE
        case Forgotten():
            return None if state.nothing_to_draw else Refusal.CALL_FORGOTTEN
        case RoundOver() | MatchOver():
            return Refusal.ROUND_OVER
        case _:
            assert_never(phase)


def _why_not_pass_in_turn(state: State, phase: Turn, playable: list[Move]) -> Refusal | None:
    turn = state.rules.turn
    if phase.drawn >= turn.pass_after:
        return None
    free = turn.draw_when is DrawWhen.FREELY or not playable
    return None if state.nothing_to_draw and free else Refusal.PASS_NOT_DUE


def _may_leave_uncovered(state: State) -> bool:
    cover = state.match.rulebook.effects[state.top_rank].cover
    return cover is not None and not cover.must and len(state.hands[state.seat]) > 0
