import math

import numpy as np
import pytest

from dpcore.fixed_budget import (
    Hardness,
    dp_bai_error_bound,
    fixed_budget_hardness,
    minimax_exponent,
    od_linbai_error_bound,
    published_fixed_budget_instance,
    simulate_fixed_budget,
)
from dpcore.fixed_budget.instance import check_instance
from tests.dpcore.refusals import refused

GOOD = [[1.0, 0.0], [0.0, 1.0], [0.5, 0.5]]


test_bad_instance = refused(
    check_instance,
    (np.zeros((3, 2)), [0.1, 0.2], "features must not all be zero"),
    ([[1.0, float("nan")], [0.0, 1.0]], [0.1, 0.2], "finite numbers, not .*nan.* for arm 1"),
    ([[1.0, 0.0]], [0.1, 0.2], "the number of arms must be at least 2, not 1"),
    (GOOD, [0.3, 0.3], "best arm must be unique, but arms 1 and 2 .and 1 more. tie at mean 0.3"),
    ([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]], [0.3, 0.1], "arms 1 and 2 tie at mean 0.3"),
    ([[1.0, 2.0], [3.0, 1.0]], [0.1, 0.2, 0.3], r"theta must have shape \(2,\) like a feature, not \(3,\)"),
    (GOOD, [0.1, float("inf")], "theta must hold finite numbers"),
    (GOOD, ["a", "b"], "theta must be a list of numbers"),
    (GOOD, [-0.1, 0.2], r"must be in \[0, 1\], not -0.1 for arm 1"),
    (GOOD, [0.1, 1.2], r"must be in \[0, 1\], not 1.2 for arm 2"),
    (np.multiply(GOOD, 1e308), [1e10, -1e10], r"must be in \[0, 1\], not inf for arm 1"),
)


def test_uniform_rewards_need_means_up_to_a_half():
    with pytest.raises(ValueError, match=r"only for means up to 0.5, not 0.7 for arm 2; choose bernoulli rewards"):
        simulate_fixed_budget("baseline", GOOD, [0.1, 0.7], 100, 1.0)
    assert simulate_fixed_budget("baseline", GOOD, [0.1, 0.7], 100, 1.0, runs=2, rewards="bernoulli").runs == 2
    check_instance([[0.0, 0.1], [0.1, 0.0]], [3.0, 5.0], "uniform")  # 0.1 * 5 is allowed to be rounded


def test_hardness_closed_forms():
    # Unstructured: d^2 > K, all gaps count.  Gaps .1, .2, .4: max(2/.01, 3/.04, 4/.16), max(20, 15, 10)/eps.
    hardness = fixed_budget_hardness(np.eye(4), [0.5, 0.4, 0.3, 0.1], epsilon=0.5)
    assert hardness.best_arm == pytest.approx(200)
    assert hardness.privacy == pytest.approx(40)
    assert hardness.total == pytest.approx(240)
    # d = 2: only i = 2, 3, 4 count, though K = 6 and gap number 6 is as small as the others.
    features = np.stack([np.ones(6), [0.5, 0.3, 0.3, 0.3, 0.3, 0.3]], axis=1)
    assert fixed_budget_hardness(features, [0.0, 1.0]).best_arm == pytest.approx(4 / 0.04)
    assert fixed_budget_hardness(features, [0.0, 1.0]).privacy == 0
    assert fixed_budget_hardness([[0.5], [0.4]], [1.0], 1.0).best_arm == pytest.approx(200)


def test_hardness_knows_only_the_span():
    turn = np.random.default_rng(0).normal(size=(2, 5))
    features, theta = np.array([[1.0, 0.0], [0.0, 1.0], [0.5, 0.2], [0.1, 0.1], [0.3, 0.3]]), np.array([0.5, 0.2])
    embedded = fixed_budget_hardness(features @ turn, np.linalg.pinv(turn) @ theta, 0.1)
    assert embedded.best_arm == pytest.approx(fixed_budget_hardness(features, theta, 0.1).best_arm)
    assert embedded.privacy == pytest.approx(fixed_budget_hardness(features, theta, 0.1).privacy)


def test_published_instance():
    features, theta = published_fixed_budget_instance()
    means = features @ theta
    assert features.shape == (30, 2)
    np.testing.assert_allclose(means[:3], [0.5, 0.45, 0.45])
    assert (means[3:] <= 0.445).all()
    hardness = fixed_budget_hardness(features, theta, 0.1)
    fourth_gap = 0.5 - np.sort(means)[-4]  # min(d^2, K) = 4
    assert hardness.best_arm == pytest.approx(max(3 / 0.05**2, 4 / fourth_gap**2))
    bound = dp_bai_error_bound(features, theta, 10_000, 0.1)
    assert bound.exponent == pytest.approx(10_000 / (65 * 1 * hardness.total))
    assert bound.error_probability == pytest.approx(math.exp(-bound.exponent))


def test_error_bounds():
    features, theta = published_fixed_budget_instance()
    weak = od_linbai_error_bound(features, theta, 100)
    assert weak.error_probability == 1
    assert weak.factor == pytest.approx(4 * 30 / 2 + 3)
    strong = od_linbai_error_bound(features, theta, 10**6)
    assert strong.exponent == pytest.approx((10**6 - 3) / (32 * 2 / 0.05**2))
    private = [
        dp_bai_error_bound(features, theta, 10**6, epsilon).error_probability for epsilon in (0.01, 0.1, 1, None)
    ]
    assert private == sorted(private, reverse=True)


def test_minimax_exponent():
    hardness = Hardness(best_arm=100, privacy=400)
    assert minimax_exponent(1000, hardness, 10) == pytest.approx(1000 / (500 * math.log(10)))
    assert minimax_exponent(1000, hardness, 10, powers=(0, 0.5, 0.5)) == pytest.approx(1000 / 30)
    assert minimax_exponent(1000, Hardness(100, 0), 10, powers=(1, 1, 0)) == pytest.approx(1000 / (100 * math.log(10)))
    with pytest.raises(ValueError, match="powers must be between 0 and 1, not 2"):
        minimax_exponent(1000, hardness, 10, powers=(1, 2, 1))
    with pytest.raises(ValueError, match="dimension must be at least 2, not 1"):
        minimax_exponent(1000, hardness, 1)
