"""What needs no runs: the counterexample to Table DP, the minimax lower bounds, and the bounds on best-arm times."""

from collections.abc import Iterator

import numpy as np

from benchmarks.published.stopping_times import INSTANCES, RISK
from benchmarks.published.storage import Row, point
from dpcore import minimal_epsilon, privacy_delta, regret, sample_lower_bounds
from dpcore.privacy import PRIVACY_DEFINITIONS, counterexample

ARMS, DIMENSION, HORIZON = 5, 5, 10**7
BUDGETS = np.geomspace(1e-5, 10, 31)
RHOS = np.geomspace(1e-10, 1, 31)
EPSILONS = np.geomspace(1e-3, 10, 33)


def rows() -> Iterator[Row]:
    """All of them."""
    yield from promises()
    yield from minimax()
    yield from asymptotic()
    yield from times()


def promises() -> Iterator[Row]:
    """The exact delta of AB24's policy under each definition, over epsilon, and its smallest epsilon at delta = .17."""
    policy = counterexample()
    grid = np.round(np.arange(0.9, 1.0501, 0.005), 3)
    for definition in PRIVACY_DEFINITIONS:
        for epsilon, delta in zip(grid, privacy_delta(policy, definition, grid), strict=True):
            yield point("promises", definition, epsilon, float(delta))
        yield point("smallest", definition, minimal_epsilon(policy, definition, 0.17), 0.17)


def minimax() -> Iterator[Row]:
    """Regret that every algorithm loses on some instance, and what is proven of AdaP-UCB and AdaC-UCB on all."""
    means = (0.75, 0.25, 0.25, 0.25, 0.25)
    for epsilon in BUDGETS:
        lower = regret.minimax_regret_lower_bound_epsilon(ARMS, HORIZON, epsilon)
        yield point("minimax", "arms", epsilon, lower, panel="ε-DP")
        linear = regret.linear_minimax_regret_lower_bound_epsilon(DIMENSION, HORIZON, epsilon)
        yield point("minimax", "linear", epsilon, linear, panel="ε-DP")
        printed = max(np.sqrt(HORIZON * (ARMS - 1)) / 27, (ARMS - 1) / (131 * epsilon))
        yield point("minimax", "arms-131", epsilon, float(printed), panel="ε-DP")
        upper = regret.adap_ucb_regret_bound_gap_free(means, HORIZON, epsilon)
        yield point("minimax", "adap-ucb", epsilon, upper, panel="ε-DP")
    for rho in RHOS:
        yield point("minimax", "arms", rho, regret.minimax_regret_lower_bound_rho(ARMS, HORIZON, rho), panel="ρ-zCDP")
        linear = regret.linear_minimax_regret_lower_bound_rho(DIMENSION, HORIZON, rho)
        yield point("minimax", "linear", rho, linear, panel="ρ-zCDP")
        upper = regret.adac_ucb_regret_bound_gap_free(means, HORIZON, rho)
        yield point("minimax", "adac-ucb", rho, upper, panel="ρ-zCDP")


def asymptotic() -> Iterator[Row]:
    """The limit of regret/log T on the arms of TH Fig. 5.3, with epsilon and with AB22's 6 epsilon, times log T."""
    means = (0.8, 0.1, 0.1, 0.1, 0.1)
    for epsilon in np.geomspace(0.05, 10, 41):
        for line, factor in (("thesis", 1.0), ("before", 6.0)):
            limit = regret.asymptotic_regret_lower_bound_epsilon(means, factor * epsilon)
            yield point("asymptotic", line, epsilon, float(np.log(10**7)) * limit)


def times() -> Iterator[Row]:
    """The four bounds on best-arm samples on the two instances of TH Fig. 5.7, over epsilon."""
    for place, means in zip(("first instance", "second instance"), INSTANCES, strict=True):
        for epsilon in EPSILONS:
            for line, value in sample_lower_bounds(means, float(epsilon), RISK).items():
                yield point("times", line, float(epsilon), value, panel=place)
