"""What a rule set may not say: bounds, and options that contradict each other."""

from collections.abc import Iterator
from typing import Final

from pisyedili.engine.cards import JOKER_RANK, RANK_NAMES, RANKS, SUITS, Rank
from pisyedili.engine.errors import Fault, RulesFault
from pisyedili.engine.rules import (
    AfterDraw,
    Count,
    Effects,
    OpeningStyle,
    Partnerships,
    Rules,
    Stacking,
    TableRules,
    Winners,
)

MAX_SEATS: Final = 16
MAX_DECKS: Final = 8
MAX_JOKERS: Final = 32
MAX_NUMBER: Final = 1000

Faults = Iterator[Fault]


def faults(rules: Rules) -> tuple[Fault, ...]:
    """Return every fault of a rule set; none for one that can be played."""
    return (*_bounds(rules), *_deal(rules), *_options(rules), *_by_rank(rules), *_effects(rules))


def _bounds(rules: Rules) -> Faults:
    table, turn, score = rules.table, rules.turn, rules.score
    yield from _within("table.seats_min", table.seats_min, 2, MAX_SEATS)
    yield from _within("table.seats_max", table.seats_max, 2, MAX_SEATS)
    yield from _within("table.decks", table.decks, 1, MAX_DECKS)
    yield from _within("table.extra_deck_from", table.extra_deck_from, 0, MAX_SEATS)
    yield from _within("table.jokers", table.jokers, 0, MAX_JOKERS)
    yield from _within("table.hand", table.hand, 1, MAX_NUMBER)
    yield from _within("table.hand_of_two", table.hand_of_two, 0, MAX_NUMBER)
    for index, packet in enumerate(table.packets):
        yield from _within(f"table.packets[{index}]", packet, 1, MAX_NUMBER)
    yield from _ranks("table.ranks", table.ranks, RANKS)
    if not table.ranks:
        yield _contradiction("table.ranks", "at least one rank", "none")
    if rules.opening.suit not in SUITS:
        yield _fault("opening.suit", RulesFault.OUT_OF_BOUNDS, "a suit", str(rules.opening.suit))
    yield from _ranks("opening.turn_up_applied", rules.opening.turn_up_applied, RANKS)
    yield from _ranks("opening.turn_up_buried", rules.opening.turn_up_buried, RANKS)
    yield from _within("turn.draws", turn.draws, 0, MAX_NUMBER)
    yield from _within("turn.pass_after", turn.pass_after, 0, MAX_NUMBER)
    yield from _ranks("effects", tuple(rank for rank, _ in rules.effects), _ALL)
    for rank, effects in rules.effects:
        yield from _effect_bounds(f"effects.{_name(rank)}", effects)
    yield from _within("tek.forgotten_draws", rules.tek.forgotten_draws, 0, MAX_NUMBER)
    yield from _within(
        "stock.blocked_extra_passes", rules.stock.blocked_extra_passes, 0, MAX_NUMBER
    )
    yield from _numbers("score.points", score.points, 0)
    yield from _numbers("score.multipliers", score.multipliers, 1)
    yield from _numbers("score.end_draws", score.end_draws, 1, ordered=False)
    yield from _within("match.rounds", rules.match.rounds, 1, MAX_NUMBER)
    yield from _within("safety.turns", rules.safety.turns, 0, 1_000_000)
    yield from _within("safety.cards", rules.safety.cards, 0, 1_000_000)


def _effect_bounds(path: str, effects: Effects) -> Faults:
    if effects.draw_next:
        yield from _within(f"{path}.draw_next.cards", effects.draw_next.cards, 1, MAX_NUMBER)
    yield from _within(f"{path}.skip", effects.skip, 0, MAX_SEATS)
    yield from _within(f"{path}.others_draw", effects.others_draw, 0, MAX_NUMBER)


def _deal(rules: Rules) -> Faults:
    table = rules.table
    if table.seats_min > table.seats_max:
        most, got = f"at most {table.seats_max}", str(table.seats_min)
        yield _contradiction("table.seats_min", most, got, "table.seats_max")
    if table.partnerships is Partnerships.PAIRS and table.seats_min < 4:
        got = str(table.seats_min)
        yield _contradiction("table.seats_min", "4 or more for pairs", got, "table.partnerships")
    if table.seats_min == table.seats_max and not table.seat_counts():
        got, expected = str(table.seats_max), "an even number of seats for pairs"
        yield _contradiction("table.seats_max", expected, got, "table.partnerships")
    if table.packets and sum(table.packets) != table.hand:
        expected, total = f"packets that add up to {table.hand}", str(sum(table.packets))
        yield _contradiction("table.packets", expected, total, "table.hand")
    if table.extra_deck_from and table.decks == MAX_DECKS:
        most = f"at most {MAX_DECKS} decks"
        yield _contradiction("table.extra_deck_from", most, "one more", "table.decks")
    if rules.tek.forgotten_draws and min(table.hand, table.hand_of_two or table.hand) < 2:
        hand = "table.hand" if table.hand < 2 else "table.hand_of_two"
        expected = "hands of 2 or more to call the last"
        yield _contradiction("tek.forgotten_draws", expected, "1", hand)
    yield from _enough_cards(table, rules.opening.style is OpeningStyle.TURN_UP)


def _enough_cards(table: TableRules, turn_up: bool) -> Faults:
    for seats in range(max(2, table.seats_min), min(MAX_SEATS, table.seats_max) + 1):
        cards = table.decks_for(seats) * 4 * len(table.ranks) + table.jokers
        needed = seats * table.hand_for(seats) + 1 + turn_up
        if needed > cards:
            hands = f"{seats} seats with {table.hand_for(seats)} cards each and a stock"
            yield _contradiction("table.hand", f"{needed} cards for {hands}", str(cards), *_CARDS)
            return


