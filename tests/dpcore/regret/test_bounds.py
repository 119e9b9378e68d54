import math
from operator import call

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dpcore
from dpcore import regret, simulate_regret
from dpcore.regret.algorithms.adac_gope import phase_pulls
from dpcore.successive_elimination import epoch_pulls
from tests.dpcore.refusals import refused

MEANS = (0.75, 0.625, 0.5, 0.375, 0.25)
budgets = st.floats(1e-3, 100)
LINEAR = regret.LinearEnvironment.random()
TIED = regret.LinearEnvironment(np.eye(2), np.array([0.5, 0.5]))
BOUNDS = {
    "adap-ucb": regret.adap_ucb_regret_bound,
    "adap-ucb gap-free": regret.adap_ucb_regret_bound_gap_free,
    "adac-ucb": regret.adac_ucb_regret_bound,
    "adac-ucb gap-free": regret.adac_ucb_regret_bound_gap_free,
    "dp-se": regret.dp_se_regret_bound,
}


def test_values_worked_by_hand():
    means, horizon = (0.9, 0.4), 1000
    logs, constant = math.log(1000), 3 * 4 / (4 - 3)
    assert regret.adap_ucb_regret_bound(means, horizon, 0.1, exploration=4) == pytest.approx(
        16 * 4 * logs / 0.1 + constant
    )
    assert regret.adap_ucb_regret_bound(means, horizon, 0.8, exploration=4) == pytest.approx(
        16 * 4 * logs / 0.5 + constant
    )
    gap_free = 8 * math.sqrt(4 * 2 * 1000 * logs) + 16 * 4 * 2 * logs / 0.1 + constant * 0.5
    assert regret.adap_ucb_regret_bound_gap_free(means, horizon, 0.1, exploration=4) == pytest.approx(gap_free)
    concentrated = 8 * 4 * logs / 0.5 + 8 * math.sqrt(4 * logs / 0.1) + constant
    assert regret.adac_ucb_regret_bound(means, horizon, 0.1, exploration=4) == pytest.approx(concentrated)
    gap_free = 4 * math.sqrt(2 * 4 * 2 * 1000 * logs) + 8 * 2 * math.sqrt(4 * logs / 0.1) + constant * 0.5
    assert regret.adac_ucb_regret_bound_gap_free(means, horizon, 0.1, exploration=4) == pytest.approx(gap_free)
    pulls = math.log(2 * math.log(4) * 10**9) * (1024 / 0.25 + 96 / (0.1 * 0.5))
    assert regret.dp_se_pulls_bound(0.5, 2, 10**9, 0.1) == pytest.approx(pulls)
    assert regret.dp_se_regret_bound(means, 10**9, 0.1) == pytest.approx(0.5 * pulls + 0.5)
    assert regret.dp_se_pulls_bound(0.5, 2, 1000, 0.1) == 1000


def test_dp_ucb_penalty_against_the_published_orders():
    assert regret.dp_ucb_penalty(5, 5 * 10**7, 0.25) == pytest.approx(1.5e5, rel=0.03)
    assert 4 * regret.dp_ucb_penalty(5, 10**7, 1.0) == pytest.approx(1.19e5, rel=0.01)
    assert regret.dp_ucb_penalty(5, 100, 1.0, split=False) == pytest.approx(regret.dp_ucb_penalty(5, 100, 1.0) / 5)


@pytest.mark.parametrize("name", BOUNDS)
@pytest.mark.parametrize("budget", [0.02, 0.3, math.inf])
def test_simulated_regret_stays_below_the_proven_bound(name, budget):
    for means in (MEANS, (0.9, 0.3), (0.51, 0.5, 0.5)):
        result = simulate_regret(name.split()[0], means, 10**6, epsilon=budget, rho=budget, runs=50)
        assert result.mean_regret[-1] < BOUNDS[name](means, 10**6, budget)


