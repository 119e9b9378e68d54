"""The sentences for every kind of answer."""

import math
import re
from dataclasses import replace

import pytest

from tests.ui.choose.cases import DATA, answer, reading
from ui.choose.own_data import OwnData
from ui.choose.sequential import words
from ui.choose.sequential.findings import BoundCurve, Bounds, Findings, Reading


def lead_answer(**how):
    """Findings of a study that stops once it has found a lead."""
    found = answer(epsilon=None, **how)
    problem = replace(found.question.problem, lead=0.3)
    return replace(found, question=replace(found.question, problem=problem))


@pytest.mark.parametrize(
    "findings, expected",
    [
        (
            answer(epsilon=None),
            "Choose **ε = 0.2**: 2,000 participants are enough for an answer in 90 of 100 studies (simulated), "
            "with at most 5 % risk, whatever the rates are. Given everyone else's data, a 50/50 guess "
            "about a person becomes **at most 55 % likely**.",  # 54.98 %
        ),
        (
            answer(epsilon=0.5),
            "**ε = 0.5**, your choice: 2,000 participants are enough for an answer in 90 of 100 studies (simulated), "
            "with at most 5 % risk, whatever the rates are. Given",
        ),
        (
            answer(epsilon=0.1, at_epsilon=2600.0),
            "**ε = 0.1**, your choice, takes **2,600** participants for an answer in 90 % of 20 simulated runs, 600 "
            "more than you have. 2,000 participants are enough at **ε = 0.200**, with at most 5 % risk, "
            "whatever the rates are.",
        ),
        (
            answer(epsilon=0.1, at_epsilon=None),
            "It is not known whether 2,000 participants are enough at **ε = 0.1**, your choice. They are enough at "
            "**ε = 0.200**, with at most 5 % risk, whatever the rates are.",
        ),
        (answer(epsilon=None, achievable=1e-5), "Choose **ε = 0.001**: 2,000"),
        (answer(epsilon=None, pace=300.0), "2,000 participants (7 days at 300 a day) are enough"),
        (
            answer(epsilon=None, achievable=math.inf, without_privacy=2600.0),
            "**No ε is known to work** with 2,000 participants and at most 5 % risk, whatever the rates are: even "
            "without privacy, PRISE needs **2,600** for an answer in 90 % of 20 simulated runs, 600 more than "
            "you have.",
        ),
        (
            answer(achievable=math.inf, without_privacy=1990.0),
            "even without privacy, PRISE needs **1,990** for an answer in 90 % of 20 simulated runs, which is too "
            "close to call.",
        ),
        (
            answer(possible=math.inf),
            "**No ε is possible** with 2,000 participants: even without privacy, any method needs **400** or more "
            "to stay within this risk whatever the rates are and stop in 90 of 100 runs.",
        ),
        (
            answer(epsilon=None, achievable=None),
            "With 2,000 participants and an ε below 0.0200, no method can stay within this risk whatever the rates are "
            "and stop in 90 of 100 runs. We are now simulating how small ε can be in practice.",
        ),
        (
            answer(epsilon=None, achievable=None, possible=5e-4),
            "With 2,000 participants, the lower bound does not rule out any ε down to 0.00100 for a method that stays "
            "within this risk whatever the rates are. We are now simulating how small ε can be in practice.",
        ),
        (
            lead_answer(achievable=None),
            "With 2,000 participants and an ε below 0.0200, no method can find every lead of 30 points at this risk "
            "and stop in 90 of 100 runs. We are now simulating how small ε can be in practice.",
        ),
    ],
)
def test_the_verdict_is_one_short_sentence_or_two(findings, expected):
    sentence = words.told("verdict", findings)
    assert expected in sentence
    assert sentence.count(". ") <= 1
    assert len(re.findall(r"\w[\w.,']*", sentence)) <= (44 if findings.question.pace is None else 50)
    assert "safe" not in sentence


def test_nothing_is_said_to_be_simulated_after_a_stop():
    assert words.told("verdict", answer(achievable=None), is_running=False).endswith("has not been simulated.")


def test_runs_that_take_more_than_a_longer_test_found_to_be_enough_say_which_is_more_exact():
    above = words.told("takes", answer(epsilon=0.2, at_epsilon=2040.0))
    assert "A longer test, of up to" in above
    assert "found 2,000 participants to be enough" in above
    assert "A longer test" not in words.told("takes", answer(epsilon=0.2, at_epsilon=1990.0))
    assert "A longer test" not in words.told("takes", answer(epsilon=0.1, at_epsilon=2600.0))


def test_the_verdict_says_what_is_promised():
    assert "with a risk of at most 5 % of missing a lead of 30 points. Given" in words.told("verdict", lead_answer())


