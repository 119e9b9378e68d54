"""Every number in the sentences about bounds, on 120 random questions of three to six arms, central and local trust.

T*_epsilon is pinned from both sides by weak duality, from the definition of d_epsilon alone, the infimum over z of
epsilon |m - z| + kl(z, x): an allocation bounds 1/T*_epsilon from below by the least of its costs, weights on the
alternatives bound it from above.  dpcore's optimal allocation is only what both are tried at.
"""

import math
import re
from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import brentq, minimize_scalar
from scipy.special import gammaln
from scipy.stats import beta

import dpcore
from dpcore.fixed_confidence import FixedConfidenceResult
from dpcore.private_stopping import PrivateStoppingResult
from dpcore.regret import RegretResult
from tests.ui.choose.cases import reading
from ui.arms.instance import Instance
from ui.arms.names import option_names
from ui.choose.question import Question, SequentialProblem
from ui.choose.sequential import words
from ui.choose.sequential.findings import BoundCurve, Findings, Simulated, find_bounds
from ui.explore.achieved import Achieved
from ui.explore.numbers import numbers_of
from ui.explore.words import sentences
from ui.one_mean.question import RULES, MeanAnswer, MeanQuestion
from ui.one_mean.words import expert_verdict as mean_expert_verdict
from ui.one_mean.words import verdict as mean_verdict
from ui.regret.comparison import compare
from ui.regret.study import RegretProblem, RegretStudy, RegretView
from ui.regret.words import expert_verdict as regret_expert_verdict
from ui.regret.words import verdict as regret_verdict
from ui.stopping.curves import all_curves
from ui.stopping.study import StoppingProblem, StoppingStudy, StoppingView, summary_table
from ui.stopping.words import capped_sentences, expert_verdict
from ui.stopping.words import verdict as stopping_verdict

NUMBER = r"(\d[\d,]*(?:\.\d+)?(?:e-?\d+)?)"
MULTIPLES = re.compile(
    rf"loses \*\*{NUMBER}\*\* and \D*? {NUMBER}, so the noise multiplies the loss by \*\*{NUMBER}\*\*"
)
CURVE = BoundCurve(np.array([1e-3, 1e2]), np.array([[5e4, 400]] * 3), reading(400))
CLOSE = 1 + 1e-8


def said(text):
    return float(text.replace(",", ""))


def questions(count=120):
    rng = np.random.default_rng(3)
    for number in range(count):
        means = rng.permutation(rng.choice(np.arange(0.03, 0.97, 0.01), 3 + number % 4, replace=False).round(3))
        epsilon, risk = float(f"{10 ** rng.uniform(-3, 1.5):.3g}"), float(f"{10 ** rng.uniform(-3, -0.5):.2g}")
        yield Instance(tuple(means.tolist()), epsilon, risk)


def divergence(first, second):
    return first * math.log(first / second) + (1 - first) * math.log((1 - first) / (1 - second))


def share_by_groups(samples, epsilon, distance, risk):
    """The most that group privacy lets an answer's probability be, by the sorted program of docs/lower-bounds.md."""
    mean = samples * distance
    ends = mean + 12 * math.sqrt(mean) * np.array([-1, 1]) + [-1, 40]
    differing = np.arange(max(0, math.floor(ends[0])), min(math.ceil(samples), math.ceil(ends[1])) + 1)[::-1]
    law = np.exp(
        gammaln(samples + 1) - gammaln(differing + 1) - gammaln(samples - differing + 1)
        + differing * math.log(distance) + (samples - differing) * math.log1p(-distance)
    )  # fmt: skip
    law /= law.sum()
    shrunk = np.exp(-np.minimum(np.where(differing > 0, differing * min(epsilon, 1e6), 0), 700))
    spent = np.cumsum(law * shrunk / (1 + shrunk))
    last = int(np.searchsorted(spent, risk))
    if last == law.size:
        return 1.0
    left = risk - (spent[last - 1] if last else 0.0)
    return float(np.sum((law / (1 + shrunk))[:last]) + left / shrunk[last])


