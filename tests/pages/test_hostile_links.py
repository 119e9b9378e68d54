"""Whatever a link says, every page opens without an error and with the values that it can use."""

from functools import cache
from itertools import product

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
LINKS = range(2)


def visit(page, link):
    test = AppTest.from_file(str(APP), default_timeout=SECONDS)
    for name, value in link.items():
        test.query_params[name] = value
    test.switch_page(f"pages/{page}.py").run()
    return stopped(test if test.markdown else finished(test))  # some verdicts wait for their job


def bound_widgets(test):
    """Each widget that the link can set, by its name in the link."""
    kinds = (test.number_input, test.text_input, test.text_area, test.selectbox, test.radio, test.checkbox)
    kinds += (test.toggle, test.multiselect, test.button_group, test.segmented_control, test.pills, test.select_slider)
    return {
        widget.proto.query_param_key: widget
        for kind in kinds
        for widget in kind
        if getattr(widget.proto, "query_param_key", "")
    }


@cache
def usual(page):
    """The page opened without a link: the value and the kind of each widget that a link can set."""
    return {name: (widget.value, family(widget)) for name, widget in bound_widgets(visit(page, {})).items()}


def family(widget):
    return widget.type if widget.type in ("number_input", "text_input", "text_area") else "choice"


def dealt(page, link):
    """The page's nasty link number `link`, from 0: each widget has another value."""
    shift = 2 * PAGES.index(page) + 5 * link
    return {name: list(NASTY)[(place + shift) % len(NASTY)] for place, name in enumerate(sorted(usual(page)))}


def test_every_page_that_has_inputs_of_its_own_shows_them():
    assert {"runs", "cap", "seed2"} <= set(usual("stopping_times"))
    in_closed_sections = {"weeks"}  # tests/pages/test_looks.py opens them
    assert set().union(*map(usual, PAGES)) >= TEXTS - in_closed_sections


def test_each_value_is_dealt_to_each_kind_of_widget():
    met = {
        (usual(page)[name][1], value) for page in PAGES for link in LINKS for name, value in dealt(page, link).items()
    }
    assert met >= set(product(("number_input", "text_input", "choice"), NASTY))


@pytest.mark.parametrize("link", LINKS)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_opens_whatever_the_link_says(name, link):
    values = {key: NASTY[value] for key, value in dealt(name, link).items()}
    test = checked(visit(name, values))
    assert test.title
    assert test.markdown[0].value
    for key, widget in bound_widgets(test).items():
        is_emptied = widget.value == [] and values.get(key) == ""  # a list may be empty
        if key in usual(name) and key not in TEXTS and not is_emptied:
            assert widget.value == usual(name)[key][0], key


@pytest.mark.parametrize("name", ["choose_epsilon", "fixed_budget", "what_is_promised"])
def test_boxes_of_text_take_whatever_is_written(name):
    test = visit(name, {})
    own = TEXTS - {"arms", "epsilon", "risk", "indifference"}  # those are in the links of every page above
    for value in (value for value in NASTY.values() if isinstance(value, str)):
        boxes = [widget for key, widget in bound_widgets(test).items() if key in own]
        assert boxes
        for box in boxes:
            box.set_value(value)
        checked(stopped(test.run()))


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
    assert pins.encode([plan]) == f"{GOOD}~"  # names of the options, which links of before had not


@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
def test_a_pin_with_impossible_figures_is_left_out(text):
    assert pins.decode(f"{text}_{GOOD}") == pins.decode(GOOD)


def test_bad_pins_in_a_link_leave_the_page_whole():
    test = checked(visit("choose_epsilon", {"pins": "_".join([*BAD.values(), GOOD])}))
    assert len(test.session_state["pinned-plans"]) == 1
