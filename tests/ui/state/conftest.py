"""Visits without Streamlit."""

import pytest
import streamlit as st


@pytest.fixture
def visit(monkeypatch):
    """A visit of its own, outside Streamlit's."""
    return fresh_visit(monkeypatch)


def fresh_visit(monkeypatch):
    monkeypatch.setattr(st, "session_state", {})
    monkeypatch.setattr(st, "query_params", {})
    return st.session_state