def needed_by_groups(means, epsilon, risk, share):
    """The samples at which that probability is share - risk, of arms of which one is best."""
    second, best = sorted(means)[-2:]
    distance, wanted = (best - second) / 2, share - risk
    if wanted <= risk:
        return 0.0
    far = (10 * math.log(wanted / risk) / min(epsilon, 1e6) + 50) / distance
    return math.exp(
        brentq(
            lambda log: share_by_groups(math.exp(log), epsilon, distance, risk) - wanted, -20, math.log(far), xtol=1e-14
        )
    )


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


def found(pattern, sentence):
    """The numbers in the pattern's places, in which # stands for one."""
    match = re.search(re.escape(pattern).replace(r"\#", NUMBER), sentence)
    assert match, (pattern, sentence)
    return [said(text) for text in match.groups()]


def rounded_down(said, exact):
    """Whether `said` is a lower limit: not above what it limits, and next to it."""
    step = 1 if 10 <= exact < 1e5 else 10.0 ** (math.floor(math.log10(exact)) - 2)
    return said <= exact * CLOSE and exact < (said + step) * CLOSE


def test_explorers_bounds_boundaries_and_what_prise_takes():
    rng, kinds = np.random.default_rng(4), set()
    known = [numbers_of(asked) for asked in questions()]
    places = [[said(numbers.boundary(name)) for name in ("almost_free", "price_dominated")] for numbers in known]
    epsilons = [
        (each.instance.epsilon, math.inf, nearly, 0.98 * nearly, dominated, 1.02 * dominated, each.boundaries.exact)
        for each, (nearly, dominated) in zip(known, places, strict=True)
    ]
    times = with_times([(numbers.instance, each) for numbers, each in zip(known, epsilons, strict=True)])
    for numbers, (nearly, _), those in zip(known, places, times, strict=True):
        private, free, since, before, up_to, beyond, exact = those
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
        if "adds **nothing**" in sentence:
            assert private == pytest.approx(free, rel=1e-8)
            assert rounded_down(found("at least # participants", sentence)[0], free * factor)
            assert found("This holds for ε ≥ #", sentence)[0] * CLOSE >= numbers.boundaries.exact
        else:
            assert found("or ε ≥ #, privacy raises it by at most 5 %", sentence) == [nearly]
            if "less than 0.1 %" in sentence:
                assert 1 < private / free < 1.001
                bounds = zip(found("to # participants", sentence), [private], strict=True)
            else:
                bounds = zip(found("# instead of # participants", sentence), [private, free], strict=True)
            assert all(rounded_down(each, exactly * factor) for each, exactly in bounds)
        if "times**" in sentence:
            assert found("**# times** as large", sentence)[0] == pytest.approx(private / free, rel=5.1e-3)
        elif "raises the lower bound by **" in sentence and "less than" not in sentence:
            assert found("by **# %**", sentence)[0] == pytest.approx(100 * (private / free - 1), rel=0.051)
        kinds.add(re.search(r"nothing|times\*\*|less than 0.1|%\*\*", sentence)[0])
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
    assert len(kinds) == 4


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


def test_regret_compares_the_best_with_and_without_privacy_to_the_letter():
    rng = np.random.default_rng(1)
    multiples = 0
    for asked in questions():
        runs, spread = int(rng.integers(2, 30)), 10 ** rng.uniform(-3, -0.5)
        ends = {
            cell: 10 ** rng.uniform(1, 4) * rng.normal(1, spread, runs)
            for cell in [("dp-se", asked.epsilon), ("adap-ucb", asked.epsilon), ("dp-se", math.inf)]
        } | {("ucb-episodes", math.inf): rng.uniform(10, 1e4) * rng.normal(1, spread, runs)}
        view = RegretView(
            ("dp-se", "adap-ucb"), asked.epsilon, (1e-3, 1e2), runs, False, False, False,
            RegretStudy(RegretProblem("arms", 5000, 0, asked.means)),
        )  # fmt: skip
        for cell, end in ends.items():
            view.study.results[cell] = RegretResult(
                algorithm=cell[0],
                seed=0,
                first_run=0,
                version="",
                parameters={},
                steps=np.array([5000]),
                regret=end[:, None],
                pulls=np.zeros((runs, len(asked.means)), dtype=int),
            )
        private, plain = (min(list(ends.values())[half], key=np.mean) for half in (slice(0, 2), slice(2, 4)))
        sentence = regret_verdict(view, compare(view))
        assert found("privacy budget ε = #", sentence)[0] == pytest.approx(asked.epsilon)
        half = 1.96 * math.sqrt(private.var(ddof=1) / runs + plain.var(ddof=1) / runs)
        ratio = private.mean() / plain.mean()
        for texts in MULTIPLES.findall(regret_expert_verdict(view, compare(view))):
            noisy, silent, times = map(said, texts)
            assert times == pytest.approx(noisy / silent, rel=0.05)
            multiples += 1
        if "do not settle" in sentence:
            assert abs(private.mean() - plain.mean()) <= half * 1.001
            assert found("These # runs", sentence) == [runs]
            told = found("# are lost with it and # without", sentence)
        else:
            assert abs(private.mean() - plain.mean()) >= half * 0.999
            told = found("# instead of # in 5,000 pulls", sentence)
            if "times as much" in sentence:
                assert found("loses **# times as much reward**", sentence)[0] == pytest.approx(ratio, rel=5.1e-3)
                assert ratio > 2
            else:
                direction, sign = ("more", 1) if ratio > 1 else ("less", -1)
                (share,) = found(f"loses **# % {direction} reward**", sentence)
                assert share == pytest.approx(100 * sign * (ratio - 1), rel=5.1e-3)
        assert told == [pytest.approx(regrets.mean(), abs=0.51) for regrets in (private, plain)]
    assert multiples > 10


