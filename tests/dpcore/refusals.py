"""Bad input is refused with one sentence: a table of it makes a test."""

import pytest


def refused(call, *cases):
    """A test of each case, which holds what the call is given and, last, the pattern of what the ValueError says."""

    @pytest.mark.parametrize("case", cases, ids=lambda case: case[-1])
    def test(case):
        *given, message = case
        with pytest.raises(ValueError, match=message):
            call(*given)

    return test
