"""The question in the inputs, also while some of them are not drawn yet, and what a drag on the picture writes."""

import pytest

from ui.arms import instance
from ui.choose import controls, problems
from ui.choose.question import MOST_PARTICIPANTS, difference_means
from ui.components.lines import Moved


@pytest.mark.parametrize("pace, rate", [("in total", None), ("per day", 200.0)])
def test_a_click_may_come_before_the_inputs_that_another_click_asks_for(inputs, pace, rate):
    inputs["pace"] = pace
    question, wrong = problems.asked()
    assert wrong == ""
    assert (question.participants, question.pace, question.problem.risk) == (10_000, rate, 0.01)
    assert question.problem.means == difference_means(3, 0.3, 0.1)
    inputs["know"] = "own data"
    assert problems.asked() == (None, "Choose a file, or type your counts.")


def test_arms_keep_their_names_whatever_these_hold(inputs, monkeypatch):
    named = instance.Instance((0.6, 0.5, 0.4), 0.1, 0.01, ("pharm A", "", "arm control"))
    monkeypatch.setattr(instance, "current", lambda: named)
    inputs["know"] = "the rates"
    assert problems.asked()[0].problem.names == ("pharm A", "option 2", "arm control")


@pytest.mark.parametrize(
    "pace, key, most",
    [("in total", "people", MOST_PARTICIPANTS), ("per day", "days", 36_500), ("per week", "weeks", 5200)],
)
def test_a_line_dragged_beyond_its_box_writes_the_largest_value_that_it_takes(inputs, pace, key, most):
    inputs["pace"] = pace
    controls.drop(Moved("participants", 1e13))
    assert inputs[key] == most
