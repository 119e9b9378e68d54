"""The public door: what it accepts, what it returns, and that a seed alone decides a run."""

import math
import re
import threading

import numpy as np
import pytest

import dpcore
from dpcore import CancelFlag, regret_algorithms, simulate_regret
from dpcore.experiments import GLOBAL_DP, NO_PRIVACY, ZCDP
from dpcore.regret import ContextualEnvironment, LinearEnvironment, RegretSummary
from dpcore.regret.simulate import log_spaced_steps, warm_up

ENVIRONMENTS = {
    "arms": (0.3, 0.7, 0.5),
    "linear": LinearEnvironment.random(arms=5, dimension=2, seed=1),
    "contextual": ContextualEnvironment.random(arms=5, dimension=2, seed=1),
}
NAMES = list(regret_algorithms())


def simulate(name, horizon=3000, **arguments):
    environment = ENVIRONMENTS[regret_algorithms()[name].environment]
    return simulate_regret(name, environment, horizon, **({"epsilon": 1.0, "rho": 0.5, "runs": 4} | arguments))


def test_all_thirteen_algorithms_are_there():
    assert set(NAMES) == {
        *("ucb-episodes", "dp-se", "dp-ucb", "adap-ucb", "adap-klucb", "dp-imed", "dp-klucb", "adac-ucb"),
        *("gope", "adac-gope", "adac-gope-var", "rs-oful", "adac-oful"),
    }


@pytest.mark.parametrize("name", NAMES)
def test_entry_says_what_a_page_needs(name):
    entry = regret_algorithms()[name]
    assert entry.name == name
    assert entry.privacy in (NO_PRIVACY, GLOBAL_DP, ZCDP)
    assert regret_algorithms()[entry.counterpart].environment == entry.environment
    for sentence in (*entry.warnings, *entry.inferred):
        assert sentence.endswith(".")
    assert re.search(r"20\d\d", entry.source)


@pytest.mark.parametrize("name", NAMES)
def test_result_holds_together(name):
    result = simulate(name)
    arms = 3 if regret_algorithms()[name].environment == "arms" else 5
    assert result.steps[-1] == 3000
    assert (np.diff(result.steps) > 0).all()
    assert result.regret.shape == (4, result.steps.size)
    assert result.pulls.shape == (4, arms)
    assert (result.pulls.sum(axis=1) == 3000).all()
    assert np.isfinite(result.regret).all()
    assert (result.regret >= 0).all()
    assert (np.diff(result.regret, axis=1) >= 0).all()
    assert result.mean_regret == pytest.approx(result.regret.mean(axis=0))
    assert (result.seed, result.version, result.runs) == (0, dpcore.__version__, 4)
    assert result.parameters["horizon"] == 3000
    assert result.parameters["epsilon"] == (1.0 if regret_algorithms()[name].privacy == GLOBAL_DP else None)
    assert result.parameters["rho"] == (0.5 if regret_algorithms()[name].privacy == ZCDP else None)


@pytest.mark.parametrize("name", [name for name in NAMES if regret_algorithms()[name].environment != "contextual"])
def test_final_regret_is_gaps_times_pulls(name):
    result = simulate(name)
    environment = ENVIRONMENTS[regret_algorithms()[name].environment]
    means = np.array(environment) if isinstance(environment, tuple) else environment.means
    assert result.regret[:, -1] == pytest.approx(result.pulls @ (means.max() - means))


@pytest.mark.parametrize("name", [name for name in NAMES if name != "adap-ucb"])  # it draws other, unused noise
def test_counterpart_is_the_algorithm_at_an_infinite_budget(name):
    plain = simulate(regret_algorithms()[name].counterpart, epsilon=math.inf, rho=math.inf)
    assert simulate(name, epsilon=math.inf, rho=math.inf).pulls.tolist() == plain.pulls.tolist()


def test_no_runs():
    result = simulate("dp-se", runs=0)
    assert result.regret.shape == (0, result.steps.size)
    assert result.summary() == RegretSummary(runs=0, horizon=3000, mean=None, mean_interval=None, quantiles={})
    with pytest.raises(ValueError, match="no run to average"):
        _ = result.mean_regret


def test_summary_is_about_the_regret_at_the_horizon():
    result = simulate("adac-ucb", runs=50)
    summary, final = result.summary(), result.regret[:, -1]
    assert (summary.runs, summary.horizon, summary.mean) == (50, 3000, pytest.approx(final.mean()))
    half = 1.959964 * final.std(ddof=1) / math.sqrt(50)
    assert summary.mean_interval == pytest.approx((final.mean() - half, final.mean() + half))
    assert summary.quantiles == pytest.approx(
        dict(zip((0.1, 0.5, 0.9), np.quantile(final, [0.1, 0.5, 0.9]), strict=True))
    )
    assert simulate("adac-ucb", runs=1).summary().mean_interval is None


@pytest.mark.parametrize("name", ["dp-ucb", "adac-oful"])
def test_cancel_stops_a_run_that_would_take_minutes(name):
    flag = CancelFlag()
    timer = threading.Timer(0.2, flag.set)
    timer.start()
    assert simulate(name, horizon=10**10, cancel=flag).runs == 0
    timer.join()


