"""The lower bound under promise A on the participants that a method takes on average; proof in docs/designs.md.

T*_epsilon(D)^-1 is the value of a game: shares w of the participants against alternatives in which another option leads
by D.  Every mixture of alternatives bounds it from above, and so gives a bound on participants that is never too large.
"""

import math
from itertools import compress
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import brentq

from dpcore._indifference import ROUNDING
from dpcore._kernels import kernel
from dpcore._validation import check_choice, check_open_interval, check_risk, quoted
from dpcore.choosing.bounds import TRUST_MODELS
from dpcore.designs.find_lead import check_curve, check_options, check_smallest, grouped
from dpcore.designs.laws import Floats, Integers
from dpcore.designs.studies import LOCAL, NO_PRIVACY, SMALLEST_EPSILON, WINNER, seen_rate
from dpcore.times.divergences import kl_upward, privacy_constants, private_upward
from dpcore.times.lower_bounds import error_divergence, quantile_divergence

_ROUNDED_DOWN = 1 - 1e-12
_SECTIONS = 55  # of an interval of z, which leave 10^-11 of it
_GOLDEN = 0.3819660112501051
_MOST_ROUNDS, _MOST_PIVOTS = 100, 10_000
_NOTHING = 1e-12  # what counts as 0 in a table of the simplex method, whose numbers are about 1
_CLOSE, _DRAWN = 1e-7, 1e-5  # the game is solved once its bracket is as narrow as this, relatively; for a picture
Alternative = tuple[int, float]  # the group of the option that leads there, and its rate


class Game(NamedTuple):
    """The best option's rate and its rivals', how many have each, the lead, and LOCAL or any other release."""

    rates: Floats
    times: Integers
    lead: float
    release: int


def lead_characteristic_time(
    means: ArrayLike, difference: float, epsilon: float, trust_model: str = "central"
) -> float:  # fmt: skip
    """Return T*_epsilon(D): how many participants per unit of kl(risk, 1 - risk) every method with promise A needs.

    Source: this project's own, docs/designs.md; with the divergence of JA25.  Deviations: none.
    Args:
        means: (K,) success rates strictly between 0 and 1, K <= 50, whose best leads all others by `difference`.
        difference: D, in (0, 1).  epsilon: budget per outcome, nats, >= 1e-9; inf = no privacy.
        trust_model: "central", or "local": every outcome is privatised before anybody sees it.
    Returns: participants, a proven lower bound on T* that is never too large; with rivals of one rate exact to 1e-9,
        else to 1e-6.
    Raises: ValueError when an argument is out of its domain, or the best option leads by less than `difference`.
    Examples:
        >>> round(lead_characteristic_time([0.4, 0.3, 0.3], 0.1, 1.0))
        67
    """
    return _time(_check_game(means, difference, trust_model), check_smallest(epsilon), [])


def lead_lower_bound(
    means: ArrayLike,
    difference: float,
    epsilon: float,
    risk: float,
    trust_model: str = "central",
    quantile: float | None = None,
) -> float:
    """Return how many participants every method with promise A needs, in all: on average T*_epsilon(D) kl(r, 1 - r).

    With `quantile` s: T*_epsilon(D) kl(s - r, r).  No such method stops within fewer in a share s of its runs.

    Source, Deviations, Raises: as lead_characteristic_time.
    Args: means, difference, epsilon, trust_model: as there.  risk: r, in (0, 1/2).  quantile: in (0, 1), None: average.
    Returns: participants of all options, proven for every method, sequential or not, with any shares of participants
        (under "local": any messages, each epsilon-DP in its sender's outcome, even if they depend on earlier ones).
    Examples:
        >>> round(lead_lower_bound([0.4, 0.3, 0.3], 0.1, 1.0, 0.01))
        303
    """
    return lead_characteristic_time(means, difference, epsilon, trust_model) * _evidence(check_risk(risk), quantile)


def lead_possible_epsilon(
    means: ArrayLike,
    difference: float,
    risk: float,
    participants: float,
    trust_model: str = "central",
    quantile: float | None = None,
) -> float:
    """Return the smallest epsilon that the lower bound does not rule out for this many participants in all.

    Source, Deviations, Args, Raises: as lead_lower_bound; participants: > 0.
    Returns: nats, to 1e-9 and rounded down, so that every smaller one is ruled out; inf where all are, 0 where none is.
    Examples:
        >>> round(lead_possible_epsilon([0.4, 0.3, 0.3], 0.1, 0.01, 10_000), 5)
        0.00681
    """
    evidence = _evidence(check_risk(risk), quantile)
    budget = check_open_interval("participants", participants, 0, math.inf)

    game, tried = _check_game(means, difference, trust_model), list[Alternative]()
    reached = budget * (1 + 1e-9)  # or the root could be anywhere on a plateau, where epsilon hardly matters

    def excess(log_epsilon: float) -> float:
        return math.log(_time(game, math.exp(log_epsilon), tried) * evidence / reached)

    if _time(game, math.inf, tried) * evidence > budget:
        return math.inf
    low, high = math.log(SMALLEST_EPSILON), math.log(NO_PRIVACY)
    if evidence == 0 or excess(low) <= 0:
        return 0.0
    if excess(high) > 0:
        return NO_PRIVACY
    return math.exp(float(brentq(excess, low, high, xtol=1e-10)) - 1e-9)


