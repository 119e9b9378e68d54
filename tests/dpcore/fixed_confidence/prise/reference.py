"""PRISE as docs/prise.md states it: one run in plain NumPy."""

import math

import numpy as np
from scipy.optimize import brentq, minimize_scalar
from scipy.special import logsumexp

from dpcore.times.characteristic import characteristic_time

HALF = [0, 0.005, 0.01, 0.02, 0.04, 0.06, 0.09, 0.12, 0.16, 0.2, 0.25, 0.3, 0.4, 0.5]
LOW = np.array(HALF + [1 - e for e in HALF[-2:0:-1]])
HIGH = np.array(HALF[1:] + [1 - e for e in HALF[-2::-1]])
POINTS = 0.1 * 2.0 ** np.array([2.5 - 0.75 * j for j in range(12)] + [2.5 - 0.75 * 11 - j for j in range(1, 13)])
PRIOR = np.array([0.9 / 12] * 12 + [0.1 / 12] * 12)
SIMILAR = np.array([[0.5 ** abs(i - j) * math.sqrt(PRIOR[i] * PRIOR[j]) for j in range(24)] for i in range(24)])
PAIRS = 0.3 * np.outer(PRIOR, PRIOR) + 0.7 * SIMILAR / SIMILAR.sum()
GAPS = np.geomspace(1e-4, 1, 40)
TILTS = np.array([1.3, 1.6, 2, 2.5, 3.2, 4.5])


def cells(lead):
    """Low and high ends (X,) of the cells' parts in [lead, 1], without those that have none."""
    reaches = lead < HIGH
    return np.maximum(LOW, lead)[reaches], HIGH[reaches]


def moments(tilt, rival_size, own_size, epsilon, lead=0.0):
    """(..., X) g_x(tilt) of every cell."""
    low, high = cells(lead)
    tilt = np.asarray(tilt)[..., None]
    smaller = min(rival_size, own_size)
    up, down = np.expm1(tilt * epsilon * smaller / rival_size), -np.expm1(-tilt * epsilon * smaller / own_size)
    y = (rival_size / down - own_size * (1 / up - lead)) / (rival_size + own_size)
    y = np.clip(y, low, high)
    return rival_size * np.log1p((y - lead) * up) + own_size * np.log1p(-y * down)


def p_values(d, rival_size, own_size, epsilon, lead=0.0):
    """(..., X) p_x(d) of every cell."""
    d = np.asarray(d)[..., None]
    ratio = min(rival_size, own_size) / max(rival_size, own_size)
    u = d - moments(1, rival_size, own_size, epsilon, lead)
    main = (0.5 + u / 4) * np.exp(-u)
    if ratio < 0.999:
        main = np.minimum(main, np.exp(-u) / (2 * (1 - ratio**2)))
    with np.errstate(over="ignore"):
        exponents = moments(TILTS, rival_size, own_size, epsilon, lead) - np.multiply.outer(d[..., 0], TILTS)[..., None]
        rest = np.exp(exponents.min(axis=-2)) / 2
    return np.where(u > 0, np.minimum(1, main + rest), 1.0)


def payoff(p, level=None):
    """F(p); without a level, as in the first round, the all-or-nothing part is paid in any case."""
    if level is None:
        return 0.4 + 0.18 * p**-0.7
    return 0.1 + 0.3 * (p <= level) / level + 0.6 * 0.3 * p**-0.7


def level_for(missing):
    """The largest level in (0, 1] at which meeting it pays exp(missing)."""

    def lacking(log_level):
        return math.log(0.1 + 0.3 * math.exp(-log_level) + 0.18 * math.exp(-0.7 * log_level)) - missing

    return 1.0 if lacking(0.0) >= 0 else math.exp(brentq(lacking, -690, 0, xtol=1e-13))


def thetas_of(size, epsilon):
    """(J,) the theta of every point for a batch of this size."""
    signal = size * POINTS * epsilon
    limited = (np.hypot(1, signal) - 1) / (size * POINTS) if epsilon < math.inf else math.inf
    exponents = np.floor(4 * np.log2(np.minimum(10 * POINTS, limited)) + 1e-9)
    return 2.0 ** ((exponents - (2.0 ** (exponents / 4) >= epsilon)) / 4)


def penalty(theta, epsilon):
    return np.log1p(-((theta / epsilon) ** 2)) if epsilon < math.inf else 0.0


def log_likelihood_wealth(y, releases, epsilon, lead=0.0):
    """log M_a(y) of releases (is_rival, size, released sum)."""
    sides = np.zeros((2, 24))
    for is_rival, size, released in releases:
        theta = thetas_of(size, epsilon)
        total, mean = (released, y - lead) if is_rival else (size - released, 1 - y)
        sides[int(not is_rival)] += theta * total - size * np.log1p(mean * np.expm1(theta)) + penalty(theta, epsilon)
    return logsumexp(sides[0][:, None] + sides[1][None, :], b=PAIRS)


