"""What a seat sees of what happened."""

import pytest

from pisyedili.engine.events import CardsDrawn, Why
from pisyedili.engine.view import visible
from tests.engine.builder import move, position

DRAW = move(position("standard", "2♥ 3♦ | 4♣ 5♣ | 6♦ 7♦", "9♠", stock="…K♥"), "draw")


def test_a_draw_is_seen_whole_by_its_own_seat() -> None:
    (drawn,) = DRAW.events
    assert isinstance(drawn, CardsDrawn)
    assert len(drawn.cards) == drawn.count == 1
    assert visible(DRAW.events, 0) == DRAW.events


@pytest.mark.parametrize("viewer", [1, 2, None])
def test_of_other_seats_draws_the_number_alone_is_seen(viewer: int | None) -> None:
    assert visible(DRAW.events, viewer) == (CardsDrawn(0, 1, (), Why.TURN),)


def test_plays_are_seen_by_all() -> None:
    played = move(position("standard", "2♥ 3♥ | 4♣ 5♣ | 6♦ 7♦", "9♥"), "2♥")
    assert all(visible(played.events, viewer) == played.events for viewer in (0, 1, 2, None))
