"""The sentences for every kind of answer."""

import math
from dataclasses import replace

import pytest

from tests.ui.choose.cases import DATA, answer, reading
from ui.choose import words
from ui.choose.question import (
    BoundCurve,
    Bounds,
    Findings,
    Reading,
)


@pytest.mark.parametrize(
    "findings, expected",
    [
        (
            answer(),
            "The smallest ε that 2,000 participants allow is **0.200**: PRISE, proven to be wrong with "
            "probability at most 5 %, then needs no more in 90 of 100 runs (95 % sure, by simulation; ε = 0.150 is too "
            "small); ε below **0.0200** is impossible for any method "
            "of this risk. The regime changes at **ε = 0.900**: below it privacy costs PRISE more than 10 % "
            "extra participants, from there on a larger ε saves no more than that.",
        ),
        (answer(possible=5e-4), "no ε down to 0.00100 is ruled out. The regime"),
        (answer(achievable=1.5, per_day=300.0), "2,000 participants (7 days at 300 a day) allow is **1.50**"),
        (
            answer(achievable=1.5),
            "That conflicts with the change of regime at **ε = 0.900**, from which on privacy costs PRISE at most 10 % "
            "extra participants, so that a larger ε saves no more than that: to stay there, find **1,100** "
            "participants.",
        ),
        (
            answer(achievable=math.inf, without_privacy=2600.0),
            "No ε is known to be enough for 2,000 participants: even without privacy, PRISE needs **2,600** in 90 of "
            "100 simulated runs, 600 more.",
        ),
        (
            answer(possible=math.inf),
            "No ε is possible with 2,000 participants: even without privacy, every method whose risk of a wrong choice "
            "is at most 5 % needs at least **400** to stop in 90 of 100 runs.",
        ),
        (
            answer(regime=math.inf),
            "Privacy costs PRISE more than 10 % extra participants at every ε up to 100; it raises the lower bound "
            "by more than that below **ε = 0.300**.",
        ),
        (
            answer(achievable=math.inf, without_privacy=1990.0),
            "even without privacy, PRISE needs **1,990** in 90 of 100 simulated runs, too close to be sure.",
        ),
        (answer(too_small=0.0), "then needs no more in 90 of 100 runs (95 % sure, by simulation); ε below"),
        (answer(achievable=None, regime=None), "is achievable is being simulated. Privacy raises the lower bound by"),
        (answer(trust_model="local"), "PRISE on randomised answers, proven to be wrong with probability at most 5 %"),
    ],
)
def test_recommendations(findings, expected):
    sentence = words.recommendation(findings)
    assert expected in sentence
    assert sentence.count(". ") <= 2
    assert "safe" not in sentence


def test_participants_for_an_epsilon():
    assert words.backwards(answer(per_day=100.0)) == (
        "ε = **0.5** takes at least **500** participants by any method of this risk, to stop in 90 of 100 runs (5 days "
        "at 100 a day); PRISE stops within **1,500** in 90 of 100 simulated runs (15 days at 100 a day)."
    )


def test_an_endless_simulation_has_words():
    findings = answer()
    endless = replace(findings, simulated=replace(findings.simulated, at_epsilon=math.inf))
    assert "had not stopped after 10¹² in over 10 of 100 simulated runs" in words.backwards(endless)
    assert words.people_text(math.inf) == "over 10¹²"


def test_own_data_sentences():
    findings = answer(data=DATA)
    assert "new is the best option with probability over 95 %" in words.data_sentence(findings.question)
    assert words.wide_band(findings) == ""
    wide = Findings(
        findings.question,
        Bounds(
            BoundCurve(findings.bounds.curve.epsilons, findings.bounds.curve.participants, Reading(400, 90, 9000)),
            *[reading(1.0)] * 3,
        ),
        findings.simulated,
    )
    assert "from 90 to 9,000 (90 % band)" in words.wide_band(wide)
