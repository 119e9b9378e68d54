"""Numbers as people read them."""

import math

import pytest

from ui.look import numbers as text


@pytest.mark.parametrize(
    "value, expected",
    [
        (0.34051, "0.341"),
        (2.354, "2.35"),
        (1781.2, "1,780"),
        (3158123, "3,160,000"),
        (9.996, "10.0"),
        (0.0001234, "0.000123"),
        (0.00001234, "1.23e-05"),
        (0.99999, "1.00"),
        (-0.05, "−0.0500"),
        (math.inf, "∞"),
        (0, "0"),
    ],
)
def test_number(value, expected):
    assert text.number(value) == expected


@pytest.mark.parametrize("value, expected", [(4193.2, "4,193"), (99999.2, "99,999"), (370912, "371,000")])
def test_count(value, expected):
    assert text.count(value) == expected


@pytest.mark.parametrize(
    "limit, lower, upper",
    [
        (4193.8, "4,193", "4,194"),
        (4193.0 * (1 + 1e-13), "4,193", "4,193"),
        (15.97, "15", "16"),
        (123456, "123,000", "124,000"),
        (99999.5, "99,999", "100,000"),
        (0.2203, "0.22", "0.221"),
        (9.999, "9.99", "10"),
        (2.0, "2", "2"),
        (math.inf, "∞", "∞"),
        (0.0, "0", "0"),
    ],
)
def test_limits_are_rounded_to_their_safe_side(limit, lower, upper):
    assert (text.at_least(limit), text.at_most(limit)) == (lower, upper)


@pytest.mark.parametrize("value, expected", [(0.168783, 0.169), (0.17, 0.17), (0.98398, 0.984), (0.0, 0.0), (1.0, 1.0)])
def test_promises_are_never_rounded_down(value, expected):
    assert text.rounded_up(value) == expected
    assert text.rounded_up(0.1700001) == 0.171
    assert text.rounded_down(0.1709999) == 0.17


@pytest.mark.parametrize(
    "share, expected", [(0.01, "1 %"), (0.055, "5.5 %"), (1, "100 %"), (0.99984, "99.98 %"), (0.12345, "12.3 %")]
)
def test_percent(share, expected):
    assert text.percent(share) == expected


@pytest.mark.parametrize("seconds, expected", [(0.2, "1 s"), (75, "75 s"), (200, "3 min"), (7200, "2 h")])
def test_duration(seconds, expected):
    assert text.duration(seconds) == expected
