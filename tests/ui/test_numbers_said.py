"""Every number in the sentences about bounds, on 300 random questions of two arms, against the definitions alone.

With two arms T*_epsilon is 1/min over x of max(d(p, x), d(q, x)): the inner game is linear in the allocation and convex
in x.  d is computed here from its definition, the infimum over z of epsilon |m - z| + kl(z, x).
"""

import math
import re
from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.special import gammaln

from dpcore.private_stopping import PrivateStoppingResult
from dpcore.regret import RegretResult
from tests.ui.choose.cases import reading
from ui.arms.instance import Instance
from ui.arms.names import option_names
from ui.choose import meaning
from ui.choose.question import Question, SequentialProblem
from ui.choose.sequential import words
from ui.choose.sequential.findings import BoundCurve, Findings, Simulated, find_bounds
from ui.explore.numbers import numbers_of
from ui.explore.words import sentences
from ui.one_mean.question import RULES, MeanAnswer, MeanQuestion
from ui.one_mean.words import expert_verdict as mean_expert_verdict
from ui.one_mean.words import verdict as mean_verdict
from ui.regret.comparison import compare
from ui.regret.study import RegretProblem, RegretStudy, RegretView
from ui.regret.words import expert_verdict as regret_expert_verdict
from ui.regret.words import verdict as regret_verdict
from ui.stopping.study import StoppingProblem, StoppingStudy, StoppingView
from ui.stopping.words import expert_verdict
from ui.stopping.words import verdict as stopping_verdict

NUMBER = r"(\d[\d,]*(?:\.\d+)?(?:e-?\d+)?)"
MULTIPLES = re.compile(
    rf"loses \*\*{NUMBER}\*\* and \D*? {NUMBER}, so the noise multiplies the loss by \*\*{NUMBER}\*\*"
)
CLOSE = 1 + 1e-9


def questions(count=300):
    rng = np.random.default_rng(0)
    for _ in range(count):
        first, second = np.round(rng.uniform(0.02, 0.98, 2), 3)
        means = float(first), float(second + 5e-4)
        epsilon, risk = float(f"{10 ** rng.uniform(-3, 1.5):.3g}"), float(f"{10 ** rng.uniform(-3, -0.5):.2g}")
        yield Instance(means, epsilon, risk)


def private_divergence(m, x, epsilon):
    tilted = 1 / (1 + (1 - x) / x * math.exp(min(epsilon, 700) * (-1 if m > x else 1)))
    z = min(m, tilted) if m > x else max(m, tilted)
    kl = sum(a * math.log(a / b) for a, b in ((z, x), (1 - z, 1 - x)) if a > 0)
    return abs(m - z) * min(epsilon, 700) + kl


def time_of(means, epsilon):
    low, high = sorted(means)
    balance = brentq(
        lambda x: private_divergence(low, x, epsilon) - private_divergence(high, x, epsilon), low, high, xtol=1e-15
    )
    return 1 / max(private_divergence(mean, balance, epsilon) for mean in means)


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


def found(pattern, sentence):
    """The numbers in the pattern's places, in which # stands for one."""
    match = re.search(re.escape(pattern).replace(r"\#", NUMBER), sentence)
    assert match, (pattern, sentence)
    return [float(text.replace(",", "")) for text in match.groups()]


def rounded_down(said, exact):
    """Whether `said` is a lower limit: not above what it limits, and next to it."""
    step = 1 if 10 <= exact < 1e5 else 10.0 ** (math.floor(math.log10(exact)) - 2)
    return said <= exact * CLOSE and exact < (said + step) * CLOSE


def test_the_explorers_sentences_hold_their_bounds_to_the_letter():
    for asked in questions():
        numbers, mean_factor = numbers_of(asked), divergence(asked.risk, 1 - asked.risk)
        private, free = (time_of(asked.means, epsilon) * mean_factor for epsilon in (asked.epsilon, math.inf))
        told = sentences(numbers)
        sentence = told["verdict"]
        assert rounded_down(found("takes at least **# participants** (", sentence)[0], private)
        if "as without privacy" in sentence:
            assert private <= free * (1 + 1e-8)
        else:
            assert rounded_down(found("participants** (# without privacy", sentence)[0], free)
        sentence = told["bound"]
        if "adds **nothing**" in sentence:
            (said,) = found("at least # participants", sentence)
            assert rounded_down(said, free)
            assert private <= free * (1 + 1e-8)
            (boundary,) = found("This holds for ε ≥ #", sentence)
            assert time_of(asked.means, boundary) <= time_of(asked.means, math.inf) * (1 + 1e-8)
            continue
        if "less than 0.1 %" in sentence:
            assert 1 < private / free < 1.001
            assert rounded_down(found("to # participants", sentence)[0], private)
        else:
            first, second = found("# instead of # participants", sentence)
            assert rounded_down(first, private)
            assert rounded_down(second, free)
            if "times**" in sentence:
                assert found("makes the lower bound **# times** as large", sentence)[0] == pytest.approx(
                    private / free, rel=5.1e-3
                )
            else:
                assert found("by **# %**", sentence)[0] == pytest.approx(100 * (private / free - 1), rel=0.051)
        (nearly,) = found("or ε ≥ #, privacy raises it by at most 5 %", sentence)
        assert time_of(asked.means, nearly) <= 1.05 * time_of(asked.means, math.inf) * CLOSE
        assert time_of(asked.means, 0.98 * nearly) > 1.05 * time_of(asked.means, math.inf)


