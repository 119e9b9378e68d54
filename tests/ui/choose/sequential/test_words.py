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
            "Choose **ε = 0.2**: 2,000 participants suffice in 90 of 100 simulated runs, and, beyond what everyone "
            "else's data reveal, a 50 % guess about one person becomes **at most 55 %**.",  # 54.98 %
        ),
        (
            answer(epsilon=0.5),
            "**ε = 0.5**, your choice: 2,000 participants suffice in 90 of 100 simulated runs, and, beyond what "
            "everyone else's data reveal, a 50 % guess about one person becomes **at most 62.3 %**.",  # 62.25 %
        ),
        (
            answer(epsilon=0.1, at_epsilon=2600.0),
            "**ε = 0.1**, your choice, is not known to fit 2,000 participants: it takes **2,600** in 90 of 100 "
            "simulated runs; they suffice at **ε = 0.200**.",
        ),
        (
            answer(epsilon=0.1, at_epsilon=None),
            "**ε = 0.1**, your choice, is not known to fit 2,000 participants; they suffice at **ε = 0.200**.",
        ),
        (answer(epsilon=None, achievable=1e-5), "Choose **ε = 0.001**: 2,000"),
        (answer(epsilon=None, achievable=9.0), "becomes **at most 99.99 %**"),
        (answer(epsilon=None, per_day=300.0), "2,000 participants (7 days at 300 a day) suffice"),
        (
            answer(epsilon=None, achievable=math.inf, without_privacy=2600.0),
            "**No ε is known to be enough** for 2,000 participants: even without privacy, PRISE needs **2,600** in 90 "
            "of 100 simulated runs, 600 more.",
        ),
        (
            answer(achievable=math.inf, without_privacy=1990.0),
            "even without privacy, PRISE needs **1,990** in 90 of 100 simulated runs, too close to be sure.",
        ),
        (
            answer(possible=math.inf),
            "**No ε is possible** with 2,000 participants: even without privacy, any method that keeps this risk "
            "whatever the rates are needs **400** or more to stop in 90 of 100 runs.",
        ),
        (
            answer(epsilon=None, achievable=None),
            "With 2,000 participants, no method that keeps this risk whatever the rates are stops in 90 of 100 runs "
            "below ε = 0.0200; which ε is enough is being simulated.",
        ),
        (
            answer(epsilon=None, achievable=None, possible=5e-4),
            "With 2,000 participants, no ε down to 0.00100 is ruled out for a method that keeps this risk whatever the "
            "rates are; which ε is enough is being simulated.",
        ),
        (
            lead_answer(achievable=None),
            "With 2,000 participants, no method that finds every lead of 30 points at this risk stops in 90 of 100 "
            "runs below ε = 0.0200; which ε is enough is being simulated.",
        ),
        (
            answer(epsilon=None, achievable=None, per_day=300.0),
            "With 2,000 participants (7 days at 300 a day), no method",
        ),
    ],
)
def test_the_verdict_is_one_short_sentence(findings, expected):
    sentence = words.verdict(findings)
    assert expected in sentence
    assert sentence.count(". ") == 0
    assert len(re.findall(r"\w[\w.,']*", sentence)) <= (31 if findings.question.per_day is None else 37)
    assert "safe" not in sentence


def test_nothing_is_said_to_be_simulated_after_a_stop():
    assert words.verdict(answer(achievable=None), is_running=False).endswith("; which ε is enough is not known.")


def test_with_own_data_the_verdict_says_at_how_many_of_their_rates():
    sentence = words.verdict(answer(data=DATA, achievable=None))
    assert sentence.startswith("With 2,000 participants, at half of your data's rates no method that keeps this risk")


@pytest.mark.parametrize(
    "findings, expected",
    [
        (
            answer(epsilon=None),
            "The smallest ε known to fit is 0.200, tested at 95 %; ε = 0.150 is too small: simulated with the private "
            "method "
            "PRISE, proven to be wrong, whatever the rates are, with probability at most 5 %. ε below 0.0200 is "
            "impossible for any method that keeps this risk whatever the rates are and stops within them in 90 of "
            "100 runs. Privacy raises the lower bound by at most 10 % from ε = 0.300 on.",
        ),
        (
            answer(possible=5e-4),
            "No ε down to 0.00100 is ruled out for a method that keeps this risk whatever the rates are. "
            "Privacy raises the lower bound by at most 10 %",
        ),
        (answer(achievable=math.inf), "Nothing here is known to succeed above."),
        (answer(possible=math.inf), "Find more participants, accept a larger risk"),
        (answer(too_small=0.0), "tested at 95 %: simulated"),
        (answer(achievable=None), "Privacy raises the lower bound by at most 10 % from ε = 0.300 on."),
        (answer(trust_model="local"), "PRISE on randomised answers, proven to be wrong, whatever"),
    ],
)
def test_details(findings, expected):
    assert expected in " ".join(words.details(findings))