def lead_bound_curve(
    means: ArrayLike,
    difference: float,
    epsilons: ArrayLike,
    risk: float,
    trust_model: str = "central",
    quantile: float | None = None,
) -> Floats:
    """Return the lower bound on all options' participants at many epsilons, for a picture.

    Source, Deviations, Args, Raises: as lead_lower_bound.  epsilons: (E,), E <= 10^4.
    Returns: (E,) participants, each proven; with rivals of several rates to 1e-5.
    Examples:
        >>> lead_bound_curve([0.4, 0.3, 0.3], 0.1, [0.01, 1.0], 0.01).round().tolist()
        [6835.0, 303.0]
    """
    budgets, evidence = check_curve(epsilons), _evidence(check_risk(risk), quantile)
    game, tried = _check_game(means, difference, trust_model), list[Alternative]()
    if game.rates.size > 2:
        return evidence * np.array([_time(game, float(each), tried, _DRAWN) for each in budgets])
    out = np.empty(budgets.size)
    fill_bounds(game, budgets, evidence, out)
    return out


def _time(game: Game, epsilon: float, tried: list[Alternative], close: float = _CLOSE) -> float:
    """T*_epsilon(D), never too large.  tried, close: see _value."""
    value = float(_equal_value(game, epsilon)) if game.rates.size == 2 else _value(game, epsilon, tried, close)[0]
    return _ROUNDED_DOWN / value if value > 0 else math.inf


@kernel(error_model="numpy")
def fill_bounds(game: Game, epsilons: Floats, evidence: float, out: Floats) -> None:
    """Fill out with the bounds where all rivals have one rate."""
    for i in range(epsilons.size):
        value = _equal_value(game, epsilons[i])
        out[i] = _ROUNDED_DOWN / value * evidence if value > 0 else np.inf


@kernel(error_model="numpy")
def divergence(m: float, x: float, epsilon: float, release: int) -> float:
    """How much one outcome at rate m can tell against rate x, at most: d_epsilon, or the kl of flipped answers."""
    if release == LOCAL:
        m, x = seen_rate(m, release, epsilon), seen_rate(x, release, epsilon)
        return kl_upward(m, 1 - m, x - m, x, 1 - x) if x > m else kl_upward(1 - m, m, m - x, 1 - x, x)
    decay, slope = privacy_constants(epsilon)
    if x > m:
        return private_upward(m, 1 - m, x - m, x, 1 - x, decay, slope)
    return private_upward(1 - m, m, m - x, 1 - x, x, decay, slope)


@kernel(error_model="numpy")
def fill_costs(game: Game, epsilon: float, raised: int, z: float, costs: Floats) -> None:
    """What a participant of each group costs when one option of group `raised` gets the rate z and leads by D."""
    rates, times, lead, release = game
    for j in range(rates.size):
        costs[j] = divergence(rates[j], min(rates[j], z - lead), epsilon, release)
    own = divergence(rates[raised], max(z, rates[raised]), epsilon, release)
    costs[raised] = (own + (times[raised] - 1) * costs[raised]) / times[raised]


@kernel(error_model="numpy")
def fill_and_weigh(game: Game, epsilon: float, raised: int, z: float, shares: Floats, costs: Floats) -> float:
    """Fill the costs of this z; return their sum weighted by the shares, or without shares the largest."""
    fill_costs(game, epsilon, raised, z, costs)
    weighed = 0.0
    for j in range(costs.size):
        weighed = weighed + shares[j] * costs[j] if shares.size else max(weighed, costs[j])
    return weighed


@kernel(error_model="numpy")
def cheapest(game: Game, epsilon: float, raised: int, shares: Floats, costs: Floats) -> tuple[float, float]:
    """The z of the least weighted cost, and that cost, by golden sections of a convex function; fills its costs."""
    low, high = max(game.lead, game.rates[raised]), min(game.rates[0] + game.lead, 1.0)
    lower, upper = low + _GOLDEN * (high - low), high - _GOLDEN * (high - low)
    left = fill_and_weigh(game, epsilon, raised, lower, shares, costs)
    right = fill_and_weigh(game, epsilon, raised, upper, shares, costs)
    for _ in range(_SECTIONS):
        if left < right:
            high, upper, right = upper, lower, left
            lower = low + _GOLDEN * (high - low)
            left = fill_and_weigh(game, epsilon, raised, lower, shares, costs)
        else:
            low, lower, left = lower, upper, right
            upper = high - _GOLDEN * (high - low)
            right = fill_and_weigh(game, epsilon, raised, upper, shares, costs)
    z = lower if left < right else upper
    return z, fill_and_weigh(game, epsilon, raised, z, shares, costs)