@pytest.mark.parametrize("name", NAMES)
def test_shortest_horizon_pulls_every_arm_once_or_stops_early(name):
    entry = regret_algorithms()[name]
    arms = 3 if entry.environment == "arms" else 5
    assert (simulate(name, horizon=arms).pulls.sum(axis=1) == arms).all()


def test_tied_arms_cost_nothing():
    result = simulate_regret("adac-ucb", (0.5, 0.5), 1000, rho=1.0, runs=3)
    assert (result.regret == 0).all()


def test_bounded_rewards_keep_the_regret_of_the_same_means():
    environment = LinearEnvironment(np.array([[1.0, 0.0], [0.0, 1.0]]), np.array([0.6, 0.2]), bounded=True)
    result = simulate_regret("adac-gope", environment, 100_000, rho=1.0, runs=5)
    assert (result.pulls[:, 0] > result.pulls[:, 1]).all()
    contexts = ContextualEnvironment(np.array([0.6, 0.8]), arms=4, bounded=True)
    assert simulate_regret("adac-oful", contexts, 2000, rho=1.0, runs=2).mean_regret[-1] > 0


@pytest.mark.parametrize("horizon", [1, 2, 7, 99, 10**5, 5 * 10**7, 10**12])
def test_steps_end_at_the_horizon_and_are_shared_between_decades(horizon):
    steps = log_spaced_steps(horizon)
    assert steps[-1] == horizon
    assert (np.diff(steps) > 0).all()
    assert steps[0] >= 1
    assert set(log_spaced_steps(10**4)) <= set(log_spaced_steps(10**6))


def test_warm_up_compiles_what_production_uses():
    warm_up()
    from dpcore.regret import _private_indices
    from dpcore.regret.algorithms import adac_gope, adac_oful, dp_se, dp_ucb

    kernels = [module._run for module in (_private_indices, adac_gope, adac_oful, dp_se, dp_ucb)]
    before = [len(kernel.signatures) for kernel in kernels]
    for name in NAMES:
        simulate(name, runs=1)
    assert [len(kernel.signatures) for kernel in kernels] == before == [1] * 5


LINEAR = ENVIRONMENTS["linear"]


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda: simulate_regret("ucb", (0.1, 0.2), 10), "algorithm must be one of ucb-episodes, .*; got 'ucb'"),
        (
            lambda: simulate_regret("dp-se", (0.1, 0.2), 10),
            r"epsilon must be given: DP-SE is private \(epsilon-global DP\)",
        ),
        (
            lambda: simulate_regret("adac-ucb", (0.1, 0.2), 10, 1.0),
            r"rho must be given: AdaC-UCB is private \(rho-zCDP\)",
        ),
        (lambda: simulate_regret("dp-se", (0.1, 0.2), 10, 0), "epsilon must be greater than 0, got 0"),
        (
            lambda: simulate_regret("adac-ucb", (0.1, 0.2), 10, rho=-1),
            "rho must lie strictly between 0 and inf, got -1",
        ),
        (lambda: simulate_regret("dp-se", (0.1, 1.0), 10, 1), "the mean of arm 2 must lie .* 0 and 1, got 1.0"),
        (lambda: simulate_regret("dp-se", (0.1, math.nan), 10, 1), "the mean of arm 2 must be a number, got NaN"),
        (lambda: simulate_regret("dp-se", (0.1,), 10, 1), "means must hold at least 2 arms and at most 10000, got 1"),
        (lambda: simulate_regret("dp-se", "many", 10, 1), "means must be a list of numbers, got 'many'"),
        (lambda: simulate_regret("dp-se", [[0.1, 0.2]], 10, 1), r"means must have shape \(K,\), got shape \(1, 2\)"),
        (lambda: simulate_regret("dp-se", LINEAR, 10, 1), "DP-SE needs a list of Bernoulli means .*, got Linear"),
        (lambda: simulate_regret("gope", (0.1, 0.2), 10), r"GOPE needs a LinearEnvironment .*, got \(0.1, 0.2\)"),
        (lambda: simulate_regret("rs-oful", LINEAR, 10), "RS-OFUL needs a ContextualEnvironment .*, got LinearEnv"),
        (lambda: simulate_regret("dp-se", (0.1, 0.2), 1, 1), "horizon must be at least 2, got 1"),
        (lambda: simulate_regret("dp-se", (0.1, 0.2), 10**13, 1), "horizon must be at most 1000000000000, got 1.*"),
        (lambda: simulate_regret("dp-se", (0.1, 0.2), 10.5, 1), "horizon must be a whole number, got 10.5"),
        (lambda: simulate_regret("dp-se", (0.1, 0.2), 10, 1, risk=1), "risk must lie .* 1e-100 and 1, got 1"),
        (lambda: simulate_regret("dp-se", (0.1, 0.2), 10, 1, beta=1), "DP-SE has no parameter 'beta', only: risk"),
        (lambda: simulate_regret("dp-ucb", (0.1, 0.2), 10, 1, split=1), "split must be True or False, got 1"),
        (
            lambda: simulate_regret("adap-ucb", (0.1, 0.2), 10, 1, exploration=0),
            "exploration must lie strictly between 0 and inf, got 0",
        ),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        call()
