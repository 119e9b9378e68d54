"""Every public function of private stopping answers odd arguments with a result or with one sentence."""

from hypothesis import example, given, settings

from dpcore import private_stopping
from tests.dpcore.odd_values import answered, calls

PROBLEM = {"mean": 0.5, "relative_error": 0.3, "risk": 0.1, "epsilon": 1.0, "reward_bound": 1.0}
RUN = {**PROBLEM, "distribution": "plus-minus", "seed": 0, "max_samples": 10_000}
RUNS = {"runs": 2, "first_run": 0, "workers": 1}
RULE = {"relative_error": 0.3, "risk": 0.1, "epsilon": 1.0, "reward_bound": 1.0}


def without_privacy(**arguments):
    return private_stopping.simulate_private_stopping("nas", **arguments)


def doubling(**arguments):
    return private_stopping.simulate_private_stopping("exponential-dp-nas", **arguments)


DOORS = {
    private_stopping.simulate_private_stopping: {"algorithm": "dp-nas", **RUN, **RUNS},
    without_privacy: {**RUN, **RUNS},
    doubling: {**RUN, **RUNS},
    private_stopping.trace_private_stopping: {"algorithm": "dp-nas", **RUN, "run": 0},
    private_stopping.private_stopping_bounds: {"algorithm": "exponential-dp-nas", **PROBLEM},
    private_stopping.stop_on_values: {"algorithm": "dp-nas", "values": [0.5] * 50, **RULE, "seed": 0},
    private_stopping.stopping_noise_scales: {"epsilon": 1.0, "reward_bound": 1.0},
}


@settings(max_examples=150, deadline=None)
@given(call=calls(DOORS))
@example(call=(private_stopping.private_stopping_bounds, {"algorithm": "dp-nas", **PROBLEM, "mean": 1e-200}))
@example(call=(private_stopping.private_stopping_bounds, {"algorithm": "nas", **PROBLEM, "risk": 5e-324}))
@example(call=(private_stopping.simulate_private_stopping, {"algorithm": "nas", "mean": 0.5, "runs": 10**9}))
@example(call=(private_stopping.simulate_private_stopping, {"algorithm": "dp-nas", **RUN, "reward_bound": "1.0"}))
def test_odd_arguments_get_a_result_or_a_sentence(call):
    answered(*call)


def test_every_public_function_is_tried():
    functions = {name for name in private_stopping.__all__ if name[0].islower()}
    assert functions - {function.__name__ for function in DOORS} == {"private_stopping_algorithms", "warm_up"}
