"""By which link the server remembers a first answer; pages show them in tests/pages."""

import streamlit as st

from ui.shell import first_answer


class Parameters(dict):
    """The parameters of a link, each with its values in order."""

    def get_all(self, name):
        return list(self[name])


def link(monkeypatch, page="explore", **parameters):
    monkeypatch.setattr(st, "query_params", Parameters(parameters))
    return first_answer._link(page)


def test_a_link_is_its_page_and_every_value_in_any_order_of_names(monkeypatch):
    asked = link(monkeypatch, arms=["0.9", "0.5"], risk=["0.1"])
    assert link(monkeypatch, risk=["0.1"], arms=["0.9", "0.5"]) == asked
    others = [
        link(monkeypatch, "choose_epsilon", arms=["0.9", "0.5"], risk=["0.1"]),
        link(monkeypatch, arms=["0.9"], risk=["0.1"]),
        link(monkeypatch, arms=["0.5", "0.9"], risk=["0.1"]),
        link(monkeypatch, arms=["0.1"], risk=["0.9", "0.5"]),
    ]
    assert asked not in others
    assert len(set(others)) == 4


def test_a_link_too_long_is_none(monkeypatch):
    spent = len(link(monkeypatch, arms=[""]))
    assert link(monkeypatch, arms=["x" * (first_answer.LONGEST_LINK - spent)]) is not None
    assert link(monkeypatch, arms=["x" * (first_answer.LONGEST_LINK - spent + 1)]) is None
