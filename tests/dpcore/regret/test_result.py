import math
from dataclasses import replace

import numpy as np
import pytest

from dpcore import price_of_privacy, simulate_regret

MEANS = (0.7, 0.5)


def test_price_is_the_difference_of_the_means():
    private = simulate_regret("adac-ucb", MEANS, 1000, rho=0.01, runs=30)
    plain = simulate_regret("ucb-episodes", MEANS, 1000, runs=40)
    price = price_of_privacy(private, plain)
    assert price.difference == pytest.approx(private.mean_regret - plain.mean_regret)
    assert price.relative[-1] == pytest.approx(private.mean_regret[-1] / plain.mean_regret[-1] - 1)
    variance = private.regret.var(axis=0, ddof=1) / 30 + plain.regret.var(axis=0, ddof=1) / 40
    assert price.standard_error == pytest.approx(np.sqrt(variance))


def test_relative_standard_error_against_bootstrap():
    private = simulate_regret("adac-ucb", MEANS, 1000, rho=0.01, runs=300)
    plain = simulate_regret("ucb-episodes", MEANS, 1000, runs=300, seed=1)
    generator = np.random.default_rng(0)
    means = [result.regret[generator.integers(300, size=(2000, 300)), -1].mean(axis=1) for result in (private, plain)]
    price = price_of_privacy(private, plain)
    assert price.relative_standard_error[-1] == pytest.approx((means[0] / means[1]).std(), rel=0.1)


def test_relative_price_where_nothing_was_lost_without_privacy():
    result = simulate_regret("ucb-episodes", MEANS, 10, runs=2)
    nothing = replace(result, regret=np.zeros_like(result.regret))
    assert price_of_privacy(nothing, nothing).relative.tolist() == [0.0] * result.steps.size
    something = replace(result, regret=np.ones_like(result.regret))
    assert price_of_privacy(something, nothing).relative.tolist() == [math.inf] * result.steps.size


def test_price_needs_comparable_experiments():
    result = simulate_regret("ucb-episodes", MEANS, 100, runs=2)
    with pytest.raises(ValueError, match=r"^the horizons must agree, but are 1000 and 100"):
        price_of_privacy(simulate_regret("ucb-episodes", MEANS, 1000, runs=2), result)
    with pytest.raises(ValueError, match=r"^a standard error needs at least 2 runs, not 1"):
        price_of_privacy(simulate_regret("ucb-episodes", MEANS, 100, runs=1), result)
