"""How large a violation an audit has caught by now, 99 times in 100: measured by simulation, not proven."""

import math

import numpy as np
from scipy.special import expit, rel_entr

from dpcore._validation import LARGEST_COUNT, check_count, check_number, check_open_interval, check_seed, quoted
from dpcore.audit.audit import FIRST_PAIRS, check_budget, next_batch
from dpcore.audit.evidence import Floats, cell_edges, likely_tails, log_factors
from dpcore.audit.samples import FALSE_ALARM_RATE
from dpcore.experiments.runs import child_generator

# Nats that bets must be able to gain until 99 of 100 audits have caught a violation: log(1/1e-6) = 13.8, what bad luck
# costs 1 audit in 100, and what is lost while the bets are learned.  `python -m benchmarks.audit power` measures it.
NEEDED_INFORMATION = 42.0
_LARGEST_FACTOR = 1e4
_MOST_PAIRS = 10**10  # simulated in one call


def information_per_pair(epsilon: float, loss: float) -> float:
    """The nats by which the logarithm of the wealth against epsilon grows, on average, with each pair of runs.

    For one sum with Laplace noise that loses `loss`, bet on beyond both exact sums at the right odds.
    Source: this project's own, docs/audit.md, power.  Deviations: none.
    Args: epsilon: the promised budget, nats, in EPSILON_LIMITS.  loss: nats, at least epsilon.
    Returns: nats, exact.     Raises: ValueError when an argument is out of its domain.
    Examples:
        >>> round(information_per_pair(1.0, 1.1), 6)
        0.001269
    """
    budget, lost = check_budget(epsilon), check_number("loss", loss)
    if lost < budget:
        raise ValueError(f"loss must be at least epsilon = {budget:g}, not {quoted(loss)}")
    gain = rel_entr(expit(lost), expit(budget)) + rel_entr(expit(-lost), expit(-budget))
    return float((1 + math.exp(-lost)) * gain)


def detectable_factor(epsilon: float, pairs: int) -> float:
    """Return how many times too small the noise must be for 99 of 100 audits to have caught it by now.

    Source: this project's own, docs/audit.md, power: NEEDED_INFORMATION is simulated.  Deviations: none.
    Args:
        epsilon: the promised budget, nats, in EPSILON_LIMITS.
        pairs: runs on either data set, >= 0.
    Returns: > 1, simulated; inf where not even noise 10^4 times too small is caught.
    Raises: ValueError when an argument is out of its domain.
    Examples:
        >>> round(detectable_factor(1.0, 5000), 3)
        1.305
    """
    budget, made = check_budget(epsilon), check_count("pairs", pairs, 0) - FIRST_PAIRS

    def is_caught(factor: float) -> bool:
        return made * information_per_pair(budget, factor * budget) >= NEEDED_INFORMATION

    if not is_caught(_LARGEST_FACTOR):
        return math.inf
    low, high = 0.0, math.log(_LARGEST_FACTOR)
    while high - low > 1e-4:
        middle = (low + high) / 2
        low, high = (low, middle) if is_caught(math.exp(middle)) else (middle, high)
    return math.exp(high)


def needed_pairs(epsilon: float, factor: float) -> int:
    """The pairs of runs after which 99 of 100 audits have caught noise that is `factor` times too small.

    Source, Deviations: as detectable_factor.  Args: factor: > 1, below 10^4.  Returns: simulated.
    Raises: ValueError when an argument is out of its domain.
    Examples:
        >>> needed_pairs(1.0, 1.1)
        34087
    """
    budget, times = check_budget(epsilon), check_open_interval("factor", factor, 1, _LARGEST_FACTOR)
    information = information_per_pair(budget, times * budget)
    if information * LARGEST_COUNT <= NEEDED_INFORMATION:
        raise ValueError(f"factor must be larger than {quoted(factor)}: no number of runs below 2^63 would do")
    return FIRST_PAIRS + math.ceil(NEEDED_INFORMATION / information)


def simulated_alarms(epsilon: float, factor: float, pairs: int, audits: int = 1000, seed: int = 0) -> Floats:
    """Return the pairs of runs after which simulated audits of one sum with too little Laplace noise raised the alarm.

    Source: this project's own, docs/audit.md, power.  Deviations: the sums are drawn by cell, not run by run.
    Args:
        epsilon: the promised budget, nats, in EPSILON_LIMITS.
        factor: by which the noise is too small, from 1 to 10^4.
        pairs: of runs in each audit, up to 10^7.
        audits: up to 10^4, with at most 10^10 pairs in total.
    Returns: (audits,) pairs, inf without an alarm.     Raises: ValueError when an argument is out of its domain.
    Examples:
        >>> simulated_alarms(1.0, 2.0, 2000, audits=3).tolist()
        [1331.0, 1210.0, 1210.0]
    """
    budget, times = check_budget(epsilon), check_open_interval("factor", factor, 1 - 1e-9, _LARGEST_FACTOR)
    last, number = check_count("pairs", pairs, FIRST_PAIRS, 10**7), check_count("audits", audits, 1, 10**4)
    if last * number > _MOST_PAIRS:
        raise ValueError(f"pairs times audits must be at most {_MOST_PAIRS}, not {last * number}")
    generator, loss = child_generator(check_seed(seed)), times * budget
    sample = generator.laplace(scale=1 / loss, size=(2, FIRST_PAIRS))
    edges = cell_edges(np.concatenate([sample[0] + 1, sample[1]]))
    laws = [np.diff(_laplace(edges - exact, loss), prepend=0.0, append=1.0) for exact in (1.0, 0.0)]
    ours, theirs = (generator.multinomial(FIRST_PAIRS, law, number) for law in laws)
    made, wealth, alarms = FIRST_PAIRS, np.zeros(number), np.full(number, np.inf)
    while made < last and np.isinf(alarms).any():
        size = min(next_batch(made), last - made)
        tails = likely_tails(ours, theirs)
        first, second = log_factors(tails.guesses, budget)
        more, others = (generator.multinomial(size, law, number) for law in laws)
        wealth += (tails.counts(more) * first + tails.counts(others) * second).sum(axis=0)
        ours, theirs, made = ours + more, theirs + others, made + size
        alarms[np.isinf(alarms) & (wealth >= -math.log(FALSE_ALARM_RATE))] = made
    return alarms


def _laplace(values: Floats, rate: float) -> Floats:
    """The distribution function of Laplace noise of scale 1/rate."""
    tail = np.exp(-rate * np.abs(values)) / 2
    return np.where(values < 0, tail, 1 - tail)