def test_stopping_times_hold_their_bound_to_the_letter():
    for asked in questions():
        study = StoppingStudy(StoppingProblem(asked.means, asked.risk, 1000, 0))
        view = StoppingView(asked, (), (asked.epsilon, 2 * asked.epsilon), 1, False, study)
        exact = time_of(asked.means, asked.epsilon) * divergence(asked.risk, 1 - asked.risk)
        assert rounded_down(found("averages fewer than **# participants**", stopping_verdict(view))[0], exact)
        assert rounded_down(
            found("stops after fewer than **# participants** on average", expert_verdict(view))[0], exact
        )


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
                pulls=np.zeros((runs, 2), dtype=int),
            )
        private, plain = (min(list(ends.values())[half], key=np.mean) for half in (slice(0, 2), slice(2, 4)))
        sentence = regret_verdict(view, compare(view))
        assert found("privacy budget ε = #", sentence)[0] == pytest.approx(asked.epsilon)
        half = 1.96 * math.sqrt(private.var(ddof=1) / runs + plain.var(ddof=1) / runs)
        ratio = private.mean() / plain.mean()
        for texts in MULTIPLES.findall(regret_expert_verdict(view, compare(view))):
            noisy, silent, times = (float(text.replace(",", "")) for text in texts)
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
    assert multiples > 30


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


def test_choosing_holds_its_bounds_and_beliefs_to_the_letter():
    curve = BoundCurve(np.array([1e-3, 1e2]), np.array([[5e4, 400]] * 3), reading(400))
    for place, asked in enumerate(questions()):
        factor = divergence(0.9 - asked.risk, asked.risk) if asked.risk < 0.45 else 0.0

        def needs(epsilon, asked=asked, factor=factor):
            by_groups = needed_by_groups(asked.means, epsilon, asked.risk, 0.9)
            return max(time_of(asked.means, epsilon) * factor, by_groups)

        needed = needs(asked.epsilon)
        problem = SequentialProblem(option_names(2), asked.means, asked.risk, "central")
        people = 2 + int(needed * (0.5, 1, 3)[place % 3])
        question = Question("the rates", problem, people, 250.0, 0.1, asked.epsilon)
        findings = Findings(question, find_bounds(question, curve), Simulated())
        sentence = words.told("takes", findings)
        assert rounded_down(found("needs at least **#** participants", sentence)[0], needed)
        (days,) = found("in 90 of 100 runs (# day", sentence)
        assert days == math.ceil(needed / 250)
        recommendation = " ".join([words.told("verdict", findings), words.told("details", findings)])
        if "and an ε below" in recommendation:
            (below,) = found("and an ε below #, no method", recommendation)
            assert needs(below * 0.999) > people
            assert needs(below * 1.01) <= people * CLOSE
        elif "No ε is possible" in recommendation:
            assert needs(math.inf) > people / CLOSE
        else:
            assert needs(1e-3) <= people * CLOSE
        belief = 100 / (1 + math.exp(-asked.epsilon))
        if "No ε is possible" not in recommendation:
            simulated = Simulated((), people, people, asked.epsilon, 0.0)
            sentence = words.told(
                "verdict", replace(findings, question=replace(question, epsilon=None), simulated=simulated)
            )
            chosen, available = found("Choose **ε = #**: # participants", sentence)
            assert chosen == pytest.approx(asked.epsilon, rel=1e-9)
            assert available == people
            if belief < 99:
                assert found("becomes **at most # % likely**", sentence)[0] == math.ceil(10 * belief * (1 - 1e-9)) / 10
        said = meaning.belief_sentence(asked.epsilon)
        if "over 99.99" in said:
            assert belief > 99.99
        else:
            (limit,) = found("make it at most # % likely", said)
            assert belief <= limit * CLOSE < 1.003 * belief
