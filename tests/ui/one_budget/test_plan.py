"""The plan's text and table: read back as written, edited as the table tells it, one sentence for what is wrong."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.one_budget import controls
from ui.one_budget import plan as plans

PLAN = plans.parsed(plans.OPENING_TEXT)
NAMES = st.text("abcé 1(-)%", min_size=1, max_size=24).filter(lambda name: name[0].isalnum() and "--" not in name)
ROWS = st.builds(
    lambda name, a_year, years, low, lead, rows: plans.PlannedAnalysis(
        name.strip(), a_year, years, (low / 100, (low + lead) / 100), rows
    ),
    NAMES, st.integers(1, 1000), st.integers(1, 50), st.integers(1, 5000), st.integers(1, 4999), st.integers(1, 1000),
)  # fmt: skip


@given(plan=st.lists(ROWS, min_size=1, max_size=20).map(tuple))
def test_a_plan_is_read_back_as_it_was_written(plan):
    assert plans.parsed(plans.as_text(plan)) == plan
    assert plans.edited(plan, {}, {}) == plan
    assert len(plans.as_table(plan)) == len(plan)


def test_edits_of_the_table():
    edits = {
        "edited_rows": {"0": {"years": 5}, 2: {"rates in %": "40/30/20"}, 99: {"years": 1}},
        "added_rows": [{}, {"analysis": "costs", "runs a year": 2}],
        "deleted_rows": [1],
    }
    first, second, third, fourth = plans.edited(PLAN, edits, {})
    assert (first.name, first.years) == ("recovery", 5)
    assert second.rates == (40, 30, 20)
    assert third.cells == plans.NEW_ROW
    assert (fourth.name, fourth.a_year, fourth.years) == ("costs", 2, 1)
    assert plans.edited(PLAN, {"edited_rows": {0: {"analysis": None}}}, {})[0].name == "analysis 1"


@pytest.mark.parametrize(
    "text, sentence",
    [
        ("", "needs 1 to 20 analyses, not 0"),
        ("_".join([plans.OPENING_TEXT] * 7), "needs 1 to 20 analyses, not 21"),
        ("x" * 100_000, "must be shorter than 100,000"),
        ("a~1~1~50, 45", "Analysis 1 needs 5 entries"),
        ("a~0~1~50, 45~1", "“runs a year” of analysis 1: “0” is not a whole number from 1 to 1,000"),
        ("a~1~1~50, 45~1e400", "“outcomes per person” of analysis 1: “1e400” is not a whole number from 1 to 1,000"),
        ("a~1~1~50~1", "must be 2 to 20 numbers, one per option, not '50'"),
        ("a~1~1~50, nan~1", "“nan” is not a rate from 0 to 100 %"),
        ("a~1~1~100, 45~1", "must be between 0.01 and 99.99, not '100, 45'"),
        ("a~1~1~62,5,55,1~1", "“rates in %” of analysis 1: Does “62,5,55,1” list 4 rates or 2?"),
        ("a~1.000~1~50, 45~1", "“runs a year” of analysis 1: “1.000” may mean 1 or 1,000; write 1 or 1000"),
        ("a~1~1~50, 50~1", "must have one rate that leads all others by 0.01 points or more"),
        ("<b>~1~1~50, 45~1", "The name of analysis 1 must be up to 24 letters"),
    ],
)
def test_a_bad_plan_is_one_sentence(text, sentence):
    with pytest.raises(ValueError, match=r"^[^\n]{1,320}$") as error:
        plans.parsed(text)
    assert sentence in str(error.value)


@pytest.mark.parametrize("cell", [None, [], {}, float("nan"), True, "9" * 10_000])
@pytest.mark.parametrize("column", plans.COLUMNS[1:])
def test_whatever_stands_in_a_cell_is_a_plan_or_one_sentence(column, cell):
    with pytest.raises(ValueError, match=f"“{column}” of analysis 1"):
        plans.edited(PLAN, {"edited_rows": {0: {column: cell}}}, {})


def test_decimal_commas_are_read_and_rates_below_1_ask_only_where_they_are_typed():
    def with_rates(cell, answers):
        return plans.edited(PLAN, {"edited_rows": {0: {"rates in %": cell}}}, answers)[0].rates

    assert with_rates("62,5; 55,1", {}) == (62.5, 55.1)
    with pytest.raises(plans.OpenRatesError, match=r"Is “0\.62” 0\.62 % or 62 %") as caught:
        with_rates("0.62; 0.55", {})
    assert caught.value.cell == "0.62; 0.55"
    assert with_rates("0.62; 0.55", {"0.62; 0.55": {"percent": "share"}}) == (62, 55)
    linked = plans.parsed("a~1~1~0.62, 0.55~1")
    assert linked[0].rates == (0.62, 0.55)
    assert plans.edited(linked, {"edited_rows": {0: {"years": 2}}}, {})[0].rates == (0.62, 0.55)


def test_rates_that_may_be_shares_are_asked_about_and_the_link_then_says_them_plainly(visit):
    table = controls._PLAN
    visit["analyses"] = plans.OPENING_TEXT
    visit[table.editor] = {"edited_rows": {0: {"rates in %": "0.62; 0.55"}}}
    table.take_edits()
    asked = visit[controls._OPEN]
    assert table.problem == str(asked) == "“rates in %” of analysis 1: Is “0.62” 0.62 % or 62 %?"
    assert visit["analyses"] == plans.OPENING_TEXT
    visit["box"] = "percent"
    controls._answer(asked, "box")
    assert table.problem == ""
    assert visit["analyses"].startswith("recovery~1~3~0.62, 0.55~1_")
    visit[table.editor] = {"edited_rows": {0: {"rates in %": "62,5; 55,1"}}}
    table.take_edits()
    assert visit["analyses"].startswith("recovery~1~3~62.5, 55.1~1_")
    assert controls._OPEN not in visit
