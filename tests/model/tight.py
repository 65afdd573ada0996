"""Random tables on which the last cards of a hand meet everything: calls, covers, empty stocks."""

from dataclasses import replace
from random import Random

from pisyedili.engine.cards import JOKER_RANK, RANKS
from pisyedili.engine.consistency import faults
from pisyedili.engine.rules import (
    AfterDraw,
    Cover,
    DrawNext,
    Effects,
    Rules,
    SafetyRules,
    Stacking,
    TableRules,
    TekRules,
    Together,
    TurnRules,
)
from tests.engine.strategies import random_rules


def tight_rules(chance: Random) -> Rules:
    """Return a table of few cards and small hands, most ranks with a cover, all with a call."""
    while True:
        rules = tightened(random_rules(chance), chance)
        if not faults(rules):
            return rules


def tightened(rules: Rules, chance: Random) -> Rules:
    """Return rules made tight, perhaps with faults."""
    ranks = tuple(sorted(chance.sample(RANKS, chance.choice((1, 2, 2, 3)))))
    jokers = chance.choice((0, 0, 1, 2))
    effects = [(rank, effects_for(chance)) for rank in ranks]
    if jokers:
        effects.append((JOKER_RANK, Effects(wild=True)))
    return replace(
        rules,
        table=TableRules(
            seats_min=2,
            seats_max=chance.choice((2, 3)),
            ranks=ranks,
            decks=chance.choice((1, 1, 2)),
            jokers=jokers,
            hand=chance.choice((2, 2, 3)),
        ),
        opening=replace(rules.opening, turn_up_applied=(), turn_up_buried=()),
        turn=TurnRules(
            draw_when=rules.turn.draw_when,
            after_draw=chance.choice((AfterDraw.DRAWN_CARD, AfterDraw.ANY_CARD)),
            draws=chance.choice((1, 2, 0)),
        ),
        effects=tuple(effects),
        tek=TekRules(forgotten_draws=chance.choice((1, 1, 2))),
        score=replace(rules.score, points=(), multipliers=((ranks[0], 2),), end_draws=()),
        safety=SafetyRules(turns=chance.choice((5, 20, 60))),
    )


def effects_for(chance: Random) -> Effects:
    """Return effects of a rank: mostly a cover that may not finish, several at once, a draw."""
    return Effects(
        others_draw=chance.choice((0, 0, 1, 2)),
        skip=chance.choice((0, 0, 1)),
        draw_next=DrawNext(cards=2, stacking=chance.choice(tuple(Stacking)))
        if chance.random() < 0.2
        else None,
        cover=Cover(
            must=chance.random() < 0.5,
            suit_only=chance.random() < 0.4,
            may_finish=chance.random() < 0.2,
        )
        if chance.random() < 0.7
        else None,
        together=chance.choice(tuple(Together)),
        wild=chance.random() < 0.3,
    )
