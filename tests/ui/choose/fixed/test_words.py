"""The sentences of a study that looks once: every case of the verdict, and no bound without its promise."""

import re

import pytest

from tests.ui.choose.cases import DATA
from tests.ui.choose.fixed.cases import answer, exact
from ui.choose.fixed import words
from ui.choose.question import BEAT, FIND, RATES
from ui.choose.words import in_studies, points_of

GUESS = "Given everyone else's data, a 50/50 guess about a person becomes"
NAMES = "at least 99 of 100 studies name the best option if it leads by 10 points at a usual rate of 30 %"
LOOK = "one look at the end"
# Studies whose figures over a range of usual rates are found at once.
QUICK = {"options": 2, "difference": 0.2, "risk": 0.1, "participants": 1000}
ANYWHERE = {**QUICK, "usual": (0.0, 1.0)}
OF_DATA = {**QUICK, "usual": (0.1, 0.8), "data": DATA}


@pytest.mark.parametrize(
    "how, expected",
    [
        (
            {},
            f"Choose **ε = 0.0143**: with 10,000 participants and {LOOK}, {NAMES}. {GUESS} **at most 50.4 % likely**.",
        ),
        (
            {"pace": 250.0},
            f"Choose **ε = 0.0143**: with 10,000 participants (40 days at 250 a day) and {LOOK}, {NAMES}. {GUESS}",
        ),
        ({"looks": RATES}, "and one look at the end that publishes the rates, at least 99 of 100"),
        (
            {"epsilon": 0.2},
            f"**ε = 0.2**, your choice, needs **1,185** of your 10,000 participants: with {LOOK}, {NAMES}. {GUESS}",
        ),
        (
            {"epsilon": 0.01},
            "**ε = 0.01**, your choice, takes **14,124** participants, 4,124 more than you have; you have enough "
            "participants at **ε = 0.0143** or more.",
        ),
        (
            {"participants": 887, "epsilon": 0.2},
            "**ε = 0.2**, your choice, takes **1,185** participants, 298 more than you have; no ε works with 887 "
            "participants: even without privacy, one look at the end needs **888** to name the best option in at "
            "least 99 of 100 studies if it leads by 10 points at a usual rate of 30 %.",
        ),
        (
            {"participants": 10**9, "difference": 1e-4},
            "**It is not known** whether any ε works with 1,000,000,000 participants: even without privacy, one "
            "look at the end needs more than **300,000,000**, the most that can be computed.",
        ),
        (
            {"participants": 10**8, "difference": 1e-4},
            "**No ε works** with 100,000,000 participants: even without privacy, one look at the end needs more "
            "than 300,000,000 participants, the most that can be computed.",
        ),
        (
            {"participants": 10**6, "trust_model": "local", "epsilon": 0.002},
            "takes more than **300,000,000** participants, the most that can be computed; you have enough "
            "participants at",
        ),
        (
            {"participants": 10**7, "difference": 0.01},
            "name the best option if it leads by 1 point at a usual rate of 30 %.",
        ),
        ({"risk": 0.0005, "participants": 10**5}, "one look at the end, at least 9,995 of 10,000 studies name the"),
        ({"participants": 2}, "**No ε works** with 2 participants: 3 options need at least **3**, one for each."),
        ({"participants": 41, "block": 14}, "3 options need at least **42**, a block of 14 for each."),
        ({"participants": 42, "block": 14}, "even without privacy, one look at the end needs **924** to name"),
        ({"epsilon": 50.0}, f"{GUESS} **over 99.99 % likely**."),
    ],
)
def test_the_verdict_of_a_lead(how, expected):
    told = answer(**how).verdict
    assert expected in told
    assert not re.search(r"\b(inf|nan|None)\b", told)
    assert "impossible" not in told
    assert "safe" not in told


