"""Pins come back from their file as they were, and what is no such file is said in one sentence."""

import json
import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.pins.pin import LONGEST_VERDICT, MOST, MOST_BYTES, MOST_BYTES_OF_PIN, PinnedState, checked, decode, encode
from ui.shell.versions import VERSION

PAGES = ("", "audit", "stopping_times")
LINES = st.text(st.characters(exclude_categories=["C", "Z"]), max_size=30)
NAMES = LINES.filter(lambda name: name and name not in ("v", "embed", "embed_options", "show"))
INPUTS = st.dictionaries(NAMES, st.lists(LINES, min_size=1, max_size=3), max_size=5)
PINS = st.lists(st.builds(PinnedState, st.sampled_from(PAGES), INPUTS, LINES), min_size=1, max_size=MOST)


def told(**changes):
    """A good file, with these changes to its only pin."""
    pin = {"page": "audit", "inputs": {"epsilon": ["1"]}, "verdict": "fine"} | changes
    return {"format": "pins of Price of Privacy", "version": VERSION, "pins": [pin]}


def read(content):
    return decode(content if isinstance(content, bytes) else json.dumps(content).encode(), PAGES)


@given(PINS)
def test_what_is_saved_comes_back_and_says_that_it_is_from_a_file(pins):
    back = decode(encode(pins).encode(), PAGES)
    assert [(pin.page, pin.inputs, pin.verdict) for pin in back] == [
        (pin.page, pin.inputs, pin.verdict) for pin in pins
    ]
    assert all(pin.is_from_file for pin in back)


def test_four_of_the_largest_pins_are_one_file_that_can_be_read():
    pin = PinnedState("audit", {"policy": ["\n🙈"]}, "")
    while len(encode([pin]).encode()) < MOST_BYTES_OF_PIN - 500:
        pin.inputs["policy"][0] += "\n🙈" * 50
    assert len(decode(encode([checked(pin)] * MOST).encode(), PAGES)) == MOST


def test_a_file_of_an_earlier_version_is_read_in_todays_words():
    (pin,) = read(told(page="stopping_times", inputs={"show": ["median"]}) | {"version": 1})
    assert pin.inputs == {"average": ["median"]}


@pytest.mark.parametrize(
    "content, sentence",
    [
        (b"", "no JSON text in UTF-8"),
        (b"\xff\xfe", "no JSON text in UTF-8"),
        (b"[" * 50_000, "no JSON text in UTF-8"),
        (b'{"version": ' + b"9" * 5000 + b"}", "no JSON text in UTF-8"),
        (b'{"format": NaN}', "no JSON text in UTF-8"),
        (b'{"format": 1, "format": 2}', "each key once"),
        (b" " * (MOST_BYTES + 1), "larger than 100 KB"),
        ([], "must be a JSON object, got a list"),
        (told() | {"run": "os"}, "unknown key, 'run'"),
        ({"format": "pins of Price of Privacy"}, "has no version"),
        (told() | {"format": "<b>"}, "format must be"),
        (told() | {"version": True}, "whole number from 1"),
        (told() | {"version": VERSION + 1}, "whole number from 1"),
        (told() | {"pins": []}, "a list of 1 to 4"),
        (told() | {"pins": told()["pins"] * 5}, "a list of 1 to 4"),
        (told() | {"pins": ["x"]}, "Pin 1 of the file must be a JSON object, got 'x'"),
        (told(title="x"), "Pin 1 of the file has an unknown key, 'title'"),
        (told(page="../secret"), "names the page '../secret', which is not here"),
        (told(page=["audit"]), "names the page a list"),
        (told(inputs=[]), "each of its inputs as a list of texts"),
        (told(inputs={"epsilon": "1"}), "each of its inputs as a list of texts"),
        (told(inputs={"epsilon": [1]}), "each of its inputs as a list of texts"),
        (told(inputs={"epsilon": []}), "each of its inputs as a list of texts"),
        (told(inputs={"embed": ["true"]}), "an input called 'embed'"),
        (told(inputs={"x" * 61: ["1"]}), "which no page has"),
        (told(inputs={"epsilon": ["\0"]}), "an invisible character"),
        (told(inputs={"epsilon": ["\ud800"]}), "an invisible character"),
        (told(inputs={"epsilon": ["x" * 30_000]}), "a pin can have up to 24 KB"),
        (told(verdict=7), "its verdict as a text, got 7"),
        (told(verdict="two\nlines"), "not one line"),
        (told(verdict="x" * (LONGEST_VERDICT + 1)), "not one line"),
    ],
)
def test_each_mistake_has_one_sentence(content, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)) as caught:
        read(content)
    assert len(str(caught.value)) < 200
    assert "\n" not in str(caught.value)


@given(
    st.recursive(
        st.none() | st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
    )
)
def test_whatever_stands_in_a_file_is_refused_or_read(value):
    for content in (
        value,
        told() | {"pins": value},
        told() | {"version": value},
        told(inputs=value),
        told(verdict=value),
    ):
        with suppress(ValueError):
            assert len(read(content)) == 1