def test_with_own_data_the_verdict_says_at_how_many_of_their_rates():
    sentence = words.told("verdict", answer(data=DATA, achievable=None))
    assert sentence.startswith(
        "With 2,000 participants and an ε below 0.0200, at half of the rates that your data allow, no method can stay"
    )


@pytest.mark.parametrize(
    "findings, expected",
    [
        (
            answer(epsilon=None),
            "The smallest ε known to be enough, with 95 % confidence, is 0.200; ε = 0.150 is too small. The "
            "simulations use the private method PRISE, which is proven to be wrong with probability at most 5 %, "
            "whatever the rates are. With 2,000 participants and an ε below 0.0200, no method can stay within this "
            "risk whatever the rates are and stop in 90 of 100 runs. "
            "For ε ≥ 0.300, privacy raises the lower bound by at most 10 %.",
        ),
        (answer(achievable=math.inf), "No larger ε is known to be enough."),
        (answer(too_small=0.0), "is 0.200. The simulations use"),
        (answer(trust_model="local"), "PRISE on randomised answers, which is proven to be wrong"),
    ],
)
def test_details(findings, expected):
    assert expected in words.told("details", findings)


@pytest.mark.parametrize(
    "spread, said",
    [
        (None, "PRISE stops within **1,500** participants (15 days at 100 a day)."),
        (
            (800.0, 4321.0),
            "PRISE stops within **1,500** participants (15 days at 100 a day), in half of them within 800 (8 days at "
            "100 a day), and in 99 % within 4,321 (44 days at 100 a day).",
        ),
        ((800.0, math.inf), "PRISE stops within **1,500** participants (15 days at 100 a day)."),
    ],
)
def test_participants_for_an_epsilon_are_told_of_half_and_nearly_all_runs_too(spread, said):
    findings = answer(pace=100.0)
    spread_out = replace(findings, simulated=replace(findings.simulated, spread=spread))
    assert words.told("takes", spread_out) == (
        "At ε = **0.5** every method needs at least **500** participants to stay within this risk whatever the rates "
        f"are and stop in 90 of 100 runs (5 days at 100 a day). In 90 % of 20 simulated runs, {said}"
    )


def test_an_endless_simulation_has_words():
    findings = answer()
    endless = replace(findings, simulated=replace(findings.simulated, at_epsilon=math.inf))
    assert "had not stopped after 10¹² participants in over 10 % of 20 simulated runs" in words.told("takes", endless)
    assert words.people_text(math.inf) == "over 10¹²"


def test_own_data_sentences():
    findings = answer(data=DATA)
    assert "new is the best option with probability over 95 %" in words.told("own_data", findings)
    tied = answer(data=OwnData(("usual", "new"), (59, 118), (200, 400)))
    assert words.told("own_data", tied).startswith("According to these data no option leads. Bounds are medians")
    assert words.told("wide_band", findings) == ""
    wide = Findings(
        findings.question,
        Bounds(
            BoundCurve(findings.bounds.curve.epsilons, findings.bounds.curve.participants, Reading(400, 90, 9000)),
            *[reading(1.0)] * 3,
            ruled_out=0.0,
        ),
        findings.simulated,
    )
    assert "from 90 to 9,000 participants (90 % band)" in words.told("wide_band", wide)


SEVERAL = {"means": (0.6, 0.6, 0.3), "indifference": 0.01}  # good enough; and where one alone is:
ALONE = {"indifference": 0.015}
CASES = {"every gap matters": {}, "one good answer": ALONE, "several": SEVERAL}


@pytest.mark.parametrize("name", ["verdict", "details", "takes"])
def test_a_bound_of_several_good_answers_is_said_to_be_one_for_small_risks(name):
    findings = [answer(possible=math.inf), answer(epsilon=None, achievable=None), answer()]
    told = {
        case: " ".join(words.told(name, replaced(found, **how)) for found in findings) for case, how in CASES.items()
    }
    for case in ("every gap matters", "one good answer"):
        assert "→ 0" not in told[case]
    strong = "no method|is possible|every method|any method"
    assert re.search(strong, told["every gap matters"])
    assert "proven for risk → 0" in told["several"]
    assert not re.search(strong, told["several"])
    if name == "details":
        method = "private method PB-TaS, which is proven to name an option more than 1.5 points below the best with"
        assert method in told["one good answer"]


def replaced(findings, **how):
    """The same findings for another problem."""
    names = ("A", "B", "C")[: len(how.get("means", (1, 2)))]
    problem = replace(findings.question.problem, names=names, **how)
    return replace(findings, question=replace(findings.question, problem=problem))
