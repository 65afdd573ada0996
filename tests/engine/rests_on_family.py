"""For each statement of sources 001, 002 and 004: the options that it rests on, each flipped.

A flip is a rule file's text, put over the table's options. Under each at least one test of the
statement must fail; a statement that rests on what every table shares has none.
"""

from typing import Final

_MATCHED_OTHER: Final = "{ on_own_rank = true, rank_follows = true, other_suit_only = true }"

_SIMPLE: Final[dict[str, tuple[str, ...]]] = {
    "S1": ("table.seats_min = 3", "table.seats_max = 3", "table.seats_max = 5"),
    "S2": ("table.hand = 6", "table.hand = 8", "table.hand_of_two = 5", "table.decks = 2"),
    "S3": (
        'opening.style = "first_leads"',
        "opening.turn_up_applied = [7]",
        'opening.turn_up_applied = ["J"]',
        'opening.turn_up_buried = [7, "J"]',
    ),
    "S4": (),
    "S5": (
        'turn.draw_when = "freely"',
        'turn.after_draw = "drawn_card"',
        'turn.after_draw = "any_card"',
        "turn.pass_after = 0",
    ),
    "S6": (
        'stock.when_empty = "reshuffle_at_once"',
        'stock.when_empty = "play_on"',
        'stock.when_empty = "round_ends"',
    ),
    "S7": (
        "effects.7 = {}",
        "effects.7.draw_next.cards = 3",
        "effects.7.draw_next = { cards = 2, turn_goes_on = true }",
    ),
    "S8": (
        'effects.7.draw_next = { cards = 2, stacking = "adds" }',
        'effects.7.draw_next = { cards = 2, stacking = "doubles" }',
    ),
    "S9": (
        "effects.J = {}",
        "effects.J.skip = 2",
        "effects.J = { skip = 1, others_draw = 1 }",
        "effects.J = { skip = 1, draw_next.cards = 1 }",
    ),
    "S10": (
        "effects.A.others_draw = 1",
        "effects.A.cover = {}",
        "effects.8.skip = 1",
        "effects.10.reverse = {}",
        'effects.10.reverse.kind = "one_turn"',
        "effects.A.wild = true",
        "effects.8.wild = true",
        "effects.10.wild = true",
    ),
    "S11": (
        "match.rounds = 2",
        "tek.forgotten_draws = 1",
        'match.winners = "lowest_total"\nscore = { count = "points", points = {} }',
    ),
    "S12": (
        'match.winners = "lowest_total"\nscore = { count = "points", points.K = 10 }',
        "score.end_draws = { 7 = 3 }",
    ),
    "S13": (
        "effects.J = { skip = 1, choose_suit.always = true }",
        "effects.J = { skip = 1, choose_suit.on_own_rank = true }",
        "effects.J = { skip = 1, wild = true }",
    ),
}

_GAMYUN: Final[dict[str, tuple[str, ...]]] = {
    "G1": ("table.seats_min = 3", "table.seats_max = 5", "table.decks = 1", "table.jokers = 3"),
    "G2": ("table.hand = 6", "table.hand = 8"),
    "G3": (),
    "G4": (
        'opening.style = "first_leads"',
        'opening.style = "turn_up"',
        'opening.suit = "hearts"',
    ),
    "G5": ('opening.draw = "without_suit"', 'opening.draw = "freely"'),
    "G6": ('opening = { style = "first_leads", inert = false }',),
    "G7": (),
    "G8": (
        'turn.draw_when = "without_match"',
        "turn.draws = 2",
        "turn.draws = 0",
        "turn.pass_after = 0",
    ),
    "G9": ('turn.after_draw = "any_card"', 'turn.after_draw = "turn_ends"'),
    "G10": ("turn.auto_pass = false",),
    "G11": (
        "effects.joker = { wild = true }",
        'effects.joker = { wild = true, draw_next = { cards = 5, stacking = "adds" } }',
        'effects.joker = { draw_next = { cards = 10, stacking = "adds" } }',
    ),
    "G12": (
        "effects.joker = { wild = true, draw_next = { cards = 10 } }",
        'effects.joker = { wild = true, draw_next = { cards = 5, stacking = "adds" } }',
    ),
    "G13": (
        "effects.A.cover.may_finish = true",
        "effects.A = { others_draw = 1 }",
        "effects.A = { others_draw = 2, cover.may_finish = true }",
        "effects.A = { others_draw = 1, cover = {} }",
        "effects.A = { others_draw = 1, cover = { must = true, may_finish = true } }",
        "effects.A = { others_draw = 1, cover = { suit_only = true, may_finish = true } }",
        'effects.A = { others_draw = 1, cover.may_finish = true, together = "any_number" }',
    ),
    "G14": (
        "effects.J = {}",
        "effects.J.choose_suit = { always = true, on_own_rank = true, rank_follows = true }",
        "effects.J.choose_suit = { on_own_rank = true }",
        "effects.J.choose_suit = {}",
        f"effects.J.choose_suit = {_MATCHED_OTHER}",
    ),
    "G15": ("effects.10 = {}", "effects.10.reverse = {}", "effects.10.skip = 1"),
    "G16": ("effects.8 = {}", "effects.8.skip = 2"),
    "G17": (
        "effects.7 = {}",
        'effects.7.draw_next = { cards = 2, stacking = "adds" }',
        "effects.7.draw_next = { cards = 3 }",
        'effects.7.draw_next = { cards = 3, stacking = "doubles" }',
        'effects.7.draw_next = { cards = 3, stacking = "adds", turn_goes_on = true }',
    ),
    "G18": ("match.rounds = 1", "match.rounds = 3", "match.rounds = 5"),
    "G19": (
        'stock.when_empty = "reshuffle"',
        'stock.when_empty = "round_ends"',
        "stock.blocked_extra_passes = 1",
        'stock.blocking_passes = "any"',
    ),
    "G20": (
        "score.end_draws = { A = 1 }",
        "score.end_draws = { 7 = 2, A = 1 }",
        'score.end_chain = "all_ranks"',
    ),
    "G21": (
        "score.end_draws = { 7 = 3 }",
        "score.end_draws = { 7 = 3, A = 2 }",
        "score.end_draws = { 7 = 3, A = 1, joker = 10 }",
        "score.end_draws = { 7 = 3, A = 1, J = 1 }",
    ),
    "G22": ("score.multipliers = { 7 = 3, J = 2 }", "score.multipliers.joker = 9"),
    "G23": ("score.multipliers = { J = 2, joker = 10 }", "score.multipliers.7 = 2"),
    "G24": ("score.multipliers = { 7 = 3, joker = 10 }", "score.multipliers.J = 3"),
    "G25": (
        'score.count = "cards"',
        *(f"score.points.{rank} = 1" for rank in ("joker", "J", "A", "Q", "K")),
        *(f"score.points.{rank} = 12" for rank in range(2, 11)),
    ),
    "G26": ('match.winners = "lowest_total"',),
    "G27": ("table.jokers = 0", "table.jokers = 1"),
    "G28": (
        "effects.A = {}",
        "effects.A.skip = 1",
        "effects.A = { others_draw = 1, skip = 1, cover.may_finish = true }",
        "effects.8 = {}",
    ),
    "G29": ('turn = { draws = 0, draw_again = "freely" }',),
}

