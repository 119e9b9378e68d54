"""The table of analyses under a visitor's hand: what may mean two things is asked about, and then written plainly."""

import streamlit as st

from ui.one_budget import controls
from ui.one_budget.plan import OPENING_TEXT, parsed


def test_rates_that_may_be_shares_are_asked_about_and_the_link_then_says_them_plainly(monkeypatch):
    table = controls._PLAN
    state = {"analyses": OPENING_TEXT, "analyses-base": parsed(OPENING_TEXT), "analyses-problem": ""}
    monkeypatch.setattr(st, "session_state", state)
    state[table.editor] = {"edited_rows": {0: {"rates in %": "0.62; 0.55"}}}
    table.take_edits()
    asked = state[controls._OPEN]
    assert table.problem == str(asked) == "“rates in %” of analysis 1: Is “0.62” 0.62 % or 62 %?"
    assert state["analyses"] == OPENING_TEXT
    state["box"] = "percent"
    controls._answer(asked, "box")
    assert table.problem == ""
    assert state["analyses"].startswith("recovery~1~3~0.62, 0.55~1_")
    state[table.editor] = {"edited_rows": {0: {"rates in %": "62,5; 55,1"}}}
    table.take_edits()
    assert state["analyses"].startswith("recovery~1~3~62.5, 55.1~1_")
    assert controls._OPEN not in state