@pytest.mark.parametrize("name", BOUNDS)
@given(budget=budgets, factor=st.floats(1.01, 10))
def test_bounds_fall_with_the_budget_and_tend_to_the_one_without_privacy(name, budget, factor):
    bound = BOUNDS[name]
    assert bound(MEANS, 10**6, budget * factor) <= bound(MEANS, 10**6, budget)
    assert bound(MEANS, 10**6, math.inf) <= bound(MEANS, 10**6, budget)
    assert bound(MEANS, 10**6, 1e12) == pytest.approx(bound(MEANS, 10**6, math.inf), rel=1e-3)
    assert bound(MEANS, 10**8, budget) >= bound(MEANS, 10**6, budget)
    assert bound(MEANS[::-1], 10**6, budget) == pytest.approx(bound(MEANS, 10**6, budget))


@pytest.mark.parametrize("gap", [0.9, 0.5, 0.251, 0.06, 0.011])
@pytest.mark.parametrize("epsilon", [1e-3, 0.1, math.inf])
@pytest.mark.parametrize("arms", [2, 20])
def test_dp_se_pulls_bound_covers_the_epochs_up_to_the_gap(gap, epsilon, arms):
    # When no confidence interval fails, an arm leaves at the latest in the first epoch with 2^-e <= gap.
    horizon, last = 10**9, math.ceil(math.log2(1 / gap))
    pulls = sum(math.ceil(epoch_pulls(arms, epoch, 1 / horizon, epsilon)) for epoch in range(1, last + 1))
    assert min(pulls, horizon) <= regret.dp_se_pulls_bound(gap, arms, horizon, epsilon)


def test_adac_ucb_boundary_makes_both_terms_equal():
    rho = regret.adac_ucb_boundary_rho(0.2, 10**6, exploration=3.5)
    logs = math.log(10**6)
    assert 8 * 3.5 * logs / 0.2 == pytest.approx(8 * math.sqrt(3.5 * logs / rho))


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize("rho", [0.01, math.inf])
@pytest.mark.parametrize("bounded", [False, True])
def test_adac_gope_stays_below_its_bound_in_every_run(seed, rho, bounded):
    # A run may fail with probability 0.001; the seeds are fixed, and far fewer fail in fact.
    environment = regret.LinearEnvironment.random(arms=8, seed=seed, bounded=bounded)
    for horizon in (1000, 10**6):
        result = simulate_regret("adac-gope", environment, horizon, rho=rho, runs=5)
        assert result.regret[:, -1].max() <= regret.adac_gope_regret_bound(environment, horizon, rho)


def test_adac_gope_bound_of_one_phase_worked_by_hand():
    environment = regret.LinearEnvironment(np.eye(2), np.array([0.9, -0.1]))
    failure = 0.01 / (2 * 1 * 2)
    quantile = 2 + 2 * math.sqrt(2 * math.log(2 / failure)) + 2 * math.log(2 / failure)
    pulls = 1.001 * (64 * math.log(4 / failure) + 8 * math.sqrt(2 / 0.1 * quantile)) + 2
    assert regret.adac_gope_regret_bound(environment, 10, 0.1, risk=0.01) == pytest.approx(10)
    assert regret.adac_gope_regret_bound(environment, 10**9, 0.1, risk=0.01) > pulls
    one_phase = regret.adac_gope_regret_bound(environment, math.floor(pulls), 0.1, risk=0.01)
    assert one_phase == pytest.approx(math.floor(pulls))


def test_an_arm_counts_in_the_gope_bound_until_the_intervals_surely_remove_it():
    """Half-widths 2^-l leave gaps of up to 4 2^-l after phase l: one of 3/4 after phase 2, and not after phase 3."""
    environment = regret.LinearEnvironment(np.eye(2), np.array([0.6, -0.15]))
    pulls = sum(phase_pulls(2, 2, phase, 0.01, 0.1) + 2 for phase in (1, 2, 3))
    bound = regret.adac_gope_regret_bound(environment, 10**9, 0.1, risk=0.01)
    assert bound == pytest.approx(0.75 * pulls)


def test_the_gope_bound_stops_growing_once_the_closest_arm_is_removed():
    late, later = (regret.adac_gope_regret_bound(LINEAR, horizon, 0.1) for horizon in (10**15, 10**18))
    assert late == later


