"""Every number in the sentences about bounds, on 300 random questions of three to six arms, central and local trust.

T*_epsilon is pinned from both sides by weak duality, from the definition of d_epsilon alone: an allocation bounds
1/T*_epsilon from below by the least of its costs, weights on the alternatives bound it from above.  dpcore's optimal
allocation is only what both are tried at.
"""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import minimize_scalar
from scipy.stats import beta

import dpcore
from dpcore.fixed_confidence import FixedConfidenceResult
from tests.ui.choose.cases import reading
from tests.ui.test_numbers_said import divergence, found, needed_by_groups, rounded_down
from ui.arms.instance import Instance
from ui.arms.names import option_names
from ui.choose.question import Question, SequentialProblem
from ui.choose.sequential import words
from ui.choose.sequential.findings import BoundCurve, Findings, Simulated, find_bounds
from ui.explore.achieved import Achieved
from ui.explore.numbers import numbers_of
from ui.explore.words import sentences
from ui.stopping.curves import all_curves
from ui.stopping.study import StoppingProblem, StoppingStudy, StoppingView, summary_table
from ui.stopping.words import capped_sentences, expert_verdict
from ui.stopping.words import verdict as stopping_verdict

CURVE = BoundCurve(np.array([1e-3, 1e2]), np.array([[5e4, 400]] * 3), reading(400))
CLOSE = 1 + 1e-8


def said(text):
    return float(text.replace(",", ""))


def questions(count=300):
    rng = np.random.default_rng(3)
    for number in range(count):
        means = rng.permutation(rng.choice(np.arange(0.03, 0.97, 0.01), 3 + number % 4, replace=False).round(3))
        epsilon, risk = float(f"{10 ** rng.uniform(-3, 1.5):.3g}"), float(f"{10 ** rng.uniform(-3, -0.5):.2g}")
        yield Instance(tuple(means.tolist()), epsilon, risk)


def nearest(m, x, epsilon):
    """Where inf over z of epsilon |m - z| + kl(z, x) is: at m, or where the slope of kl reaches epsilon."""
    tilted = 1 / (1 + (1 - x) / x * np.exp(np.where(m > x, -epsilon, epsilon)))
    return np.where(m > x, np.minimum(m, tilted), np.maximum(m, tilted))


def private_divergence(m, x, epsilon):
    z = nearest(m, x, epsilon)
    return epsilon * np.abs(m - z) + z * np.log(z / x) + (1 - z) * np.log((1 - z) / (1 - x))


def times_of(asked):
    """T*_epsilon for (means, epsilon) of equally many arms each, from above and, next to it, from below."""
    means = np.array([means for means, _ in asked])
    epsilons = np.minimum(np.array([[epsilon] for _, epsilon in asked]), 700)
    shares = np.array([dpcore.characteristic_time(row, "private", epsilon).allocation for row, epsilon in asked])
    order = np.argsort(-means, axis=1)
    means, shares = np.take_along_axis(means, order, 1), np.take_along_axis(shares, order, 1)
    best, rest, low, high = means[:, :1], means[:, 1:], means[:, 1:], means[:, :1] + 0 * means[:, 1:]
    for _ in range(55):  # to where the slope of each cost is 0; the slope of kl(z, x) in x is (x - z)/(x (1 - x))
        x = (low + high) / 2
        slope = shares[:, :1] * (x - nearest(best, x, epsilons)) + shares[:, 1:] * (x - nearest(rest, x, epsilons))
        low, high = np.where(slope < 0, x, low), np.where(slope < 0, high, x)
    down, up = private_divergence(best, x, epsilons), private_divergence(rest, x, epsilons)
    costs = shares[:, :1] * down + shares[:, 1:] * up
    weights = 1 / up / np.sum(1 / up, axis=1, keepdims=True)
    most = np.maximum(np.sum(weights * down, axis=1), np.max(weights * up, axis=1))
    assert most == pytest.approx(costs.min(axis=1), rel=1e-5)
    return 1 / costs.min(axis=1)


