"""Random rule sets, seeds and tables, with everything rare made common.

One generator serves hypothesis and the long run: it asks a ``Random`` for every choice. Few ranks,
few seats and hands that leave one card to draw are as likely as a whole deck, so that empty stocks,
covers, debts, forgotten calls and limits come up within short rounds.
"""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import TypeVar

from hypothesis import strategies as st

from pisyedili.engine.cards import JOKER_RANK, RANKS, SUITS, Rank
from pisyedili.engine.consistency import MAX_DECKS, MAX_SEATS, faults
from pisyedili.engine.rulebook import Rulebook
from pisyedili.engine.rules import (
    AfterDraw,
    BlockingPasses,
    ChooseSuit,
    Count,
    Cover,
    DrawNext,
    DrawWhen,
    Effects,
    EndChain,
    MatchRules,
    OpeningDraw,
    OpeningRules,
    OpeningStyle,
    Partnerships,
    Reverse,
    ReverseKind,
    Rules,
    SafetyRules,
    ScoreRules,
    Stacking,
    StockRules,
    TableRules,
    TekRules,
    Together,
    TurnRules,
    WhenEmpty,
    Winners,
)
from pisyedili.engine.shuffle import SEED_BYTES

T = TypeVar("T")


def random_rules(chance: Random) -> Rules:
    """Return a rule set without faults, any option at any value that the others allow."""
    style = chance.choice(list(OpeningStyle))
    tek = TekRules(forgotten_draws=chance.choice((0, 1, 1, 2, 5)))
    table = _table(chance, turn_up=style is OpeningStyle.TURN_UP, least=2 if _calls(tek) else 1)
    safety = _safety(chance)
    held = (*table.ranks, JOKER_RANK)
    score = _score(chance, held)
    rules = Rules(
        table=table,
        opening=_opening(chance, style, table.ranks),
        turn=_turn(chance, limited=safety.turns > 0),
        effects=_effects(chance, table),
        tek=tek,
        stock=StockRules(
            when_empty=chance.choice(list(WhenEmpty)),
            blocked_extra_passes=chance.choice((0, 0, 0, 1, 3)),
            blocking_passes=chance.choice(list(BlockingPasses)),
        ),
        score=score,
        match=_match(chance, score),
        safety=safety,
    )
    assert not faults(rules), faults(rules)
    return rules


def random_seats(chance: Random, rules: Rules) -> int:
    """Return a number of seats that a table allows."""
    table = rules.table
    step = 2 if table.partnerships is Partnerships.PAIRS else 1
    first = table.seats_min + (table.seats_min % 2 if step == 2 else 0)
    return chance.choice(range(first, table.seats_max + 1, step))


RANDOMS = st.randoms(use_true_random=False)
RULES: st.SearchStrategy[Rules] = RANDOMS.map(random_rules)
RULEBOOKS: st.SearchStrategy[Rulebook] = RULES.map(Rulebook)
SEEDS: st.SearchStrategy[bytes] = st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES)


def _calls(tek: TekRules) -> bool:
    return tek.forgotten_draws > 0


def _likely(chance: Random, share: float) -> bool:
    return chance.random() < share


def _some(chance: Random, of: Sequence[T], most: int) -> tuple[T, ...]:
    """Return up to so many of a sequence, in its order."""
    chosen = set(chance.sample(range(len(of)), chance.randint(0, min(most, len(of)))))
    return tuple(item for index, item in enumerate(of) if index in chosen)


def _table(chance: Random, *, turn_up: bool, least: int) -> TableRules:
    ranks = RANKS if _likely(chance, 0.4) else _some(chance, RANKS, 6) or RANKS[6:7]
    pairs = _likely(chance, 0.25)
    low = chance.choice((4, 4, 6, 5)) if pairs else chance.choice((2, 2, 2, 3, 3, 4, 5, 9))
    high = min(MAX_SEATS, low + (low % 2 if pairs else 0) + chance.choice((0, 0, 0, 1, 2, 7)))
    decks = chance.choice((1, 1, 1, 1, 2, 2, 3, MAX_DECKS))
    extra = 0 if decks == MAX_DECKS else chance.choice((0, 0, 2, 3, 4, MAX_SEATS))
    jokers = chance.choice((0, 0, 1, 2, 5, 32))
    bare = TableRules(
        seats_min=low,
        seats_max=high,
        partnerships=Partnerships.PAIRS if pairs else Partnerships.NONE,
        decks=decks,
        extra_deck_from=extra,
        ranks=ranks,
        jokers=jokers,
    )
    counts = range(low, high + 1)
    if min(_most_cards(bare, seats, turn_up) for seats in counts) < least:
        bare = replace(bare, ranks=RANKS)
    hand = _hand(chance, least, min(_most_cards(bare, seats, turn_up) for seats in counts))
    for_two = _hand(chance, least, _most_cards(bare, 2, turn_up)) if low == 2 else 7
    return replace(
        bare,
        hand=hand,
        hand_of_two=for_two if _likely(chance, 0.2) else 0,
        packets=_packets(chance, hand) if _likely(chance, 0.3) else (),
    )


def _most_cards(table: TableRules, seats: int, turn_up: bool) -> int:
    cards = table.decks_for(seats) * 4 * len(table.ranks) + table.jokers
    return (cards - 1 - turn_up) // seats


def _hand(chance: Random, least: int, most: int) -> int:
    """Return a hand size: small, middling, or so large that next to nothing is left to draw."""
    some = chance.choice((2, 2, 3, 4, 5, 7, most, most, chance.randint(least, most)))
    return min(max(some, least), most, 60)


