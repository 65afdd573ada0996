"""The games worth keeping: as few as show every kind of thing that random play has met."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from pisyedili.engine.events import CardsDrawn, RoundEnded
from pisyedili.engine.legality import legal_moves, refused_cards
from pisyedili.engine.moves import Draw, Move, Play
from pisyedili.engine.play import apply_move
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.state import State
from tests.corpus.contract import as_json
from tests.engine.builder import rulebook
from tests.engine.playing import dice
from tests.engine.strategies import random_rules
from tests.service.games import BOOKS, PRESETS, played

HOUSES: Final = {
    "house-coffeehouse": (
        "standard",
        "effects.J = { choose_suit = { always = true, on_own_rank = true } }",
    ),
    "house-pairs": ("gamyun", "table.partnerships = 'pairs'"),
    "house-crowd": ("crazy-eights", "table = { seats_max = 16, decks = 3 }"),
}
"""By name: a preset and what a table does otherwise."""

RANDOM: Final = 30
"""How many rule sets are drawn at random."""

MOST: Final = 2000
"""The states of one game that are looked at."""

ALIKE: Final = 40
"""How many states that show the same thing are compared."""

Feature = tuple[object, ...]


class Candidate(NamedTuple):
    """A state of a game, by which rules, what it shows, and how much there is to keep of it."""

    rules: str
    state: State
    features: set[Feature]
    size: int


def rule_sets() -> dict[str, Rulebook]:
    """Return the rules of the corpus by name: presets, house rules, and any rules at all."""
    presets = {name: preset.rulebook for name, preset in PRESETS.items()}
    houses = {name: rulebook(base, changes) for name, (base, changes) in HOUSES.items()}
    drawn = {f"random-{number}": Rulebook(random_rules(dice(number))) for number in range(RANDOM)}
    return presets | houses | drawn


def chosen() -> list[Candidate]:
    """Return a few small states that together show all that the candidates show."""
    left = list(rare(candidates()))
    missing = set().union(*(candidate.features for candidate in left))
    kept: list[Candidate] = []
    while missing:
        best = max(left, key=lambda each: len(each.features & missing) / each.size)
        kept.append(best)
        missing -= best.features
    return kept


def rare(all_of_them: Iterable[Candidate]) -> Iterator[Candidate]:
    """Yield those that show something that few before them have shown."""
    seen: Counter[Feature] = Counter()
    for candidate in all_of_them:
        if any(seen[feature] < ALIKE for feature in candidate.features):
            seen.update(candidate.features)
            yield candidate


def candidates() -> Iterator[Candidate]:
    """Yield the states of random games by all rules, with the fewest, some and the most seats."""
    for name, book in rule_sets().items():
        options = set(option_features(as_json(BOOKS.of(book).message)))
        preset = "" if name.startswith("random-") else name
        for seats in table_sizes(book):
            for state in played(book, seats, dice(f"{name} {seats}"), MOST):
                shown = options.union(features(preset, state))
                yield Candidate(name, state, shown, size(state))


def table_sizes(book: Rulebook) -> list[int]:
    """Return all numbers of seats with which rules can be played."""
    table = book.rules.table
    step = 2 if table.partnerships == "pairs" else 1
    first = table.seats_min + table.seats_min % step
    return list(range(first, table.seats_max + 1, step))


def size(state: State) -> int:
    """Return about how many numbers a state's answers hold: views by seat, events by move."""
    return 200 + 20 * len(state.hands) + 10 * len(legal_moves(state)) + len(state.discard)


def option_features(told: Any, path: str = "") -> Iterator[Feature]:
    """Yield the options that rules set, small values as they are, others as one."""
    match told:
        case dict():
            for key, value in told.items():
                yield from option_features(value, f"{path}.{key}")
        case list():
            for value in told:
                yield from option_features(value, path)
        case _:
            yield "option", path, told < 8 and told


def features(name: str, state: State) -> Iterator[Feature]:
    """Yield what a state shows, some of it for each preset and house rules apart."""
    phase, moves = state.phase, legal_moves(state)
    yield "phase", name, type(phase).__name__
    yield "seats", len(state.hands)
    yield "names", bool(state.match.names)
    yield "direction", name, state.direction
    if moves:
        yield from (("refused", reason) for _, reason in refused_cards(state))
    for move in moves:
        yield from _move_features(move)
        for event in apply_move(state, state.seat, move).events:
            yield "event", name, type(event).__name__
            if isinstance(event, CardsDrawn):
                yield "drawn", event.why
            if isinstance(event, RoundEnded):
                yield "ended", name, event.reason


def _move_features(move: Move) -> Iterator[Feature]:
    yield "move", type(move).__name__
    if not isinstance(move, Draw):
        yield "call", move.call
    if isinstance(move, Play):
        yield "cards", len(move.cards), bool(move.suit)
