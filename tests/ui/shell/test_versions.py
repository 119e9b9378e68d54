"""Links: earlier versions' are brought up to date, what no widget can use is gone, and which have the same answer."""

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from tests.pages.test_hostile_links import NASTY
from ui.shell import first_answer
from ui.shell.versions import VERSION, up_to_date


def planted():
    """Two migrations: a name changes, then a unit."""

    def renamed(page, parts):
        return {("percent" if name == "share" else name): values for name, values in parts.items()}

    def of_percent(page, parts):
        percent = {"part": [str(float(parts["percent"][-1]) / 100)]} if "percent" in parts else {}
        return {name: values for name, values in parts.items() if name != "percent"} | percent

    return {1: renamed, 2: of_percent}


@pytest.mark.parametrize(
    "link, today",
    [
        ({"share": ["5"], "v": ["1"]}, {"part": ["0.05"], "v": ["3"]}),
        ({"share": ["5"]}, {"part": ["0.05"]}),
        ({"percent": ["5"], "v": ["2"]}, {"part": ["0.05"], "v": ["3"]}),
        ({"part": ["0.05"], "v": ["3"]}, {"part": ["0.05"], "v": ["3"]}),
        ({"part": ["0.05"]}, {"part": ["0.05"]}),
        ({"share": ["5"], "v": ["3"]}, {"share": ["5"], "v": ["3"]}),
    ],
)
def test_each_migration_that_a_link_lacks_is_made_in_order(link, today):
    assert up_to_date("any", link, planted()) == (today, "")
    assert up_to_date("any", today, planted()) == (today, "")


@pytest.mark.parametrize("version", ["0", "-1", "x", "", "1.5", "١", "9" * 5000])
def test_what_is_no_version_is_said_and_the_rest_is_taken(version):
    today, problem = up_to_date("any", {"runs": ["5"], "v": [version]})
    assert today == {"runs": ["5"]}
    assert "version must be a whole number" in problem
    assert len(problem) < 200


def test_a_newer_version_is_said_and_the_rest_is_taken():
    today, problem = up_to_date("any", {"runs": ["5"], "v": [str(VERSION + 1)]})
    assert today == {"runs": ["5"]}
    assert f"version {VERSION + 1}, which is newer than this page's {VERSION}" in problem


@pytest.mark.parametrize(
    "page, show, name",
    [
        ("stopping_times", "mean, 95 % interval", "average"),
        ("stopping_times", "picture", "show"),
        ("audit", "controls", "show"),
    ],
)
def test_since_version_2_show_is_what_is_embedded(page, show, name):
    assert up_to_date(page, {"show": [show]}) == ({name: [show]}, "")


def test_values_that_no_widget_can_use_are_taken_out_of_the_link():
    def app():
        import streamlit as st

        from ui.shell import link

        def body():
            link.clean(page)
            st.text(" ".join(sorted(st.query_params)))

        page = st.navigation([st.Page(body, title="Page")])
        page.run()

    test = AppTest.from_function(app)
    for place, value in enumerate(NASTY.values()):
        test.query_params[f"number-{place}"] = value
    test.query_params |= {"arms": "-inf", "algorithms": "", "range-algorithms": "nan", "several": ["nan", "0.5"]}
    kept = test.run().text[0].value.split()
    usable = [f"number-{place}" for place, name in enumerate(NASTY) if name in ("emoji", "very long", "Markdown")]
    assert kept == ["algorithms", "arms", *usable, "several"]


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
