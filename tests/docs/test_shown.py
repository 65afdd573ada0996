"""Answers are compared with what is shown: nothing slips through but what is left out."""

from typing import Any

import pytest

from tests.docs.shown import differences


@pytest.mark.parametrize(
    ("shown", "got"),
    [
        ({"a": 1, "b": [True, "x"]}, {"b": [True, "x"], "a": 1}),
        ({"a": "Cg…"}, {"a": "CgQIBw=="}),
        ({"a": 1, "…": "…"}, {"a": 1, "b": 2}),
        ([{"a": 1}, "…"], [{"a": 1}, {"a": 2}]),
    ],
)
def test_an_answer_is_as_it_is_shown(shown: Any, got: Any) -> None:
    assert list(differences(shown, got)) == []


@pytest.mark.parametrize(
    ("shown", "got"),
    [
        ({"a": 1}, {"a": 2}),
        ({"a": 1}, {"a": True}),
        ({"a": 1}, {"a": 1, "b": 2}),
        ({"a": 1, "b": 2, "…": "…"}, {"a": 1}),
        ({"a": "Cg…"}, {"a": "CA=="}),
        ({"a": {"b": [1, {"c": 2}]}}, {"a": {"b": [1, {"c": 3}]}}),
        ([1], [1, 2]),
        ([1, 2], [1]),
        ([1, "…"], [1]),
        ({}, []),
    ],
)
def test_an_answer_is_not_as_it_is_shown(shown: Any, got: Any) -> None:
    (difference,) = differences(shown, got)
    assert difference.startswith("answer")