_CLASSIC: Final[dict[str, tuple[str, ...]]] = {
    "K1": ("table.seats_min = 3", "table.seats_max = 5", "table.seats_max = 7"),
    "K2": ("table.hand = 6", "table.hand = 8", "table.hand_of_two = 5", "table.decks = 2"),
    "K3": (
        'opening.style = "every_seat"',
        'opening.style = "turn_up"',
        'opening.suit = "hearts"',
    ),
    "K4": ('opening.draw = "freely"', 'opening.draw = "without_plain"'),
    "K5": ("opening.inert = false",),
    "K6": (
        'turn.draw_when = "without_match"',
        "turn.pass_after = 0",
        'turn.after_draw = "turn_ends"\nturn.draws = 1',
        'turn.after_draw = "drawn_card"',
    ),
    "K7": (),
    "K8": (
        "effects.J = {}",
        "effects.J.wild = true",
        "effects.J.choose_suit = {}",
        "effects.J.choose_suit = { always = true, on_own_rank = true }",
    ),
    "K9": (
        "effects.J.choose_suit = { always = true, on_own_rank = true }",
        "effects.J.choose_suit = { always = true, on_own_rank = true, rank_follows = true }",
    ),
    "K10": (
        "turn.draws = 1",
        "turn.pass_after = 0",
        "turn.pass_after = 2",
        'turn.draw_again = "freely"',
        'turn.after_draw = "drawn_card"',
    ),
    "K11": ("effects.8 = {}", "effects.8.skip = 2"),
    "K12": ("effects.10 = {}", 'effects.10.reverse.kind = "one_turn"'),
    "K13": (
        "effects.7 = {}",
        'effects.7.draw_next = { cards = 2, stacking = "adds" }',
        "effects.7.draw_next = { cards = 3 }",
    ),
    "K14": (
        "effects.7.draw_next = { cards = 3 }",
        'effects.7.draw_next = { cards = 2, stacking = "adds" }',
        'effects.7.draw_next = { cards = 3, stacking = "doubles" }',
    ),
    "K15": (
        "effects.A = {}",
        "effects.A.cover = {}",
        "effects.A = { others_draw = 1, cover.may_finish = true }",
        "effects.A.cover = { must = true, may_finish = true }",
        "effects.A.cover = { suit_only = true, may_finish = true }",
        'effects.A = { cover.may_finish = true, together = "any_number" }',
    ),
    "K16": ("score.points.J = 20", 'score.count = "cards"'),
    "K17": ("score.points.7 = 7", 'score.count = "cards"'),
    "K18": ("score.points.A = 11", 'score.count = "cards"'),
    "K19": ("score.points.Q = 12", "score.points.K = 13", 'score.count = "cards"'),
    "K20": tuple(f"score.points.{rank} = 12" for rank in (2, 3, 4, 5, 6, 8, 9, 10)),
    "K21": ("score.multipliers = { J = 2 }", "score.multipliers.7 = 2"),
    "K22": (
        "score.multipliers = { 7 = 3 }",
        "score.multipliers.J = 3",
        "score.multipliers = { 7 = 3, J = 2, A = 2 }",
        "score.multipliers = { 7 = 3, J = 2, K = 2 }",
    ),
    "K23": ('stock.when_empty = "reshuffle"', 'stock.when_empty = "play_on"'),
    "K24": (
        "match.rounds = 3",
        "match.rounds = 5",
        'match.winners = "below_average"',
    ),
    "K25": (
        "effects.J.choose_suit = { always = true }",
        "effects.J.choose_suit = { always = true, other_suit_only = true }",
    ),
    "K26": ('score.count = "cards"',),
    "K27": ('effects.7.draw_next = { cards = 3, stacking = "adds", turn_goes_on = true }',),
}

RESTS_ON: Final[dict[str, tuple[str, ...]]] = _SIMPLE | _GAMYUN | _CLASSIC