def completed_phases(environment, horizon, rho):
    """The phases that T surely completes, one after the other, and the share of each that noise takes."""
    arms, dimension = environment.features.shape
    closest = np.sort(environment.means.max() - environment.means)[1]
    left, shares = horizon, []
    for phase in range(1, 60):
        pulls = phase_pulls(dimension, arms, phase, 0.001, rho)
        left -= pulls + arms
        if left <= 0:
            break
        shares.append(1 - phase_pulls(dimension, arms, phase, 0.001, math.inf) / pulls)
        if 4 / 2**phase < closest:
            break
    return shares


@pytest.mark.parametrize("horizon", [2_000, 6_500, 20_000, 10**6, 10**9, 10**12])
@pytest.mark.parametrize("environment", [LINEAR, TIED, regret.LinearEnvironment.random(5, 2, 3)])
def test_adac_gope_boundaries_against_the_phases_counted_one_by_one(environment, horizon):
    every, none = regret.adac_gope_boundary_rhos(environment, horizon)
    assert 0 < every <= none
    for factor in (1e-4, 0.1, 0.5, 0.99):
        assert all(share > 0.5 for share in completed_phases(environment, horizon, every * factor))
        assert completed_phases(environment, 10**12, none * factor)[0] > 0.5
    for factor in (1.01, 2, 1e4):
        assert not any(share > 0.5 for share in completed_phases(environment, horizon, none * factor))
        shares = completed_phases(environment, horizon, every * factor)
        assert not shares or not all(share > 0.5 for share in shares)


def test_adac_gope_boundaries_of_the_page_as_it_opens():
    every, none = map(dpcore.privacy.epsilon_at_rho, regret.adac_gope_boundary_rhos(LINEAR, 10**6))
    assert every == pytest.approx(0.0086, abs=0.0005)
    assert none == pytest.approx(0.132, abs=0.005)
    assert regret.adac_gope_boundary_rhos(LINEAR, 1000) is None
    rhos = regret.adac_gope_boundary_rhos(regret.LinearEnvironment(np.eye(2), np.array([0.9, 0.6])), 10**9)
    for rho, phase in zip(rhos, (4, 1), strict=True):  # 4/2^4 < 0.3 <= 4/2^3
        assert phase_pulls(2, 2, phase, 0.001, rho) == pytest.approx(2 * phase_pulls(2, 2, phase, 0.001, math.inf))


@pytest.mark.parametrize("horizon", [10, 10**4, 10**7])
@pytest.mark.parametrize("size", [2, 10])
def test_lower_bounds_bend_exactly_at_their_boundaries(horizon, size):
    cases = [
        (regret.minimax_regret_lower_bound_epsilon, regret.minimax_boundary_epsilon(size, horizon), 1.0),
        (regret.linear_minimax_regret_lower_bound_epsilon, 2 * math.e / math.sqrt(horizon), 1.0),
        (regret.minimax_regret_lower_bound_rho, regret.minimax_boundary_rho(horizon), 0.5),
        (regret.linear_minimax_regret_lower_bound_rho, regret.linear_minimax_boundary_rho(horizon), 0.5),
    ]
    for bound, boundary, power in cases:
        free = bound(size, horizon, math.inf)
        assert bound(size, horizon, boundary * 1.001) == pytest.approx(free, rel=1e-12)
        assert bound(size, horizon, boundary / 4) == pytest.approx(free * 4**power)


def test_lower_bounds_at_printed_constants():
    assert regret.minimax_regret_lower_bound_epsilon(3, 10**6, math.inf) == pytest.approx(math.sqrt(2e6) / 27)
    assert regret.minimax_regret_lower_bound_epsilon(3, 10**6, 1e-6) == pytest.approx(2 / 22e-6)
    assert regret.minimax_regret_lower_bound_rho(3, 10**6, 1e-10) == pytest.approx(math.sqrt(2e10) / 124)
    assert regret.minimax_regret_lower_bound_rho(2, 1, 2.0) == pytest.approx(1 / 27)
    assert regret.minimax_boundary_rho(1) == pytest.approx(0.0474, abs=5e-5)
    assert regret.linear_minimax_boundary_rho(1) == pytest.approx(2.43, abs=5e-3)
    assert regret.linear_minimax_regret_lower_bound_epsilon(2, 1, 1e-3) == pytest.approx(math.exp(-1) * 2 / 4e-3)
    assert regret.linear_minimax_regret_lower_bound_rho(2, 1, 1e-6) == pytest.approx(math.exp(-2.25) * 2 / 4e-3)


