"""The report: complete, self-contained, well-formed, and safe against names from a visitor's file."""

import json
import math
import re
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import dpcore
from tests.ui.choose.cases import DATA, answer, answered
from tests.ui.choose.fixed import cases as fixed
from tests.ui.markup import Page
from ui.choose import pins
from ui.choose.meaning import belief_limit
from ui.choose.own_data import OwnData
from ui.choose.question import BEAT, RATES
from ui.choose.sequential import answer as sequential
from ui.choose.sequential.findings import Findings, Simulated
from ui.choose.take_home import report
from ui.look import documents


def with_simulated(*figures):
    """The answer of rates with these simulated figures in the places of its own."""
    return sequential.answered(replace(FOUND, simulated=Simulated((), *figures)))


FOUND = answer()
NAMES = ('<script>alert("x")</script>', "a & b")


@cache
def of_rates():
    return sequential.answered(FOUND)


@cache
def of_data():
    return answered(data=OwnData(NAMES, DATA.successes, DATA.trials), trust_model="local")


of_both = pytest.mark.parametrize("answered", [of_rates, of_data])


def test_the_report_needs_nothing_from_elsewhere():
    page = Page(report.report_html(of_data()))
    assert not page.names & {"script", "img", "link", "iframe", "object"}
    attributes = [each for _, given in page.found for each in given.items()]
    addresses = [value for name, value in attributes if name in ("src", "href", "srcset", "data")]
    assert all(address.startswith("https://") for address in addresses)  # links to sources: nothing is loaded
    assert {name for name, value in attributes if value in addresses} == {"href"}
    assert ("content", "default-src 'none'; style-src 'unsafe-inline'; font-src data:") in attributes


@of_both
def test_every_class_in_the_report_has_a_rule_such_as_the_marks_of_the_checklist(answered):
    text = report.report_html(answered())
    classes = {each for _, given in Page(text).found for each in given.get("class", "").split()}
    assert {"yours", "met"} <= classes
    styles = "".join(re.findall("<style>(.*?)</style>", text, re.DOTALL))
    without = {each for each in classes if not re.search(rf"[.]{each}\b", styles)}
    assert without == {"written"}  # by which scripts find the words of a picture that they move


@of_both
def test_the_report_says_everything(answered):
    answered = answered()
    html = report.report_html(answered)
    assert "only at g\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}ε." in html  # on one line
    page = Page(html)
    data = report.report_data(answered)
    assert data["promise"] == answered.promise
    on_first_page, _, annex = page.text.partition("Text for a protocol or a data protection impact assessment")
    for heading in ("Error", "Participants", "Looks and stopping"):
        assert on_first_page.count(data["protocol"][heading]) == 1
        assert annex.count(data["protocol"][heading]) == 1  # in the plan, and in no table
    assert "Signature" in on_first_page
    assert not re.search(r"docs/[\w-]+[.]md", page.text)
    for sentence in (*data["assumptions"], *data["guarantees"], *data["protocol"].values()):
        assert sentence in page.text
    for hazard in data["hazards"]:
        assert f"{hazard['name']}.  {hazard['danger']}  This plan:  {hazard['plan']}" in page.text
    assert all(item["name"] in page.text and item["as_of"] in page.text for item in data["published deployments"])
    assert f"Price of Privacy {dpcore.__version__} · seed 0" in page.text
    assert page.text.count("← more privacy") == 2  # the picture of the answer and that of the odds
    assert "had not finished" not in page.text


@pytest.mark.parametrize("epsilon", [0.001, 0.0143, 0.94, 4.5, 100.0])
def test_the_belief_is_one_number_with_one_rounding_and_never_too_small(epsilon):
    found = answered(epsilon=epsilon)
    page, belief = Page(report.report_html(found)).text, 1 / (1 + math.exp(-epsilon))
    said = set(re.findall(r"(?:become|becomes) ((?:at most|over) [\d.]+ %) likely", page))
    said |= set(re.findall(r"publishes, (.*?) of them can be right on average", page))
    assert said == {belief_limit(0.5, epsilon)}
    limit = re.search(r"[\d.]+", *said)[0]
    assert float(limit) >= 100 * belief or limit == "99.99"


RELEASES = {
    "Effect sizes and success rates are not published": lambda: [fixed.answer()],
    "Exact counts and success rates are not published": lambda: [
        answered(),
        answered(means=(0.6, 0.6, 0.3), indifference=0.05),
    ],
    "Success rates and effect sizes are published": lambda: [fixed.answer(looks=RATES), fixed.answer(promise=BEAT)],
    "The randomised answers are published": lambda: [fixed.answer(trust_model="local", participants=10**6)],
    "The randomised answers may be published": lambda: [answered(trust_model="local")],
}


