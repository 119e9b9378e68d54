"""Published figures without a browser: panels are drawn with what they find, links open figures, the snippet runs."""

import re
from unittest import mock

import pytest

from tests.pages.downloads import downloads_seen, written
from tests.pages.visit import button, checked, opened, said
from ui.look import documents
from ui.published.controls import along
from ui.published.exhibits import ALL, FAMILIES, PANELS
from ui.published.words import tally
from ui.stopping.curves import all_curves


def test_another_family_opens_with_its_first_figure():
    test = opened("published")
    assert tally(ALL) in said(test)
    first, *_ = FAMILIES["Definitions of privacy"]
    checked(test.radio(key="family").set_value("Definitions of privacy").run())
    assert test.radio(key="figure").value == first.title
    assert first.answer in said(test)


@pytest.mark.parametrize(
    "figure, levels, names",
    [
        (PANELS[0].title, "AdaP-TT*,0.02,85000.0", {"algorithm", "10 %", "90 %", "cap"}),
        ("Thesis, left panel: DP-SE", "DP-SE with the error,0.0215,550000.0", {"line", "ε", "samples until the stop"}),
    ],
)
def test_printed_levels_and_our_runs_are_downloaded_by_the_names_in_the_picture(figure, levels, names):
    with downloads_seen() as files:
        opened("published", figure=figure)
    assert levels in written(files["published-print.csv"]).decode()
    columns, first = written(files["published-figure.csv"]).decode().splitlines()[:2]
    assert names <= set(columns.split(","))
    assert re.search("TTUCB|DP-SE as stated", first)


def test_a_link_opens_a_figure_of_another_family():
    shown = FAMILIES["Lower bounds"][1]
    test = opened("published", family="Lower bounds", figure=shown.title)
    assert shown.answer in said(test)
    assert documents.linked(shown.source) in said(test)


def test_the_next_step_shows_the_panels_arms_on_stopping_times():
    test = opened("published", figure=PANELS[1].title)
    with mock.patch("streamlit.switch_page") as switched:
        checked(button(test, "Watch these arms stop").click().run())
    assert switched.call_args == mock.call("pages/stopping_times.py", query_params={})
    assert [test.text_input(key=key).value for key in ("arms", "risk")] == ["0.75, 0.7, 0.7, 0.7, 0.7", "0.01"]
    assert test.session_state["algorithms"] == ["ttucb", "adap-tt", "adap-tt-star", "dp-se"]


@pytest.mark.parametrize(("family", "figure"), [("Regret: DP-SE beside DP-UCB", "C3"), ("Lower bounds", "asymptotic")])
def test_the_next_step_takes_the_setting_of_a_figure_of_regret_along(family, figure):
    (shown,) = (exhibit for exhibit in FAMILIES[family] if exhibit.figure == figure)
    test = opened("published", family=family, figure=shown.title)
    with mock.patch("streamlit.switch_page") as switched:
        checked(button(test, shown.page_label).click().run())
    assert switched.call_args.args == ("pages/regret.py",)
    wanted = {"C3": ("C3", 50_000_000, "0.25"), "asymptotic": ("own", 10_000_000, "0.33")}[figure]
    keys = ("regret-instance", "arms-horizon", "epsilon")
    assert tuple(test.session_state[key] for key in keys) == wanted
    assert along(shown)["regret-setting"] == "arms"


def test_a_figure_of_two_algorithms_takes_both_along():
    (shown,) = (exhibit for exhibit in ALL if exhibit.title == "Thesis, Fig. 5.2: DP-UCB and AdaP-UCB")
    assert along(shown)["arms-algorithms"] == ["dp-ucb", "adap-ucb"]


def test_a_link_that_takes_nothing_along_does_not_speak_of_the_figures_arms():
    for exhibit in ALL:
        assert set(along(exhibit).get("algorithms", ())) <= all_curves().keys()
        assert along(exhibit) or not re.search("this setting|these arms|the first", exhibit.page_label, re.IGNORECASE)


def test_the_numbers_of_a_figure_are_one_click_away():
    assert "Numbers" in [box.label for box in opened("published").expander]
