"""A column of weekly numbers as it is typed, pasted or sent: a column, or one sentence."""

import re

import pytest

from ui.choose.sequential.looks.weekly import LONGEST_TEXT, MOST_A_WEEK, MOST_WEEKS, read_weekly


@pytest.mark.parametrize(
    "text, column",
    [
        ("500\n800\n1000", (500, 800, 1000)),
        ("500\r\n800\r\n", (500, 800)),
        ("  0 \n 7.00\n\n \n", (0, 7)),
        (f"{MOST_A_WEEK}", (MOST_A_WEEK,)),
        ("000000000000500", (500,)),
        ("1\n" * MOST_WEEKS, (1,) * MOST_WEEKS),
        ("1,200\n1,234,567\n800.00", (1200, 1_234_567, 800)),
        ("week 1\n500\n0", (500, 0)),
        ("visitors\n500", (500,)),
    ],
)
def test_a_column_is_read(text, column):
    assert read_weekly(text) == column


@pytest.mark.parametrize(
    "text, sentence",
    [
        ("500\n1.200", "Line 2: '1.200' is not a whole number, written with digits only, one week a line."),
        ("1.000", "Line 1: '1.000' is not a whole number"),  # 1, or 1000?
        ("12,00", "Line 1: '12,00' is not a whole number"),
        ("5OO\n800", "Line 1: '5OO' is not a whole number"),
        ("500\nvisitors", "Line 2: 'visitors' is not a whole number"),
        ("500, 800", "Line 1: '500, 800' is not a whole number"),
        ("500\n\n800", "Line 2: it is empty; it must be a whole number"),
        ("-3", "Line 1: '-3' is not a whole number"),
        ("nan", "Line 1: 'nan' is not a whole number"),
        ("1e400", "Line 1: '1e400' is not a whole number"),
        ("٣", "Line 1: '٣' is not a whole number"),
        ("9" * 400, "is more than 100,000,000 a week."),
        (f"{MOST_A_WEEK + 1}", "Line 1: '100000001' is more than 100,000,000 a week."),
        ("0\n0", "Nobody comes in these weeks"),
        (" \n ", "Nobody comes in these weeks"),
        ("1\n" * (MOST_WEEKS + 1), "The column has 521 lines; 520 weeks can be read."),
        ("1" * (LONGEST_TEXT + 1), "The column has 10,001 characters; 10,000 can be read."),
    ],
)
def test_a_bad_column_is_one_sentence(text, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)) as error:
        read_weekly(text)
    assert len(str(error.value)) < 130
