"""What tables argue about: each question, what rules say to it, and how they take an answer."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from pisyedili.engine.cards import JOKER_RANK, Rank
from pisyedili.engine.rules import (
    AfterDraw,
    ChooseSuit,
    Count,
    Cover,
    DrawNext,
    DrawWhen,
    Effects,
    EndChain,
    OpeningStyle,
    Reverse,
    ReverseKind,
    Rules,
    Stacking,
    Together,
    WhenEmpty,
    Winners,
)

_ACE, _SEVEN, _EIGHT, _TEN, _JACK = (Rank(rank) for rank in (1, 7, 8, 10, 11))


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question by its key: choices to number, or a text to ``read``, which raises ``ValueError``.

    ``get`` returns what rules say, ``put`` rules that say so, and ``due`` whether to ask at all.
    """

    key: str
    get: Callable[[Rules], Any]
    put: Callable[[Rules, Any], Rules]
    choices: Mapping[str, Any] = field(default_factory=dict)
    read: Callable[[str], Any] = str
    show: Callable[[Any], str] = str
    due: Callable[[Rules], bool] = lambda _: True


def _number(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.isascii() or not text.isdecimal() or not least <= int(text) <= most:
            raise ValueError(text)
        return int(text)

    return read


def _read_seats(text: str) -> tuple[int, int]:
    """Return the least and the most seats of ``2-4``, or of ``4`` alone."""
    least, dash, most = re.sub(r"\s", "", text).replace("–", "-").partition("-")
    seat = _number(2, 16)
    found = seat(least), seat(most if dash else least)
    if found[0] > found[1]:
        raise ValueError(text)
    return found


def _show_seats(seats: tuple[int, int]) -> str:
    return f"{seats[0]}-{seats[1]}" if seats[0] < seats[1] else str(seats[0])


def _read_decks(text: str) -> tuple[int, int]:
    """Return the decks of ``2``, or of ``1+5``: one more from five seats on."""
    decks, plus, seats = re.sub(r"\s", "", text).partition("+")
    return _number(1, 8)(decks), _number(2, 16)(seats) if plus else 0


def _show_decks(decks: tuple[int, int]) -> str:
    return f"{decks[0]}+{decks[1]}" if decks[1] else str(decks[0])


def _group(name: str, *options: str) -> dict[str, Any]:
    """Return how a question about options of one group is read and answered."""

    def get(rules: Rules) -> Any:
        values = tuple(getattr(getattr(rules, name), option) for option in options)
        return values if len(options) > 1 else values[0]

    def put(rules: Rules, value: Any) -> Rules:
        values = value if len(options) > 1 else (value,)
        part = replace(getattr(rules, name), **dict(zip(options, values, strict=True)))
        return replace(rules, **{name: part})

    return {"get": get, "put": put}


def _with_effects(rules: Rules, rank: Rank, effects: Effects) -> Rules:
    by_rank = {**dict(rules.effects), rank: effects}
    pairs = tuple((one, by_rank[one]) for one in sorted(by_rank) if by_rank[one] != Effects())
    return replace(rules, effects=pairs)


def _card(rank: Rank, unsaid: Effects | None = None) -> dict[str, Any]:
    """Return how a question about all that a rank does is read and answered."""
    return {
        "get": lambda rules: dict(rules.effects).get(rank, unsaid or Effects()),
        "put": lambda rules, effects: _with_effects(rules, rank, effects),
    }


def _debt(rules: Rules) -> DrawNext | None:
    return dict(rules.effects).get(_SEVEN, Effects()).draw_next


def _put_debt(rules: Rules, debt: DrawNext | None) -> Rules:
    effects = dict(rules.effects).get(_SEVEN, Effects())
    return _with_effects(rules, _SEVEN, replace(effects, draw_next=debt))


def _cost(rules: Rules) -> int:
    debt = _debt(rules)
    return debt.cards if debt else 0


def _put_cost(rules: Rules, cards: int) -> Rules:
    old = _debt(rules) or DrawNext(cards=cards, stacking=Stacking.ADDS)
    return _put_debt(rules, replace(old, cards=cards) if cards else None)


def _stacking(rules: Rules) -> Stacking:
    debt = _debt(rules)
    return debt.stacking if debt else Stacking.ADDS


def _put_stacking(rules: Rules, stacking: Stacking) -> Rules:
    debt = _debt(rules)
    return _put_debt(rules, replace(debt, stacking=stacking)) if debt else rules


def _winner(rules: Rules) -> tuple[Count, Winners]:
    return rules.score.count, rules.match.winners


def _put_winner(rules: Rules, value: tuple[Count, Winners]) -> Rules:
    """Return rules that count so; points that no rule set gave are the usual ones."""
    count, winners = value
    points = rules.score.points or (_USUAL if count is Count.POINTS else ())
    score = replace(rules.score, count=count, points=points)
    return replace(rules, score=score, match=replace(rules.match, winners=winners))


_USUAL: Final = tuple(
    (Rank(rank), points)
    for rank, points in enumerate((11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 25, 10, 10, 100), 1)
)
_SKIP: Final = Effects(skip=1)
_LASTING: Final = Effects(reverse=Reverse())
_WISH: Final = ChooseSuit(always=True, on_own_rank=True)
_MAY: Final = Cover(may_finish=True)
_MUST: Final = Cover(must=True, suit_only=True)
_ENDS: Final = (1, DrawWhen.WITHOUT_MATCH, AfterDraw.TURN_ENDS, 1)
_DRAWN: Final = (1, DrawWhen.WITHOUT_MATCH, AfterDraw.DRAWN_CARD, 1)
_UNTIL: Final = (0, DrawWhen.WITHOUT_MATCH, AfterDraw.ANY_CARD, 1)
_LIKED: Final = (0, DrawWhen.FREELY, AfterDraw.ANY_CARD, 1)
_MULTIPLIED: Final = ((_SEVEN, 3), (_JACK, 2))
_ENDING: Final = ((_SEVEN, 3), (_ACE, 1))


def _joker(cards: int) -> Effects:
    return Effects(wild=True, draw_next=DrawNext(cards=cards, stacking=Stacking.ADDS))


QUESTIONS: Final = (
    Question(
        key="seats", read=_read_seats, show=_show_seats, **_group("table", "seats_min", "seats_max")
    ),
    Question(
        key="decks",
        read=_read_decks,
        show=_show_decks,
        **_group("table", "decks", "extra_deck_from"),
    ),
    Question(key="jokers", read=_number(0, 32), **_group("table", "jokers")),
    Question(
        key="opening",
        choices={
            "every_seat": (OpeningStyle.EVERY_SEAT, True),
            "first_leads": (OpeningStyle.FIRST_LEADS, True),
            "turn_up": (OpeningStyle.TURN_UP, False),
        },
        **_group("opening", "style", "inert"),
    ),
    Question(key="seven", read=_number(0, 1000), get=_cost, put=_put_cost),
    Question(
        key="stacking",
        choices={str(one): one for one in Stacking},
        get=_stacking,
        put=_put_stacking,
        due=lambda rules: _debt(rules) is not None,
    ),
    Question(
        key="eight",
        choices={"plain": Effects(), "skip": _SKIP, "wish": Effects(choose_suit=_WISH)},
        **_card(_EIGHT),
    ),
    Question(
        key="ace",
        choices={
            "plain": Effects(),
            "draw": Effects(others_draw=1),
            "skip": _SKIP,
            "may": Effects(cover=_MAY),
            "must": Effects(cover=_MUST),
            "draw_may": Effects(others_draw=1, cover=_MAY),
            "draw_must": Effects(others_draw=1, cover=_MUST, together=Together.ALL),
        },
        **_card(_ACE),
    ),
    Question(
        key="ten",
        choices={
            "plain": Effects(),
            "lasting": _LASTING,
            "one_turn": Effects(reverse=Reverse(kind=ReverseKind.ONE_TURN)),
        },
        **_card(_TEN),
    ),
    Question(
        key="jack",
        choices={
            "plain": Effects(),
            "skip": _SKIP,
            "not_on_jack": Effects(choose_suit=ChooseSuit(always=True)),
            "on_jack": Effects(choose_suit=_WISH),
            "match": Effects(choose_suit=ChooseSuit(on_own_rank=True, rank_follows=True)),
        },
        **_card(_JACK),
    ),
    Question(
        key="joker",
        choices={"ten": _joker(10), "five": _joker(5), "wild": Effects(wild=True)},
        due=lambda rules: rules.table.jokers > 0,
        **_card(JOKER_RANK, _joker(10)),
    ),
    Question(
        key="draw_when",
        choices={"freely": DrawWhen.FREELY, "without_match": DrawWhen.WITHOUT_MATCH},
        **_group("turn", "draw_when"),
    ),
    Question(
        key="draws",
        choices={"ends": _ENDS, "drawn": _DRAWN, "until": _UNTIL, "liked": _LIKED},
        **_group("turn", "draws", "draw_again", "after_draw", "pass_after"),
    ),
    Question(key="tek", read=_number(0, 1000), **_group("tek", "forgotten_draws")),
    Question(
        key="stock",
        choices={
            "reshuffle": WhenEmpty.RESHUFFLE,
            "play_on": WhenEmpty.PLAY_ON,
            "round_ends": WhenEmpty.ROUND_ENDS,
        },
        **_group("stock", "when_empty"),
    ),
    Question(
        key="winners",
        choices={
            "lowest_total": (Count.POINTS, Winners.LOWEST_TOTAL),
            "below_average": (Count.POINTS, Winners.BELOW_AVERAGE),
            "fewest_cards": (Count.CARDS, Winners.FEWEST_CARDS),
        },
        get=_winner,
        put=_put_winner,
    ),
    Question(
        key="end_draws",
        choices={
            "none": ((), EndChain.SAME_RANK),
            "own": (_ENDING, EndChain.SAME_RANK),
            "all": ((*_ENDING, (JOKER_RANK, 10)), EndChain.ALL_RANKS),
        },
        **_group("score", "end_draws", "end_chain"),
    ),
    Question(
        key="multipliers",
        choices={
            "none": (),
            "two": _MULTIPLIED,
            "three": (*_MULTIPLIED, (JOKER_RANK, 10)),
        },
        **_group("score", "multipliers"),
    ),
    Question(key="rounds", read=_number(1, 1000), **_group("match", "rounds")),
)
