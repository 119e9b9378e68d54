"""Whatever a link says, every page opens without an error and with the values that it can use."""

from functools import cache

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.visit import APP, SECONDS, checked, finished, stopped
from ui.choose import pins
from ui.shell.link import TEXTS

PAGES = sorted(path.stem for path in (APP.parent / "pages").glob("*.py"))
NASTY = {
    "minus infinity": "-inf",
    "too large for a double": "1e400",
    "400 digits": "9" * 400,
    "not a number": "nan",
    "empty": "",
    "emoji": "🙈",
    "very long": "x" * 20_000,
    "Markdown": "![x](http://example.com/x.png)",
    "repeated": ["1e400", "-inf", ""],
}


def visit(page, link):
    test = AppTest.from_file(str(APP), default_timeout=SECONDS)
    for name, value in link.items():
        test.query_params[name] = value
    test.switch_page(f"pages/{page}.py").run()
    return stopped(test if test.markdown else finished(test))  # some verdicts wait for their job


def bound_values(test):
    """The value of each widget that the link can set, by its name in the link."""
    kinds = (test.number_input, test.text_input, test.text_area, test.selectbox, test.radio, test.checkbox)
    kinds += (test.toggle, test.multiselect, test.button_group, test.segmented_control, test.pills, test.select_slider)
    return {
        widget.proto.query_param_key: widget.value
        for kind in kinds
        for widget in kind
        if getattr(widget.proto, "query_param_key", "")
    }


@cache
def usual_values(page):
    return bound_values(visit(page, {}))


def test_every_page_that_has_inputs_of_its_own_shows_them():
    assert {"runs", "cap", "seed"} <= set(usual_values("stopping_times"))
    assert set().union(*map(usual_values, PAGES)) >= TEXTS


@pytest.mark.parametrize("value", NASTY.values(), ids=NASTY)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_opens_whatever_the_link_says(name, value):
    usual = usual_values(name)
    test = checked(visit(name, dict.fromkeys(usual, value)))
    assert test.title
    assert test.markdown[0].value
    values = bound_values(test)
    cleared = {key for key in values if values[key] == [] and value == ""}  # a list may be empty
    checkable = (usual.keys() & values.keys()) - TEXTS - cleared
    assert {key: values[key] for key in checkable} == {key: usual[key] for key in checkable}


GOOD = "a difference~0.4,0.3~0.01~central~10000~~0.1~0.1"
BAD = {
    "400 digits of participants": "a difference~0.4,0.3~0.01~central~" + "9" * 400 + "~~0.1~0.1",
    "1e308 participants a day": "a difference~0.4,0.3~0.01~central~10000~1e308~0.1~0.1",
    "1e308 extra": "a difference~0.4,0.3~0.01~central~10000~~1e308~0.1",
    "no extra": "a difference~0.4,0.3~0.01~central~10000~~0~0.1",
    "epsilon 1e308": "a difference~0.4,0.3~0.01~central~10000~~0.1~1e308",
    "epsilon 1e-308": "a difference~0.4,0.3~0.01~central~10000~~0.1~1e-308",
    "a mean of 400 digits": "a difference~0.4," + "9" * 400 + "~0.01~central~10000~~0.1~0.1",
    "a thousand means": "a difference~0.4" + ",0.3" * 1000 + "~0.01~central~10000~~0.1~0.1",
    "risk NaN": "a difference~0.4,0.3~nan~central~10000~~0.1~0.1",
    "nothing": "~~~~~~~",
}


def test_a_good_pin_is_read():
    (plan,) = pins.decode(GOOD)
    assert pins.encode([plan]) == GOOD


@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
def test_a_pin_with_impossible_figures_is_left_out(text):
    assert pins.decode(f"{text}_{GOOD}") == pins.decode(GOOD)


def test_bad_pins_in_a_link_leave_the_page_whole():
    test = checked(visit("choose_epsilon", {"pins": "_".join([*BAD.values(), GOOD])}))
    assert len(test.session_state["pinned-plans"]) == 1