def test_studies_are_counted_in_whole_ones():
    assert in_studies(0.99) == "99 of 100 studies"
    assert in_studies(0.999) == "999 of 1,000 studies"
    assert in_studies(0.9999) == "9,999 of 10,000 studies"
    assert in_studies(1 - 0.013) == "987 of 1,000 studies"
    assert in_studies(1 - 0.012344) == "98.765 % of studies"  # 98.7656 is not rounded up
    assert in_studies(0.0125) == "125 of 10,000 studies"
    assert in_studies(1 - 1e-9) == "99.999 % of studies"  # never all
    assert [points_of(1e-11), points_of(0.01)] == ["0.000000001 points", "1 point"]

    assert in_studies(0.025, at_most=True) == "25 of 1,000 studies"
    assert in_studies(0.012343214, at_most=True) == "1.2344 % of studies"
    told = answer(promise=BEAT, risk=0.0123454, missed=0.1000004).promise
    assert "at most 1.2346 % of studies claim that an option beats" in told
    assert "in at least 89.999 % of studies" in told


@pytest.mark.parametrize(
    "share, said",
    [
        (0.990006, "99.0006 %"),
        (0.98999999, "98.9999 %"),  # never up to what was promised
        (0.0, "0 %"),
        (0.9999891, "99.99891 %"),
        (1 - 1e-12, "over 99.9999 %"),
    ],
)
def test_a_probability_is_rounded_down(share, said):
    assert words.at_least_percent(share) == said


def told(**how):
    return " ".join(answer(**how).details)


def test_the_details_say_how_exactly_the_promise_is_kept_and_what_privacy_costs():
    said = told()
    assert (
        "At ε = 0.0143, with 3,333 participants for each option, 9,999 in all, the study names the best option with "
        "probability" in said
    )
    (kept,) = re.findall(r"with probability ([\d.]+) %, computed exactly", said)
    assert 99 <= float(kept) <= 100 * exact().kept
    assert (
        "number of participants is 1.35 % larger at ε = 1, 16.2 % larger at ε = 0.3 and 2.00 times as large at" in said
    )
    assert "For ε ≥ 0.385, privacy costs at most 10 % extra participants." in said
    assert "simulated" not in said
    assert "more than you have" in told(participants=900)
    assert "privacy costs" not in told(difference=1e-4)  # nobody knows
    assert "Compared with the same design" not in told(difference=1e-4)
    assert "with 1 participant for each option, 3 in all, the study names" in told(participants=3, epsilon=1.0)


def test_the_details_say_which_difference_other_participants_find():
    assert "any difference of" not in told()  # the recommended epsilon is the one at which they just find theirs
    (found,) = re.findall(
        r"At ε = 0.2, all your participants together are enough to find any difference of ([\d.]+) p", told(epsilon=0.2)
    )
    assert float(found) >= 100 * exact(epsilon=0.2).difference
    enough = "Without privacy, all your participants together are enough to find any difference of 1"
    assert enough in told(participants=500)


def test_what_the_chosen_epsilon_takes():
    said = answer(epsilon=0.1, pace=100.0).takes
    assert said.startswith(
        "At ε = **0.1**, **1,779** participants (18 days at 100 a day) are enough for this design, 2.00"
    )
    assert (
        "times the 888 without privacy, more than the acceptable extra of 10 %, which is kept from ε = 0.385 on; "
        "any method that finds every lead of 10 points at this risk takes at least" in said
    )
    assert "acceptable extra" not in answer(epsilon=1.0).takes
    assert answer(participants=800).takes == ""
    assert "more than 300,000,000 participants" in answer(trust_model="local", epsilon=0.002).takes


EVERY = [
    {},
    {"participants": 100},
    {"participants": 10**9},
    {"looks": RATES},
    {"trust_model": "local", "participants": 10**6},
    {"promise": BEAT},
    {"promise": BEAT, "options": 2},
    {"missing": 0.2, "block": 10},
    {"missing": 0.2, "waits": True},
]