def with_times(asked):
    """T*_epsilon for questions with the epsilons asked of each: one row per question."""
    times = [[] for _ in asked]
    for arms in {len(each.means) for each, _ in asked}:
        places = [place for place, (each, _) in enumerate(asked) if len(each.means) == arms]
        found = iter(times_of([(asked[place][0].means, epsilon) for place in places for epsilon in asked[place][1]]))
        for place in places:
            times[place] = [float(next(found)) for _ in asked[place][1]]
    return times


def local_time(means, epsilon):
    """T*_TV2/c(epsilon): with the best arm's share 1 and level y, arm a has share y/(gap^2 - y)."""
    best, *rest = sorted(means, reverse=True)
    squares = [(best - mean) ** 2 for mean in rest]
    found = minimize_scalar(
        lambda share: (1 + sum(share * squares[0] / (g - share * squares[0]) for g in squares)) / (share * squares[0]),
        bounds=(1e-6, 1 - 1e-6), options={"xatol": 1e-9}, method="bounded",
    )  # fmt: skip
    return found.fun / (min(4, math.exp(2 * epsilon)) * math.expm1(epsilon) ** 2)


def test_explorers_bounds_boundaries_and_what_prise_takes():
    rng = np.random.default_rng(4)
    known = [numbers_of(asked) for asked in questions()]
    places = [[said(numbers.boundary(name)) for name in ("almost_free", "price_dominated")] for numbers in known]
    epsilons = [
        (
            numbers.instance.epsilon,
            math.inf,
            nearly,
            0.98 * nearly,
            dominated,
            1.02 * dominated,
            numbers.boundaries.exact,
        )
        for numbers, (nearly, dominated) in zip(known, places, strict=True)
    ]
    times = with_times([(numbers.instance, each) for numbers, each in zip(known, epsilons, strict=True)])
    for numbers, (private, free, since, before, up_to, beyond, exact) in zip(known, times, strict=True):
        asked = numbers.instance
        factor = divergence(asked.risk, 1 - asked.risk)
        told = sentences(numbers)
        sentence = told["verdict"]
        assert rounded_down(found("takes at least **# participants** (", sentence)[0], private * factor)
        if "as without privacy" in sentence:
            assert private == pytest.approx(free, rel=1e-8)
        else:
            assert rounded_down(found("(# without privacy", sentence)[0], free * factor)
        assert exact == pytest.approx(free, rel=1e-8)
        sentence = told["bound"]
        if "times**" in sentence:
            assert found("**# times** as large", sentence)[0] == pytest.approx(private / free, rel=5.1e-3)
        elif "%**" in sentence and "less than 0.1" not in sentence:
            assert found("by **# %**", sentence)[0] == pytest.approx(100 * (private / free - 1), rel=0.051)
        assert since <= 1.05 * free * CLOSE
        assert before > 1.05 * free
        best = max(asked.means)
        gaps = [best - mean for mean in asked.means if mean < best]
        alone = 1 / min(gaps) + sum(1 / gap for gap in gaps)
        (dominated,) = found("Up to ε = #, halving", told["picture"])
        assert dominated * up_to <= 1.05 * alone * CLOSE
        assert 1.02 * dominated * beyond > 1.05 * alone
        mean, half = private * factor * rng.uniform(1.1, 5), rng.uniform(1, 100)
        sentence = sentences(numbers, Achieved(100, 100, mean, (mean - half, mean + half)))["achieved"]
        needed, margin, runs, times = found(
            "**# ± # participants** on average (95 % interval of # simulated runs), # times", sentence
        )
        assert [needed, margin, times] == pytest.approx([mean, half, mean / (private * factor)], rel=0.051)
        assert needed == pytest.approx(mean, rel=5.1e-3)
        assert runs == 100


