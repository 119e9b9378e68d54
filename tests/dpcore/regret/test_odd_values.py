"""Every public function of regret answers odd arguments with a result or with one sentence."""

import pytest
from hypothesis import example, given, settings

from dpcore import regret
from tests.dpcore.odd_values import answered, calls

MEANS = (0.3, 0.7)
LINEAR = regret.LinearEnvironment.random(arms=3, dimension=2)
CONTEXTUAL = regret.ContextualEnvironment.random(arms=3, dimension=2)
RUNS = {"horizon": 60, "runs": 2, "seed": 0, "first_run": 0, "workers": 1}


def on_arms(**arguments):
    return regret.simulate_regret("dp-se", **arguments)


def every_pull(**arguments):
    return regret.simulate_regret("dp-ucb", **arguments)


def growing_batches(**arguments):
    return regret.simulate_regret("dp-klucb", **arguments)


def linear(**arguments):
    return regret.simulate_regret("adac-gope", **arguments)


def contextual(**arguments):
    return regret.simulate_regret("adac-oful", **arguments)


def tuned(**arguments):
    return regret.simulate_regret("adac-ucb", MEANS, 60, rho=0.1, runs=1, **arguments)


def price(private, non_private):
    return regret.price_of_privacy(private, non_private)


TWO_RUNS = regret.simulate_regret("ucb-episodes", MEANS, 20, runs=2)
BOUND = {"means": MEANS, "horizon": 100, "exploration": 3.1}
DOORS = {
    regret.simulate_regret: {"algorithm": "adap-ucb", "environment": MEANS, "epsilon": 1.0, **RUNS},
    on_arms: {"environment": MEANS, "epsilon": 1.0, "risk": 0.1, **RUNS},
    every_pull: {"environment": MEANS, "epsilon": 1.0, "split": True, "failure_probability": 0.1, **RUNS},
    linear: {"environment": LINEAR, "rho": 0.1, "risk": 0.001, **RUNS},
    contextual: {"environment": CONTEXTUAL, "rho": 0.1, "regularisation": 0.1, "growth": 1.0, "risk": 0.1, **RUNS},
    tuned: {"exploration": 3.1},
    price: {"private": TWO_RUNS, "non_private": TWO_RUNS},
    regret.LinearEnvironment: {"features": [[1.0, 0.0], [0.5, 0.5]], "theta": [0.6, 0.1], "bounded": True},
    regret.LinearEnvironment.random: {"arms": 3, "dimension": 2, "seed": 0, "bounded": False},
    regret.ContextualEnvironment: {"theta": [0.6, 0.1], "arms": 3, "context_variance": 0.1, "bounded": True},
    regret.ContextualEnvironment.random: {"arms": 3, "dimension": 2, "seed": 0, "bounded": False},
    regret.adac_gope_regret_bound: {"environment": LINEAR, "horizon": 100, "rho": 0.1, "risk": 0.01},
    regret.adac_gope_boundary_rhos: {"environment": LINEAR, "horizon": 10**6, "risk": 0.01},
    regret.adac_ucb_regret_bound: {**BOUND, "rho": 0.1},
    regret.adac_ucb_regret_bound_gap_free: {**BOUND, "rho": 0.1},
    regret.adac_ucb_boundary_rho: {"gap": 0.2, "horizon": 100, "exploration": 3.1},
    regret.adap_ucb_regret_bound: {**BOUND, "epsilon": 0.1},
    regret.adap_ucb_regret_bound_gap_free: {**BOUND, "epsilon": 0.1},
    regret.dp_se_pulls_bound: {"gap": 0.2, "arms": 3, "horizon": 100, "epsilon": 0.1},
    regret.dp_se_regret_bound: {"means": MEANS, "horizon": 100, "epsilon": 0.1},
    regret.dp_ucb_penalty: {"arms": 3, "horizon": 100, "epsilon": 0.1, "failure_probability": 0.1, "split": True},
    regret.arm_boundary_epsilons: {"means": MEANS},
    regret.asymptotic_regret_lower_bound_epsilon: {"means": MEANS, "epsilon": 0.1},
    regret.sharp_asymptotic_regret_lower_bound_epsilon: {"means": MEANS, "epsilon": 0.1},
    growing_batches: {"environment": MEANS, "epsilon": 1.0, "batch_ratio": 1.5, **RUNS},
    regret.linear_minimax_boundary_epsilon: {"horizon": 100},
    regret.linear_minimax_boundary_rho: {"horizon": 100},
    regret.linear_minimax_regret_lower_bound_epsilon: {"dimension": 2, "horizon": 100, "epsilon": 0.1},
    regret.linear_minimax_regret_lower_bound_rho: {"dimension": 2, "horizon": 100, "rho": 0.1},
    regret.minimax_boundary_epsilon: {"arms": 3, "horizon": 100},
    regret.minimax_boundary_rho: {"horizon": 100},
    regret.minimax_regret_lower_bound_epsilon: {"arms": 3, "horizon": 100, "epsilon": 0.1},
    regret.minimax_regret_lower_bound_rho: {"arms": 3, "horizon": 100, "rho": 0.1},
    regret.published_regret_means: {"instance": "C1", "arms": 5},
}


@settings(max_examples=200, deadline=None)
@given(call=calls(DOORS))
@example(call=(regret.dp_se_pulls_bound, {"gap": 5e-324, "arms": 2, "horizon": 10, "epsilon": 5e-324}))
@example(call=(regret.dp_ucb_penalty, {"arms": 9, "horizon": 10, "epsilon": 5e-324}))
@example(call=(regret.minimax_regret_lower_bound_rho, {"arms": 3, "horizon": 100, "rho": "0.5"}))
@example(call=(regret.adac_gope_boundary_rhos, {"environment": None, "horizon": 10}))
@example(call=(regret.simulate_regret, {"algorithm": "dp-se", "environment": MEANS, "horizon": 10**400}))
def test_odd_arguments_get_a_result_or_a_sentence(call):
    answered(*call)


def test_every_public_function_is_tried():
    tried = {function.__name__ for function in DOORS} | {"price_of_privacy"}
    functions = {name for name in regret.__all__ if name[0].islower()}
    assert functions - tried == {"regret_algorithms", "warm_up"}


@pytest.mark.parametrize("name", ["dp-ucb", "rs-oful", "adac-oful"])
def test_a_horizon_of_hours_is_refused_where_every_pull_is_work(name):
    environment = CONTEXTUAL if "oful" in name else MEANS
    with pytest.raises(ValueError, match=r"^horizon must be at most 10000000000, got 10000000001$"):
        regret.simulate_regret(name, environment, 10**10 + 1, epsilon=1.0, rho=1.0)
