"""What each statement about ``standard`` rests on: changed options that must fail its tests."""

ACE = 'A = {others_draw = 1, together = "all", cover = {must = true, suit_only = true}}'
JACK = "J = {choose_suit = {always = true}}"


def _aces(old: str, new: str) -> str:
    """Return the ace's effects with one part of them changed."""
    changed = ACE.replace(old, new)
    assert changed != ACE
    return f"effects = {{{changed}}}"


def _jacks(old: str, new: str) -> str:
    changed = JACK.replace(old, new)
    assert changed != JACK
    return f"effects = {{{changed}}}"


RESTS_ON: dict[str, tuple[str, ...]] = {
    "V1": ("table = {seats_min = 2}", "table = {seats_max = 8}", "table = {seats_max = 6}"),
    "V2": ('table = {partnerships = "pairs", seats_min = 4}',),
    "V3": ("table = {decks = 2}", "table = {extra_deck_from = 0}", "table = {extra_deck_from = 4}"),
    "V4": ("table = {hand = 6}", "table = {packets = [4, 3]}"),
    "V5": ("table = {packets = [4, 3]}", "table = {packets = [3, 2, 2]}"),
    "V6": (),
    "V7": ('opening = {suit = "hearts"}', 'opening = {style = "turn_up"}'),
    "V8": ('opening = {suit = "hearts"}', 'opening = {style = "first_leads"}'),
    "V9": ('opening = {style = "first_leads", inert = false}',),
    "V10": ('opening = {style = "first_leads"}',),
    "V11": ('opening = {style = "first_leads"}',),
    "V12": ("turn = {draws = 2}", "turn = {draws = 0}"),
    "V13": ('turn = {draw_when = "without_match"}',),
    "V14": ('turn = {after_draw = "turn_ends"}', 'turn = {after_draw = "any_card"}'),
    "V15": ("tek = {forgotten_draws = 0}",),
    "V16": ("tek = {forgotten_draws = 0}", "tek = {forgotten_draws = 2}"),
    "V17": (
        'stock = {when_empty = "play_on"}',
        'stock = {when_empty = "round_ends"}',
        'stock = {when_empty = "reshuffle_at_once"}',
    ),
    "V18": (
        "effects = {7 = {}}",
        'effects = {7 = {draw_next = {cards = 2, stacking = "adds"}}}',
        'effects = {7 = {draw_next = {cards = 3, stacking = "adds", turn_goes_on = true}}}',
    ),
    "V19": (
        "effects = {7 = {draw_next = {cards = 3}}}",
        'effects = {7 = {draw_next = {cards = 3, stacking = "doubles"}}}',
    ),
    "V20": ("effects = {8 = {}}", "effects = {8 = {skip = 2}}"),
    "V21": ("effects = {10 = {}}", 'effects = {10 = {reverse = {kind = "one_turn"}}}'),
    "V22": ("effects = {J = {}}", _jacks("true}", "true, other_suit_only = true}")),
    "V23": (_jacks("true", "false"), _jacks("true}", "true, on_own_rank = true}")),
    "V24": (_aces("others_draw = 1, ", ""), _aces("others_draw = 1", "others_draw = 2")),
    "V25": (_aces('"all"', '"one"'), _aces('"all"', '"any_number"')),
    "V26": (_aces("must = true, ", ""), _aces(", suit_only = true", "")),
    "V27": (
        _aces("must = true, ", ""),
        _aces(", cover = {must = true, suit_only = true}", ""),
    ),
    "V28": ('score = {count = "cards"}', "score = {points = {9 = 8}}"),
    "V29": ("score = {end_draws = {A = 1, joker = 10}}", "score = {end_draws = {7 = 2}}"),
    "V30": ("score = {end_draws = {7 = 3, joker = 10}}", "score = {end_draws = {A = 2}}"),
    "V31": ("score = {end_draws = {7 = 3, A = 1}}", "score = {end_draws = {joker = 9}}"),
    "V32": ('score = {end_chain = "same_rank"}',),
    "V33": (_aces("suit_only = true", "suit_only = true, may_finish = true"),),
    "V34": ("score = {multipliers = {J = 2, joker = 10}}",),
    "V35": ("score = {multipliers = {7 = 3, joker = 10}}",),
    "V36": ("score = {multipliers = {7 = 3, J = 2}}",),
    "V37": ("score = {multipliers = {}}",),
    "V38": ("score = {points = {joker = 50}}",),
    "V39": ("effects = {joker = {wild = true, draw_next = {cards = 10}}}",),
    "V40": ("table = {decks = 2}", "table = {jokers = 2}"),
    "V41": ('opening = {draw = "without_suit"}', 'opening = {draw = "without_plain"}'),
    "V42": ("table = {jokers = 2}", "effects = {joker = {}}"),
    "V43": ("score = {end_draws = {A = 1}}", "score = {multipliers = {J = 2, joker = 10}}"),
    "V44": ('opening = {style = "first_leads"}',),
    "V45": ("turn = {pass_after = 0}", 'turn = {draw_when = "without_match"}'),
    "V46": (),
    "V47": (),
}

CLOCKWISE = "every table plays clockwise until a card turns the order round"
MATCHING = "every table matches plain cards by suit or rank"

FIXED: dict[str, str] = {
    "V6": CLOCKWISE,
    "V46": "how a card is written is no option of a table",
    "V47": "on every table the first empty hand ends the round",
    "S4": MATCHING,
    "G3": CLOCKWISE,
    "G7": MATCHING,
    "K7": MATCHING,
}
"""Why a statement, of any table, rests on no option."""
