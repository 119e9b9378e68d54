"""A registry finds by name, says which names there are, and each entry checks its own budget."""

import math

import pytest

from dpcore.experiments import GLOBAL_DP, LOCAL_DP, NO_PRIVACY, ZCDP, Algorithm, Registry
from tests.dpcore.refusals import refused


def entry(name, privacy=NO_PRIVACY):
    return Algorithm(
        name=name, label=name.upper(), privacy=privacy, source="-", warnings=(), parameters=(), prepare=lambda _: int
    )


def test_a_registry_is_a_mapping_in_the_order_listed():
    registry = Registry(entry("b"), entry("a"))
    assert list(registry) == ["b", "a"]
    assert len(registry) == 2
    assert registry["a"] is registry.find("a")
    assert "c" not in registry
    with pytest.raises(TypeError):
        registry["c"] = entry("c")


@pytest.mark.parametrize("name", ["c", None, ["a"]])
def test_an_unknown_name_lists_those_that_exist(name):
    with pytest.raises(ValueError, match="algorithm must be one of b, a, not"):
        Registry(entry("b"), entry("a")).find(name)


def test_two_algorithms_of_one_name_are_refused():
    with pytest.raises(ValueError, match="names of algorithms must differ, but are a, a"):
        Registry(entry("a"), entry("a"))


def test_each_privacy_takes_its_own_budget():
    assert entry("a").check_budget(epsilon=-1.0) == math.inf
    assert entry("a", GLOBAL_DP).check_budget(epsilon=2, rho=0.5) == 2
    assert entry("a", LOCAL_DP).check_budget(epsilon=2, rho=0.5) == 2
    assert entry("a", ZCDP).check_budget(epsilon=2, rho=0.5) == 0.5
    assert [each.is_private for each in (NO_PRIVACY, GLOBAL_DP, LOCAL_DP, ZCDP)] == [False, True, True, True]


test_a_budget_that_is_missing_or_bad = refused(
    lambda privacy, budget: entry("a", privacy).check_budget(**budget),
    (GLOBAL_DP, {"rho": 1}, "epsilon must be given: A is private .epsilon-global DP."),
    (ZCDP, {"epsilon": 1}, "rho must be given: A is private .rho-zCDP."),
    (LOCAL_DP, {"epsilon": 0}, "epsilon must be greater than 0, not 0"),
    (ZCDP, {"rho": -1}, "rho must be strictly between 0 and inf, not -1"),
)
