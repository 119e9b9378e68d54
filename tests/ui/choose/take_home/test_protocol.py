"""The plan in words and the checklist: the plan's own numbers, rounded the safe way, and nothing promised beyond."""

import math
import re
from dataclasses import replace

import pytest

from tests.ui.choose.cases import DATA, FEW_RUNS, reading
from tests.ui.choose.cases import answer as findings_of
from tests.ui.choose.cases import answered as answer
from tests.ui.choose.fixed import cases as fixed
from ui.choose.sequential import answer as sequential
from ui.choose.take_home import protocol
from ui.choose.take_home.report import report_html

HEADINGS = (
    "Purpose",
    "Privacy",
    "Trust",
    "Error",
    "Smallest difference",
    "Participants",
    "Looks and stopping",
    "What is published",
    "What is not covered",
)


@pytest.mark.parametrize("trust_model", ["central", "local"])
def test_the_plan_has_all_its_paragraphs_and_numbers(trust_model):
    findings = answer(trust_model=trust_model, pace=50, epsilon=0.5, risk=0.05)
    plan = protocol.protocol(findings)
    assert tuple(plan) == HEADINGS
    assert "2 options (option 1 and option 2) on one outcome" in plan["Purpose"]
    assert "one of them succeeds for 60 % of participants and the other one for 30 %" in plan["Purpose"]
    assert "ε = 0.5, for one outcome of one participant" in plan["Privacy"]
    assert plan["Trust"].startswith(trust_model.capitalize())
    assert "with probability at most 5 %" in plan["Error"]
    assert "by 30 points" in plan["Smallest difference"]
    assert "2,000 participants (40 days at 50 a day)" in plan["Participants"]
    assert "at least 500 participants" in plan["Participants"]
    assert f"In 90 % of {FEW_RUNS} simulated runs, PRISE" in plan["Participants"]
    assert "The runs are simulated at these rates." in plan["Participants"]
    assert all(sentence in plan["Looks and stopping"] for sentence in findings.guarantees[2:])
    assert ("the true outcome with probability" in plan["Privacy"]) == (trust_model == "local")
    text = protocol.protocol_text(findings)
    assert all(f"{heading}. {words}" in text for heading, words in plan.items())
    assert not re.search(r"[*_`<]", text)


@pytest.mark.parametrize("epsilon", [0.001, 0.5, 1.0, 3.0, 100.0])
def test_limits_of_privacy_are_rounded_up(epsilon):
    privacy = protocol.protocol(answer(epsilon=epsilon))["Privacy"]
    factor = float(re.search(r"factor of at most ([\d.,e+]+)\. ", privacy)[1].replace(",", ""))
    assert math.exp(epsilon) <= factor < 1.01 * math.exp(epsilon)
    limit = re.search(r"can become (at most|over) ([\d.]+) % likely", privacy)
    belief = 100 / (1 + math.exp(-epsilon))
    assert (float(limit[2]) >= belief) == (limit[1] == "at most")


def test_it_says_whether_the_participants_are_enough():
    assert "They are enough for an answer in 90 of 100" in protocol.protocol(answer(achievable=0.2))["Participants"]
    assert "not known to be enough at this ε" in protocol.protocol(answer(achievable=0.7))["Participants"]
    assert "not known to be enough at this ε" in protocol.protocol(answer(achievable=math.inf))["Participants"]
    unknown = protocol.protocol(answer(achievable=None, at_epsilon=None))["Participants"]
    assert "Whether they are enough was not known when this was written." in unknown
    assert "simulated runs" not in unknown


def test_what_several_rows_of_a_person_mean_for_epsilon_is_said_in_the_plan_and_in_the_report():
    several = (
        "a study that counts outcomes in this way protects each outcome with ε, but each person with up to 3 × ε, "
        "which is weaker."
    )
    found = sequential.answered(findings_of(data=replace(DATA, rows_of_one=3), participants=2000))
    assert several in protocol.protocol(found)["Privacy"]
    assert several in report_html(found).partition("<section>")[0]
    once = sequential.answered(findings_of(data=DATA, participants=2000))
    assert "counts outcomes like this" not in report_html(once)


