"""Regret of finite arms: the settings of SS19 (twelve panels), TH Figs. 5.2 and 5.3, and AB24 Fig. 4 left."""

from collections.abc import Iterator

import numpy as np

from benchmarks.published.slips import adap_klucb, dp_se_by_all_pulls
from benchmarks.published.storage import Row, point, row
from dpcore import simulate_regret
from dpcore.regret import REGRET_INSTANCES, RegretResult, published_regret_means

FIVE_ARMS = published_regret_means("C2", 5)
HORIZON, LONG_HORIZON = 10**7, 5 * 10**7
EPSILONS, ARMS = (0.1, 0.25, 0.5, 1.0), (3, 5, 10, 20)
RHOS = (0.01, 0.03, 0.1, 0.3, 0.5, 1.0, 3.0, 10.0, 100.0, 1000.0)
STAIRS = (0.05, 0.07, 0.09, 0.11, 0.16, 0.2, 0.32, 0.45, 0.6, 1.0, 2.0, 3.0, 5.0, 10.0)
EVERY = 5  # of 25 recorded steps a decade


def rows() -> Iterator[Row]:
    """All of them."""
    yield from concentrated()
    yield from five_arms()
    yield from staircase()


def over_time(figure: str, line: str, result: RegretResult, start: int = 100, panel: str = "") -> Iterator[Row]:
    """A curve of mean regret against pulls, thinned, with its end."""
    for column in range(len(result.steps) - 1, -1, -EVERY):
        if result.steps[column] >= start:
            regret = result.regret[:, column]
            yield row(figure, line, result.steps[column], regret, seed=result.seed, panel=panel)


def concentrated() -> Iterator[Row]:
    """AdaC-UCB minus its counterpart without privacy, over rho; 1000 runs each, independent."""
    horizons = (10**5, 10**6, 10**7)
    base = simulate_regret("ucb-episodes", FIVE_ARMS, HORIZON, runs=1000, exploration=1)
    columns = np.searchsorted(base.steps, horizons)
    for rho in RHOS:
        private = simulate_regret("adac-ucb", FIVE_ARMS, HORIZON, rho=rho, runs=1000, seed=1, exploration=1)
        for horizon, column in zip(horizons, columns, strict=True):
            difference = private.regret[:, column] - base.regret[:, column]
            yield row("adac-difference", f"{horizon:g}", rho, difference, seed=1)
        relative = (private.regret[:, -1] - base.regret[:, -1]) / base.regret[:, -1].mean()
        yield row("adac-price", "adac-ucb", rho, relative, seed=1)


def five_arms() -> Iterator[Row]:
    """The four curves of TH Fig. 5.2, and the ends of two of them with slips."""
    for name, runs in (("dp-ucb", 20), ("dp-se", 200), ("adap-ucb", 200), ("adap-klucb", 200)):
        yield from over_time("five-arms", name, simulate_regret(name, FIVE_ARMS, HORIZON, epsilon=1.0, runs=runs))
    generators = [np.random.default_rng((0, run)) for run in range(200)]
    ends = [dp_se_by_all_pulls(FIVE_ARMS, 1.0, 1 / HORIZON, HORIZON, generator)[1] for generator in generators]
    yield row("five-arms", "dp-se-slip", HORIZON, np.array(ends), seed=0)
    yield row("five-arms", "adap-klucb-light", HORIZON, light(FIVE_ARMS, 1.0), seed=0)


def staircase() -> Iterator[Row]:
    """AdaP-KLUCB over epsilon with its index as printed, and with a private bonus without exploration exponent."""
    means = (0.8, 0.1, 0.1, 0.1, 0.1)
    for epsilon in STAIRS:
        result = simulate_regret("adap-klucb", means, HORIZON, epsilon=epsilon, runs=200)
        yield row("staircase", "adap-klucb", epsilon, result.regret[:, -1], seed=0)
        yield row("staircase", "adap-klucb-light", epsilon, light(means, epsilon), seed=0)


def light(means: tuple[float, ...], epsilon: float) -> np.ndarray:
    """The regret of 100 runs of AdaP-KLUCB whose private bonus is log(t)/(epsilon n)."""
    generators = [np.random.default_rng((0, run)) for run in range(100)]
    return np.array([adap_klucb(means, epsilon, HORIZON, 3.1, 1.0, generator) for generator in generators])


def eliminations() -> Iterator[Row]:
    """DP-SE (30 runs, as published) beside DP-UCB (one run), its budget split over the arms as published, or not."""
    for instance in REGRET_INSTANCES:
        for arms in ARMS:
            means = published_regret_means(instance, arms)
            for epsilon in EPSILONS:
                ours = simulate_regret("dp-se", means, LONG_HORIZON, epsilon=epsilon, runs=30)
                yield from over_time(instance, f"dp-se {epsilon:g}", ours, 10**4, f"{arms} arms")
                for line, split in (("dp-ucb", True), ("unsplit", False)):
                    other = simulate_regret("dp-ucb", means, LONG_HORIZON, epsilon=epsilon, runs=1, split=split)
                    yield from over_time(instance, f"{line} {epsilon:g}", other, 10**4, f"{arms} arms")
                    times = other.regret[0, -1] / ours.mean_regret[-1]
                    yield point("five-times", f"{line} {arms}", epsilon, times, runs=1, seed=0, panel=instance)
