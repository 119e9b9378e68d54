"""Boxes for numbers, as tests fill them in and read them: they are boxes of text, see ui/controls/number_box.py."""

from streamlit.testing.v1 import AppTest

from ui.controls import number_box


def opened(function, **link):
    """The page that a function draws, opened by this link."""
    test = AppTest.from_function(function)
    for name, value in link.items():
        test.query_params[name] = value
    return test.run()


def fill(test, key, value):
    """Type a number into the box with this key; the page has yet to run."""
    return test.text_input(key=key).set_value(str(value))


def filled(test, key):
    """The number that the box shows; None while it is empty."""
    text = test.text_input(key=key).value
    return float(text) if text else None


def number_boxes(test):
    """The boxes for numbers that the page shows."""
    known = test.session_state.get(number_box.BOXES, {})
    return [box for box in test.text_input if box.key in known]


def rules_of(test, key):
    """What the box with this key takes."""
    return test.session_state[number_box.BOXES][key].rules


def told(test):
    """What is said below boxes for numbers: what is wrong with them, or how they were read."""
    return [html.proto.body for html in test.get("html") if html.proto.body.startswith("<small ")]


def in_force(test, widget):
    """The widget's value; of a box for numbers the last good one, as text, whatever has been written there."""
    known = test.session_state.get(number_box.BOXES, {})
    return known[widget.key].text or None if widget.key in known else widget.value