def test_stopping_times_tell_their_bound_medians_and_errors():
    rng = np.random.default_rng(5)
    curve = all_curves()["prise"]
    everything = list(questions())
    times = with_times([(asked, (asked.epsilon,)) for asked in everything])
    for asked, (private,) in zip(everything, times, strict=True):
        study = StoppingStudy(StoppingProblem(asked.means, asked.risk, 10**6, 0))
        view = StoppingView(asked, (curve,), (asked.epsilon, 2 * asked.epsilon), 20, False, study)
        bound = private * divergence(asked.risk, 1 - asked.risk)
        assert rounded_down(found("averages fewer than **# participants**", stopping_verdict(view))[0], bound)
        runs, best = 2 * int(rng.integers(5, 50)) + 1, int(np.argmax(asked.means))
        stops = rng.integers(10, 10 ** rng.integers(3, 6), runs)
        named, finished = rng.integers(0, len(asked.means), runs), rng.random(runs) < 0.9
        stops[~finished] = 10**6
        study.results[curve, asked.epsilon] = FixedConfidenceResult(
            algorithm="prise", seed=0, first_run=0, version="", parameters={"means": asked.means, "max_samples": 10**6},
            stopping_times=stops, recommendations=named, finished=finished,
            pulls=np.zeros((runs, len(asked.means)), int),
        )  # fmt: skip
        median, wrong = np.sort(stops)[runs // 2], named != best
        sentence = stopping_verdict(view)
        told, of = found("within **# participants**: the median of # simulated runs", sentence)
        assert (told, of) == (pytest.approx(median, rel=5.1e-3), runs)
        sentence = expert_verdict(view)
        assert rounded_down(found("stops after fewer than **# participants** on average", sentence)[0], bound)
        (told,) = found("bound on the risk: **#** participants", sentence)
        *_, of = found("(mean #, # runs)", sentence) if finished.all() else found("participants (# runs)", sentence)
        (ratio,) = found("The median is # times that bound", sentence)
        assert [told, of, ratio] == pytest.approx([median, runs, median / bound], rel=5.1e-3)
        errors, stopped = int(np.sum(wrong & finished)), int(finished.sum())
        assert found("a wrong arm in # of the # runs that stopped", sentence) == [errors, stopped]
        *counts, high = found("# of # (at most # %", summary_table(view)["wrong"][0])
        assert counts == [errors, stopped]
        exact = 100 * (beta.ppf(0.975, errors + 1, stopped - errors) if errors < stopped else 1.0)
        assert exact <= high * CLOSE < 1.011 * exact
        if stopped < runs:
            assert found("PRISE: # of # runs at ε = #", capped_sentences(view)[0])[:2] == [runs - stopped, runs]


def test_choosing_holds_its_bounds_under_both_trust_models():
    answers, epsilons = [], []
    for place, asked in enumerate(questions()):
        trust_model = ("central", "local")[place // 3 % 2]
        problem = SequentialProblem(option_names(len(asked.means)), asked.means, asked.risk, trust_model)
        needed, free = (
            dpcore.necessary_samples(asked.means, epsilon, asked.risk, trust_model, 0.9)
            for epsilon in (asked.epsilon, math.inf)
        )
        people = 2 + int(needed * (0.5, 1, 3)[place % 3])
        question = Question("the rates", problem, people, 250.0, 0.1, asked.epsilon)
        curve = replace(CURVE, without_privacy=reading(free))
        findings = Findings(question, find_bounds(question, curve), Simulated())
        text = " ".join([words.told("verdict", findings), words.told("details", findings)])
        below = found("and an ε below #, no method", text)[0] if "and an ε below" in text else 1e-3
        answers.append((asked, people, words.told("takes", findings), text))
        epsilons.append((asked.epsilon, math.inf, 0.999 * below, 1.01 * below))
    rows = with_times([(answer[0], each) for answer, each in zip(answers, epsilons, strict=True)])
    for place, ((asked, people, backwards, text), each, times) in enumerate(zip(answers, epsilons, rows, strict=True)):
        factor = divergence(0.9 - asked.risk, asked.risk) if asked.risk < 0.45 else 0.0
        if place // 3 % 2:
            times = [max(time, local_time(asked.means, min(e, 300))) for time, e in zip(times, each, strict=True)]
        needed, free, too_few, enough = (
            max(time * factor, needed_by_groups(asked.means, epsilon, asked.risk, 0.9))
            for time, epsilon in zip(times, each, strict=True)
        )
        assert rounded_down(found("needs at least **#** participants", backwards)[0], needed)
        if "No ε is possible" in text:
            assert rounded_down(found("any method needs **#** or more to ", text)[0], free)
            assert free > people / CLOSE
        elif "and an ε below" in text:
            assert too_few > people
            assert enough <= people * CLOSE
        else:
            assert too_few <= people * CLOSE
