"""The transportation cost against minimisation of its definition, and at its limits."""

import math

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

import dpcore
from dpcore.times.transport import transportation_cost_kernel


def kl(m, x):
    with np.errstate(divide="ignore"):
        return sum(a * math.log(a / b) for a, b in ((m, x), (1 - m, 1 - x)) if a > 0)


def private_by_definition(m, x, epsilon):
    """inf over z of epsilon |m - z| + kl(z, x): unimodal in z between m and x."""
    if math.isinf(epsilon):
        return kl(m, x)
    low, high = min(m, x), max(m, x)

    def objective(z):
        return epsilon * abs(m - z) + kl(z, x)

    inner = minimize_scalar(objective, bounds=(low, high), method="bounded", options={"xatol": 1e-12}).fun
    return min(objective(low), objective(high), inner)


def test_cost_against_minimisation_of_the_definition():
    rng = np.random.default_rng(1)
    for case in range(150):
        q, p = np.sort(rng.uniform(size=2))
        v, u = 10.0 ** rng.uniform(-3, 3, 2)
        epsilon = math.inf if case % 10 == 1 else 10.0 ** rng.uniform(-2, 1.5)

        def objective(x, p=p, q=q, v=v, u=u, epsilon=epsilon):
            return v * private_by_definition(p, x, epsilon) + u * private_by_definition(q, x, epsilon)

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


@pytest.mark.parametrize(
    "arguments, message",
    [
        ((1.1, 0.5, 1, 1, 1), "best_mean must lie between 0 and 1, got 1.1"),
        ((0.5, math.nan, 1, 1, 1), "other_mean must be numbers, got NaN"),
        ((0.5, 0.4, -1, 1, 1), "best_weight must lie between 0 and .*, got -1.0"),
        ((0.5, 0.4, 1, math.inf, 1), "other_weight must lie between 0 and .*, got inf"),
        ((0.5, 0.4, 1, 1, 0), "epsilon must be greater than 0, got 0.0"),
    ],
)
def test_transportation_cost_iv(arguments, message):
    with pytest.raises(ValueError, match=message):
        dpcore.times.transportation_cost(*arguments)


def test_transportation_cost_broadcasts():
    costs = dpcore.times.transportation_cost(0.6, [0.5, 0.4, 0.7], [[1.0], [2.0]], 1.5, 0.1)
    assert costs.shape == (2, 3)
    assert (
        costs[1, 0]
        == transportation_cost_kernel(0.6, 0.5, 2.0, 1.5, 0.1)
        == dpcore.times.transportation_cost(0.6, 0.5, 2, 1.5, 0.1)
    )
    assert costs[0, 2] == 0