@pytest.mark.parametrize("how", EVERY)
def test_no_bound_stands_without_its_promise_and_no_sentence_without_its_numbers(how):
    found = answer(**how)
    sentences = [found.verdict, *found.details, found.takes, found.picture_reading, found.promise]
    sentences += [*found.assumptions, *found.guarantees, *found.plan.values(), found.asked]
    sentences += [" ".join(row) for row in found.readings.astype(str).to_numpy()]
    for sentence in filter(None, sentences):
        assert not re.search(r"\b(inf|nan|None)\b|[{}]|\s\s", sentence), sentence
        assert sentence.count("**") % 2 == 0
        if re.search(r"impossible|any method|every method|no method|ower bound|rules? out", sentence):
            assert "this promise" in sentence or "every lead of 10 points" in sentence, sentence
    scene = found.picture
    if how.get("promise") == BEAT:
        assert scene.ruled_out is None
        assert not [mark for mark in scene.marks if mark.name == "possible" and mark.epsilon is not None]
    else:
        assert scene.ruled_out.words == ("impossible for a method that finds every lead of 10 points",
                                         "no method finds every such lead")  # fmt: skip

    assert "10 points" in found.promise
    assert "10 points" in found.short_promise
    if how.get("promise") == BEAT:
        new = "the new option" if how.get("options") == 2 else "an option"
        claimed = f"at most 1 of 100 studies claim that {new} beats the usual one when it does not"
        assert claimed in found.promise
        assert "is found in at least 90 of 100 studies." in found.promise
    else:
        assert "names it with probability at least 99 %" in found.promise
        assert "an option that is not the best is named in at most 1 of 100 studies." in found.promise
        assert "If the lead is smaller, the study names some option, and nothing is promised." in found.promise
    assert found.guarantees[0].startswith(found.proof.partition(" This is proven")[0])
    if found.plan:
        assert found.plan["Error"].startswith(found.promise)


def test_a_region_that_ends_just_below_100_percent_is_not_said_to_end_there():
    sure = answer(options=2, usual=(0.0003, 0.99969), difference=0.0001)
    assert "at any usual rate from 0.03 % to 99.97 %" in sure.promise


def test_own_data_are_said_to_say_how_high_the_rates_are_and_not_who_leads():
    said = answer(**OF_DATA).caveats[0]
    assert "every usual rate from 10 % to 80 %, which contains all the options' rates with probability 95 %" in said
    assert "not which option will lead" in said
    assert "which contains the usual option's rate with probability 95 %" in answer(**OF_DATA, promise=BEAT).caveats[0]


def test_the_question_says_what_was_asked():
    assert answer().asked == (
        "Which of 3 options is best? With 10,000 participants, at least 99 % of studies name it if it leads every "
        "other by 10 points or more, at success rates of 40 % (one option), 30 % (every other)."
    )
    assert answer(promise=BEAT).asked.startswith("Which of 2 new options beat the usual one? With")
    assert answer(promise=BEAT, options=2).asked.startswith("Does the new option beat the usual one? With")
    said = answer(promise=BEAT).asked
    assert (
        "at most 1 % of studies make a wrong claim, whatever the rates are, and at least 90 % find a gain of 10" in said
    )
    assert "by 20 points or more, whatever the usual rate is." in answer(**ANYWHERE).asked


AT_30 = "at a usual rate of 30 %"
BEATS = "if it beats the usual one by 10 points"


@pytest.mark.parametrize(
    "how, expected",
    [
        (
            {},
            f"Choose **ε = 0.0281**: with 10,000 participants and {LOOK}, at least 90 of 100 studies find a new "
            f"option {BEATS} {AT_30}, and at most 1 of 100 studies make a wrong claim. "
            f"{GUESS} **at most 50.8 % likely**.",
        ),
        (
            {"participants": 887, "epsilon": 0.2},
            "**ε = 0.2**, your choice, takes **2,709** participants, 1,822 more than you have; no ε works with 887 "
            "participants: even without privacy, one look at the end needs **2,181** to find a new option in at "
            f"least 90 of 100 studies {BEATS} {AT_30}.",
        ),
    ],
)
def test_the_verdict_of_a_gain_counts_the_studies_that_find_it_and_wrong_claims(how, expected):
    assert answer(promise=BEAT, **how).verdict == expected


