"""What the tests of bounded outcomes share."""

import numpy as np

from dpcore import bounded


def laws_of(*arms, low=0, high=1):
    """The laws of arms given as lists of outcomes."""
    return bounded.clip_outcomes(bounded.tabulate_outcomes(arms), low, high)


def yes_no(*means, size=1000):
    """The laws of yes/no outcomes with these rates, multiples of 1/size."""
    return laws_of(*(np.repeat([0.0, 1.0], [size - round(mean * size), round(mean * size)]) for mean in means))


def revenue(seed=0, size=20_000, high=200.0):
    """Made-up revenues: most are 0, the others skewed; more than 2000 distinct values."""
    generator = np.random.default_rng(seed)
    return [
        np.where(generator.random(size) < buyers, generator.lognormal(3, spread, size), 0)
        for buyers, spread in ((0.3, 0.8), (0.45, 0.9), (0.25, 1.0))
    ]
