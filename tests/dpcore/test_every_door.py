"""Every public function and method, found by itself, is tried with odd arguments: none is forgotten."""

import inspect
import math
import time
from operator import call

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import dpcore
from dpcore import choosing, designs, fixed_budget, private_stopping, regret, times
from dpcore.designs import superiority
from tests.dpcore import odd_values
from tests.dpcore.doors import (
    ALGORITHMS,
    CONTEXTUAL,
    DOORS,
    LOOKS,
    MEANS,
    OF_FAMILIES,
    POLICY,
    STUDIES,
    room,
)
from tests.dpcore.refusals import refused

ALL = {**DOORS, **ALGORITHMS, **OF_FAMILIES}


def of_family(function):
    return room(function) in ("fixed_budget", "private_stopping", "regret")


def test_public_functions_and_methods_are_found():
    """Those that take an argument by a name that is not known fail below."""
    assert {dpcore.smallest_epsilon, superiority.smallest_epsilon, STUDIES.compare, LOOKS.extended_by} <= set(DOORS)
    assert len(DOORS) > 150


def whole(function):
    """The arguments that work, with the defaults of all others."""
    given = ALL[function]
    parameters = inspect.signature(function).parameters.values()
    defaults = {each.name: each.default for each in parameters if each.default is not each.empty}
    return {**defaults, **given}


WHOLE = {function: whole(function) for function in ALL}
SECONDS = 30  # of one processor: what a call may take on a busy machine


def answered_in_time(call):
    start = time.process_time()
    odd_values.answered(*call)
    assert time.process_time() - start < SECONDS, "the call takes too long"


@pytest.mark.parametrize("function", ALL, ids=lambda function: function.__qualname__)
def test_good_arguments_work(function):
    assert function(**ALL[function]) is not None


