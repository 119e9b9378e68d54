"""Every kind of parameter takes what it says, and quotes what it refuses."""

import pytest

from dpcore.experiments import Choice, Difference, Number, Parameter, Switch, WholeNumber
from dpcore.experiments.parameters import check_parameters
from tests.dpcore.refusals import refused

SHARE = Parameter("share", 0.5, "a share", Number(0, 1))
SIZE = Parameter("size", None, "a size; chosen by epsilon by default", WholeNumber(1, 9))
LEADER = Parameter("leader", "phase", "who leads", Choice(("phase", "log")))
LEAD = Parameter("lead", 0.0, "a lead", Difference())
SPLIT = Parameter("split", True, "whether to split", Switch())


@pytest.mark.parametrize(
    "parameter, value, checked",
    [
        (SHARE, "0.25", 0.25),
        (LEAD, 0, 0.0),
        (SIZE, 9, 9),
        (SIZE, None, None),
        (LEADER, "log", "log"),
        (SPLIT, False, False),
    ],
)
def test_values_that_are_taken(parameter, value, checked):
    assert parameter.check(value) == checked
    assert type(parameter.check(value)) is type(checked)


test_values_that_are_refused = refused(
    lambda parameter, value: parameter.check(value),
    (SHARE, 1, "share must be strictly between 0 and 1, not 1"),
    (SHARE, None, "share must be a number, not None"),
    (LEAD, 1, "lead must be at least 0 and less than 1, not 1"),
    (LEAD, None, "lead must be a number, not None"),
    (SIZE, 10, "size must be at most 9, not 10"),
    (SIZE, 2.5, "size must be a whole number, not 2.5"),
    (LEADER, "last", "leader must be one of phase, log, not 'last'"),
    (SPLIT, 1, "split must be True or False, not 1"),
    (SPLIT, None, "split must be True or False, not None"),
)


def test_only_names_are_choices():
    assert LEADER.choices == ("phase", "log")
    assert SHARE.choices == SIZE.choices == SPLIT.choices == ()


def test_defaults_fill_in_and_unknown_names_are_refused():
    known = (SHARE, SIZE, LEADER, SPLIT)
    assert check_parameters("X", known, {"leader": "log"}) == {
        "share": 0.5,
        "size": None,
        "leader": "log",
        "split": True,
    }
    with pytest.raises(ValueError, match="X has no parameter 'shares', only: share, size"):
        check_parameters("X", (SHARE, SIZE), {"shares": 1})
    with pytest.raises(ValueError, match="X has no parameter 'share', only: none"):
        check_parameters("X", (), {"share": 1})
    with pytest.raises(ValueError, match="X has no parameter 'xxx") as refusal:
        check_parameters("X", (), {"x" * 5000: 1})
    assert len(str(refusal.value)) < 200
