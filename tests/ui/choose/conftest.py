"""What is simulated here is simulated with few runs, and once."""

import pytest
import streamlit as st

from tests.ui.choose.cases import few_runs, runs_made_once


@pytest.fixture(autouse=True, scope="package")
def quick():
    with few_runs(), runs_made_once():
        yield


@pytest.fixture
def inputs(monkeypatch):
    """The inputs of a visit of its own, outside Streamlit's."""
    drawn = {"know": "a difference", "pace": "in total", "trust": "central", "extra": 10.0}
    monkeypatch.setattr(st, "session_state", drawn)
    monkeypatch.setattr(st, "query_params", {})
    return drawn
