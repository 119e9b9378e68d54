"""Every kind of question: its answer by another computation, its tolerance to the edge, its texts and sources."""

import math
import string

import mpmath
import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from dpcore.exercises import QUESTION_KINDS, Sheet, is_right, questions, solve
from dpcore.exercises.answers import ANSWERS
from dpcore.exercises.asked import said
from dpcore.fixed_confidence import trace_fixed_confidence
from tests.docs.test_sources import cited, listed
from tests.dpcore import brute_force
from tests.dpcore.exercises import plain_lead
from tests.dpcore.exercises.test_instances import FIRST_KINDS

# Kinds that came together share sheets: what is asked of a kind here stays the same when another one comes.
RELEASES = (FIRST_KINDS, ("participants-for-a-lead",))
OF_KIND = {
    kind: [
        questions(sheet, sheet.student("Ada"))[place]
        for sheet in (Sheet("all kinds", kinds, difficulty, 5) for difficulty in ("easy", "medium", "hard"))
    ]
    for kinds in RELEASES
    for place, kind in enumerate(kinds)
}


def time(question, epsilon=math.inf):
    return brute_force.characteristic_time(question.means, epsilon)


def bound(question, epsilon=math.inf):
    risk = question.risk
    return time(question, epsilon) * ((1 - risk) * math.log((1 - risk) / risk) + risk * math.log(risk / (1 - risk)))


def shares(question, epsilon):
    """The optimal allocation, arms in the order of falling means: their weights at the best level of brute_force."""
    p, *rest = sorted(question.means, reverse=True)
    q = np.array(rest)

    def weights(log_level):
        level = math.exp(log_level)

        def weight(logit):
            x = q + (p - q) / (1 + np.exp(-logit))
            best = brute_force.private_down(p, x, epsilon)
            return (level - best) / brute_force.private_down(1 - q, 1 - x, epsilon)

        return np.append(1.0, brute_force.golden_section(weight, np.full(q.shape, -16.0), np.full(q.shape, 16.0), 60))

    highest = math.log(brute_force.private_down(p, q.max(), epsilon))
    found = minimize_scalar(
        lambda log_level: weights(log_level).sum() / math.exp(log_level),
        bounds=(highest - 8, highest - 1e-6), method="bounded", options={"xatol": 1e-9},
    )  # fmt: skip
    return weights(found.x) / weights(found.x).sum()


def tv_time(question):
    *rest, p = sorted(question.means)
    return 1 / (p - rest[-1]) + sum(1 / (p - q) for q in rest)


def is_where(excess, epsilon, percent):
    """Epsilon, if an excess that grows or falls with it passes the percentage there, else NaN."""
    below, above = (excess(epsilon * factor) - percent / 100 for factor in (1 - 1e-5, 1 + 1e-5))
    return epsilon if below * above < 0 else math.nan


def most_sampled(question):
    best_of_ordered = int(shares(question, math.inf).argmax())
    return question.means.index(sorted(question.means, reverse=True)[best_of_ordered])


def renyi_epsilon(rho, delta):
    """CKS20, Proposition 12, over a fine grid of orders: never below the best order's."""
    b = np.geomspace(1e-3, 1e5, 400_001)
    return float(np.min((1 + b) * rho - np.log1p(1 / b) + (math.log(1 / delta) - np.log1p(b)) / b))


def believed(prior, epsilon):
    with mpmath.workdps(40):
        odds = mpmath.mpf(prior) / (100 - mpmath.mpf(prior)) * mpmath.exp(mpmath.mpf(epsilon))
        return float(100 * odds / (1 + odds))


INDEPENDENT = {
    "samples-without-privacy": bound,
    "samples-at-epsilon": bound,
    "bound-hardly-raised": lambda q, percent: is_where(
        lambda epsilon: time(q, epsilon) / time(q) - 1, solve(q).answer, percent
    ),
    "price-dominated": lambda q, percent: is_where(
        lambda epsilon: epsilon * time(q, epsilon) / tv_time(q) - 1, solve(q).answer, percent
    ),
    "most-sampled-arm": most_sampled,
    "share-of-the-best-arm": lambda q, epsilon: 100 * shares(q, epsilon)[0],
    "epsilon-halved": lambda q, epsilon: time(q, epsilon / 2) / time(q, epsilon),
    "attacker-belief": lambda q, prior, epsilon: believed(prior, epsilon),
    "household-belief": lambda q, people, epsilon: believed(50, people * epsilon),
    "rho-as-epsilon": lambda q, rho, delta: renyi_epsilon(rho, delta),
    "participants-for-a-lead": lambda q, options, usual, points, epsilon: plain_lead.smallest_participants(
        (usual + points) / 100, usual / 100, options - 1, epsilon, q.risk
    ),
    "simulated-runs": lambda q, **drawn: np.mean(
        [trace_fixed_confidence("prise", q.means, risk=q.risk, run=run, **drawn).stopping_time for run in range(20)]
    ),
}