def test_one_mean_tells_the_medians_of_its_runs_to_the_letter():
    rng = np.random.default_rng(2)
    for asked in questions():
        question = MeanQuestion(asked.means[0], float(f"{rng.uniform(0.01, 0.5):.2g}"), asked.risk, asked.epsilon, "")
        times = {
            rule: np.sort(rng.integers(100, 10 ** rng.integers(3, 5), 2 * rng.integers(5, 50) + 1)) for rule in RULES
        }
        results = {
            rule: PrivateStoppingResult(
                algorithm=rule, seed=0, first_run=0, version="", stopping_times=found, estimates=np.zeros(found.size),
                finished=np.ones(found.size, bool), parameters={"mean": question.mean, "relative_error": 0.1},
            )
            for rule, found in times.items()
        }  # fmt: skip
        answer = MeanAnswer(question, results, {})
        told = found("A mean of # is known to within # % after **# samples** with privacy", mean_verdict(answer))
        middle = {rule: found[found.size // 2] for rule, found in times.items()}
        assert told == pytest.approx([question.mean, 100 * question.relative_error, middle["dp-nas"]])
        ratio, free = found("(DP-NAS, budget ε = #), # times the # needed without", mean_verdict(answer))[1:]
        assert found("(medians of # runs)", mean_verdict(answer)) == [times["dp-nas"].size]
        assert free == middle["nas"]
        assert ratio == pytest.approx(middle["dp-nas"] / middle["nas"], rel=5.1e-3)
        runs, risk = found("medians of # runs of DP-NAS and of NAS, ", mean_expert_verdict(answer)), asked.risk
        assert runs == [times["dp-nas"].size]
        assert found("the risk that it is larger is # %", mean_expert_verdict(answer)) == pytest.approx([100 * risk])
        assert found("stops after # samples in its median run", mean_expert_verdict(answer)) == [
            middle["exponential-dp-nas"]
        ]


def test_choosing_holds_its_bounds_and_beliefs_under_both_trust_models():
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
        if "No ε is possible" not in text:
            simulated = Simulated((), people, people, asked.epsilon, 0.0)
            recommended = replace(findings, question=replace(question, epsilon=None), simulated=simulated)
            sentence = words.told("verdict", recommended)
            assert found("Choose **ε = #**: # participants", sentence) == [asked.epsilon, people]
            belief = 100 / (1 + math.exp(-asked.epsilon))
            if belief < 99:
                assert found("becomes **at most # % likely**", sentence)[0] == math.ceil(10 * belief * (1 - 1e-9)) / 10
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
        assert found("in 90 of 100 runs (# day", backwards) == [math.ceil(needed / 250)]
        if "No ε is possible" in text:
            assert rounded_down(found("any method needs **#** or more to ", text)[0], free)
            assert free > people / CLOSE
        elif "and an ε below" in text:
            assert too_few > people
            assert enough <= people * CLOSE
        else:
            assert too_few <= people * CLOSE
