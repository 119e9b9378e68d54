"""Differences between pins, in words and numbers."""

import pytest

from ui.pins import words
from ui.pins.pin import PinnedState


def rows(*inputs, among=None):
    pins = {words.LETTERS[place]: PinnedState("audit", each, "") for place, each in enumerate(inputs)}
    return words.differences(pins, {"epsilon": "Epsilon"}, among)


@pytest.mark.parametrize(
    "first, second, cell",
    [
        ("0.1", "0.5", "0.5 (× 5)"),
        ("2", "1", "1 (× 0.5)"),
        ("0", "3", "3 (+3)"),
        ("1", "-1", "-1 (−2)"),
        ("1", "1.0", "1.0"),
        ("1", "inf", "inf"),
        ("1e-308", "1e308", "1e308 (+1e+308)"),
        ("PRISE", "<b>", "&lt;b&gt;"),
        ("1", "", "(empty)"),
    ],
)
def test_a_value_says_how_it_differs_from_the_first(first, second, cell):
    assert rows({"epsilon": [first]}, {"epsilon": [second]}) == [["Epsilon", first, cell]]


def test_only_inputs_that_differ_are_named_and_what_a_pin_lacks_is_a_dash():
    found = rows({"epsilon": ["1"], "runs": ["5"]}, {"runs": ["5"], "list": ["a", "b"]}, {"runs": ["5"]})
    assert found == [["Epsilon", "1", "—", "—"], ["list", "—", "a, b", "—"]]
    assert rows({"epsilon": ["1"], "runs": ["5"]}, {"runs": ["6"]}, among=("epsilon",)) == [["Epsilon", "1", "—"]]


def test_a_long_value_is_cut():
    assert len(rows({"x": ["a" * 5000]}, {"x": ["b"]})[0][1]) == 120


def test_a_verdict_is_kept_as_it_is_read():
    assert words.plain(r"**2,345 people** choose \*x\* \(a\) at\u2060 ε".replace(r"\u2060", "\u2060")) == (
        "2,345 people choose *x* (a) at ε"
    )
