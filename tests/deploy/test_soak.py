"""A minute of callers of all kinds: nothing of them is left in the server."""

from tests.deploy.soak import excess, soaked

MINUTES = 1.0


def test_what_callers_do_leaves_nothing_behind() -> None:
    assert excess(soaked(MINUTES)) == {}
