"""What a plan that looks once says on paper: its paragraphs, its checklist, its report, and what it compares by."""

import json
import math
import re

import pytest

import dpcore
from tests.ui.choose.fixed.cases import answer, exact
from tests.ui.choose.take_home.test_protocol import HEADINGS
from tests.ui.markup import Page
from ui.choose import pins
from ui.choose.question import BEAT, RATES
from ui.choose.take_home import protocol, report

RELEASES = {
    "winner": {},
    "counts": {"looks": RATES},
    "local": {"trust_model": "local", "participants": 10**6},
    "superiority": {"promise": BEAT},
}


@pytest.mark.parametrize("how", RELEASES.values(), ids=RELEASES)
def test_the_plan_has_all_its_paragraphs_and_numbers(how):
    found = answer(pace=250.0, **how)
    plan = protocol.protocol(found)
    assert tuple(plan) == HEADINGS
    each = found.question.participants // 3
    people = f"{3 * each:,} participants"
    assert (
        f"{people} ({math.ceil(found.question.participants / 250):,} days at 250 a day) take part"
        in (plan["Participants"])
    )
    assert f"{each:,} for each option" in plan["Participants"]
    assert f"{found.needed:,.0f} participants" in plan["Participants"]
    assert "The plan assumes that no outcome is missing." in plan["Participants"]
    assert "There is one look" in plan["Looks and stopping"]
    assert "a second look, and going on with more participants are not covered" in plan["Looks and stopping"]
    assert plan["Smallest difference"].startswith("The difference to find is 10 points.")
    assert f"ε = {found.epsilon:.4g}, for one outcome of one participant" in plan["Privacy"]
    text = protocol.protocol_text(found)
    assert not re.search(r"[*`<{}]|\binf\b|\bnan\b|\s{3}", text)
    assert "simulated" not in text
    assert "PRISE" not in text
    assert "Laplace" not in text


def test_what_is_published_is_what_the_privacy_is_proven_of():
    said = {name: protocol.protocol(answer(**how)) for name, how in RELEASES.items()}
    winner = said["winner"]["What is published"]
    assert "only the name of the option is published, and ε covers it. Success counts and rates" in winner
    assert "(1 − e^−ε) e^−εk" in said["winner"]["Privacy"]
    for name, release in (("counts", "noisy counts of successes"), ("local", "randomised answers")):
        assert f"The {release} are published, and with them the options' success" in said[name]["What is published"]
        assert "whatever else is computed from them. ε covers all of this." in said[name]["What is published"]
    assert "The noisy counts of successes are published" in said["superiority"]["What is published"]
    assert "proportional to e^−ε|k|" in said["counts"]["Privacy"]
    assert "said to beat the usual one if its noisy count is larger by" in said["superiority"]["Looks and stopping"]
    assert "The option is named then, and the study ends." in said["winner"]["Looks and stopping"]


@pytest.mark.parametrize(
    "how, said",
    [
        ({"missing": 0.2}, "20 % of the outcomes are missing, equally often for all options, and each counts as"),
        ({"missing": 0.2}, "How many are missing is neither stored nor published."),
        ({"missing": 0.2, "waits": True}, "so the number of participants given here is an average. That is safe"),
        ({"block": 5}, "3,330 for each option, in blocks of 5 for each option."),
    ],
)
def test_missing_outcomes_and_blocks_are_part_of_the_plan(how, said):
    found = answer(**how)
    assert said in protocol.protocol(found)["Participants"]
    assert found.inputs["participants for each option in a block"] == str(how.get("block", 1))


def test_without_an_epsilon_there_is_no_plan_and_no_signature():
    found = answer(participants=800)
    assert found.plan == {} == protocol.protocol(found)
    assert protocol.hazards(found) == []
    page = Page(report.report_html(found))
    assert "Signature" not in page.text
    assert "No ε works" in page.text
    assert found.promise in page.text


