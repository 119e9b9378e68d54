"""Would a study have decided the same without noise?  The same outcomes, counted exactly and published with noise.

Each of K arms gets the same number of participants, whose outcomes are 0 or 1; each arm's number of successes is
published once with Laplace noise of scale 1/epsilon, and the arm with the largest noisy count is chosen.  A participant
is in one arm's count, and changes it by at most 1: all counts together are epsilon-DP (DR14, Laplace mechanism and
parallel composition).  Shares are counts divided by one number, so the largest share is the largest count.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import bdtr

from dpcore._intervals import binomial_interval, bounded_mean_interval
from dpcore._tabular import Tabular
from dpcore._validation import check_array, check_count, check_epsilon, check_means, check_seed
from dpcore.experiments import child_generator
from dpcore.experiments.runs import LARGEST_RESULT

MOST_PARTICIPANTS = 10**6  # of one study
MOST_RUNS = 100_000
_OUTCOMES, _NOISE = 1, 2  # an arm's two streams of random numbers; 0 is that of posterior draws
_LOG_TAIL = 40.0  # values beyond this have probability below exp(-40) by Bernstein's inequality
_SURE = 800.0  # noise scales away: exp(-_SURE) is 0


@dataclass(frozen=True)
class DecisionComparison(Tabular):
    """What R repeated studies chose without noise and with it, given the same outcomes; all figures are simulated.

    changed: studies that chose another arm with noise; to_worse, to_better: of these, those whose arm has the smaller,
    or the larger, mean.  not_best_without, not_best_with: studies that chose an arm that is not best.
    loss_without, loss_with: largest mean less the mean of the chosen arm, averaged over the studies.
    extra_loss_interval: 95 % interval of the expected loss_with - loss_without, from the paired differences: it holds
    at every number of studies, even where noise changed none (WSR24, see dpcore._intervals).
    """

    epsilon: float
    runs: int
    changed: int
    to_worse: int
    to_better: int
    not_best_without: int
    not_best_with: int
    loss_without: float
    loss_with: float
    extra_loss_interval: tuple[float, float]

    @property
    def extra_loss(self) -> float:
        """What noise adds to the expected loss of a person who gets the chosen arm, simulated."""
        return self.loss_with - self.loss_without

    @property
    def changed_interval(self) -> tuple[float, float]:
        """The exact (CP34) 95 % interval of the probability that noise changes the decision."""
        return binomial_interval(self.changed, self.runs)


@dataclass(frozen=True)
class RepeatedStudies:
    """R repeats of a study with K arms; `simulate_studies` makes them.

    means: (K,).  group_size: participants per arm.  successes: (R, K) whole numbers.  noises: (R, K) Laplace numbers of
    scale 1, the same at every epsilon.
    """

    means: NDArray[np.float64]
    group_size: int
    seed: int
    successes: NDArray[np.int64]
    noises: NDArray[np.float64]

    def published(self, epsilon: float = math.inf) -> NDArray[np.float64]:
        """Return the shares of successes (R, K), with noise of scale 1 / (epsilon * group_size); inf: without.

        Raises: ValueError when epsilon is not > 0.
        """
        return self._counts(epsilon) / self.group_size

    def chosen(self, epsilon: float = math.inf) -> NDArray[np.int64]:
        """Return the arm that each study chooses (R,), counted from 0: the largest published share.

        Ties are broken by the noise's draws even where no noise is added: at random, and as in the limit of large
        epsilons.

        Raises: ValueError when epsilon is not > 0.
        """
        counts = self._counts(epsilon)
        is_largest = counts == counts.max(axis=1, keepdims=True)
        return np.where(is_largest, self.noises, -math.inf).argmax(axis=1)

    def turning_epsilons(self) -> NDArray[np.float64]:
        """Return for each study the epsilon (R,) below which noise makes it choose another arm, and above which not.

        The largest of straight lines, counts + noises / epsilon, is convex in 1 / epsilon: the line that is largest at
        0 is so up to one point and not after it.  0 where it stays the largest.
        """
        leaders = self.chosen()[:, None]
        gaps = np.take_along_axis(self.successes, leaders, 1) - self.successes
        gains = self.noises - np.take_along_axis(self.noises, leaders, 1)
        turns = np.divide(gains, gaps, out=np.zeros_like(gains), where=(gaps > 0) & (gains > 0))
        return turns.max(axis=1)

    def share_changed(self, epsilons: ArrayLike) -> NDArray[np.float64]:
        """Return the share of studies that choose another arm with noise, for each of the epsilons (any shape).

        Raises: ValueError when an epsilon is not a number >= 0.
        """
        turns, asked = np.sort(self.turning_epsilons()), check_array("epsilons", epsilons, 0.0)
        return 1 - np.searchsorted(turns, asked, side="right") / turns.size

    def changed_intervals(self, epsilons: ArrayLike) -> NDArray[np.float64]:
        """Return the exact (CP34) 95 % intervals (..., 2) of the probabilities that share_changed estimates."""
        shares = self.share_changed(epsilons)
        runs = self.successes.shape[0]
        ends = [binomial_interval(round(runs * share), runs) for share in shares.ravel().tolist()]
        return np.reshape(ends, (*shares.shape, 2))

    def compare(self, epsilon: float) -> DecisionComparison:
        """Return what the studies chose with noise beside what they chose without.

        Raises: ValueError when epsilon is not > 0.
        """
        without, with_noise = self.means[self.chosen()], self.means[self.chosen(epsilon)]
        best, extra = self.means.max(), without - with_noise
        most = float(best - self.means.min())
        return DecisionComparison(
            epsilon=float(epsilon),
            runs=extra.size,
            changed=int((self.chosen() != self.chosen(epsilon)).sum()),
            to_worse=int((extra > 0).sum()),
            to_better=int((extra < 0).sum()),
            not_best_without=int((without < best).sum()),
            not_best_with=int((with_noise < best).sum()),
            loss_without=float((best - without).mean()),
            loss_with=float((best - with_noise).mean()),
            extra_loss_interval=bounded_mean_interval(extra, -most, most),
        )

    def _counts(self, epsilon: float) -> NDArray[np.float64]:
        with np.errstate(over="ignore"):
            return self.successes + self.noises / check_epsilon(epsilon)


def simulate_studies(means: ArrayLike, participants: int, *, runs: int = 1000, seed: int = 0) -> RepeatedStudies:
    """Return repeats of a study that gives each arm participants // K participants and decides once.

    Run i uses the same random numbers for every number of participants and of runs: its outcomes are binomial quantiles
    of one uniform number per arm, and so grow with the participants.

    Source: inversion, standard; the mechanism is DR14's.     Deviations: none.
    Args:
        means: (K,) floats strictly between 0 and 1, one unique maximum.
        participants: in total, K to 10^6; the remainder after division by K is left out.
        runs: repeats, 1 to 100,000; at most 10^7 counts in all.
        seed: whole number from 0 to 2^128 - 1.
    Returns: the studies, simulated.
    Raises: ValueError when an argument is out of its domain.
    Examples:
        >>> simulate_studies([0.6, 0.5], 100, runs=20).compare(1.0).changed
        1
    """
    array, group_size = _check_study(means, participants)
    runs, seed = check_count("runs", runs, 1, min(MOST_RUNS, LARGEST_RESULT // array.size)), check_seed(seed)
    successes = np.empty((runs, array.size), np.int64)
    noises = np.empty((runs, array.size))
    for arm, mean in enumerate(array.tolist()):
        levels = 1 - child_generator(seed, arm, _OUTCOMES).random(runs)  # in (0, 1]
        values, distribution = _binomial(group_size, mean)
        successes[:, arm] = values[np.minimum(np.searchsorted(distribution, levels), values.size - 1)]
        noises[:, arm] = child_generator(seed, arm, _NOISE).laplace(size=runs)
    return RepeatedStudies(array, group_size, seed, successes, noises)


@dataclass(frozen=True)
class DecisionProbabilities(Tabular):
    """Of one study of two arms: that noise changes its decision, and that it chooses the worse arm; exact."""

    changed: float
    not_best_without: float
    not_best_with: float


def decision_probabilities(means: ArrayLike, epsilon: float, participants: int) -> DecisionProbabilities:
    """Return for two arms what `simulate_studies` estimates, without simulation.

    The difference of the counts is one of two binomials (their convolution); that of two Laplace numbers of scale 1
    exceeds t >= 0 with probability (1 + t/2) exp(-t) / 2.

    Source: closed form, standard; checked against brute force in tests.     Deviations: none.
    Args:    means, participants: as simulate_studies, K = 2.  epsilon: per participant, nats, > 0; inf: no noise.
    Returns: probabilities, exact to double precision.
    Raises:  ValueError when an argument is out of its domain.
    Examples:
        >>> round(decision_probabilities([0.6, 0.5], 1.0, 100).changed, 4)
        0.0499
    """
    array, group_size = _check_study(means, participants)
    if array.size != 2:
        raise ValueError(f"there must be 2 means if probabilities are to be exact, not {array.size}")
    scale = min(check_epsilon(epsilon), _SURE)
    (best, best_law), (other, other_law) = (
        _binomial(group_size, mean) for mean in sorted(array.tolist(), reverse=True)
    )
    law = np.convolve(np.diff(best_law, prepend=0.0), np.diff(other_law, prepend=0.0)[::-1])
    leads = np.arange(best[0] - other[-1], best[-1] - other[0] + 1)  # of the best arm's count
    reach = scale * np.abs(leads)
    beyond = (0.5 + 0.25 * reach) * np.exp(-reach)
    return DecisionProbabilities(
        changed=float(law @ np.where(leads == 0, 0.0, beyond)),
        not_best_without=float(law @ np.where(leads == 0, 0.5, leads < 0)),
        not_best_with=float(law @ np.where(leads < 0, 1 - beyond, beyond)),
    )


def _check_study(means: ArrayLike, participants: int) -> tuple[NDArray[np.float64], int]:
    array = check_means(means)
    return array, check_count("participants", participants, array.size, MOST_PARTICIPANTS) // array.size


def _binomial(trials: int, probability: float) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The values that matter, and the binomial distribution function at each."""
    variance = trials * probability * (1 - probability)
    spread = math.sqrt(2 * _LOG_TAIL * variance) + 2 * _LOG_TAIL / 3
    low, high = max(0, math.floor(trials * probability - spread)), min(trials, math.ceil(trials * probability + spread))
    values = np.arange(low, high + 1)
    return values, bdtr(values.astype(float), trials, probability)
