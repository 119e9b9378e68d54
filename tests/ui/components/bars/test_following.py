"""The bars say and draw during a drag what Python says and draws at rest, letter by letter."""

import contextlib
import json
import math
from dataclasses import asdict, fields
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from dpcore.times import RegimeBoundaries
from dpcore.times.characteristic import check_widest
from dpcore.times.lower_bounds import BOUNDS
from tests.ui.components.node import said, said_of_each
from tests.ui.components.test_assets import COMPONENTS
from tests.wasm.test_parity import random_means
from ui.arms.instance import LAST_VALID, Instance, checked
from ui.explore.charts import picture_of
from ui.explore.numbers import numbers_of
from ui.explore.words import EXACTLY, MOVING, exact_numbers, given, sentences
from ui.look.sentences import as_html
from ui.state.draft import sentence

HARNESS = Path(__file__).with_name("following.js")
GIVEN = ({"all_bounds": False}, {"all_bounds": True}, {"all_bounds": False, "in_file": True})
NAMES = ("", "it's A", "ß (50%)", "B+C-D")


def instances(count=80):
    """Of 2 to 20 arms, some named: near ties, means near 0 and 1, values typed with few digits."""
    rng = np.random.default_rng(11)
    for place in range(count):
        kind = place % 5
        means = random_means(rng, kind, -6, -5)
        epsilon, risk = 10 ** rng.uniform(-3, 2), 10 ** rng.uniform(-4, -0.4)
        if kind == 4:
            means, epsilon, risk = (np.vectorize(lambda x: float(f"{x:.3g}"))(part) for part in (means, epsilon, risk))
            means[0] = 0.995
        names = tuple(rng.choice(NAMES, means.size).tolist()) if place % 2 else ()
        yield Instance(tuple(means.tolist()), float(epsilon), float(risk), names)


def with_gaps(count=36):
    """Of 2 to 20 arms with a gap to ignore: one good answer, several, all; ties, and gaps that are just the gap."""
    rng = np.random.default_rng(12)
    for place in range(count):
        means = np.round(rng.uniform(0.02, 0.98, int(rng.integers(2, 21))), 2)
        if place % 3 == 0:
            means[-1] = means.max()
        if place % 3 == 1:
            means[0] = max(0.01, round(means.max() - 0.1, 2))
        gap = (0.1, 0.005, 0.6)[place // 3 % 3]
        names = tuple(rng.choice(NAMES, means.size).tolist()) if place % 2 else ()
        epsilon, risk = float(10 ** rng.uniform(-3, 2)), float(10 ** rng.uniform(-4, -0.4))
        yield Instance(tuple(means.tolist()), epsilon, risk, names, gap)


def in_the_browser(some, sentences=(*MOVING, *EXACTLY)):
    asked = {
        "epsilons": numbers_of(some[0]).curve.epsilons.tolist(),
        "given": [given(**each, indifference=some[0].indifference) for each in GIVEN],
        "sentences": sentences,
        "states": [asdict(instance) for instance in some],
    }
    return said(HARNESS, "following", asked)


def compare(ours, theirs):
    """The same structure and texts; numbers to a relative 1e-12, what is a root to 2e-11."""
    if isinstance(theirs, dict):
        assert list(ours) == list(theirs)
        for name, part in theirs.items():
            compare(ours[name], part)
    elif isinstance(theirs, list):
        assert len(ours) == len(theirs)
        for one, other in zip(ours, theirs, strict=True):
            compare(one, other)
    elif isinstance(theirs, float):
        assert ours == pytest.approx(theirs, rel=2e-11, abs=0)
    else:
        assert ours == theirs


def digits(text):
    return [float(part) for part in text.replace(", ", " ").replace(",", "").strip("[]").split()]


def check(found, instance, what):
    """The sentences, the exact numbers (to ten digits and more, of which the last may differ), and the picture."""
    numbers = numbers_of(instance)
    told = sentences(numbers, **what)
    assert {name: found["sentences"][name] for name in told} == {name: as_html(text) for name, text in told.items()}
    for name, text in exact_numbers(numbers).items():
        assert digits(found["sentences"][name]) == pytest.approx(digits(text), rel=2e-10, abs=0)
    compare(found["picture"], picture_of(numbers, all_bounds=what["all_bounds"]))
    return numbers, told


def test_instances_are_said_and_drawn_as_in_python():
    some = list(instances())
    for place, (instance, found) in enumerate(zip(some, in_the_browser(some), strict=True)):
        numbers, told = check(found, instance, GIVEN[place % len(GIVEN)])
        assert set(told) == set(MOVING)
        compare(found["shares"], numbers.private.allocation.tolist())
        np.testing.assert_allclose(found["picture"]["samples"], picture_of(numbers)["samples"], rtol=1e-12, atol=0)


def test_instances_with_a_gap_to_ignore_are_said_and_drawn_as_in_python():
    some = list(with_gaps())
    exactly = list(exact_numbers(numbers_of(some[0])))
    kinds = set()
    asked = [name for name in MOVING if name != "map"] + exactly
    for place, (instance, found) in enumerate(zip(some, in_the_browser(some, asked), strict=True)):
        numbers, _ = check(found, instance, GIVEN[place % len(GIVEN)])
        assert found["shares"] == pytest.approx(numbers.private.allocation, rel=1e-7)  # flat about the optimum
        kinds.add((len(instance.good) == 1, len(instance.good) == len(instance.means)))
    assert kinds == {(True, False), (False, False), (False, True)}


@pytest.mark.parametrize("factor", [1, 1 + 1e-10])
def test_a_planted_difference_is_caught(factor):
    picture = picture_of(numbers_of(Instance((0.5, 0.4), 0.1, 0.01)))
    other = {**picture, "regimes": {name: factor * value for name, value in picture["regimes"].items()}}
    with contextlib.nullcontext() if factor == 1 else pytest.raises(AssertionError):
        compare(other, picture)


def test_ties_are_refused_in_pythons_words():
    ties = [(0.9, 0.5, 0.9), (0.314159265358979, 0.314159265358979), (1e-05, 1e-05, 1e-06), (0.25, 0.25, 0.25, 0.25)]
    found = in_the_browser([Instance(means, 0.1, 0.01) for means in [(0.5, 0.4), *ties]])[1:]
    for means, told in zip(ties, found, strict=True):
        with pytest.raises(ValueError, match="tie at") as refused:
            checked(means, 0.1, 0.01)
        assert told == {"problem": f"{sentence(refused.value)}. {LAST_VALID}"}


def test_times_that_are_not_certified_are_refused_in_pythons_words():
    asked, expected = [], []
    for arms, upper, epsilon in product((2, 7), (1.25, 123456789.0, math.inf), (0.001, 1e-05, math.inf)):
        means = np.linspace(0.123456789012345, 0.98, arms)
        with pytest.raises(ValueError, match="only known to lie in") as refused:
            check_widest(np.array((1.0, upper, epsilon)), means)
        asked.append([{"means": means.tolist(), "lower": 1, "upper": upper, "widest_epsilon": epsilon}])
        expected.append(f"{sentence(refused.value)}. {LAST_VALID}")
    assert said_of_each(HARNESS, "tooWide", asked) == expected


def test_what_a_kernel_fills_is_named_in_dpcores_order():
    source = (COMPONENTS / "bars" / "overviews.js").read_text(encoding="utf-8")
    for name, names in {"BOUNDARIES": [field.name for field in fields(RegimeBoundaries)], "BOUNDS": [*BOUNDS]}.items():
        assert f"export const {name} = {json.dumps(names)}\n" in source