def infimum(low, high, releases, epsilon, lead=0.0):
    """inf of log M_a over [low, high]."""
    found = minimize_scalar(
        log_likelihood_wealth,
        args=(releases, epsilon, lead),
        bounds=(low, high),
        method="bounded",
        options={"xatol": 1e-10},
    )
    return min(found.fun, *(log_likelihood_wealth(y, releases, epsilon, lead) for y in (low, high)))


def far_theta(mean, limit, size, missing, epsilon):
    mean = min(max(mean, 0.001), 0.999)
    if limit >= mean:
        return 0.0, 0.0
    signal = size * (mean - limit) * epsilon
    theta = min(
        math.log(mean * (1 - limit) / (max(limit, 1e-9) * (1 - mean))),
        epsilon * signal / (1 + math.hypot(1, signal)),
    )
    gain = size * (theta * mean - math.log1p(limit * math.expm1(theta))) + penalty(theta, epsilon)
    return (theta, gain) if gain >= missing else (0.0, 0.0)


def noise_tail(u, ratio=1.0):
    """P(Lap(1) + Lap(ratio) >= u), exactly."""
    w = np.abs(u)
    if ratio > 1 - 1e-9:
        tail = (0.5 + w / 4) * np.exp(-w)
    else:
        tail = (np.exp(-w) - ratio**2 * np.exp(-w / ratio)) / (2 * (1 - ratio**2))
    return np.where(u >= 0, tail, 1 - tail)


