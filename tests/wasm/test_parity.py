"""The modules say what dpcore says, on instances of all kinds."""

import base64
import json
import math
from pathlib import Path

import numpy as np
import pytest

import dpcore
from dpcore.times.boundaries import BOUNDARIES
from dpcore.times.lower_bounds import BOUNDS
from dpcore.times.solver import TABLE_COLUMNS
from tests.ui.components.node import ran
from ui.components import assets
from wasm import path

HARNESS = Path(__file__).with_name("overviews.js")
EPSILONS = (1e-8, 1e-3, 0.1, 1.0, 700.0, math.inf)
TOLERANCE = 0.05
INSTANCES = 700
ALLOWED = 1e-12  # relative difference
INDIFFERENT = 100  # further ones with a smallest difference that matters
ALLOWED_INDIFFERENT = 1e-6  # relative difference of times; of shares an absolute one of 1e-4, of `exact` 1e-2
ALLOWED_OF_ROOTS = 2e-11  # of the last two boundaries: a time's rounding, divided by how little it changes with epsilon


def random_means(rng, kind, nearest, smallest):
    """Means of 2 to 20 arms; kind 1: the two best nearly tie, 2: near 0, 3: near 1, else neither.

    nearest: power of ten of the smallest relative gap of a near tie.  smallest: of how near to 0 or 1.
    """
    means = rng.uniform(0.01, 0.99, int(rng.integers(2, 21)))
    if kind == 1:
        order = np.argsort(means)
        means[order[-2]] = means[order[-1]] * (1 - 10 ** rng.uniform(nearest, -3))
    elif kind in (2, 3):
        means *= 10 ** rng.uniform(smallest, -1)
    return 1 - means if kind == 3 else means


def instances():
    """INSTANCES of them and INDIFFERENT ones: (means, epsilon, risk, indifference) of 2 to 20 arms, near ties, near 0
    and 1, 1e-8 to no privacy.
    """
    rng = np.random.default_rng(20)
    found = []
    for place in range(INSTANCES):
        means = random_means(rng, place % 4, -9, -6)
        epsilon = (10 ** rng.uniform(-8, np.log10(700)), math.inf)[place % 10 == 0]
        found.append((means.tolist(), float(epsilon), float(10 ** rng.uniform(-10, -0.31)), 0.0))
    for place in range(INDIFFERENT):
        means = random_means(rng, place % 4, -9, -3)
        epsilon = (10 ** rng.uniform(-8, np.log10(700)), math.inf)[place % 10 == 0]
        found.append((means.tolist(), float(epsilon), 0.01, float(10 ** rng.uniform(-3, -0.1))))
    return found


def asked(some):
    """What the harness wants, as JavaScript."""
    return json.dumps(
        {
            "module": base64.b64encode(path("overview").read_bytes()).decode(),
            "instances": [dict(zip(("means", "epsilon", "risk", "indifference"), one, strict=True)) for one in some],
            "tolerance": TOLERANCE,
            "epsilons": EPSILONS,
            "columns": TABLE_COLUMNS,
            "boundaries": BOUNDARIES,
            "bounds": len(BOUNDS),
        }
    )


def in_python(means, epsilon, risk, indifference):
    """The same numbers in the same order, without the working space."""
    found = dpcore.times.price_overview(means, epsilon, risk, TOLERANCE, EPSILONS, indifference=indifference)
    rows = (found.kl, found.tv, found.private)
    return np.concatenate(
        [
            *([row.time, row.lower, row.upper] for row in rows),
            *(row.allocation for row in rows),
            found.curve.times,
            found.curve.allocations.ravel(),
            [getattr(found.boundaries, name) for name in found.boundaries.__slots__],
            list(found.bounds.values()),
            [row.best_arm for row in rows],
        ]
    )


def split(numbers, some):
    """The module's numbers of each instance, without its working space."""
    place = 0
    for means, _, _, _ in some:
        arms, budgets = len(means), len(EPSILONS)
        before, scratch, after = 9 + 3 * arms, arms, budgets * (1 + arms) + BOUNDARIES + len(BOUNDS)
        start, place = place, place + before + scratch + after + 6
        one = numbers[start:place]
        yield np.concatenate([one[:before], one[before + scratch : -6], one[-3:]])
    assert place == len(numbers)


def compare(said, some):
    """The module's answer to these instances against Python's."""
    for instance, ours in zip(some, split(np.array(said.split(), dtype=float), some), strict=True):
        theirs = in_python(*instance)
        allowed = ALLOWED * np.abs(theirs)
        roots = slice(-len(BOUNDS) - 5, -len(BOUNDS) - 3)
        allowed[roots] = ALLOWED_OF_ROOTS * theirs[roots]
        if instance[-1] > 0:
            allowed = ALLOWED_INDIFFERENT * np.where(np.abs(theirs) < 1, 100, np.abs(theirs))
            allowed[-len(BOUNDS) - 6] *= 1e4
        same = (np.abs(ours - theirs) <= allowed) | np.isnan(ours) & np.isnan(theirs)
        assert same.all(), (instance, ours[~same], theirs[~same])


def program():
    """The loader and the harness as one script."""
    return assets.script(HARNESS)


def answered(some):
    return ran(f"{program()}\nconsole.log(await overviews({asked(some)}))")


def test_the_overviews_are_those_of_python():
    """In Node; tests/browser/test_wasm.py asks a browser of some."""
    compare(answered(instances()), instances())


def test_a_difference_of_ten_times_what_is_allowed_is_caught(monkeypatch):
    instance = ([0.5, 0.4], 0.1, 0.01, 0.0)
    numbers = in_python(*instance)
    numbers[-4] *= 1 + 1e-11
    monkeypatch.setitem(globals(), "in_python", lambda *_: numbers)
    with pytest.raises(AssertionError):
        compare(answered([instance]), [instance])
