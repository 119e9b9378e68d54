"""Runs on a table of rewards; and the algorithms once more, without noise, slowly, straight from their description."""

import math
from itertools import combinations

import numpy as np

from dpcore.fixed_budget.protocol import LOG_ROWS, Problem, Record, Setting
from dpcore.fixed_budget.registry import fixed_budget_algorithms
from dpcore.linear.optimal_design import g_optimal_design
from dpcore.linear.span import spanning_coordinates_kernel


class TableRun:
    """The project's algorithm on a table: call it with rewards (N, K) and a generator, get (answer, pulls, log)."""

    def __init__(self, name, features, budget, epsilon=math.inf):
        entry, coordinates = (
            fixed_budget_algorithms().find(name),
            spanning_coordinates_kernel(np.asarray(features, dtype=float)),
        )
        num_arms, rank = coordinates.shape
        self.schedule = entry.schedule(num_arms, rank, budget)
        self.one_run = entry.prepare(
            Setting(Problem(coordinates, np.zeros(num_arms), False), epsilon, self.schedule, {})
        )

    def __call__(self, rewards, generator):
        num_arms, phases = rewards.shape[1], self.schedule.phases
        log = np.zeros((phases, LOG_ROWS, num_arms))
        record = Record(np.zeros(num_arms, np.int64), np.zeros(phases, np.int64), log)
        answer = self.one_run(generator, rewards, record)
        assert (record.phase_pulls == log[:, 1].sum(axis=1)).all()
        return answer, record.pulls, log


class Table:
    """Deals out rewards[n, arm] at the n-th pull of an arm and counts the pulls."""

    def __init__(self, rewards):
        self.rewards, self.pulls = rewards, np.zeros(rewards.shape[1], dtype=int)

    def pull(self, arm, times):
        first = self.pulls[arm]
        self.pulls[arm] += times
        return self.rewards[first : first + times, arm]


def coordinates_in_span(features):
    _, values, axes = np.linalg.svd(features, full_matrices=False)
    return features @ axes[values > 1e-8 * values[0]].T


def best_arms(active, estimates, size):
    return sorted(sorted(active, key=lambda arm: -estimates[arm])[:size])


def dp_bai(features, rewards, budget, sizes, uses_max_det=True):
    """(answer, pulls) of DP-BAI, or of BASELINE, in the limit epsilon = inf."""
    table, active = Table(rewards), list(range(len(features)))
    dimension, phases = coordinates_in_span(features).shape[1], len(sizes) - 1
    reserved = sum(dimension if uses_max_det and s > dimension**2 else s for s in sizes[:-1])
    for phase in range(phases):
        vectors = coordinates_in_span(features[active])
        rank = vectors.shape[1]
        if uses_max_det and rank <= math.sqrt(len(active)):
            subsets = combinations(range(len(active)), rank)
            chosen = max(subsets, key=lambda rows: abs(np.linalg.det(vectors[list(rows)])))
            measured = [active[i] for i in chosen]
        else:
            measured = active
        times = math.ceil((budget - reserved) / (phases * len(measured)))
        means = {arm: table.pull(arm, times).mean() for arm in measured}
        if measured is not active:
            weights = np.linalg.lstsq(vectors[list(chosen)].T, vectors.T, rcond=None)[0].T
            means = dict(zip(active, weights @ [means[arm] for arm in measured], strict=True))
        active = best_arms(active, means, sizes[phase + 1])
    return active[0], table.pulls


def od_linbai(features, rewards, budget):
    """(answer, pulls) of OD-LinBAI."""
    table, active = Table(rewards), list(range(len(features)))
    dimension = coordinates_in_span(features).shape[1]
    rounds = max(1, math.ceil(math.log2(dimension)))
    reserved = min(len(features), dimension * (dimension + 1) // 2)
    reserved += sum(math.ceil(dimension / 2**r) for r in range(1, rounds))
    samples = (budget - reserved) / rounds
    for r in range(1, rounds + 1):
        vectors = coordinates_in_span(features[active])
        rows, totals = [], []
        for arm, weight, vector in zip(active, g_optimal_design(features[active]), vectors, strict=True):
            drawn = table.pull(arm, math.ceil(weight * samples))
            rows += [vector] * len(drawn)
            totals += list(drawn)
        theta = np.linalg.lstsq(np.array(rows), np.array(totals), rcond=None)[0]
        estimates = dict(zip(active, vectors @ theta, strict=True))
        active = best_arms(active, estimates, math.ceil(dimension / 2**r))
    return active[0], table.pulls
