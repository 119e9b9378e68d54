"""A visitor's text stays text; what a browser makes of it is tested in tests/browser/test_hostile_links.py."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.look.literal import LONGEST_QUOTE, literal, quoted

JOINER = "\u2060"


def read(markdown):
    """The text that CommonMark shows: backslashes before punctuation are gone, and joiners cannot be seen."""
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", markdown).replace(JOINER, "")


@given(st.text() | st.text(alphabet="\\`*_[]()!<>:@$&~#+-=|{}. 1aw/\n"))
def test_the_text_comes_back_on_one_line(text):
    assert read(literal(text)) == " ".join(text.split()).replace(JOINER, "")


@given(st.text(alphabet="\\`*_[]()!<>:@$&~#+-=|{}. 1aw/\n"))
def test_no_mark_stays_active(text):
    shown = literal(text)
    assert not re.search(r"(?<!\\)(?:\\\\)*(?<![\\])[`*_\[\]$~<>!]", shown)
    assert not re.search(r":[\w+/-]|@[\w-]|www\.", shown)
    assert not re.match(r"(#+|[-+]|\d+[.)])(\s|$)|--", shown)


@pytest.mark.parametrize("text", ["0.5 is not 1", "epsilon must be > 0", "-1.0", "a (b), c; 'd' = 3 %"])
def test_ordinary_sentences_are_read_as_they_are(text):
    assert read(literal(text)) == text


@pytest.mark.parametrize("text", ["0.01", "-1.0", "+10,000", "#1", "3)x", "risk must be between 0.001 and 100, not 7"])
def test_numbers_are_no_lists_and_words_alone_stay_as_they_are(text):
    assert literal(text) == text


@pytest.mark.parametrize(
    "text", ["x" * 10**6, "'" * 99, '"' * 200, "\n" * 100, "\u202e" * 50, "'\"" * 60], ids=list("abcdef")
)
def test_a_quotation_is_short_and_on_one_line(text):
    shown = quoted(text)
    assert len(shown) <= LONGEST_QUOTE == 100
    assert shown.isprintable()


def test_a_short_quotation_is_what_python_writes():
    assert quoted("zero") == "'zero'"
    assert quoted("abcdef", 5) == "'ab…'"