def test_participants_for_an_epsilon():
    assert words.backwards(answer(per_day=100.0)) == (
        "ε = **0.5** takes at least **500** participants by any method that keeps this risk whatever the rates are, to "
        "stop in 90 of 100 runs (5 days at 100 a day); PRISE stops within **1,500** in 90 of 100 simulated runs (15 "
        "days at 100 a day)."
    )


@pytest.mark.parametrize(
    "spread, said",
    [
        (None, "PRISE stops within **1,500** in 90 of 100 simulated runs (15 days at 100 a day)."),
        (
            (800.0, 4321.0),
            "PRISE stops within **1,500** in 90 of 100 simulated runs (15 days at 100 a day), within 800 (8 days at "
            "100 a day) in half of them, and within 4,321 (44 days at 100 a day) in 99 of 100.",
        ),
        ((800.0, math.inf), "PRISE stops within **1,500** in 90 of 100 simulated runs (15 days at 100 a day)."),
    ],
)
def test_participants_for_an_epsilon_are_told_of_half_and_nearly_all_runs_too(spread, said):
    findings = answer(per_day=100.0)
    spread_out = replace(findings, simulated=replace(findings.simulated, spread=spread))
    assert words.backwards(spread_out).endswith(f"; {said}")


def test_an_endless_simulation_has_words():
    findings = answer()
    endless = replace(findings, simulated=replace(findings.simulated, at_epsilon=math.inf))
    assert "had not stopped after 10¹² in over 10 of 100 simulated runs" in words.backwards(endless)
    assert words.people_text(math.inf) == "over 10¹²"


def test_own_data_sentences():
    findings = answer(data=DATA)
    assert "new is the best option with probability over 95 %" in words.data_sentence(findings.question)
    tied = answer(data=OwnData(("usual", "new"), (59, 118), (200, 400)))
    assert words.data_sentence(tied.question).startswith("By these data no option leads. Bounds are medians")
    assert words.wide_band(findings) == ""
    wide = Findings(
        findings.question,
        Bounds(
            BoundCurve(findings.bounds.curve.epsilons, findings.bounds.curve.participants, Reading(400, 90, 9000)),
            *[reading(1.0)] * 3,
            ruled_out=0.0,
        ),
        findings.simulated,
    )
    assert "from 90 to 9,000 (90 % band)" in words.wide_band(wide)


SEVERAL = {"means": (0.6, 0.6, 0.3), "indifference": 0.01}  # good enough; and where one alone is:
ALONE = {"indifference": 0.015}


def test_where_small_differences_do_not_matter_the_question_says_so():
    assert "is best" in words.problem_sentence(answer().question)
    assert "up to 1 point worse than the best is right as well" in words.problem_sentence(answer(**SEVERAL).question)
    assert "up to 1.5 points worse" in words.problem_sentence(answer(**ALONE).question)
    said = " ".join(words.details(answer(epsilon=None, **ALONE)))
    assert "private method PB-TaS, proven to choose an option more than 1.5 points below the best with probab" in said


@pytest.mark.parametrize("say", [words.verdict, lambda found: " ".join(words.details(found)), words.backwards])
def test_a_bound_of_several_good_answers_is_said_to_be_one_for_small_risks(say):
    findings = [answer(possible=math.inf), answer(epsilon=None, achievable=None), answer()]
    told = {name: " ".join(say(replaced(found, **how)) for found in findings) for name, how in CASES.items()}
    for name in ("every gap matters", "one good answer"):
        assert "goes to 0" not in told[name]
    strong = "impossible|is possible|takes at least|any method"
    assert re.search(strong, told["every gap matters"])
    assert "proven as the risk goes to 0" in told["several"]
    assert not re.search(strong, told["several"])


CASES = {"every gap matters": {}, "one good answer": ALONE, "several": SEVERAL}


def replaced(findings, **how):
    """The same findings for another problem."""
    names = ("A", "B", "C")[: len(how.get("means", (1, 2)))]
    problem = replace(findings.question.problem, names=names, **how)
    return replace(findings, question=replace(findings.question, problem=problem))
