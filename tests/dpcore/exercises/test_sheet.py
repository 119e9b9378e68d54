"""Sheets: shipped ones, lines and files, one sentence for each mistake, names of students."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpcore.exercises import QUESTION_KINDS, Sheet, read_sheet, sheet_from_line, shipped_sheets
from dpcore.exercises.sheet import DIFFICULTIES
from tests.dpcore.refusals import refused

GOOD = 'title = "A"\nkinds = ["attacker-belief"]\n'
titles = st.text("aB9 ~,:;-é李ε😀'", min_size=1, max_size=80).filter(str.strip)
kinds = st.lists(st.sampled_from(list(QUESTION_KINDS)), min_size=1, unique=True).map(tuple)
sheets = st.builds(Sheet, titles, kinds, st.sampled_from(DIFFICULTIES), st.integers(0, 2**31))


def test_shipped_sheets_hold_every_kind_together():
    assert {kind for sheet in shipped_sheets() for kind in sheet.kinds} == set(QUESTION_KINDS)
    assert len({sheet.line for sheet in shipped_sheets()}) == len(shipped_sheets()) >= 3
    assert shipped_sheets()[0].difficulty == "easy"


@settings(max_examples=50, deadline=None)
@given(sheets)
def test_a_line_says_the_whole_sheet(sheet):
    assert sheet_from_line(sheet.line) == sheet


def test_a_line_of_this_release_stays_readable():
    """Links with it have been handed out."""
    line = "1~hard~12~epsilon-halved,simulated-runs~Week 3 ~ bounds"
    assert sheet_from_line(line) == Sheet("Week 3 ~ bounds", ("epsilon-halved", "simulated-runs"), "hard", 12)
    assert sheet_from_line(line).student("Ada").hex().startswith("0d4923b7d08bb2c0")


@pytest.mark.parametrize(
    "text, message",
    [
        ("title = 1\nkinds = ['attacker-belief']", "title must be str, not 1"),
        ("kinds = ['attacker-belief']", "needs title"),
        ("title = 'A'", "needs kinds"),
        ("title = 'A'\nkinds = []", "kinds must be a list of 1 to"),
        ("title = 'A'\nkinds = 'attacker-belief'", "kinds must be a list of 1 to"),
        ("title = 'A'\nkinds = ['x']", "there is no kind of question 'x'"),
        ("title = 'A'\nkinds = ['attacker-belief', 'attacker-belief']", "kinds must differ"),
        (GOOD + "difficulty = 'mean'", "difficulty must be one of easy, medium, hard"),
        (GOOD + "seed = -1", "seed must be at least 0"),
        (GOOD + "seed = 1e400", "seed must be a whole number"),
        (GOOD + "seed = " + "9" * 5000, "must be valid TOML"),
        (GOOD + "passphrase = 'x'", "cannot contain 'passphrase'"),
        ('title = "\\u202e"\nkinds = ["attacker-belief"]', "printable"),
        ('title = "' + "x" * 81 + '"\nkinds = ["attacker-belief"]', "1 to 80 printable"),
        ("title = ", "must be valid TOML"),
        ("a = " + "[" * 9000, "must be valid TOML"),
        ("x" * 10_001, "at most 10000 characters"),
        (b"title", "must be a text"),
    ],
)
def test_mistakes_of_a_file(text, message):
    with pytest.raises(ValueError, match=message) as error:
        read_sheet(text)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 450


test_mistakes_of_a_line = refused(
    sheet_from_line,
    ("", "must be 1~difficulty"),
    ("2~easy~1~attacker-belief~A", "must be 1~difficulty"),
    ("1~easy~1~attacker-belief", "must be 1~difficulty"),
    ("1~easy~1~attacker-belief~" + "x" * 20_000, "must be 1~difficulty"),
    ("1~easy~-1~attacker-belief~A", "seed must be"),
    ("1~easy~²~attacker-belief~A", "seed must be"),
    ("1~easy~" + "9" * 400 + "~attacker-belief~A", "seed must be"),
    ("1~easy~9999999999~attacker-belief~A", "seed must be at most"),
    ("1~easy~1~~A", "there is no kind of question ''"),
    ("1~easy~1~attacker-belief~ ", "title must be"),
    (None, "sheet must be str"),
)


@pytest.mark.parametrize("name", ["", "  ", "…", "x" * 101, 7, None, b"Ada"])
def test_no_name(name):
    with pytest.raises(ValueError, match="name must"):
        shipped_sheets()[0].student(name)


def test_names_are_the_same_however_they_are_spelled_in_unicode():
    student = shipped_sheets()[0].student
    assert student("Zoë") == student("Zoe\u0308") == student("ZOË ")
    assert len({student(name) for name in ("Zoë", "Zoe", "12345", "12346", "\ud800a")}) == 5