@pytest.mark.parametrize(
    "how, said, promised",
    [
        (OF_DATA, ", at every usual rate that your data allow", ", at any usual rate from 10 % to 80 %"),
        (ANYWHERE, ", whatever the usual rate is", ", whatever the usual rate is"),
        ({**QUICK, "mode": "the rates"}, ", as it does at these rates", ", at these rates"),
        (QUICK, " at a usual rate of 30 %", ", at these rates"),
    ],
)
def test_the_verdict_and_the_promise_say_at_which_usual_rate_the_lead_is_found(how, said, promised):
    found = answer(**how)
    assert f"at least 90 of 100 studies name the best option if it leads by 20 points{said}." in found.verdict
    assert f"by 20 points or more{promised}, the study" in found.promise
    assert f"20 points or more{promised}. Nothing" in found.short_promise


@pytest.mark.parametrize(
    "how, larger_by, shared",
    [({}, "234", "0.5 %"), ({"options": 2}, "338", "1 %"), ({"options": 5, "participants": 10**6}, None, "0.25 %")],
)
def test_the_rule_of_a_claim_is_the_smallest_lead_of_a_count_that_keeps_the_risk_of_each_option(how, larger_by, shared):
    found = exact(promise=BEAT, **how)
    larger_by = larger_by or f"{found.critical:,}"
    said = (
        f"An option is said to beat the usual one if its noisy count is larger by {larger_by} or more; this "
        f"claim is then wrong about any one option in at most {shared} of studies"
    )
    found = answer(promise=BEAT, **how)
    assert any(each.startswith(said) for each in found.details)
    assert said in found.plan["Looks and stopping"]
    readings = found.readings.set_index("figure")["value"]
    assert readings["lead in noisy counts that a claim needs"] == larger_by


@pytest.mark.parametrize(
    "how, said",
    [
        ({}, "A lead half as large, 5 points, is found in 89.7 % of studies."),
        ({"promise": BEAT}, "A lead half as large, 5 points, is found in 18.6 % of studies."),
        ({"promise": BEAT, "epsilon": 0.2}, "A lead half as large, 5 points, is found in 93 % of studies."),
        ({"difference": 0.02, "participants": 10**6}, "A lead half as large, 1 point, is found in "),
    ],
)
def test_the_details_say_how_often_half_of_the_lead_is_found(how, said):
    assert said in told(**how)
    assert "half as large" not in told(**how, mode="the rates")  # only of a known usual rate


@pytest.mark.parametrize(
    "promise, usual, hardest", [(FIND, (0.0, 1.0), "40 %"), (BEAT, (0.0, 1.0), "40 %"), (BEAT, (0.5, 0.7), "50 %")]
)
def test_the_details_say_which_usual_rate_of_a_range_is_the_hardest(promise, usual, hardest):
    """The two rates of which counts vary most are those around 1/2: 40 % and 60 %."""
    sentence = f"The promise is hardest to keep at a usual rate of about {hardest}."
    assert sentence in answer(**{**QUICK, "usual": usual}, promise=promise).details
    assert "hardest" not in told(promise=promise)


def test_the_picture_of_a_gain_says_that_it_has_no_lower_bound():
    assert answer(promise=BEAT).picture_reading == (
        "In the green area there are enough participants for this design; this is computed exactly. Below the curve "
        "there are too few participants for this design; no lower bound is drawn for this promise."
    )


def test_an_average_is_said_only_of_methods_that_may_stop_early():
    assert (
        "Below ε = 0.00680, no method that takes 10,000 participants, or that many on average if it may stop early, "
        "finds every lead of 10 points at" in told()
    )
    takes = answer().takes
    assert "any method that finds every lead of 10 points at this risk takes at least" in takes
    assert takes.endswith(", on average if it may stop early.")
    assert "with 240 participants, or with that many on average if it may stop early." in told(participants=240)