_CARDS: Final = (
    "table.hand_of_two",
    "table.seats_max",
    "table.decks",
    "table.extra_deck_from",
    "table.ranks",
    "table.jokers",
)


def _options(rules: Rules) -> Faults:
    opening, turn = rules.opening, rules.turn
    if opening.style is OpeningStyle.EVERY_SEAT and not opening.inert:
        expected = "true where every seat opens"
        yield _contradiction("opening.inert", expected, "false", "opening.style")
    for rank in sorted(set(opening.turn_up_applied) & set(opening.turn_up_buried)):
        got = f"{_name(rank)} both applied and buried"
        path, other = "opening.turn_up_buried", "opening.turn_up_applied"
        yield _contradiction(path, "each rank once", got, other)
    if turn.after_draw is AfterDraw.TURN_ENDS and turn.draws != 1:
        got = str(turn.draws) if turn.draws else "no limit"
        expected = "1 where the turn ends after a draw"
        yield _contradiction("turn.draws", expected, got, "turn.after_draw")
    if turn.draws and turn.pass_after > turn.draws:
        most, got = f"at most {turn.draws}", str(turn.pass_after)
        yield _contradiction("turn.pass_after", most, got, "turn.draws")
    if turn.pass_after == 0 and rules.safety.turns == 0:
        expected = "1 or more without a limit of turns"
        yield _contradiction("turn.pass_after", expected, "0", "safety.turns")
    if rules.match.winners is Winners.FEWEST_CARDS and rules.score.count is Count.POINTS:
        expected = "cards counted for fewest_cards"
        yield _contradiction("match.winners", expected, "points", "score.count")


def _by_rank(rules: Rules) -> Faults:
    dealt = {*rules.table.ranks, JOKER_RANK}
    listed = {
        "opening.turn_up_applied": rules.opening.turn_up_applied,
        "opening.turn_up_buried": rules.opening.turn_up_buried,
        "effects": tuple(rank for rank, _ in rules.effects),
        "score.points": tuple(rank for rank, _ in rules.score.points),
        "score.multipliers": tuple(rank for rank, _ in rules.score.multipliers),
        "score.end_draws": tuple(rank for rank, _ in rules.score.end_draws),
    }
    for path, ranks in listed.items():
        for rank in ranks:
            if rank not in dealt:
                at, expected = f"{path}.{_name(rank)}", "a rank of table.ranks"
                yield _contradiction(at, expected, _name(rank), "table.ranks")


def _effects(rules: Rules) -> Faults:
    drawing = {rank for rank, one in rules.effects if _draws_a_cover(one)}
    dealt = {*rules.table.ranks, *((JOKER_RANK,) if rules.table.jokers else ())}
    if rules.table.ranks and drawing >= dealt:
        got = "none, so that a turn may never end"
        yield _contradiction("effects", "a rank for which no cover is drawn", got)
    for rank, effects in rules.effects:
        path = f"effects.{_name(rank)}"
        if effects == Effects():
            yield _contradiction(path, "at least one effect", "none")
        if effects.wild and effects.choose_suit:
            expected, chooses = "false where a suit is chosen", f"{path}.choose_suit"
            yield _contradiction(f"{path}.wild", expected, "true", chooses)
        choice, debt = effects.choose_suit, effects.draw_next
        if choice is None or choice.on_own_rank:
            continue
        expected, other = "on_own_rank with it", f"{path}.choose_suit.on_own_rank"
        if choice.rank_follows:
            got = "its own rank follows"
            yield _contradiction(f"{path}.choose_suit.rank_follows", expected, got, other)
        if debt and debt.stacking is not Stacking.NONE:
            got = "it stacks on its own rank"
            yield _contradiction(f"{path}.draw_next.stacking", expected, got, other)


def _draws_a_cover(effects: Effects) -> bool:
    return effects.cover is not None and (effects.cover.must or not effects.cover.may_finish)


_ALL: Final = (*RANKS, JOKER_RANK)


def _numbers(
    path: str, pairs: tuple[tuple[Rank, int], ...], least: int, *, ordered: bool = True
) -> Faults:
    yield from _ranks(path, tuple(rank for rank, _ in pairs), _ALL, ordered=ordered)
    for rank, number in pairs:
        yield from _within(f"{path}.{_name(rank)}", number, least, MAX_NUMBER)


def _ranks(
    path: str, ranks: tuple[Rank, ...], known: tuple[Rank, ...], *, ordered: bool = True
) -> Faults:
    for rank in ranks:
        if rank not in known:
            yield _fault(path, RulesFault.OUT_OF_BOUNDS, "a rank", _name(rank))
    if len(set(ranks)) < len(ranks):
        yield _contradiction(path, "each rank once", " ".join(map(_name, ranks)))
    elif ordered and list(ranks) != sorted(ranks):
        yield _contradiction(path, "ranks from ace to joker", " ".join(map(_name, ranks)))


def _within(path: str, number: int, least: int, most: int) -> Faults:
    if not least <= number <= most:
        yield _fault(path, RulesFault.OUT_OF_BOUNDS, f"{least} to {most}", str(number))


def _name(rank: int) -> str:
    return RANK_NAMES[rank] if 0 <= rank < len(RANK_NAMES) else str(rank)


def _contradiction(path: str, expected: str, got: str, *others: str) -> Fault:
    return Fault(path, RulesFault.CONTRADICTION, f"expected {expected}, got {got}", others)


def _fault(path: str, reason: RulesFault, expected: str, got: str) -> Fault:
    return Fault(path, reason, f"expected {expected}, got {got}")