def test_asymptotic_lower_bound_of_the_published_figure():
    # AdaP-KLUCB's instance: 39 = log T sum D/kl without privacy.
    means, logs = (0.8, 0.1, 0.1, 0.1, 0.1), math.log(10**7)
    assert logs * regret.asymptotic_regret_lower_bound_epsilon(means, math.inf) == pytest.approx(39, abs=0.5)
    boundaries = regret.arm_boundary_epsilons(means)
    assert boundaries[0] == 0
    assert boundaries[1:] == pytest.approx(np.full(4, 1.64), abs=0.005)
    assert regret.asymptotic_regret_lower_bound_epsilon(means, 0.1) == pytest.approx(4 / 0.1)
    above = regret.asymptotic_regret_lower_bound_epsilon(means, boundaries[1] * 1.01)
    assert above == regret.asymptotic_regret_lower_bound_epsilon(means, math.inf)
    assert regret.asymptotic_regret_lower_bound_epsilon((0.5, 0.5), 1.0) == 0


@settings(deadline=None)  # the first example loads a kernel
@given(
    means=st.lists(st.floats(0.01, 0.99), min_size=2, max_size=5),
    epsilon=st.one_of(st.floats(1e-3, 20), st.just(math.inf)),
)
def test_sharp_limit_against_a_search_for_the_instance_between(means, epsilon):
    best, expected = max(means), 0.0
    for mean in means:
        if mean < best:
            z = np.linspace(mean, best, 2001)
            kl = z * np.log(z / best) + (1 - z) * np.log((1 - z) / (1 - best))
            way = np.where(z > mean, min(epsilon, 1e300) * (z - mean), 0.0) + np.maximum(kl, 2 * (best - z) ** 2)
            expected += (best - mean) / way.min()
    found = regret.sharp_asymptotic_regret_lower_bound_epsilon(means, epsilon)
    assert found >= regret.asymptotic_regret_lower_bound_epsilon(means, epsilon) * (1 - 1e-9)
    assert expected <= found * (1 + 1e-9)
    assert found == pytest.approx(expected, rel=1e-3)


def test_sharp_limit_of_known_ends():
    means = (0.8, 0.1)
    kl = 0.1 * math.log(0.1 / 0.8) + 0.9 * math.log(0.9 / 0.2)
    sharp = regret.sharp_asymptotic_regret_lower_bound_epsilon
    assert sharp(means, math.inf) == pytest.approx(0.7 / kl)
    odds = math.log(0.8 * 0.9 / (0.2 * 0.1))  # from the epsilon of their difference on, kl alone
    assert sharp(means, odds * 1.001) == pytest.approx(0.7 / kl)
    assert sharp(means, odds * 0.7) > 1.01 * 0.7 / kl
    assert sharp(means, 1e-4) == pytest.approx(1e4, rel=1e-3)  # 1/epsilon an arm
    assert sharp((0.5, 0.5), 1.0) == 0


@pytest.mark.parametrize("name, budget", [("adap-ucb", 0.5), ("adap-klucb", 0.5), ("dp-se", 0.5)])
def test_long_runs_stay_above_the_asymptotic_lower_bound(name, budget):
    lost = simulate_regret(name, MEANS, 10**9, epsilon=budget, runs=50).mean_regret[-1]
    assert lost > math.log(10**9) * regret.sharp_asymptotic_regret_lower_bound_epsilon(MEANS, budget)


test_bad_input_is_named = refused(
    call,
    (lambda: regret.adap_ucb_regret_bound(MEANS, 100, 1, exploration=3), "^exploration must be .* 3 and inf, not 3"),
    (lambda: regret.adap_ucb_regret_bound(MEANS, 4, 1), "^horizon must be at least 5, not 4"),
    (lambda: regret.minimax_regret_lower_bound_epsilon(1, 10, 1), "^arms must be at least 2, not 1"),
    (lambda: regret.minimax_regret_lower_bound_rho(5, 3, 1), "^horizon must be at least 4, not 3"),
    (lambda: regret.minimax_boundary_epsilon(5, 3), "^horizon must be at least 4, not 3"),
)
