"""The seed of a page, and what a link of an earlier version says of it."""

import pytest

from tests.boxes import opened
from ui.look.literal import quoted


def page():
    import streamlit as st

    from ui.controls.seed import seed_box

    st.text(seed_box("seed", bind="query-params"))


def test_a_link_keeps_the_seed():
    test = opened(page, seed2="5")
    assert test.text[0].value == "5"
    assert not test.toast


def test_a_link_of_an_earlier_version_keeps_its_seed_and_says_once_that_runs_are_new():
    test = opened(page, seed="5")
    assert test.text[0].value == "5"
    (told,) = test.toast
    assert (
        told.value
        == "This link was made before version 0.2. Its settings are kept, but its seed now gives different runs."
    )
    assert told.proto.duration == 0  # until it is closed
    assert "seed" not in test.query_params
    assert test.query_params["seed2"] in ("5", ["5"])
    test.text_input(key="seed2").set_value("6").run()
    assert test.text[0].value == "6"
    assert not test.toast


@pytest.mark.parametrize("name", ["seed", "seed2"])
@pytest.mark.parametrize("text", ["-1", "1.5", str(2**31 + 1), "9" * 300, "![x](http://a.b/c.png)"])
def test_a_seed_that_is_none_is_told_once_with_the_one_that_counts(name, text):
    test = opened(page, **{name: text})
    (told,) = test.toast
    assert told.value.replace("\\", "").replace("\u2060", "") == (
        f"The link's seed must be a whole number from 0 to 2,147,483,648, not {quoted(text)}. "
        f"The page shows the runs of seed {test.text[0].value}."
    )
    assert told.proto.duration == 0  # until it is closed
    assert "![x]" not in told.value
    assert not test.exception
    test.run()
    assert not test.toast
    assert name not in test.query_params or test.query_params[name] == test.text[0].value
