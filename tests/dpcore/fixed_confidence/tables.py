"""Runs on tables of rewards: row t holds what the t-th participant would bring on each arm."""

import math

import numpy as np

from dpcore.fixed_confidence import fixed_confidence_algorithms
from dpcore.fixed_confidence.protocol import Problem, Setting, new_record


def run_on(table, name, seed=0, epsilon=math.inf, risk=0.1, threshold="proven", indifference=0.0, **parameters):
    """How a run on the table ended, its pulls, and the log of its moments."""
    entry, arms = fixed_confidence_algorithms()[name], table.shape[1]
    problem, record = Problem(np.full(arms, 0.5), epsilon, risk, len(table)), new_record(arms, 400)
    one_run = entry.prepare(Setting(problem, threshold, entry.check_parameters(parameters), indifference))
    ending = one_run(np.random.default_rng(seed), table, np.zeros(1, np.uint8), record)
    assert ending.time == record.pulls.sum()
    return ending, record.pulls.tolist(), record.log[: ending.moments]
