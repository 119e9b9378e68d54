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
def test_the_verdict_is_short_and_whole_and_no_share_rounded_up(question):
    found = find(question)
    verdict = words.verdict(found)
    assert len(re.sub(r"\*\*", "", verdict).split()) <= 30
    assert "simulated" in verdict
    assert not re.search("nan|None|wrong", verdict)
    assert f"**{question.participants:,} participants**" in verdict
    share = float(re.search(r"(?:at least|more than) ([\d.]+) %", words.by_name_reading(found))[1])
    assert 100 * found.right_by_name - 1 < share <= 100 * found.right_by_name


@pytest.mark.parametrize(
    ("figures", "ending"),
    [
        (
            {"changed": 71, "loss_without": 0.01, "loss_with": 0.0224},
            "With **2,000 participants** and ε = **0.1**, noise changes the choice in **71 of 1,000** simulated "
            "studies; on average that loses **12 outcomes** per 1,000 people.",
        ),
        ({"changed": 0}, "in **none of 1,000** simulated studies."),
        ({"extra_loss_interval": (-0.001, 0.002)}, "; the average effect on outcomes is too small to detect."),
        (
            {"loss_without": 0.0034, "loss_with": 0.003, "extra_loss_interval": (-0.0006, -0.0002)},
            "; on average that gains **0.40 outcomes** per 1,000 people.",
        ),
    ],
)
def test_the_verdict_tells_the_figures(figures, ending):
    found = find(QUESTION)
    assert words.verdict(DecisionFindings(QUESTION, found.studies, replace(found.compared, **figures))).endswith(ending)


def test_a_study_that_publishes_only_a_name_keeps_what_choose_epsilon_plans():
    plan = DecisionQuestion((0.4, 0.3, 0.3), (), 0.0143, 10_000, 1, 0)  # ε is smallest for 99 of 100 right
    found = find(plan)
    told = words.by_name_reading(found)
    assert f"{1000 - found.compared.not_best_with} of 1,000 choose the best option" in told
    assert "at least 99 % of such studies name the best option" in told
    assert "at least 98.9 %" in words.by_name_reading(find(replace(plan, epsilon=0.0142)))
    assert "more than 99.99 % of such" in words.by_name_reading(find(replace(plan, epsilon=1.0)))


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


def figure(text):
    return float(text.partition(" (")[0].replace(",", "").replace("−", "-"))


@pytest.mark.parametrize("means", [QUESTION.means, (0.32, 0.3), (0.5, 0.4999, 0.3)])
def test_the_lost_outcomes_add_up_to_the_digit(means):
    for participants in (20, 300, 50_000):
        for epsilon in (1e-3, 0.1, 3.0):
            found = find(replace(QUESTION, means=means, participants=participants, epsilon=epsilon))
            told = words.loss_rows(found)[1][1:]
            if not any("under" in text for text in told):
                without, with_noise, extra = map(figure, told)
                assert without + extra == pytest.approx(with_noise, abs=1e-9)
            exact = found.compared.loss_without, found.compared.loss_with, found.compared.extra_loss
            within = max(0.051 * abs(1000 * exact[2]), 0.051 * 1000 * exact[0] if abs(exact[2]) < 1e-12 else 0)
            for text, loss in zip(told, exact, strict=True):
                shown = 0.0 if "under" in text else figure(text)
                assert abs(shown - 1000 * loss) <= 2 * within + 1e-9


@pytest.mark.parametrize(
    ("losses", "told"),
    [
        ((0.0424, 0.103), ("42", "103", "61")),
        ((0.103, 0.0424), ("103", "42", "−61")),
        ((0.00002, 0.061), ("under 1", "61", "61")),
        ((0.0424, 0.0424), ("42", "42", "0")),
        ((0.0, 0.0), ("0", "0", "0")),
    ],
)
def test_lost_outcomes_of_all_sizes(losses, told):
    found = find(QUESTION)
    compared = replace(found.compared, loss_without=losses[0], loss_with=losses[1])
    row = words.loss_rows(DecisionFindings(QUESTION, found.studies, compared))[1]
    assert (row[1], row[2], row[3].partition(" (")[0]) == told


def test_where_no_study_changed_the_interval_is_not_nothing():
    found = find(replace(QUESTION, means=(0.5, 0.48), participants=20_000, epsilon=0.3))
    exact = 20 * (found.exact.not_best_with - found.exact.not_best_without)  # per 1,000 people
    low, high = re.search(r"^0 \(95 %: −([\d.]+) to ([\d.]+)\)$", words.loss_rows(found)[1][3]).groups()
    assert -float(low) < exact < float(high)


def test_a_probability_too_small_to_tell_is_said_to_be_small():
    found = find(replace(QUESTION, means=(0.5, 0.4), participants=20_000, epsilon=1.0))
    assert 0 < found.exact.changed < 1e-9
    assert "it is less than 0.0001 %." in words.curve_reading(found)


def test_the_interval_of_the_share_is_rounded_outwards():
    found = find(QUESTION)
    low, high = re.search(r"interval ([\d.]+) % to ([\d.]+) %", words.curve_reading(found)).groups()
    assert float(low) <= 100 * found.compared.changed_interval[0]
    assert float(high) >= 100 * found.compared.changed_interval[1]
    assert "exactly" not in words.curve_reading(found)
    two = find(replace(QUESTION, means=(0.32, 0.3)))
    assert f"it is {100 * two.exact.changed:.1f} %" in words.curve_reading(two)


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
        assert told.startswith("You guessed A, but **B is private**. ")
        assert expected in told
        assert "option 1" in told
        assert told.endswith("Right guesses so far: 2 of 3.")