@pytest.mark.parametrize("sentence", RELEASES)
def test_the_first_page_says_whether_effect_sizes_are_published(sentence):
    for found in RELEASES[sentence]():
        page = report.report_html(found).partition("<section>")[0]
        assert [other for other in RELEASES if f"<strong>{other}</strong>" in page] == [sentence]
        problem = found.question.problem
        assert getattr(problem, "publishes_rates", problem.is_local) == ("not published" not in sentence)


@pytest.mark.parametrize("missing, waits, is_said", [(0.1, False, True), (0.1, True, False), (0.0, False, False)])
def test_the_first_page_says_where_missing_outcomes_lower_the_published_rates(missing, waits, is_said):
    how = {"looks": RATES, "participants": 10**6, "missing": missing, "waits": waits}
    first_page = report.report_html(fixed.answer(**how)).partition("<section>")[0]
    sentence = "Missing outcomes count as failures in the published rates, which lowers them."
    assert (sentence in first_page) == is_said


def test_the_first_page_asks_for_what_is_enough_and_says_of_the_rest_that_it_is_not():
    def proposed(found):
        return Page(re.search("<p class='proposal'>(.*?)</p>", report.report_html(found))[0]).text

    assert proposed(fixed.answer()) == "We propose  ε = 0.0143  with  10,000 participants ."
    assert "more than the planned  10,000 participants " in proposed(fixed.answer(epsilon=0.01))
    assert "so this plan does not keep the promise" in proposed(fixed.answer(epsilon=0.01))
    assert "The promise, which this plan does not keep" in report.report_html(fixed.answer(epsilon=0.01))
    assert "Signature" not in report.report_html(fixed.answer(epsilon=0.01))
    assert proposed(answered(achievable=0.5)).startswith("We propose")
    for unknown in (0.7, math.inf, None):
        assert "It is not known whether" in proposed(answered(achievable=unknown))


def test_sources_are_addresses_that_can_be_read_on_paper():
    html = report.report_html(of_rates())
    for address in ("https://arxiv.org/abs/2510.17348", "https://doi.org/10.6028/NIST.SP.800-226"):
        assert f'<a href="{address}" target="_blank" rel="noopener">{address}</a>' in html


@pytest.mark.parametrize("found, name", [(fixed.answer, "designs"), (answered, "prise")])
def test_the_proofs_are_found_on_the_published_site_or_on_the_page_sources(found, name, monkeypatch):
    assert f"“{documents.title(name)}” (on the Sources page)" in Page(report.report_html(found())).text
    monkeypatch.setattr(documents, "SITE_ADDRESS", "https://site.example")
    assert f'href="https://site.example/docs/{name}/"' in report.report_html(found())


def test_names_from_a_file_are_only_text():
    page = Page(report.report_html(of_data()))
    assert 'alert("x")' in page.text
    assert "not private" in page.text


def test_the_json_round_trips_and_has_no_bare_infinity():
    facts = json.loads(report.report_json(with_simulated(9000.0, 9000.0, math.inf, 100.0)))
    assert facts["readings"]["smallest epsilon achievable (simulated)"] == "infinite"
    facts = json.loads(report.report_json(of_rates()))
    assert facts["seed"] == 0
    assert facts["version"] == dpcore.__version__
    assert facts["readings"]["smallest epsilon achievable (simulated)"] == FOUND.simulated.achievable
    curve = FOUND.bounds.curve
    assert facts["curves"]["lower bound"] == curve.participants[1].tolist()
    tied = replace(curve, participants=np.full_like(curve.participants, math.inf))  # as by data of 10^12 equal trials
    endless = sequential.answered(replace(FOUND, bounds=replace(FOUND.bounds, curve=tied)))
    facts = json.loads(report.report_json(endless))
    assert set(facts["curves"]["lower bound, high"]) == {"infinite"}


def test_without_an_epsilon_the_report_has_no_plan_to_sign():
    asked, simulated = replace(FOUND.question, epsilon=None), Simulated((), 9000.0, None, math.inf, 100.0)
    hopeless = sequential.answered(Findings(asked, FOUND.bounds, simulated))
    page = Page(report.report_html(hopeless))
    assert "Signature" not in page.text
    assert "yours: ε" not in page.text
    assert "No ε is known to work" in page.text
    assert "What others have published" in page.text
    assert json.loads(report.report_json(hopeless))["protocol"] == {}
    assert "had not finished" in report.report_html(with_simulated())


def test_figures_without_a_value_have_words():
    values = sequential.answered(answer(achievable=math.inf)).readings.set_index("figure")["value"]
    assert values["smallest ε known to be enough, with 95 % confidence"] == "none"
    table = sequential.answered(answer(achievable=None, without_privacy=None)).readings
    assert [*table["value"]].count("not simulated yet") == 2


def test_pinned_plans_are_in_the_report():
    table = pins.comparison([of_rates(), answered(achievable=0.1)])
    assert "plan B against A" in Page(report.report_html(of_rates(), table)).text
    assert len(json.loads(report.report_json(of_rates(), table))["compared"]) == len(table)
