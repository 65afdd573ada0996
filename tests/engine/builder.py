"""Positions in card notation, for tests."""

from collections import Counter
from functools import cache
from typing import Any

from pisyedili.engine.cards import NO_SUIT, SUIT_OF, Card, Suit, deck, format_cards, parse_cards
from pisyedili.engine.deal import new_match
from pisyedili.engine.errors import IllegalMove, InvalidState, Refusal
from pisyedili.engine.moves import DRAW, PASS, PASS_CALLING, Move, Play
from pisyedili.engine.play import apply_move
from pisyedili.engine.preset import Preset, load_presets
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.rulefile import merge, parse_document
from pisyedili.engine.rules import OpeningStyle
from pisyedili.engine.state import Match, Phase, State, Transition, Turn

SEED = bytes(range(32))

OVERRIDES: dict[str, str] = {}
"""By preset: a TOML text put over its rules, to see which tests notice; empty but in that check."""


def presets() -> dict[str, Preset]:
    """Return the package's presets, under the overrides."""
    return {name: preset.replace(rulebook=rulebook(name)) for name, preset in _packaged().items()}


def rulebook(preset: str, changes: str = "") -> Rulebook:
    """Return a preset's rules, with the options of a TOML text put over them."""
    return _changed(_changed(_packaged()[preset].rulebook, changes), OVERRIDES.get(preset, ""))


@cache
def _packaged() -> dict[str, Preset]:
    return load_presets()


@cache
def _changed(base: Rulebook, changes: str) -> Rulebook:
    return Rulebook(merge(base.rules, parse_document(changes))) if changes else base


def position(
    rules: str | Rulebook,
    hands: str,
    top: str = "",
    *,
    stock: str | None = None,
    phase: Phase | None = None,
    seat: int = 0,
    **fields: Any,
) -> State:
    """Return a state from hands written ``7♣ 8♦ | K♠ | …`` and the discard, top card last.

    The stock (top card last) is given, or holds every card that lies nowhere else; cards that a
    given stock leaves over lie at the bottom of the discard, or of the stock where its text begins
    with ``…``. The suit in force is the top card's; the turn is a fresh one, past the opening;
    other fields of the state by name.
    """
    book = rulebook(rules) if isinstance(rules, str) else rules
    dealt = tuple(tuple(sorted(parse_cards(hand))) for hand in hands.split("|"))
    laid = parse_cards(top)
    left = Counter(book.deck(len(dealt)))
    left.subtract(Counter(card for pile in (*dealt, laid) for card in pile))
    pile = parse_cards((stock or "").removeprefix("…"))
    left.subtract(Counter(pile))
    rest = tuple(left.elements())
    if stock is None or stock.startswith("…"):
        pile, discard = (*rest, *pile), laid
    else:
        discard = (*rest, *laid)
    turned_up = book.rules.opening.style is OpeningStyle.TURN_UP
    values: dict[str, Any] = {
        "match": Match(book, "test", (), SEED),
        "phase": phase or Turn(),
        "seat": seat,
        "hands": dealt,
        "stock": pile,
        "discard": discard,
        "suit": SUIT_OF[discard[-1]] if discard else NO_SUIT,
        "direction": 1,
        "called": (False,) * len(dealt),
        "passes": 0,
        "turns": max(len(dealt), 1),
        "cards": len(discard) - turned_up,
        "shuffles": 1,
        "ply": 0,
    }
    return State(**(values | fields))


def playable_seats(preset: str) -> list[int]:
    """Return the numbers of seats, up to eight, with which a game of a preset begins."""
    return [seats for seats in range(1, 9) if _begins(rulebook(preset), seats)]


def _begins(book: Rulebook, seats: int) -> bool:
    try:
        new_match(book, seats, SEED)
    except InvalidState:
        return False
    return True


def the_rest(*held: str) -> str:
    """Return the cards of one deck that none of these texts holds, in notation."""
    taken = {card for text in held for card in parse_cards(text)}
    return format_cards(tuple(card for card in deck(1, 0) if card not in taken))


def play(cards: str, suit: Suit = NO_SUIT, *, call: bool = False) -> Play:
    """Return a play of cards in notation."""
    return Play(parse_cards(cards), suit, call)


def move(state: State, made: Move | str) -> Transition:
    """Make a move of the seat on turn: a move, or ``draw``, ``pass``, ``tek`` or cards."""
    words: dict[str, Move] = {"draw": DRAW, "pass": PASS, "tek": PASS_CALLING}
    found = (words.get(made) or play(made)) if isinstance(made, str) else made
    return apply_move(state, state.seat, found)


def refused(state: State, made: Move | str) -> Refusal | None:
    """Return why a move of the seat on turn is refused, None where it is made."""
    try:
        move(state, made)
    except IllegalMove as error:
        return error.reason
    return None


def after(state: State, *moves: Move | str) -> State:
    """Return the state after moves of the seats on turn."""
    for made in moves:
        state = move(state, made).state
    return state


def hand(state: State, seat: int) -> str:
    """Return a hand in notation, in the order of the cards."""
    return format_cards(state.hands[seat])


def top(state: State) -> Card:
    """Return the top card of the discard."""
    return state.discard[-1]