def test_each_kind_has_its_function_and_an_independent_one():
    assert set(QUESTION_KINDS) == set(ANSWERS) == set(INDEPENDENT) == set(OF_KIND)
    assert len(QUESTION_KINDS) >= 10


@pytest.mark.parametrize("kind", QUESTION_KINDS)
def test_answers_against_another_computation(kind):
    question = OF_KIND[kind][-1]
    other = INDEPENDENT[kind](question, **dict(question.drawn))
    assert solve(question).answer == pytest.approx(other, rel=1e-6)


def test_a_lead_is_found_with_a_whole_number_of_people_and_not_with_one_fewer():
    """What the specification states: 593 at rates .4 .3 .3, risk .01 and epsilon .1, and 296 without privacy."""
    stated = ANSWERS["participants-for-a-lead"]((), 0.01, options=3, usual=30, points=10, epsilon=0.1)
    assert (stated["answer"], stated["without"]) == (593, 296)
    for question in OF_KIND["participants-for-a-lead"]:
        figures = ANSWERS["participants-for-a-lead"](question.means, question.risk, **dict(question.drawn))
        assert isinstance(figures["answer"], int)
        assert figures["missed"] <= question.risk < figures["missed_before"]
        options, usual, points, epsilon = dict(question.drawn).values()
        plain = plain_lead.probability_right(
            (usual + points) / 100, usual / 100, options - 1, figures["answer"], epsilon
        )
        assert 1 - figures["missed"] == pytest.approx(plain, abs=1e-11)


@pytest.mark.parametrize("kind", [kind for kind, each in QUESTION_KINDS.items() if not each.choices])
def test_the_tolerance_holds_to_its_edges(kind):
    question, described = OF_KIND[kind][1], QUESTION_KINDS[kind]
    right = solve(question).answer
    allowed = described.within * right if described.within else described.within_points
    for sign in (-1, 1):
        assert is_right(question, right + sign * allowed)
        assert not is_right(question, right + sign * allowed * 1.001)
    for wrong in (math.inf, -math.inf, 0, -right):
        assert not is_right(question, wrong)
    for odd in (math.nan, "x", None):
        with pytest.raises(ValueError, match="answer must be a number"):
            is_right(question, odd)


def test_one_choice_is_right_and_no_other_number_is_a_choice():
    for question in OF_KIND["most-sampled-arm"]:
        assert [is_right(question, choice) for choice in range(len(question.choices))].count(True) == 1
        for odd in (-1, len(question.choices), 0.5, math.inf):
            with pytest.raises(ValueError, match="answer must be one of"):
                is_right(question, odd)


@pytest.mark.parametrize("kind", QUESTION_KINDS)
def test_texts_are_filled_and_say_where_the_answer_is_from(kind):
    for question in OF_KIND[kind]:
        solved = solve(question)
        texts = (question.text, *question.hints, solved.why, *question.choices)
        assert not any(set(text) & set("{}$*") for text in texts)
        assert question.text.endswith("?")
        for text in (question.text, *question.hints):  # no text gives the answer away
            if not question.choices:
                assert said(solved.answer) not in text.split()
    described = QUESTION_KINDS[kind]
    used = {name for text in (described.text, *described.hints) for _, name, _, _ in string.Formatter().parse(text)}
    assert set(described.draws) - {"epsilon", "seed"} <= used - {None}
    assert bool(described.choices) != bool(described.within or described.within_points)
    assert 1 <= described.attempts <= 6
    assert len(described.hints) <= 3
    assert cited(described.source) <= listed()
    assert cited(described.source) or "docs/" in described.source
