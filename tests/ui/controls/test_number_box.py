"""The box for a number: what it reads, what it asks, and what stays in force meanwhile."""

import pytest

from tests import boxes
from tests.boxes import told


def the_page():
    import streamlit as st

    from ui.controls.number_box import count_box, number_box, number_in, optional_box
    from ui.state import boxes
    from ui.state.keys import KEPT

    chosen = {
        "epsilon": number_box("ε", (0.001, 100.0), 0.1, key="epsilon", **KEPT),
        "people": count_box("People", (2, 10**9), 10_000, key="people", has_steps=True, **KEPT),
        "rate": number_box("Rate (%)", (0.1, 99.8), 30.0, key="rate", in_percent=True, **KEPT),
        "share": number_box("Risk", (0.0001, 0.4), 0.01, key="share", **KEPT),
        "daily": number_box("A day", (0.1, 1e7), 200.0, key="daily", **KEPT),
        "look": optional_box("Empty at first", (0.001, 100.0), key="look", **KEPT),
    }
    assert {key: number_in(key) for key in chosen} == chosen
    st.session_state["chosen"] = chosen
    st.button("Write", key="write", on_click=boxes.write, args=({"daily": 1.234},))


OPENING = {"epsilon": 0.1, "people": 10_000, "rate": 30.0, "share": 0.01, "daily": 200.0, "look": None}


def opened(**link):
    return done(boxes.opened(the_page, **link))


def done(test):
    assert not test.exception, test.exception[0].value
    return test


def typed(test, key, text):
    return done(test.text_input(key=key).set_value(text).run())


def test_what_it_opens_with():
    test = opened()
    assert test.session_state["chosen"] == OPENING
    assert [test.text_input(key=key).value for key in OPENING] == ["0.1", "10000", "30", "0.01", "200", None]
    assert told(test) == []


@pytest.mark.parametrize(
    "key, text, value, shown",
    [
        ("epsilon", "2,5", 2.5, "2.5"),
        ("epsilon", "0,1 ", 0.1, "0.1"),
        ("epsilon", "1.250", 1.25, "1.25"),
        ("people", "1 000", 1000, "1000"),
        ("people", "12,345", 12_345, "12345"),
        ("people", "1.250.000", 1_250_000, "1250000"),
        ("people", "1e3", 1000, "1000"),
        ("rate", "38 %", 38.0, "38"),
        ("rate", "38,5%", 38.5, "38.5"),
        ("daily", "5.7", 5.7, "5.7"),
        ("daily", "1.2340", 1.234, "1.234"),
        ("look", "0,5", 0.5, "0.5"),
    ],
)
def test_numbers_as_people_type_them(key, text, value, shown):
    test = typed(opened(), key, text)
    assert test.session_state["chosen"] == OPENING | {key: value}
    assert test.text_input(key=key).value == shown
    assert told(test) == []
    assert done(test.run()).session_state["chosen"][key] == value  # its own text is no other number


def test_a_percentage_of_a_share_is_told_until_it_changes():
    test = typed(opened(), "share", "38 %")
    assert test.session_state["chosen"]["share"] == 0.38
    assert test.text_input(key="share").value == "0.38"
    assert "“38 %” is read as 0.38." in told(test)[0]
    assert told(typed(typed(test, "epsilon", "1"), "share", "0.2")) == []


@pytest.mark.parametrize(
    "key, text, problem",
    [
        ("people", "12.000", "“12.000” may mean 12 or 12,000; write 12 or 12000. The page still uses 10,000."),
        ("daily", "1.234", "“1.234” may mean 1.234 or 1,234; write 1.2340 or 1234."),
        ("people", "5.7", "“5.7” is not a whole number from 2 to 1,000,000,000."),
        ("people", "1", "“1” is not a whole number from 2 to 1,000,000,000."),
        ("people", "5 %", "“5 %” is not a whole number from 2 to 1,000,000,000."),
        ("epsilon", "€5", "“€5” is not a number from 0.001 to 100. The page still uses 0.1."),
        ("epsilon", "<b>much</b>", "“&lt;b&gt;much&lt;/b&gt;” is not a number from 0.001 to 100."),
        ("epsilon", "inf", "is not a number"),
        ("epsilon", " ", "This box is empty; write a number from 0.001 to 100."),
        ("rate", "120", "“120” is not a number from 0.1 to 99.8."),
        ("share", "38", "“38” is not a number from 0.0001 to 0.4; if you mean 38 %, write “38 %”."),
        ("look", "x", "“x” is not a number from 0.001 to 100. The box counts as empty."),
    ],
)
def test_what_is_no_number_leaves_the_last_good_one_in_force(key, text, problem):
    test = typed(opened(), key, text)
    assert test.session_state["chosen"] == OPENING
    assert test.text_input(key=key).value == text  # so that its visitor can mend it
    (said,) = told(test)
    assert 'role="alert"' in said
    assert problem in said
    assert told(typed(test, key, "5")) == [] if key != "share" else True


def test_a_box_that_may_be_empty_can_be_emptied():
    assert typed(typed(opened(), "look", "5"), "look", "").session_state["chosen"] == OPENING


@pytest.mark.parametrize(
    "name, text, value",
    [("epsilon", "0.25", 0.25), ("people", "12000", 12_000), ("daily", "5.125", 5.125), ("people", "12.000", 12),
     ("epsilon", "2,5", 2.5), ("epsilon", "5e-2", 0.05), ("rate", "38 %", 38.0), ("look", "1e-3", 0.001)],
)  # fmt: skip
def test_links_open_the_numbers_that_they_carry(name, text, value):
    test = opened(**{name: text})
    assert test.session_state["chosen"] == OPENING | {name: value}
    assert done(test.run()).session_state["chosen"] == OPENING | {name: value}
    assert float(test.text_input(key=name).value) == value
    assert told(test) == []


@pytest.mark.parametrize("text", ["abc", "inf", "nan", "-5", "1e999", "9" * 400, "<script>", "%", "1000000000000"])
def test_links_that_carry_none_leave_what_stands_there_without_them(text):
    test = opened(**dict.fromkeys(OPENING, text))
    assert test.session_state["chosen"] == OPENING
    assert len(told(test)) == len(OPENING)
    assert OPENING.keys().isdisjoint(test.query_params)
    for name in OPENING:
        test.text_input(key=name).set_value("0,3" if name == "share" else "5")
    assert done(test.run()).session_state["chosen"] == dict.fromkeys(OPENING, 5) | {"share": 0.3}
    assert told(test) == []


def test_buttons_go_one_up_and_one_down_and_end_at_the_limits():
    test = done(opened().button(key="people+1").click().run())
    assert test.session_state["chosen"]["people"] == 10_001
    assert test.text_input(key="people").value == "10001"
    test = typed(test, "people", "3")
    test = done(test.button(key="people-1").click().run())
    assert test.session_state["chosen"]["people"] == 2
    assert test.button(key="people-1").disabled
    assert not test.button(key="people+1").disabled


def test_what_a_page_writes_is_in_the_box():
    test = done(opened().button(key="write").click().run())
    assert test.text_input(key="daily").value == "1.234"
    assert test.session_state["chosen"]["daily"] == 1.234
    assert told(test) == []
