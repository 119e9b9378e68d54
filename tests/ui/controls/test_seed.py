"""The seed of a page, and what a link of an earlier version says of it."""

import pytest
from streamlit.testing.v1 import AppTest


def page():
    import streamlit as st

    from ui.controls.seed import seed_box

    st.text(seed_box("seed", bind="query-params"))


def opened(**link):
    test = AppTest.from_function(page)
    for name, value in link.items():
        test.query_params[name] = value
    return test.run()


def test_a_link_keeps_the_seed():
    test = opened(seed2="5")
    assert test.text[0].value == "5"
    assert not test.toast


def test_a_link_of_an_earlier_version_keeps_its_seed_and_says_once_that_runs_are_new():
    test = opened(seed="5")
    assert test.text[0].value == "5"
    (told,) = test.toast
    assert told.value == "This link was made before version 0.2: its settings are kept, but seeds mean other runs now."
    assert told.proto.duration == 0  # until it is closed
    assert "seed" not in test.query_params
    assert test.query_params["seed2"] in ("5", ["5"])
    test.number_input(key="seed2").set_value(6).run()
    assert test.text[0].value == "6"
    assert not test.toast


@pytest.mark.parametrize("seed", ["", "-1", "two", "1.5", str(2**31 + 1), "9" * 5000, "٣"])
def test_a_seed_that_is_none_is_dropped(seed):
    test = opened(seed=seed)
    assert test.text[0].value == "0"
    assert not test.toast
    assert not test.exception
