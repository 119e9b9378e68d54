"""Odd arguments for public functions: whatever a program may pass, the answer is a result or one sentence."""

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
from hypothesis import strategies as st

from dpcore import CancelFlag, choosing, privacy


class Unspeakable:
    def __repr__(self):
        raise RuntimeError("no words")


NUMBERS = (
    *(-1, 0, 2, 2**63, 10**13, 10**400, -(10**400), True),
    *(-0.0, 0.5, 1.5, 5e-324, 1e-300, 1e-17, 1 - 1e-16, 1e308, -1e308, math.inf, -math.inf, math.nan),
    *(-(10**5000), np.float64(0.3), np.int8(5), np.float32(1e-40), 1j, np.complex128(1j)),
    *(Fraction(1, 3), Decimal("0.1")),
)
OTHERS = (
    *(None, "", "1", "0.5", "central", "many\nlines", "x" * 6000, b"1", (), [], [[]], {}, {"a": 1}, {1}, object(), int),
    *(print, Unspeakable(), CancelFlag(), privacy.counterexample(), choosing.BetaPosterior([1.0], [1.0])),
    *(np.datetime64("2020-01-01"),),
)
TABLES = (
    *([0.5], [0.9, 0.1], [0.5, 0.5], [0.5, math.nan], [0.5, "a"], [1e308, 1e308], [5e-324, 1e-323], [10**400, 1]),
    *([0.2, [0.1]], [[0.1, 0.2], [0.3, 0.4]], [[1.0, 0.0], [0.0, 5e-324]], [[1e300, 1e-300], [1.0, 1.0]]),
    *(np.zeros((2, 0)), np.full(3, 0.25), np.array(["a", "b"]), np.array(None), np.eye(2, dtype=complex), range(10**9)),
    *(np.array(5), range(10**20), [[[[0.5]]]], np.array([None]), np.array([0.5, 0.1j]), [0.5] * 3000),
    *([0.1 + i * 1e-17 for i in range(50)], [[0.0, 0.0], [0.0, 0.0]], np.zeros((2, 2, 2))),
)
ALL = (*NUMBERS, *OTHERS, *TABLES)
values = st.sampled_from(ALL)


@st.composite
def calls(draw, doors):
    """A function of `doors` (function -> valid arguments) with one or two of its arguments replaced by odd values."""
    function = draw(st.sampled_from(list(doors)))
    arguments = dict(doors[function])
    for name in draw(st.lists(st.sampled_from(sorted(arguments)), min_size=1, max_size=2, unique=True)):
        arguments[name] = draw(values)
    return function, arguments


def answered(function, arguments):
    """Call it: any error but a ValueError of one short sentence fails the test."""
    try:
        function(**arguments)
    except ValueError as error:
        said = str(error)
        assert 10 < len(said) <= 400, (len(said), said[:500])
        assert said.isprintable(), said
        assert not said.startswith(("could not", "setting an", "cannot", "math domain")), said
