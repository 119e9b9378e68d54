"""The private K_inf of laws on [0, 1]: how hard it is to take a law for one of a larger or a smaller mean.

Of laws on [0, 1] without parameters.  With phi any law on [0, 1] and kappa any one of mean at least x,
K(nu, x) = inf over phi and kappa of epsilon TV(nu, phi) + KL(phi, kappa).  Its dual has one variable:

    K(nu, x) = max over 0 <= l <= 1/(1 - x) of E min( log(1 - l (X - x)), log(1 - l (1 - x)) + epsilon ),   X ~ nu.

Proof in docs/bounded-outcomes.md; without privacy the minimum is its first term, the dual of Honda and Takemura (HT15).
"""

import math

from numpy.typing import ArrayLike

from dpcore._kernels import kernel
from dpcore._validation import check_array, check_choice, check_epsilon, check_open_interval, quoted
from dpcore.bounded.outcomes import Floats
from dpcore.times.divergences import LARGEST_EPSILON

MOST_STEPS = 120
TOLERANCE = 1e-13  # of the dual's value, about


@kernel(error_model="numpy")
def slope_upward(values: Floats, shares: Floats, x: float, scale: float, multiplier: float) -> tuple[float, float]:
    """The dual's first two derivatives in l = `multiplier`; scale: e^epsilon."""
    top = 1 - multiplier * (1 - x)
    limit = scale * top
    slope = curvature = 0.0
    for i in range(values.size):
        distance = values[i] - x
        base = 1 - multiplier * distance
        if base > limit:
            distance, base = 1 - x, top
        gain = distance / base
        slope -= shares[i] * gain
        curvature -= shares[i] * gain * gain
    return slope, curvature


@kernel(error_model="numpy")
def dual_upward(
    values: Floats, shares: Floats, x: float, epsilon: float, scale: float, multiplier: float
) -> tuple[float, float]:
    """The dual at l = `multiplier`, and its derivative in x: by the envelope theorem that of K at the best l."""
    top = 1 - multiplier * (1 - x)
    limit = scale * top
    value = rate = 0.0
    for i in range(values.size):
        base = 1 - multiplier * (values[i] - x)
        if base > limit:
            value += shares[i] * (math.log(top) + epsilon)
            rate += shares[i] * multiplier / top
        else:
            value += shares[i] * math.log1p(-multiplier * (values[i] - x))
            rate += shares[i] * multiplier / base
    return value, rate


@kernel(error_model="numpy")
def bounded_upward(values: Floats, shares: Floats, x: float, epsilon: float) -> tuple[float, float, float]:
    """K(nu, x) for x < 1, and how fast it grows with x: (found, upper, rate), found <= K <= upper up to rounding.

    Newton within a bracket on the concave dual, by halves where that is slow; `upper` is a tangent's value at the
    bracket's far end.
    """
    scale = math.exp(epsilon) if epsilon < LARGEST_EPSILON else math.inf
    slope, curvature = slope_upward(values, shares, x, scale, 0.0)
    if slope <= 0:
        return 0.0, 0.0, 0.0
    end = 1 / (1 - x)
    first_slope, low, high, multiplier, width = slope, 0.0, end, 0.0, 2 * end
    slope_low, slope_high = slope, 0.0
    for step in range(MOST_STEPS):
        proposal = multiplier - slope / curvature
        if step % 3 == 2:
            if high - low > width / 2:
                proposal = 0.5 * (low + high)
            width = high - low
        if not low < proposal < high:
            proposal = 0.5 * (low + high)
        if not low < proposal < high:
            break
        multiplier = proposal
        slope, curvature = slope_upward(values, shares, x, scale, multiplier)
        if slope >= 0:
            low, slope_low = multiplier, slope
        else:
            high, slope_high = multiplier, slope
        if abs(slope) * (high - low) <= TOLERANCE * first_slope * multiplier:
            break
    found, rate = dual_upward(values, shares, x, epsilon, scale, multiplier)
    if low > 0 and high < end and slope_low > slope_high:  # at a kink the part of its mass that moves makes the slope 0
        rate_low = dual_upward(values, shares, x, epsilon, scale, low)[1]
        rate_high = dual_upward(values, shares, x, epsilon, scale, high)[1]
        rate = (slope_low * rate_high - slope_high * rate_low) / (slope_low - slope_high)
    return max(found, 0.0), max(found, 0.0) + abs(slope) * (high - low), rate


def bounded_divergence(
    values: ArrayLike, shares: ArrayLike, x: float, epsilon: float = math.inf, towards: str = "larger"
) -> float:
    """K(nu, x): how far a law on [0, 1] is from those of mean at least x, or at most x, under a privacy budget.

    Source: own with privacy (docs/bounded-outcomes.md); HT15 without.  Deviations: none.
    Args:    values, shares: (V,) floats, the law's values in [0, 1] and their shares, which sum to 1.
             x: strictly between 0 and 1.  epsilon: nats, > 0; inf = no privacy.
             towards: "larger" (laws of mean >= x) or "smaller" (of mean <= x).
    Returns: nats, exact to a relative 1e-9; 0 where the law has such a mean itself.
    Raises:  ValueError when an argument is out of its domain.
    Examples:
        >>> round(bounded_divergence([0.0, 1.0], [0.5, 0.5], 0.6, 1.0), 6)
        0.020411
    """
    points, weights = check_array("values", values, 0, 1), check_array("shares", shares, 0, 1)
    if points.ndim != 1 or points.shape != weights.shape or points.size == 0:
        raise ValueError(
            f"values and shares must have the same shape (V,), not {quoted(points.shape)} and {quoted(weights.shape)}"
        )
    if not abs(weights.sum() - 1) < 1e-9:
        raise ValueError(f"shares must sum to 1, not {weights.sum():g}")
    x, epsilon = check_open_interval("x", x, 0, 1), check_epsilon(epsilon)
    if check_choice("towards", towards, ("larger", "smaller")) == "smaller":
        points, x = 1 - points, 1 - x
    return float(bounded_upward(points, weights, x, epsilon)[0])


def warm_up() -> None:
    """Compile, or load from the cache, the kernels of this module."""
    bounded_divergence([0.0, 1.0], [0.5, 0.5], 0.6, 1.0)
