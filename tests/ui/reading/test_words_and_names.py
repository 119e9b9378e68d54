"""Words for success and failure in seven languages, what stands for nothing, totals, and names of options."""

import pandas as pd
import pytest

from ui.reading.hints import hint
from ui.reading.names import alike, clean_name, likeness, listed, shown
from ui.reading.words import PAIRS, are_opposites, is_missing, is_total, known_pair, may_be_total, missing_in


@pytest.mark.parametrize("success, failure", PAIRS)
def test_pairs_in_any_case(success, failure):
    assert known_pair([success.upper(), failure.title()]) == {success.upper(): True, failure.title(): False}
    assert known_pair([failure]) == {failure: False}


def test_numbers_and_mixtures():
    assert known_pair(["1.0", "0"]) == {"1.0": True, "0": False}
    assert known_pair(["1,0", "1", "0,0"]) == {"1,0": True, "1": True, "0,0": False}
    assert known_pair(["yes", "0"]) is None
    assert known_pair(["1", "2"]) is None
    assert known_pair(["yes", "nein"]) is None
    assert known_pair([]) is None


@pytest.mark.parametrize("text", ["", " ", "NA", "n/a", "NaN", "null", "None", "-", "\\N", "#N/A", "k. A.", "–"])
def test_missing(text):
    assert is_missing(text)
    assert missing_in(pd.Series([text, "0"], dtype="str")).tolist() == [True, False]


@pytest.mark.parametrize("text", ["0", "no", "nein", "A", "nobody", "_"])
def test_not_missing(text):
    assert not is_missing(text)


def test_totals():
    assert is_total(" Grand Total: ")
    assert not is_total("total care")
    assert may_be_total("All")
    assert not may_be_total("Allan")


def test_opposites():
    assert are_opposites("Yes", "No")
    assert are_opposites("converted", "not_converted")
    assert are_opposites("successes", "failures")
    assert not are_opposites("yes", "nein")


def test_names_have_one_spelling():
    assert clean_name("  new\u00a0\n treatment\u200b ") == "new treatment"
    assert clean_name("Cafe\u0301") == "Caf\u00e9"
    assert clean_name("نمی\u200cدانم") == "نمی\u200cدانم"
    assert clean_name("👩\u200d🔬") == "👩\u200d🔬"


@pytest.mark.parametrize(
    "name, words",
    [
        ("A\u202eB", r"U\+202E \(right-to-left override\), which changes the direction"),
        ("A\u2066B", r"U\+2066 \(left-to-right isolate\), which changes the direction"),
        ("A\x07B", r"U\+0007, which is a control character"),
        ("A\x00B", r"U\+0000, which is a control character"),
        ("x" * 1001, "more than 1,000 characters"),
    ],
)
def test_names_that_are_refused(name, words):
    with pytest.raises(ValueError, match=words):
        clean_name(name)


def test_names_that_look_alike():
    assert alike(["control", "Control", "A", "1", "1.0", "B 1", "b1"]) == (
        ("control", "Control"),
        ("1", "1.0"),
        ("B 1", "b1"),
    )
    assert alike(["A", "B", "10", "100", "1.5", "15"]) == ()
    assert likeness("ＡＢ") == likeness("ab")
    assert likeness("نمی\u200cدانم") == likeness("نمیدانم")


def test_texts_in_sentences():
    assert shown("x" * 90) == f"“{'x' * 39}…”"
    assert shown("a\u202eb\nc\x07") == "“aU+202Eb cU+0007”"
    assert listed(["A"]) == "“A”"
    assert listed(["A", "B", "C"]) == "“A”, “B” and “C”"
    assert listed(map(str, range(9))) == "“0”, “1”, “2”, “3” and 5 more"


@pytest.mark.parametrize(
    "role, weights",
    [
        ("option", {"arm": 3, "Test Group": 2, "experimentGroup": 2, "landing_page": 0}),
        ("outcome", {"retention_7": 1, "Résultat": 2, "group": 0}),
        ("successes", {"Konversionen": 2}),
        ("trials", {"n": 2, "column": 0, "test": 0}),
        ("person", {"user_id": 3, "users": 0}),
        ("date", {"Datum": 2}),
    ],
)
def test_hints(role, weights):
    assert {name: hint(role, name) for name in weights} == weights
