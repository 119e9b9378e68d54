"""The transportation cost against minimisation of its definition, and at its limits."""

import math

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

import dpcore
from dpcore.times import private_divergence
from dpcore.times.transport import transportation_cost_kernel


def test_cost_against_minimisation_of_the_definition():
    rng = np.random.default_rng(1)
    for case in range(150):
        q, p = np.sort(rng.uniform(size=2))
        v, u = 10.0 ** rng.uniform(-3, 3, 2)
        epsilon = math.inf if case % 10 == 1 else 10.0 ** rng.uniform(-2, 1.5)

        def objective(x, p=p, q=q, v=v, u=u, epsilon=epsilon):
            return v * private_divergence(p, x, epsilon) + u * private_divergence(q, x, epsilon)

        brute = minimize_scalar(objective, bounds=(q, p), method="bounded", options={"xatol": 1e-12}).fun
        assert transportation_cost_kernel(p, q, v, u, epsilon) == pytest.approx(brute, rel=1e-6)


def test_cost_scales_with_the_weights():
    # By powers of two no digit changes, so neither may the cost's: no branch looks at the size of the weights.
    rng, scale = np.random.default_rng(2), 2.0**40
    for _ in range(300):
        q, p = np.sort(rng.uniform(size=2))
        v, u, epsilon = 10.0 ** rng.uniform([-3, -3, -2], [3, 3, 1.5])
        cost = transportation_cost_kernel(p, q, v, u, epsilon)
        for factor in (scale, 1 / scale):
            assert transportation_cost_kernel(p, q, factor * v, factor * u, epsilon) == factor * cost


@pytest.mark.parametrize("epsilon", [0.01, 1.0, 30.0, math.inf])
@pytest.mark.parametrize("weights", [(1.0, 1.0), (1.0, 30.0), (100.0, 1.0)])
def test_closed_interval_is_the_limit_of_the_open_one(weights, epsilon):
    for closed, inside in (
        ((1.0, 0.3), (1 - 1e-14, 0.3)),
        ((0.6, 0.0), (0.6, 1e-14)),
        ((1.0, 0.0), (1 - 1e-14, 1e-14)),
    ):
        limit = transportation_cost_kernel(*inside, *weights, epsilon)
        assert transportation_cost_kernel(*closed, *weights, epsilon) == pytest.approx(limit, rel=1e-10)


@pytest.mark.parametrize(
    "arguments, cost",
    [
        ((0.5, 0.5, 1.0, 1.0, 1.0), 0.0),
        ((0.4, 0.5, 1.0, 1.0, 1.0), 0.0),
        ((0.5, 0.4, 0.0, 1.0, 1.0), 0.0),
        ((0.5, 0.4, 1.0, 0.0, 1.0), 0.0),
        ((1.0, 0.0, 1.0, 1.0, math.inf), 2 * math.log(2)),
        ((1.0, 0.0, 2.0, 2.0, 1.0), -4 * math.log(1 - (1 - math.exp(-1)) / 2)),
        ((1.0, 0.0, 2.0, 3.0, 1e-12), 2e-12),
        ((1.0, 0.0, 1.0, 1e-300, 800.0), 1e-300 * math.log(1e300)),
    ],
)
def test_cost_at_limits(arguments, cost):
    assert transportation_cost_kernel(*arguments) == pytest.approx(cost, rel=1e-2 if arguments[4] == 800 else 1e-11)


def test_transportation_cost_broadcasts():
    costs = dpcore.times.transportation_cost(0.6, [0.5, 0.4, 0.7], [[1.0], [2.0]], 1.5, 0.1)
    assert costs.shape == (2, 3)
    assert (
        costs[1, 0]
        == transportation_cost_kernel(0.6, 0.5, 2.0, 1.5, 0.1)
        == dpcore.times.transportation_cost(0.6, 0.5, 2, 1.5, 0.1)
    )
    assert costs[0, 2] == 0
