"""What holds for every page: terms are explained at their first use, charts told in words, inputs in the address."""

import json
import re

import pytest

from tests.pages.test_hostile_links import PAGES
from tests.pages.visit import just_opened, opened, stopped
from ui.look.terms import WORDS, explained

TEXTS = ("title", "header", "subheader", "markdown", "caption", "html")
# A term as a reader finds one: a word of its own, whatever stands around it.
SPELT = {
    key: re.compile("|".join(rf"(?<!\w){re.escape(term)}(?!\w)" for term in word.terms), re.IGNORECASE)
    for key, word in WORDS.items()
}
# Not prose: code, formulas, paths, links to elsewhere, tables, pictures, tags and the names of arms.
NO_PROSE = re.compile(
    r"`[^`]*`|\$[^$]*\$|\S+/\S+\.\w+|\[[^\]]*\]\((?!#term-)[^)]*\)|<style.*?</style>|<table.*?</table>|"
    r"<div class=.kept.*|<(?!/?a\b)[^>]*>|\barm \d+",
    re.DOTALL,
)


def texts(test):
    """What the page says, from the top on, without what is no prose."""
    for block in test:
        if block.type in TEXTS:
            text = block.proto.body if block.type in ("html", "title", "markdown", "caption") else str(block.value)
            yield NO_PROSE.sub(" ", text)


def unexplained(told):
    """The terms whose first use in these texts has no explanation, with what stands around it."""
    found = []
    for key, spelt in SPELT.items():
        own = re.compile(rf"\[[^\]]*\]\(#term-{key}\)|<a href=\"#term-{key}\">.*?</a>")
        others = re.compile(rf"\[[^\]]*\]\(#term-(?!{key}\))[\w-]+\)|<a href=\"#term-(?!{key}\")[\w-]+\">.*?</a>")
        for text in told:
            bare = others.sub(" ", text)
            link = own.search(bare)
            if first := spelt.search(bare[: link.start()] if link else bare):
                found.append((key, bare[max(0, first.start() - 30) : first.end() + 20]))
            if first or link:
                break
    return found


# The pages whose jobs make runs, and what a link says so that they make few, where they would make many.
FEW = {"fixed_budget": {"budget_runs": 40}, "own_outcomes": {"outcome_runs": 20}, "regret": {}, "stopping_times": {}}


@pytest.fixture(scope="module", params=PAGES)
def page(request):
    """The name of each page, and the page as it opens, with few runs."""
    name = request.param
    if name in FEW:
        return name, opened(name, is_long=True, **FEW[name])
    return name, stopped(just_opened(name, is_long=True))


def test_terms_are_explained_at_first_use_and_charts_are_told_in_words(page):
    name, test = page
    if name not in ("glossary", "sources"):  # which are all explanations
        assert unexplained(list(texts(test))) == []
    for chart in test.get("plotly_chart"):
        words = chart.proto.alt
        assert len(re.findall(r"\d", words)) > 5, words


BOUND_TO_ANOTHER = "-slider"  # a slider beside its number box, which the link holds
NO_STATE = {  # what is no state of a page, and what must not stand in its address
    "_heard",  # what the browser knew
    "share-show",  # the choice of an embedding
    "moment",  # of a run
    "stories",  # which fill the boxes
    "lecture-code",  # leads to another address
    "exercise-choice",  # fills the sheet's own box
    "exercise-name",  # a student's, and what the student answers
}
NO_STATE_STARTS = ("answer-", "new-", "plan-option-")  # an answer; a sheet that is being made; what the plan holds


def test_every_input_of_a_page_is_in_its_address(page):
    _, test = page
    kinds = ("text_input", "text_area", "selectbox", "radio", "checkbox", "toggle", "multiselect")
    kinds += ("button_group", "segmented_control", "pills", "select_slider", "slider", "date_input", "time_input")
    lost = {
        widget.key or widget.label
        for kind in kinds
        for widget in test.get(kind)
        if not getattr(widget.proto, "query_param_key", "") and not (widget.key or "").endswith(BOUND_TO_ANOTHER)
    }
    assert {key for key in lost - NO_STATE if not key.startswith(NO_STATE_STARTS)} == set()


def test_a_use_without_explanation_is_found():
    assert unexplained(["What is risk?"]) == [("risk-of-a-wrong-choice", "What is risk?")]
    assert unexplained([explained("What is risk?"), "A risk."]) == []
    assert unexplained(["A risk.", explained("What is risk?")]) != []
    assert unexplained([explained("ε-DP holds, and ε is small")]) == []
    assert unexplained([explained("ε-DP holds"), "and ε is small"]) == [("privacy-budget", "and ε is small")]


def font_of(test):
    return json.loads(test.get("plotly_chart")[0].proto.spec)["layout"]["font"]["size"]


def test_a_link_for_a_projector_enlarges_pages_and_the_switch_at_the_foot_ends_it():
    test = just_opened("one_budget", projector="true")
    usual = font_of(just_opened("one_budget"))
    assert any("--larger: 1.35" in block.proto.body for block in test.get("html"))
    assert font_of(test) == 1.35 * usual
    assert font_of(test.switch_page("pages/own_outcomes.py").run()) == 1.35 * usual
    switch = test.toggle("projector")
    assert switch.value
    assert font_of(switch.set_value(False).run()) == usual
