"""Pinned plans: their differences, and the link that carries them."""

from dataclasses import replace

import pytest

from tests.ui.choose.cases import DATA, answer, question, reading
from ui.arms.names import option_names
from ui.choose import pins
from ui.choose.tables import readings_table


def test_the_comparison_shows_differences():
    first, second = answer(achievable=0.2), answer(achievable=0.1, participants=3000, trust_model="local")
    table = pins.comparison([first, second]).set_index("figure")
    column = table["plan B against A"]
    assert column["smallest ε known to fit (simulated)"] == "−0.100 (× 0.500)"
    assert column["participants available"] == "+1,000 (× 1.50)"
    assert column["trust model"] == "differs"
    assert column["risk of a wrong choice"] == "same"


def test_bounds_are_rounded_to_the_side_on_which_they_hold():
    found = answer(possible=0.02009)
    plan = replace(found, bounds=replace(found.bounds, at_epsilon=reading(500.6), almost_free=reading(0.30001)))
    values = pins.comparison([plan]).set_index("figure")["plan A"]
    assert values["smallest ε not impossible (lower bound)"] == "0.0200"
    assert values["participants at the chosen ε, at least (lower bound)"] == "500"
    assert values["participants at the chosen ε (simulated)"] == "1,500"
    found = readings_table(plan).set_index("figure")["value"]
    assert found["smallest ε that is not impossible"] == "0.0200"
    assert found["ε from which privacy raises the bound by at most 10 %"] == "0.301"
    assert found["participants at ε = 0.5, simulated"] == "1,500"
    assert found["participants at ε = 0.5, at least"] == "500"


def test_pins_survive_the_link():
    plans = [question(per_day=20.0), question(trust_model="local", extra=0.25, epsilon=1.5), question(epsilon=None)]
    assert pins.decode(pins.encode(plans)) == plans


def test_names_of_options_survive_the_link_and_older_links_have_none():
    asked = question()
    named = replace(asked, mode="the rates", problem=replace(asked.problem, names=("treatment A (100%)", "option 2")))
    (back,) = pins.decode(pins.encode([named]))
    assert (back, back.problem.names) == (named, named.problem.names)
    (older,) = pins.decode(pins.encode([named]).rpartition("~")[0])
    assert (older, older.problem.names) == (named, option_names(2))


def test_own_data_never_enter_the_link():
    assert pins.encode([question(data=DATA)]) == ""


def test_back_brings_the_plans_of_its_link_and_leaves_those_with_own_data(monkeypatch):
    first, own, second = question(), question(data=DATA), question(participants=3000)
    monkeypatch.setattr(pins.st, "session_state", {"pinned-plans": [first, own, second]})
    monkeypatch.setattr(pins.st, "query_params", {"pins": pins.encode([first])})
    assert pins.pinned() == [first, own, second]  # a request sent before the browser heard of a pin has an earlier link
    monkeypatch.setattr(pins, "went_back_or_forward", lambda: True)
    assert pins.pinned() == [first, own]
    monkeypatch.setattr(pins.st, "query_params", {"pins": pins.encode([second, first])})
    assert pins.pinned() == [second, first, own]
    assert pins.st.session_state["pins"] == pins.encode([second, first])
    monkeypatch.setattr(pins.st, "query_params", {})
    assert pins.pinned() == [own]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "~",
        "nonsense",
        "a difference~0.5,0.5~0.01~central~100~~0.1~0.1",
        "a difference~0.5,1.5~0.01~central~100~~0.1~0.1",
        "own data~0.5,0.4~0.01~central~100~~0.1~0.1",
        "a difference~0.5,0.4~0.01~elsewhere~100~~0.1~0.1",
        "a difference~0.5,0.4~0.01~central~0~~0.1~0.1",
        "a difference~0.5,0.4~0.01~central~1e9~~0.1~0.1",
        "a difference~0.5,0.4~0.01~central~100~nan~0.1~0.1",
        "a difference~0.5,0.4~0.01~central~100~0~0.1~0.1",
        "a difference~0.5,0.4~0.01~central~100~~nan~0.1",
        "a difference~0.5,0.4~0.01~central~100~~0.1~0",
        "a difference~0.5,0.4~nan~central~100~~0.1~0.1",
        "a difference~0.5,0.4~0.01~central~100~~0.1~0.1~<b>,",
        "a difference~0.5,0.4~0.01~central~100~~0.1~0.1~one,two~three",
    ],
)
def test_a_broken_link_pins_nothing(text):
    assert pins.decode(text) == []
