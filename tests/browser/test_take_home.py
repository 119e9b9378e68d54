"""The report of Choose ε as a real browser prints it."""

from dataclasses import replace

import pytest

from tests.browser.paper import first_page_of, fonts_of_first_page, plain, text_on_pages
from tests.ui.choose import cases
from tests.ui.choose.fixed import cases as fixed
from ui.choose.own_data import OwnData
from ui.choose.question import BEAT, RATES
from ui.choose.sequential import answer as sequential
from ui.choose.take_home.report import report_html
from ui.look.numbers import setting


def test_an_empty_page_of_a_pdf_is_noticed(page):
    page.set_content("<p>one</p><p style='break-before: page'>&nbsp;</p><p style='break-before: page'>three</p>")
    assert [text > 2 for text in text_on_pages(page.pdf())] == [True, False, True]


NAMES = [f"Physiotherapy, daily {i:02d}" for i in range(20)]  # as long as names may be
MANY = OwnData(tuple(NAMES), (20,) * 19 + (70,), (100,) * 20, rows_of_one=3)
PLANS = {
    "the winner": fixed.answer,
    "the winner of two": lambda: fixed.answer(options=2, epsilon=0.9),
    "the rates": lambda: fixed.answer(looks=RATES, missing=0.1, block=5),
    "the rates of twelve": lambda: fixed.answer(options=12, looks=RATES, participants=40_000, pace=33.0),
    "local": lambda: fixed.answer(trust_model="local", participants=100_000),
    "right whatever the rates are": lambda: cases.answered(pace=50),
    "right about many, with own data": lambda: sequential.answered(cases.answer(data=MANY, trust_model="local")),
    "small differences ignored": lambda: cases.answered(means=(0.6, 0.6, 0.3), indifference=0.05),
    "beat the usual one": lambda: fixed.answer(promise=BEAT),
    "beat it locally": lambda: fixed.answer(promise=BEAT, options=2, trust_model="local", participants=200_000),
    "beat it at any rate": lambda: fixed.answer(promise=BEAT, options=12, usual=(0.0, 1.0), participants=400_000),
}


def with_long_names(found):
    names = tuple(NAMES[: len(found.question.problem.names)])
    question = replace(found.question, problem=replace(found.question.problem, names=names))
    return replace(found, question=question)


IN_EVERY_RUN = ("the rates of twelve", "right about many, with own data", "beat the usual one")


@pytest.mark.parametrize(
    "plan", [plan if plan in IN_EVERY_RUN else pytest.param(plan, marks=pytest.mark.long) for plan in PLANS]
)
def test_the_report_is_a_page_to_decide_on_and_an_annex_of_at_most_five(plan, page):
    found = with_long_names(PLANS[plan]())
    page.set_content(report_html(found))
    page.evaluate("document.fonts.ready")
    pdf = page.pdf(prefer_css_page_size=True)
    first, (_, *annex) = first_page_of(pdf), text_on_pages(pdf)
    assert 3 <= len(annex) <= 5
    assert all(text > 400 for text in annex)
    for told in (*(found.plan[name] for name in ("Error", "Participants", "Looks and stopping")), found.assumptions[0]):
        assert plain(told) in first
    assert all(name in first for name in found.question.problem.names)
    assert f"ε = {setting(found.epsilon)}" in first
    assert "on average" in first
    assert "Name Role Date Signature" in first
    assert fonts_of_first_page(pdf) == {"SourceSans3VF"}  # that of the page