class PlainRun:
    """One run on the sums and noise that `draw(sizes)` gives; `play` returns (samples, answer, rounds)."""

    def __init__(self, draw, arms, epsilon, risk, lead=0.0):
        self.draw, self.arms, self.epsilon, self.lead = draw, arms, epsilon, lead
        self.low, self.high = cells(lead)
        self.needed = math.log(1 / risk)
        self.wealth = np.zeros((arms, self.low.size))
        self.releases = [[] for _ in range(arms)]
        self.weighted, self.precision = np.zeros(arms), np.zeros(arms)
        self.pulls, self.passed, self.refusing = np.zeros(arms, int), np.zeros(arms, bool), np.zeros(arms, int)
        self.thetas, self.levels = np.zeros((arms, self.low.size)), np.ones((arms, self.low.size))

    def play(self):
        sizes = np.full(self.arms, math.ceil(10 + 30 / self.epsilon))
        with_tails = self.epsilon**2 * 0.25 * sizes[0] < 1
        leader, second = (0, 1) if self.arms == 2 else (-1, -1)
        rounds = last_passing = 0
        while True:
            sums, noise = self.draw(sizes)
            released = sums + noise
            self.pulls += sizes
            for a in range(self.arms):
                if sizes[a] and not self.passed[a]:
                    self.bet(a, second if a == leader else leader, sizes, released, with_tails)
            rounds += 1
            used = sizes > 0
            precision = sizes[used] ** 2 / (0.2 * sizes[used] + 2 / self.epsilon**2)
            self.weighted[used] += precision * released[used] / sizes[used]
            self.precision[used] += precision
            self.means = self.weighted / self.precision
            leader, samples = int(np.argmax(self.means)), int(self.pulls.sum())
            for a in np.flatnonzero(~self.passed):
                cell = self.first_refusing(a)
                if cell is None:
                    self.passed[a], last_passing = True, samples
                else:
                    self.refusing[a] = cell
            if all(self.passed[a] or a == leader for a in range(self.arms)):
                return samples, leader, rounds
            late = last_passing > 0 and samples > 4 * last_passing
            sampled = np.array([late or a == leader or not self.passed[a] for a in range(self.arms)])
            second = max((a for a in np.flatnonzero(sampled) if a != leader), key=lambda a: self.means[a])
            sizes, with_tails = self.plan(leader, second, sampled)

    def bet(self, a, b, sizes, released, with_tails):
        epsilon, own = self.epsilon, sizes[a]
        if not with_tails:
            self.releases[a].append((False, own, released[a]))
            if b >= 0 and sizes[b]:
                self.releases[a].append((True, sizes[b], released[b]))
        elif b < 0:
            others = [c for c in range(self.arms) if c != a]
            differences = [epsilon * (released[c] - released[a]) for c in others]
            self.wealth[a] += np.log(
                np.mean([payoff(p_values(d, own, own, epsilon, self.lead)) for d in differences], axis=0)
            )
        elif sizes[b]:
            d = epsilon * min(own, sizes[b]) * (released[b] / sizes[b] - released[a] / own)
            gains = np.log(payoff(p_values(d, sizes[b], own, epsilon, self.lead), self.levels[a]))
            theta = np.abs(self.thetas[a])
            with np.errstate(divide="ignore"):
                up = (
                    theta * released[b]
                    - sizes[b] * np.log1p((self.high - self.lead) * np.expm1(theta))
                    + penalty(theta, epsilon)
                )
                down = theta * (own - released[a]) - own * np.log1p((1 - self.low) * np.expm1(theta))
                down += penalty(theta, epsilon)
            self.wealth[a] += np.where(self.thetas[a] > 0, up, np.where(self.thetas[a] < 0, down, gains))

    def infimum(self, a, x):
        """inf of log M_a over cell x."""
        releases = self.releases[a]
        return infimum(self.low[x], self.high[x], releases, self.epsilon, self.lead) if releases else 0.0

    def first_refusing(self, a):
        for step in range(self.low.size):
            x = (self.refusing[a] + step) % self.low.size
            found = self.infimum(a, x)
            if self.wealth[a, x] + found < self.needed:
                return x
        return None

    def plan(self, leader, second, sampled):
        epsilon, means, samples = self.epsilon, self.means, self.pulls.sum()
        variance = max(means[leader] * (1 - means[leader]), means[second] * (1 - means[second]), 0.02)
        arms = np.flatnonzero(sampled)
        top = min(max(means[leader] + self.lead / 2, 0.002), 0.999)
        clipped = np.where(arms == leader, top, np.clip(means[arms] - self.lead / 2, 0.001, top - 0.001))
        kind = "private" if epsilon < math.inf else "non-private"
        optimum = np.zeros(self.arms)
        optimum[arms] = characteristic_time(clipped, kind, None if kind == "non-private" else epsilon).allocation
        shares = self.floored(optimum, sampled, 0.8)
        doubt = math.sqrt(1 / self.precision[leader] + 1 / self.precision[second])
        gap = max(means[leader] - means[second] + self.lead, 0.3 * doubt)
        growth = min(max(0.7 * gap / (variance * epsilon), 0.06), 0.4)
        batch = min(shares[leader], shares[second]) * growth * samples
        if epsilon**2 * variance * batch >= 1:
            return self.spread(shares, sampled, growth * samples), False
        for a in np.flatnonzero(~self.passed):
            for x in range(self.low.size):
                found = self.infimum(a, x)
                self.levels[a, x] = level_for(self.needed + 2e-9 - self.wealth[a, x] - found)
        size = self.tail_size(leader, shares, samples)
        sizes = np.where(sampled, np.ceil(shares * size), 0).astype(int)
        for a in np.flatnonzero(~self.passed):
            b = second if a == leader else leader
            for x in range(self.low.size) if sizes[a] and sizes[b] else ():
                missing = 3 * (self.needed - self.wealth[a, x])
                up, gain = far_theta(means[b], self.high[x] - self.lead, sizes[b], missing, epsilon)
                down, other_gain = far_theta(1 - means[a], 1 - self.low[x], sizes[a], missing, epsilon)
                self.thetas[a, x] = up if gain >= other_gain else -down
        return sizes, True

    @staticmethod
    def floored(optimum, sampled, floor):
        shares = np.where(sampled, np.maximum(optimum, floor / sampled.sum()), 0)
        return shares / shares.sum()

    def spread(self, shares, sampled, total):
        wanted = np.maximum(0.2 * shares * total, shares * (self.pulls[sampled].sum() + total) - self.pulls)
        wanted = np.where(sampled, wanted, 0)
        return np.where(sampled, np.maximum(1, np.ceil(wanted * total / wanted.sum())), 0).astype(int)

    def tail_size(self, leader, shares, samples):
        best = (math.inf, None)
        for size in samples * np.geomspace(0.3, 4, 24):
            expected = 0.0
            for a in np.flatnonzero(~self.passed):
                if a == leader:
                    continue
                x = self.refusing[a]
                y = min(max(0.5, self.low[x]), self.high[x])
                own, rival = shares[a] * size, shares[leader] * size
                smaller = min(own, rival)
                shift = 0.5 * (1 + smaller / max(own, rival)) * y * (1 - y) * self.epsilon**2 * smaller
                log_level = math.log(self.levels[a, x])
                threshold = max(0.0, -log_level)
                for _ in range(4):
                    threshold = max(0.0, math.log(0.5 + threshold / 4) - log_level)
                scale = math.sqrt(1 + shift / 2)
                doubt = math.sqrt(1 / self.precision[leader] + 1 / self.precision[a])
                u = 2 * np.abs(self.means[leader] - self.means[a] + self.lead - np.concatenate([GAPS, -GAPS])) / doubt
                weights = (1 + u) * np.exp(-u)
                chances = noise_tail((threshold + shift - self.epsilon * smaller * GAPS) / scale)
                expected += weights[:40] @ chances / weights.sum()
            best = min(best, (size / expected, size))
        return best[1]
