"""The noise of a release, for kernels: Laplace's for epsilon-DP, Gauss' for rho-zCDP."""

import math

import numpy as np

from dpcore._kernels import kernel

WEAKER_PROMISE = (
    "It promises rho-zCDP, which is weaker than epsilon-DP: epsilon-DP does not follow from it for any finite epsilon.",
    "The lower bounds for epsilon-DP do not apply to it; the one for rho-zCDP, by group privacy, does, but lies far "
    "below what it takes.",
)
IDEAL_NOISE = (
    "The privacy proof assumes ideal real-valued Gaussian noise: this simulation's sampler is not for deployment."
)


def noise_deviation(rho: float) -> float:
    """The standard deviation of the noise of a sum that one reward moves by at most 1, for rho-zCDP: 1/sqrt(2 rho)."""
    return 1 / math.sqrt(2 * rho)


@kernel
def drawn_noise(generator: np.random.Generator, epsilon: float, deviation: float) -> float:
    """The noise of one release: Lap(1/epsilon), or N(0, deviation^2) by Marsaglia's polar method.

    numpy's own normal variables need generators that browsers do not have here.
    """
    if deviation == 0.0:
        return generator.laplace(0.0, 1 / epsilon)
    while True:
        first, second = 2 * generator.random() - 1, 2 * generator.random() - 1
        square = first * first + second * second
        if 0 < square < 1:
            return deviation * first * math.sqrt(-2 * math.log(square) / square)
