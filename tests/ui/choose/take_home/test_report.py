"""The report: complete, self-contained, well-formed, and safe against names from a visitor's file."""

import html.parser
import json
import math
import re
from dataclasses import replace

import numpy as np
import pytest

import dpcore
from tests.ui.choose.cases import DATA, answer, answered, filled, question
from ui.choose import pins
from ui.choose.own_data import OwnData
from ui.choose.sequential import answer as sequential
from ui.choose.sequential import tables
from ui.choose.sequential.findings import Findings, Simulated, find_bound_curve, find_bounds
from ui.choose.take_home import report


def found(asked):
    return Findings(asked, find_bounds(asked, find_bound_curve(asked.problem)), filled(asked))


def with_simulated(findings, *figures):
    """The same answer with these simulated figures in the places of its own."""
    return sequential.answered(replace(findings, simulated=Simulated((), *figures)))


@pytest.fixture(scope="module")
def of_rates():
    return found(question())


@pytest.fixture(scope="module")
def from_rates(of_rates):
    return sequential.answered(of_rates)


@pytest.fixture(scope="module")
def from_data():
    names = ('<script>alert("x")</script>', "a & b")
    asked = question(data=OwnData(names, DATA.successes, DATA.trials), trust_model="local", participants=2000)
    return sequential.answered(found(asked))


class Page(html.parser.HTMLParser):
    """Checks that tags nest, and collects names, attributes and text."""

    VOID = ("meta", "br")

    def __init__(self, text):
        super().__init__()
        self.open, self.names, self.attributes, self.words = [], set(), [], []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.names.add(tag)
        self.attributes += attrs
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.names.add(tag)
        self.attributes += attrs

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)

    @property
    def text(self):
        return " ".join(self.words)


@pytest.mark.parametrize("fixture", ["from_rates", "from_data"])
def test_the_report_needs_nothing_from_elsewhere(fixture, request):
    page = Page(report.report_html(request.getfixturevalue(fixture)))
    assert not page.names & {"script", "img", "link", "iframe", "object"}
    addresses = [value for name, value in page.attributes if name in ("src", "href", "srcset", "data")]
    assert addresses == []
    assert ("content", "default-src 'none'; style-src 'unsafe-inline'") in page.attributes


@pytest.mark.parametrize("fixture", ["from_rates", "from_data"])
def test_the_report_says_everything(fixture, request):
    answered = request.getfixturevalue(fixture)
    page = Page(report.report_html(answered))
    data = report.report_data(answered)
    assert data["promise"] in page.text
    assert data["promise"] == answered.promise
    on_first_page, _, after = page.text.partition("For a protocol or a data protection impact assessment")
    assert on_first_page.count(data["promise"]) == 1
    assert after.count(data["promise"]) == 1  # in the plan, which is signed, and in no table
    assert not re.search(r"docs/[\w-]+[.]md", page.text)
    for sentence in (data["question"], *data["assumptions"], *data["guarantees"], *data["protocol"].values()):
        assert sentence in page.text
    for hazard in data["hazards"]:
        assert set(hazard.values()) <= set(page.words) | {hazard["state"]}
        assert hazard["plan"] in page.text
    assert all(item["name"] in page.text and item["as_of"] in page.text for item in data["published deployments"])
    assert f"Price of Privacy {dpcore.__version__} · seed 0" in page.text
    assert page.text.count("← more privacy") == 2  # the picture of the answer and that of the odds
    assert "had not finished" not in page.text


def test_names_from_a_file_are_only_text(from_data):
    page = Page(report.report_html(from_data))
    assert 'alert("x")' in page.text
    assert "not private" in page.text


def test_the_json_round_trips_and_has_no_bare_infinity(from_rates, of_rates):
    assert from_rates.is_complete
    hopeless = with_simulated(of_rates, 9000.0, 9000.0, math.inf, 100.0)
    facts = json.loads(report.report_json(hopeless))
    assert facts["readings"]["smallest epsilon achievable (simulated)"] == "infinite"
    facts = json.loads(report.report_json(from_rates))
    assert facts["seed"] == 0
    assert facts["version"] == dpcore.__version__
    assert facts["readings"]["smallest epsilon achievable (simulated)"] == of_rates.simulated.achievable
    assert facts["curves"]["lower bound"] == of_rates.bounds.curve.participants[1].tolist()
    findings, curve = of_rates, of_rates.bounds.curve
    tied = replace(curve, participants=np.full_like(curve.participants, math.inf))  # as by data of 10^12 equal trials
    endless = sequential.answered(replace(findings, bounds=replace(findings.bounds, curve=tied)))
    facts = json.loads(report.report_json(endless))
    assert set(facts["curves"]["lower bound, high"]) == {"infinite"}


def test_without_an_epsilon_the_report_has_no_plan_to_sign(from_rates, of_rates):
    asked = replace(from_rates.question, epsilon=None)
    simulated = Simulated((), 9000.0, None, math.inf, 100.0)
    hopeless = sequential.answered(Findings(asked, of_rates.bounds, simulated))
    page = Page(report.report_html(hopeless))
    assert "Signature" not in page.text
    assert "yours: ε" not in page.text
    assert "What others have published" in page.text
    assert json.loads(report.report_json(hopeless))["protocol"] == {}


def test_an_unfinished_simulation_is_said(of_rates):
    assert "had not finished" in report.report_html(with_simulated(of_rates))


def test_figures_without_a_value_have_words():
    table = tables.readings_table(answer(achievable=math.inf))
    values = dict(zip(table["figure"] + ", " + table["what it is"].str[:5], table["value"], strict=True))
    assert values["smallest ε known to be enough, with 95 % confidence, simul"] == "none"
    assert values["participants without privacy, in 90"] == "1,000"
    table = tables.readings_table(answer(achievable=None, without_privacy=None))
    assert [*table["value"]].count("not simulated yet") == 2


def test_pinned_plans_are_in_the_report(from_rates):
    table = pins.comparison([from_rates, answered(achievable=0.1)])
    assert "plan B against A" in Page(report.report_html(from_rates, table)).text
    assert len(json.loads(report.report_json(from_rates, table))["compared"]) == len(table)


def test_no_word_makes_a_table_wider_than_the_paper_and_no_date_is_broken():
    assert report._cell("2026-07-15") == "<span class='short'>2026-07-15</span>"
    assert report._cell("a name of several words, none of them long") == "a name of several words, none of them long"
    assert report._cell(f"see https://{'x' * 40}.org/ for <b>") == (
        f"<span class='long'>see https://{'x' * 40}.org/ for &lt;b&gt;</span>"
    )