@kernel(error_model="numpy")
def _equal_value(game: Game, epsilon: float) -> float:
    """The game's value where all rivals have one rate: min over z of max(cost of the best, cost of a rival).

    By symmetry a rival's share is the same for all.  Both costs are convex in z, so that this is the game's value, and
    at any z it bounds the value from above.
    """
    return cheapest(game, epsilon, 1, np.empty(0), np.empty(2))[1]


def _value(
    game: Game, epsilon: float, tried: list[Alternative] | None = None, close: float = _CLOSE
) -> tuple[float, Floats]:
    """An upper bound on the game's value and shares that nearly reach it, by cutting planes.

    The bound is that of the best mixture of alternatives so far.  Each round adds the cheapest alternatives against the
    shares that are best for the last mixture.
    tried: alternatives to begin with, as those of a similar epsilon; left there are those that the last mixture takes.
    close: how narrow the game's bracket is to be, relatively.
    """
    groups, tried = game.rates.size, [] if tried is None else tried
    shares, costs, cuts = np.full(groups, 1 / groups), np.empty(groups), []
    for raised, rate in tried:
        fill_costs(game, epsilon, raised, rate, costs)
        cuts.append(costs.copy())
    bound, reached, best, mixture = math.inf, 0.0, shares, np.empty(0)
    for _ in range(_MOST_ROUNDS):
        if cuts:
            mixture, shares = best_mixture(np.array(cuts))
            bound = min(bound, float((mixture @ np.array(cuts)).max()))
        least = math.inf
        for raised in range(1, groups):
            rate, cost = cheapest(game, epsilon, raised, shares, costs)
            tried.append((raised, rate))
            least = min(least, float(cost))
            cuts.append(costs.copy())
        if least > reached:
            reached, best = least, shares
        if bound <= reached * (1 + close):
            break
        finite = [np.isfinite(cut).all() for cut in cuts]
        tried[:], cuts = compress(tried, finite), [*compress(cuts, finite)]
    tried[:] = compress(tried, mixture > 0)
    return bound, best


@kernel(error_model="numpy")
def best_mixture(cuts: Floats) -> tuple[Floats, Floats]:
    """Of alternatives with costs (A, groups) the mixture that costs the dearest group least, and shares against it.

    The simplex method with Bland's rule for max sum x with cuts.T x <= 1, x >= 0; Dantzig (1951) for games.
    """
    alternatives, groups = cuts.shape
    table = np.zeros((groups + 1, alternatives + groups + 1))
    scale = np.inf
    for alternative in range(alternatives):
        scale = min(scale, cuts[alternative].max())
    table[:groups, :alternatives] = cuts.T / scale
    table[:groups, -1] = 1
    table[groups, :alternatives] = -1
    for group in range(groups):
        table[group, alternatives + group] = 1
    basis = np.arange(alternatives, alternatives + groups)
    for _ in range(_MOST_PIVOTS):
        column = 0
        while column < alternatives + groups and table[groups, column] >= -_NOTHING:
            column += 1
        row, least = -1, np.inf
        for group in range(groups if column < alternatives + groups else 0):
            if table[group, column] > _NOTHING:
                ratio = table[group, -1] / table[group, column]
                if row < 0 or ratio < least or (ratio == least and basis[group] < basis[row]):
                    row, least = group, ratio
        if row < 0:
            break
        table[row] /= table[row, column]
        for other in range(groups + 1):
            if other != row:
                table[other] -= table[other, column] * table[row]
        basis[row] = column
    weights, shares = np.zeros(alternatives + groups), np.maximum(table[groups, alternatives:-1], 0)
    weights[basis] = np.maximum(table[:groups, -1], 0)
    weights = weights[:alternatives]
    return weights / weights.sum(), shares / shares.sum()


def _check_game(means: ArrayLike, difference: float, trust_model: str) -> Game:
    """The best option, its rivals, and the lead, after a check that the best option has this lead."""
    array, lead = check_options(means), check_open_interval("difference", difference, 0, 1)
    rates, times = grouped(array, int(np.argmax(array)))
    if rates[0] - rates[1:].max() < lead - ROUNDING:
        raise ValueError(
            f"the best option must lead all others by the difference of {quoted(difference)} for this bound, "
            f"but it leads by {rates[0] - rates[1:].max():g}"
        )
    is_local = check_choice("trust_model", trust_model, TRUST_MODELS) == "local"
    return Game(rates, times, lead, LOCAL if is_local else WINNER)


def _evidence(risk: float, quantile: float | None = None) -> float:
    """kl(r, 1 - r), or kl(s - r, r) where a share s of runs is to stop."""
    if quantile is None:
        return error_divergence(risk)
    return quantile_divergence(check_open_interval("quantile", quantile, 0, 1), risk)
