"""Sentences about changed decisions: true to the letter, short, and not calling the private choice wrong."""

import re
from dataclasses import replace

import pytest

from ui.same_decision import words
from ui.same_decision.controls import Guess
from ui.same_decision.question import DecisionFindings, DecisionQuestion, find

QUESTION = DecisionQuestion((0.95, 0.9, 0.9, 0.9, 0.5), (), 0.1, 2000, 1, 0)
CORNERS = [
    QUESTION,
    replace(QUESTION, epsilon=1e-3, participants=20),
    replace(QUESTION, epsilon=100.0, participants=10**6),
    replace(QUESTION, means=(0.5, 0.4999), participants=20),
    replace(QUESTION, means=(0.02, 0.01, *[0.005] * 18), epsilon=0.012, participants=100_000),
]


@pytest.mark.parametrize("question", CORNERS)
def test_the_verdict_is_short_whole_and_simulated(question):
    verdict = words.verdict(find(question))
    assert len(re.sub(r"\*\*", "", verdict).split()) <= 30
    assert "simulated" in verdict
    assert not re.search("nan|None|wrong", verdict)
    assert f"**{question.participants:,} participants**" in verdict


def test_the_verdict_tells_the_figures():
    found = find(QUESTION)
    changed, lost = found.compared.changed, 1000 * found.compared.extra_loss
    assert words.verdict(found) == (
        f"With **2,000 participants** and ε = **0.1**, noise changes the choice in **{changed} of 1,000** simulated "
        f"studies; on average that loses **{lost:.0f} outcomes** per 1,000 people."
    )


@pytest.mark.parametrize(
    ("figures", "ending"),
    [
        ({"changed": 0}, "in **none of 1,000** simulated studies."),
        ({"extra_loss_interval": (-0.001, 0.002)}, "; what that loses on average is too little to tell."),
        (
            {"loss_without": 0.0034, "loss_with": 0.003, "extra_loss_interval": (-0.0006, -0.0002)},
            "; on average that gains **0.40 outcomes** per 1,000 people.",
        ),
    ],
)
def test_other_endings_of_the_verdict(figures, ending):
    found = find(QUESTION)
    assert words.verdict(DecisionFindings(QUESTION, found.studies, replace(found.compared, **figures))).endswith(ending)


def test_both_versions_can_be_wrong_and_the_table_shows_both():
    found = find(QUESTION)
    choices, lost = words.loss_rows(found)
    compared = found.compared
    assert choices[1:] == (
        f"{compared.not_best_without} of 1,000",
        f"{compared.not_best_with} of 1,000",
        f"+{compared.not_best_with - compared.not_best_without}",
    )
    low, high = re.search(r"95 %: ([\d.]+) to ([\d.]+)", lost[3]).groups()
    exact_low, exact_high = (1000 * end for end in compared.extra_loss_interval)
    assert float(low) <= exact_low < float(low) + 1
    assert float(high) - 1 < exact_high <= float(high)


def test_the_interval_of_the_share_is_rounded_outwards():
    found = find(QUESTION)
    low, high = re.search(r"interval ([\d.]+) % to ([\d.]+) %", words.curve_reading(found)).groups()
    assert float(low) <= 100 * found.compared.changed_interval[0]
    assert float(high) >= 100 * found.compared.changed_interval[1]
    assert "exactly" not in words.curve_reading(found)
    two = find(replace(QUESTION, means=(0.32, 0.3)))
    assert f"for two options: {100 * two.exact.changed:.1f} %" in words.curve_reading(two)


def test_the_answer_names_both_choices():
    found = find(QUESTION)
    without, with_noise = found.studies.chosen(), found.studies.chosen(0.1)
    same = int((without == with_noise).argmax())
    other = int((without != with_noise).argmax())
    for study, expected in (
        (same, f"Both choose option {without[same] + 1}"),
        (other, f"Without noise option {without[other] + 1} is chosen, with noise option {with_noise[other] + 1}"),
    ):
        shown = find(replace(QUESTION, study=study + 1))
        told = words.answer(shown, Guess(said_first=True, private_is_first=False), (2, 3))
        assert told.startswith("You guessed A, wrong: **B is private**. ")
        assert expected in told
        assert "option 1" in told
        assert told.endswith("2 of 3 guesses right.")
