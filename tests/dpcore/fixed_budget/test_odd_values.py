"""Every public function of fixed budgets answers odd arguments with a result or with one sentence."""

import numpy as np
from hypothesis import example, given, settings

from dpcore import fixed_budget
from tests.dpcore.odd_values import answered, calls

FEATURES, THETA = [[0.0, 1.0], [0.0, 0.9], [1.0, 0.0], [0.5, 0.5]], [0.1, 0.4]
ARMS = {"features": FEATURES, "theta": THETA}
RUN = {**ARMS, "horizon": 60, "epsilon": 1.0, "seed": 0, "rewards": "uniform"}
SIZES = {"num_arms": 4, "dimension": 2, "horizon": 100}
HARDNESS = fixed_budget.fixed_budget_hardness(FEATURES, THETA, 1.0)


def least_squares(**arguments):
    return fixed_budget.simulate_fixed_budget("dp-od", **arguments)


DOORS = {
    fixed_budget.simulate_fixed_budget: {"algorithm": "dp-bai", **RUN, "runs": 2, "first_run": 0, "workers": 1},
    least_squares: {**RUN, "runs": 2},
    fixed_budget.trace_fixed_budget: {"algorithm": "dp-bai", **RUN, "run": 0},
    fixed_budget.fixed_budget_hardness: {**ARMS, "epsilon": 1.0},
    fixed_budget.dp_bai_error_bound: {**ARMS, "horizon": 100, "epsilon": 1.0},
    fixed_budget.od_linbai_error_bound: {**ARMS, "horizon": 100},
    fixed_budget.minimax_exponent: {"horizon": 100, "hardness": HARDNESS, "dimension": 2, "powers": (1, 1, 1)},
    fixed_budget.max_det_collection: {"features": FEATURES},
    fixed_budget.dp_bai_sizes: {"num_arms": 4, "dimension": 2},
    fixed_budget.dp_bai_schedule: SIZES,
    fixed_budget.baseline_schedule: SIZES,
    fixed_budget.od_linbai_schedule: SIZES,
    fixed_budget.published_fixed_budget_instance: {"seed": 0},
}


@settings(max_examples=150, deadline=None)
@given(call=calls(DOORS))
@example(call=(fixed_budget.minimax_exponent, {"horizon": 100, "hardness": 3, "dimension": 2}))
@example(call=(fixed_budget.minimax_exponent, {"horizon": 1, "hardness": fixed_budget.Hardness(0, 0), "dimension": 2}))
@example(call=(fixed_budget.simulate_fixed_budget, {"algorithm": "dp-bai", **RUN, "runs": 10**9}))
@example(call=(fixed_budget.od_linbai_schedule, {"num_arms": 4, "dimension": 10**13, "horizon": 100}))
@example(call=(fixed_budget.simulate_fixed_budget, {"algorithm": "dp-bai", **RUN, "horizon": 10**400}))
@example(call=(fixed_budget.fixed_budget_hardness, {"features": np.eye(2), "theta": [5e-324, 0.0], "epsilon": 5e-324}))
@example(call=(fixed_budget.fixed_budget_hardness, {**ARMS, "epsilon": 5e-324}))
def test_odd_arguments_get_a_result_or_a_sentence(call):
    answered(*call)


def test_every_public_function_is_tried():
    functions = {name for name in fixed_budget.__all__ if name[0].islower()}
    assert functions - {function.__name__ for function in DOORS} == {"fixed_budget_algorithms", "warm_up"}