@pytest.mark.parametrize("half", [0, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("function", DOORS, ids=lambda function: function.__qualname__)
def test_one_odd_argument(function, half):
    """Doors that share an argument's name share the values, in two halves; what is long swaps them."""
    for name in DOORS[function]:
        sharing = [door for door in DOORS if name in DOORS[door]]
        for value in odd_values.ALL[(sharing.index(function) + half) % 2 :: 2] if len(sharing) > 1 else odd_values.ALL:
            answered_in_time((function, DOORS[function] | {name: value}))


POSITIVE, SHARE, SIZE = (0, -1.0, math.nan), (0, 1, math.nan), (0, 0.5)
REFUSED = {  # by every function that has such an argument
    **dict.fromkeys(("epsilon", "rho", "samples"), POSITIVE),
    **dict.fromkeys(
        ("risk", "delta", "quantile", "confidence", "probability", "power", "level", "gap", "prior"), SHARE
    ),
    **dict.fromkeys(("usual", "difference", "relative_error", "failure_probability", "false_alarm_rate"), SHARE),
    **dict.fromkeys(("m", "x", "best_mean", "other_mean"), (-0.1, 1.1, math.nan)),
    **dict.fromkeys(("best_weight", "other_weight"), (-1, math.inf)),
    **dict.fromkeys(("indifference", "lead", "missing"), (-0.1, 1, math.nan)),
    **dict.fromkeys(("exploration", "context_variance", "reward_bound"), (0, math.nan)),
    **dict.fromkeys(("horizon", "participants", "max_samples", "count", "rows", "weeks", "block", "per_option"), SIZE),
    **dict.fromkeys(("arms", "num_arms", "dimension", "workers", "people"), SIZE),
    **dict.fromkeys(("seed", "first_run"), (-1, 0.5, 2**128)),
    **dict.fromkeys(("bounded", "split"), (1, None)),
    **dict.fromkeys(("algorithm", "trust_model", "release", "rewards", "instance", "divergence"), ("none",)),
    **dict.fromkeys(("definition", "towards", "distribution"), ("none",)),
    "runs": (-1, 0.5),
    "epsilons": ([-1.0], [math.nan], [], 0.1),
    "means": ((0.5, 1.0), (0.5, math.nan), (0.5,), "many"),
    "mean": (0.0, 1.5, math.nan),
    "leader_share": (0.0, 1.0),
    "tolerance": (-0.1, 0, 10, math.inf, math.nan),
    "laws": ([0, 1],),
    "weekly": ([], [-1], [math.nan], [0]),
    "cancel": (5,),
}
OF_ONE_BEST_ARM = {"risk": 0.5, "means": (0.5, 0.5)}
TAKEN = {  # where 0, [] or a tie has a meaning, or the algorithm has no such budget
    dpcore.minimal_epsilon: {"delta"},
    dpcore.privacy_delta: {"epsilon"},
    dpcore.privacy.worst_pair: {"epsilon"},
    designs.lead_possible_epsilon: {"participants"},
    dpcore.simulate_fixed_confidence: {"epsilon", "rho"},
    dpcore.trace_fixed_confidence: {"rho"},
    dpcore.fixed_confidence.prepared_arguments: {"rho"},
    dpcore.simulate_regret: {"rho"},
    **{each: {"epsilon", "rho"} for each in OF_FAMILIES},
    STUDIES.share_changed: {"epsilons"},
    STUDIES.changed_intervals: {"epsilons"},
    LOOKS.done_by: {"samples"},
    LOOKS.done_interval: {"samples"},
    LOOKS.looks_by: {"samples"},
}
TIES_TAKEN = (dpcore.necessary_samples, dpcore.smallest_difference, dpcore.good_answers, times.is_asymptotic)


@pytest.mark.parametrize("function", {**DOORS, **OF_FAMILIES}, ids=lambda function: function.__qualname__)
def test_what_is_out_of_its_domain_is_refused_by_its_name(function):
    for name in WHOLE[function].keys() & REFUSED.keys() - TAKEN.get(function, set()):
        is_one = not of_family(function) and name in OF_ONE_BEST_ARM and function not in TIES_TAKEN
        for value in (*REFUSED[name], *([OF_ONE_BEST_ARM[name]] if is_one else [])):
            with pytest.raises(ValueError, match=name.removesuffix("s")):
                function(**WHOLE[function] | {name: value})


def odd(function, **arguments):
    return function, WHOLE[function] | arguments


@settings(max_examples=200, deadline=None)
@given(call=odd_values.calls(WHOLE))
@example(call=odd(fixed_budget.minimax_exponent, horizon=1, hardness=fixed_budget.Hardness(0, 0)))
@example(call=odd(fixed_budget.fixed_budget_hardness, features=np.eye(2), theta=[5e-324, 0.0], epsilon=5e-324))
@example(call=odd(private_stopping.private_stopping_bounds, mean=1e-200))
@example(call=odd(regret.dp_se_pulls_bound, gap=5e-324, arms=2, horizon=10, epsilon=5e-324))
def test_any_argument_of_any_door_may_be_odd(call):
    answered_in_time(call)


numbers = st.floats() | st.integers() | st.floats(0, 1) | st.sampled_from([5e-324, 1e308, math.inf, math.nan, 2**63])
anything = st.recursive(
    numbers | st.none() | st.booleans() | st.text(max_size=4) | odd_values.values,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=8,
)


@pytest.mark.long
@settings(max_examples=5000, deadline=None, derandomize=False, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_very_many_odd_arguments(data):
    function = data.draw(st.sampled_from(list(WHOLE)))
    arguments = dict(WHOLE[function])
    for name in data.draw(st.lists(st.sampled_from(sorted(arguments)), min_size=1, max_size=2, unique=True)):
        arguments[name] = data.draw(anything, label=name)
    answered_in_time((function, arguments))


test_work_is_bounded = refused(
    call,
    (lambda: dpcore.achievable_samples(MEANS, 1.0, 0.1, runs=10**7), "runs must be at most 100000"),
    (lambda: choosing.simulated_epsilon_band(MEANS, 0.1, 900, runs=10**7), "runs must be at most 100000"),
    (lambda: choosing.posterior_samples([MEANS] * 200_000, 1.0, 0.1), "at most 100000 draws"),
    (lambda: dpcore.beta_posterior([1, 2], [3, 4]).draws(10**9), "count must be at most 100000"),
    (lambda: dpcore.characteristic_time_curve(MEANS, np.ones(10**6)), "at most 1000000 shares"),
    (lambda: dpcore.characteristic_time(np.linspace(0.1, 0.9, 10**6), "kl"), "at most 100000 means"),
    (
        lambda: dpcore.times.private_divergence(np.full((9999, 1), 0.5), np.full(9999, 0.5), 1),
        "at most 10000000 numbers",
    ),
    (lambda: dpcore.privacy_delta(POLICY, "table", np.ones(10_001)), "at most 10000 numbers"),
    (lambda: dpcore.regime_boundaries(MEANS, 1e-9), "tolerance must"),
    (lambda: dpcore.privacy.equal_epsilon(1.0, 0), "runs must be at least 1, not 0"),
    (lambda: dpcore.linear.g_optimal_design(np.ones((10**6, 2))), "at most 100000 numbers in at most 50 dimensions"),
)


@pytest.mark.parametrize("name", ["dp-ucb", "rs-oful", "adac-oful"])
def test_a_horizon_of_hours_is_refused_where_every_pull_is_work(name):
    environment = CONTEXTUAL if "oful" in name else MEANS
    with pytest.raises(ValueError, match=r"^horizon must be at most 10000000000, not 10000000001$"):
        regret.simulate_regret(name, environment, 10**10 + 1, epsilon=1.0, rho=1.0)
