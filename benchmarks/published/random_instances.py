"""Regret of linear arms and contexts: the settings of AB24 Fig. 4 (middle, right) and TH Fig. C.1, on our instances."""

from collections.abc import Callable, Iterator

import numpy as np

from benchmarks.published.storage import Row, row
from dpcore import simulate_regret
from dpcore.regret import ContextualEnvironment, LinearEnvironment

LINEAR_RHOS, VARIANT_RHOS, CONTEXT_RHOS = (0.01, 0.1, 1.0, 10.0), (0.001, 0.01, 0.1, 1.0), (0.1, 0.5, 1.0, 10.0)
LINEAR_INSTANCES, VARIANT_INSTANCES, CONTEXT_INSTANCES = 2000, 500, 100
Draw = Callable[..., LinearEnvironment | ContextualEnvironment]


def linear_rows() -> Iterator[Row]:
    """AdaC-GOPE minus GOPE, relative too, and its variant beside it."""
    horizons = (10**4, 10**5, 10**6, 10**7)
    base = regret("gope", LinearEnvironment.random, horizons, None, LINEAR_INSTANCES)
    for rho in LINEAR_RHOS:
        private = regret("adac-gope", LinearEnvironment.random, horizons, rho, LINEAR_INSTANCES)
        for column, horizon in enumerate(horizons[:3]):
            yield row("linear-difference", f"{horizon:g}", rho, (private - base)[:, column], seed=0)
        relative = (private - base)[:, -1] / base[:, -1].mean()
        yield row("linear-price", "adac-gope", rho, relative, seed=0)
    for rho in VARIANT_RHOS:
        for name in ("adac-gope", "adac-gope-var"):
            ends = regret(name, LinearEnvironment.random, (10**6,), rho, VARIANT_INSTANCES)[:, 0]
            yield row("variant", name, rho, ends, seed=0)


def contextual_rows() -> Iterator[Row]:
    """AdaC-OFUL minus RS-OFUL, and relative to it."""
    horizons = (10**3, 10**4, 10**5)
    base = regret("rs-oful", ContextualEnvironment.random, horizons, None, CONTEXT_INSTANCES)
    for rho in CONTEXT_RHOS:
        private = regret("adac-oful", ContextualEnvironment.random, horizons, rho, CONTEXT_INSTANCES)
        for column, horizon in enumerate(horizons):
            yield row("context-difference", f"{horizon:g}", rho, (private - base)[:, column], seed=0)
        relative = (private - base)[:, -1] / base[:, -1].mean()
        yield row("context-price", "adac-oful", rho, relative, seed=0)


def regret(name: str, draw: Draw, horizons: tuple[int, ...], rho: float | None, instances: int) -> np.ndarray:
    """(instances, horizons) regret, one run on each of the instances drawn with seeds 0, 1, ...: the pairs match."""
    results = [simulate_regret(name, draw(seed=i), horizons[-1], rho=rho, runs=1, seed=i) for i in range(instances)]
    return np.array([result.regret[0, np.searchsorted(result.steps, horizons)] for result in results])
