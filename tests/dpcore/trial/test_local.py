"""Answers that participants randomise themselves."""

import math
from dataclasses import replace

import pytest

from dpcore.trial import TrialError, randomised, randomising_page
from dpcore.trial.local import truth_probability
from tests.dpcore.trial.plans import LOCAL, WINNER


@pytest.mark.parametrize("epsilon", [1e-4, 0.1, 1.0, 3.0, 20.0])
def test_the_probability_of_the_truth_is_on_the_private_side(epsilon):
    truth = truth_probability(epsilon)
    ideal = 1 / (1 + math.exp(-epsilon))
    assert (truth * 2**53).is_integer()
    assert ideal - 2**-49 <= truth <= ideal
    assert math.log(truth / (1 - truth)) <= epsilon


def test_answers_are_true_as_often_as_epsilon_allows():
    runs, truth = 20_000, truth_probability(1.0)
    found = sum(randomised(True, 1.0) for _ in range(runs)) / runs
    wrong = sum(randomised(False, 1.0) for _ in range(runs)) / runs
    tolerance = 5 * math.sqrt(truth * (1 - truth) / runs)  # a false alarm in 6e-7 of all runs
    assert abs(found - truth) < tolerance
    assert abs(wrong - (1 - truth)) < tolerance
    assert abs(found - truth_probability(1.2)) > tolerance  # a budget that is a fifth larger is noticed


def test_the_page_says_epsilon_and_takes_the_probability():
    page = randomising_page(LOCAL)
    assert f"const truth = {truth_probability(1.0)!r};" in page
    assert "ε = 1:" in page
    assert "In about 27 of 100 cases the answer that this page shows is the opposite" in page
    assert "{{" not in page
    assert "In about 1 of 150 cases" in randomising_page(replace(LOCAL, epsilon=5.0))
    with pytest.raises(TrialError, match="adds the noise"):
        randomising_page(WINNER)


def test_the_page_asks_the_question_that_it_is_given():
    assert "<strong>Was the outcome a success for you?</strong>" in randomising_page(LOCAL)
    page = randomising_page(LOCAL, " Did {{truth}} & <b>pain</b> go? ")
    assert "<strong>Did {{truth}} &amp; &lt;b&gt;pain&lt;/b&gt; go?</strong>" in page
    for wrong in (" ", "x" * 301):
        with pytest.raises(TrialError, match="1 to 300 characters"):
            randomising_page(LOCAL, wrong)
