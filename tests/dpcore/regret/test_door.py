"""The public door: what it accepts, what it returns, and that a seed alone decides a run."""

import math
import threading
from operator import call

import numpy as np
import pytest

import dpcore
from dpcore import CancelFlag, regret_algorithms, simulate_regret
from dpcore.experiments import GLOBAL_DP, ZCDP
from dpcore.regret import ContextualEnvironment, LinearEnvironment, RegretSummary
from dpcore.regret.simulate import log_spaced_steps, warm_up
from tests.dpcore.refusals import refused

ENVIRONMENTS = {
    "arms": (0.3, 0.7, 0.5),
    "linear": LinearEnvironment.random(arms=5, dimension=2, seed=1),
    "contextual": ContextualEnvironment.random(arms=5, dimension=2, seed=1),
}
NAMES = list(regret_algorithms())


def simulate(name, horizon=3000, **arguments):
    environment = ENVIRONMENTS[regret_algorithms()[name].environment]
    return simulate_regret(name, environment, horizon, **({"epsilon": 1.0, "rho": 0.5, "runs": 4} | arguments))


@pytest.mark.parametrize("horizon", [5, 3000])
@pytest.mark.parametrize("name", NAMES)
def test_result_holds_together(name, horizon):
    result, entry = simulate(name, horizon), regret_algorithms()[name]
    assert result.steps[-1] == horizon
    assert result.regret.shape == (4, result.steps.size)
    assert (result.pulls.sum(axis=1) == horizon).all()
    assert (result.regret >= 0).all()
    assert (np.diff(result.regret, axis=1) >= 0).all()
    assert result.mean_regret == pytest.approx(result.regret.mean(axis=0))
    assert result.version == dpcore.__version__
    assert result.parameters["horizon"] == horizon
    assert result.parameters["epsilon"] == (1.0 if entry.privacy == GLOBAL_DP else None)
    assert result.parameters["rho"] == (0.5 if entry.privacy == ZCDP else None)
    if entry.environment != "contextual":
        environment = ENVIRONMENTS[entry.environment]
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
    with pytest.raises(ValueError, match="no runs to average"):
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
    threading.Timer(0.1, flag.set).start()
    assert simulate(name, horizon=10**10, cancel=flag).runs == 0


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


test_bad_input_is_named = refused(
    call,
    (
        lambda: simulate_regret("dp-se", (0.1, 0.2), 10),
        r"^epsilon must be given: DP-SE is private \(epsilon-global DP\)",
    ),
    (lambda: simulate_regret("dp-se", (0.1, 1.0), 10, 1), "^the mean of arm 2 must be .* 0 and 1, not 1.0"),
    (lambda: simulate_regret("dp-se", (0.1, math.nan), 10, 1), "^the mean of arm 2 must be a number, not NaN"),
    (lambda: simulate_regret("dp-se", (0.1,), 10, 1), "^there must be 2 to 10000 means, not 1"),
    (lambda: simulate_regret("dp-se", "many", 10, 1), "^means must be a list of numbers, not 'many'"),
    (lambda: simulate_regret("dp-se", [[0.1, 0.2]], 10, 1), r"^means must have shape \(K,\), not \(1, 2\)"),
    (lambda: simulate_regret("dp-se", LINEAR, 10, 1), "^DP-SE needs a list of Bernoulli means .*, not Linear"),
    (lambda: simulate_regret("gope", (0.1, 0.2), 10), r"^GOPE needs a LinearEnvironment .*, not \(0.1, 0.2\)"),
    (lambda: simulate_regret("rs-oful", LINEAR, 10), "^RS-OFUL needs a ContextualEnvironment .*, not LinearEnv"),
    (lambda: simulate_regret("dp-se", (0.1, 0.2), 1, 1), "^horizon must be at least 2, not 1"),
    (lambda: simulate_regret("dp-se", (0.1, 0.2), 10**13, 1), "^horizon must be at most 1000000000000, not 1.*"),
    (lambda: simulate_regret("dp-se", (0.1, 0.2), 10, 1, beta=1), "^DP-SE has no parameter 'beta', only: risk"),
)