def _packets(chance: Random, hand: int) -> tuple[int, ...]:
    packets: list[int] = []
    while sum(packets) < hand:
        packets.append(chance.randint(1, hand - sum(packets)))
    return tuple(packets)


def _opening(chance: Random, style: OpeningStyle, ranks: tuple[Rank, ...]) -> OpeningRules:
    applied = _some(chance, ranks, 5) if style is OpeningStyle.TURN_UP else ()
    rest = tuple(rank for rank in ranks if rank not in applied)
    return OpeningRules(
        style=style,
        suit=chance.choice(SUITS),
        inert=style is OpeningStyle.EVERY_SEAT or _likely(chance, 0.5),
        draw=chance.choice(list(OpeningDraw)),
        turn_up_applied=applied,
        turn_up_buried=_some(chance, rest, 3) if style is OpeningStyle.TURN_UP else (),
    )


def _turn(chance: Random, *, limited: bool) -> TurnRules:
    after = chance.choice(list(AfterDraw))
    draws = 1 if after is AfterDraw.TURN_ENDS else chance.choice((1, 1, 2, 3, 0, 0))
    least = 0 if limited and _likely(chance, 0.3) else 1
    return TurnRules(
        draw_when=chance.choice(list(DrawWhen)),
        draws=draws,
        draw_again=chance.choice(list(DrawWhen)),
        after_draw=after,
        pass_after=min(least, 1) and chance.randint(1, draws or 3),
        auto_pass=_likely(chance, 0.4),
    )


def _effects(chance: Random, table: TableRules) -> tuple[tuple[Rank, Effects], ...]:
    share = chance.choice((0.2, 0.6, 1.0))
    ranks = (*table.ranks, JOKER_RANK)
    found = ((rank, _effect(chance)) for rank in ranks if _likely(chance, share))
    effects = tuple((rank, effects) for rank, effects in found if effects != Effects())
    dealt = ranks if table.jokers else table.ranks
    return effects[1:] if _covers_draw(effects).issuperset(dealt) else effects


def _covers_draw(effects: tuple[tuple[Rank, Effects], ...]) -> set[Rank]:
    """Return the ranks whose cover may have to be drawn, so that a turn of them need not end."""
    covers = ((rank, one.cover) for rank, one in effects if one.cover)
    return {rank for rank, cover in covers if cover.must or not cover.may_finish}


def _effect(chance: Random) -> Effects:
    share = chance.choice((0.15, 0.3, 0.6))
    debt = _draw_next(chance) if _likely(chance, share) else None
    choice = _choose_suit(chance, debt) if _likely(chance, share) else None
    return Effects(
        draw_next=debt,
        skip=chance.choice((1, 1, 2, 3, 16)) if _likely(chance, share) else 0,
        reverse=Reverse(kind=chance.choice(list(ReverseKind)), skips_with_two=_likely(chance, 0.5))
        if _likely(chance, share)
        else None,
        choose_suit=choice,
        others_draw=chance.choice((1, 1, 2, 5, 1000)) if _likely(chance, share) else 0,
        cover=Cover(
            must=_likely(chance, 0.5),
            suit_only=_likely(chance, 0.5),
            may_finish=_likely(chance, 0.4),
        )
        if _likely(chance, share)
        else None,
        together=chance.choice(list(Together)) if _likely(chance, share) else Together.ONE,
        wild=choice is None and _likely(chance, share),
    )


def _draw_next(chance: Random) -> DrawNext:
    return DrawNext(
        cards=chance.choice((1, 2, 3, 3, 10, 1000)),
        stacking=chance.choice(list(Stacking)),
        turn_goes_on=_likely(chance, 0.4),
        spared_on_empty_stock=_likely(chance, 0.3),
    )


def _choose_suit(chance: Random, debt: DrawNext | None) -> ChooseSuit:
    stacks = debt is not None and debt.stacking is not Stacking.NONE
    on_own_rank = stacks or _likely(chance, 0.5)
    return ChooseSuit(
        always=_likely(chance, 0.5),
        on_own_rank=on_own_rank,
        other_suit_only=_likely(chance, 0.4),
        rank_follows=on_own_rank and _likely(chance, 0.5),
    )


def _score(chance: Random, ranks: tuple[Rank, ...]) -> ScoreRules:
    drawing = list(_some(chance, ranks, 4))
    chance.shuffle(drawing)
    return ScoreRules(
        count=chance.choice((Count.CARDS, Count.POINTS, Count.POINTS)),
        points=tuple((rank, chance.choice((1, 5, 10, 25, 1000))) for rank in ranks),
        multipliers=tuple((rank, chance.choice((1, 2, 3, 10))) for rank in _some(chance, ranks, 5)),
        end_draws=tuple((rank, chance.choice((1, 3, 10))) for rank in drawing),
        end_chain=chance.choice(list(EndChain)),
    )


def _match(chance: Random, score: ScoreRules) -> MatchRules:
    known = [Winners.LOWEST_TOTAL, Winners.BELOW_AVERAGE]
    counted = [Winners.FEWEST_CARDS] if score.count is Count.CARDS else []
    return MatchRules(rounds=chance.choice((1, 1, 1, 2, 3)), winners=chance.choice(known + counted))


def _safety(chance: Random) -> SafetyRules:
    return SafetyRules(
        turns=chance.choice((0, 1, 5, 60, 200, 200, 200)),
        cards=chance.choice((0, 0, 0, 0, 0, 0, 1, 10, 60)),
    )