def test_own_data_are_said_to_be_uncertain():
    findings = findings_of(data=DATA, participants=2000)
    band = replace(findings.bounds, at_epsilon=replace(reading(500), low=400, high=700))
    found = sequential.answered(replace(findings, bounds=band))
    plan = protocol.protocol(found)
    assert "estimated from data, and uncertain" in plan["Purpose"]
    assert "This estimate is uncertain" in plan["Smallest difference"]
    assert "every method needs at least 500 (400 to 700) participants to" in plan["Participants"]
    assert "this is the median over the rates that the data allow" in plan["Participants"]
    rows = {item["name"]: item for item in protocol.hazards(found)}
    assert rows["Categories from the data"]["state"] == protocol.YOURS
    assert "are those data public?" in rows["Categories from the data"]["plan"]


def test_answers_that_a_trial_lets_participants_randomise_need_no_other_sampler():
    rows = {item["name"]: item for item in protocol.hazards(fixed.answer(trust_model="local", participants=100_000))}
    assert "on a page that ./run trial page prints" in rows["Home-made mechanisms"]["plan"]
    assert "vetted sampler" not in rows["Home-made mechanisms"]["plan"]
    assert rows["Home-made mechanisms"]["state"] == protocol.YOURS


@pytest.mark.parametrize("trust_model", ["central", "local"])
def test_the_checklist_says_of_every_hazard_whose_it_is(trust_model):
    items = protocol.hazards(answer(trust_model=trust_model, epsilon=0.5))
    assert len({item["name"] for item in items}) == len(items) >= 12
    assert {item["state"] for item in items} == {protocol.MET, protocol.YOURS}
    assert all(item["danger"] and item["plan"] for item in items)
    rows = {item["name"]: item for item in items}
    assert "given everyone else's data, can become at most 62.3 % likely" in rows["Large ε"]["plan"]  # 62.246
    # Whom a study trusts, what it stores and whether somebody comes twice is nothing that a plan could settle.
    for name in ("Unit of privacy", "Misplaced trust", "Breaches and access", "Side channels"):
        assert rows[name]["state"] == protocol.YOURS
    assert (rows["Home-made mechanisms"]["state"] == protocol.MET) == (trust_model == "central")  # dpcore.trial's noise
    assert ("timing" in rows["Side channels"]["plan"]) == (trust_model == "central")
    assert ("randomised answers" in rows["Breaches and access"]["plan"]) == (trust_model == "local")
    # What may be published under local trust includes the answers, and whatever is asked of them.
    for name in ("Biased figures", "Open-ended queries"):
        assert (rows[name]["state"] == protocol.YOURS) == (trust_model == "local")
    lists = [
        protocol.hazards_list(answer(trust_model=trust_model, epsilon=0.5), state)
        for state in (protocol.MET, protocol.YOURS)
    ]
    assert sum(text.count("<li>") for text in lists) == len(items)
    assert all(sum(f"<strong>{item['name']}.</strong>" in text for text in lists) == 1 for item in items)


def test_the_checklist_names_its_source_and_which_text_of_it_was_read():
    assert "NIST SP 800-226" in protocol.HAZARDS_SOURCE
    assert "December 2023 draft" in protocol.HAZARDS_SOURCE


@pytest.mark.parametrize("trust_model", ["central", "local"])
def test_where_small_differences_do_not_matter_the_plan_is_that_of_pb_tas(trust_model):
    several = {"means": (0.6, 0.6, 0.3), "indifference": 0.05, "trust_model": trust_model}
    plan = protocol.protocol(answer(**several))
    text = protocol.protocol_text(answer(**several))
    assert "an option that is more than 5 points below the best with probability at most 5 %" in plan["Error"]
    assert "notes on PB-TaS" in plan["Error"]
    assert "Differences of up to 5 points do not matter" in plan["Smallest difference"]
    assert "according to the lower bound proven for risk → 0, it takes at least" in plan["Participants"]
    assert "PRISE" not in text
    assert "prise" not in text
    assert "exactly one option is best" not in " ".join(answer(**several).assumptions)
    assert "at the risk that you chose, fewer" in answer(**several).guarantees[0]
    alone = answer(indifference=0.05, trust_model=trust_model)
    assert "If only one option is good enough, the bound holds at every risk." in alone.guarantees[0]
    assert "The number after “at least” is a proven lower bound" in protocol.protocol(alone)["Participants"]