@pytest.mark.parametrize("how", RELEASES.values(), ids=RELEASES)
def test_the_report_says_its_promise_and_all_its_figures_and_no_seed(how):
    found = answer(**how)
    page, data = Page(report.report_html(found)), json.loads(report.report_json(found))
    for sentence in (*found.assumptions, *found.guarantees, *found.plan.values()):
        assert sentence in page.text
    assert all(str(cell) in page.text for cell in found.readings["value"])
    assert data["promise"] == found.promise
    assert data["inputs"]["look"] == ("once, with the rates" if how.get("looks") or "promise" in how else
                                      "once, at the end")  # fmt: skip
    assert data["simulation complete"]
    assert "had not finished" not in page.text
    assert "seed" not in data
    assert "· seed" not in page.text
    assert data["readings"]["participants at the chosen epsilon (exact)"] == found.needed
    assert len(data["curves"]["epsilon"]) == len(data["curves"]["participants"]) == 61
    assert ("lower bound" in data["curves"]) == ("promise" not in how)
    assert f"Price of Privacy {dpcore.__version__}" in page.text


def test_infinite_figures_are_words_in_json():
    data = json.loads(report.report_json(answer(participants=800, difference=1e-4)))
    assert data["readings"]["participants without privacy (exact)"] == "infinite"
    assert set(data["curves"]["participants"]) == {"infinite"}


def test_the_checklist_knows_what_is_published():
    rows = {name: {item["name"]: item for item in protocol.hazards(answer(**how))} for name, how in RELEASES.items()}
    biased = {name: items["Biased figures"] for name, items in rows.items()}
    assert "No rates or counts are published." in biased["winner"]["plan"]
    assert "The noisy counts have no bias" in biased["counts"]["plan"]
    assert biased["local"]["state"] == protocol.YOURS
    for items in rows.values():
        assert len(items) >= 12


def test_plans_of_two_promises_are_compared_by_what_they_share():
    table = pins.comparison([answer(), answer(looks=RATES, epsilon=0.1), answer(participants=800)])
    table = table.set_index("figure")
    assert table.loc["how its figures are known"].tolist()[:2] == ["exact", "exact"]
    assert table.loc["participants without privacy", "plan B against A"] == "same"
    assert table.loc["participants at the chosen ε"].tolist()[0] == "9,975"
    assert table.loc["smallest ε that is enough", "plan C"] == "none"
    assert table.loc["chosen ε", "plan C"] == "—"
    guess = table.loc["what a 50/50 guess about one person, given everyone else's data, can become"]
    assert re.fullmatch(r"\+[\d.]+ \(× [\d.]+\)", guess["plan B against A"])


def test_the_comparison_shows_the_inputs_of_every_plan():
    table = pins.comparison([answer(missing=0.2), answer(promise=BEAT)]).set_index("figure")
    assert table.loc["missing outcomes"].tolist() == [
        "20 %, counted as failures",
        "0 %, counted as failures",
        "differs",
    ]
    assert table.loc["leads missed, at most"].tolist() == ["1 %", "10 %", "+9 (× 10.0)"]
    assert table.loc["wrong claims, at most"].tolist() == ["—", "1 %", "differs"]
    assert table.loc["look", "plan A"] == "once, at the end"


def test_the_curves_to_download_are_those_of_the_picture():
    found = answer()
    (table,) = found.curves.values()
    assert list(table) == ["epsilon", "participants", "participants, other release", "lower bound"]
    assert table["participants"].tolist() == exact().curves.participants.tolist()
    assert table["participants"].tolist() == found.picture.curve.participants.tolist()
    (beats,) = answer(promise=BEAT).curves.values()
    assert list(beats) == ["epsilon", "participants"]


def test_nothing_is_planned_for_fewer_people_than_a_block_of_each_option():
    assert answer(participants=41, block=14, epsilon=0.2).plan == {}
    assert "14 for each option" in answer(participants=42, block=14, epsilon=0.2).plan["Participants"]


def test_a_plan_with_room_to_spare_says_why_it_enrols_more_than_are_enough():
    spare = "The plan enrols all that you have"
    assert spare in answer(epsilon=0.2).plan["Participants"]
    assert spare not in answer().plan["Participants"]
    assert spare not in answer(epsilon=0.01).plan["Participants"]
