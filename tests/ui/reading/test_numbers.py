"""One grammar of numbers: what texts may mean, alone and in a column, and how a column becomes numbers."""

import math
import time

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.reading.numbers import FoundMarks, Marks, column_marks, column_numbers, marks_of, read_number

MARKS = [Marks(".", ","), Marks(",", "."), Marks(".", " "), Marks(",", " "), Marks(".", "'"), Marks(",", "'")]


@pytest.mark.parametrize(
    "value, texts",
    [
        (118, ("118", "118.0", "1.18E+02")),
        (12.5, ("12.5", "12,5", "CHF 12.50", "12.5 %", "١٢٫٥")),
        (0.125, ("0.125", "0,125", ".125")),
        (1234.567, ("1234.567",)),
        (337_300, ("337,300.00",)),
        (1250.5, ("1.250,50",)),
        (1_250_000, ("1.250.000",)),
        (12_000, ("12 000", "12\u202f000")),
        (12_000.5, ("12\u00a0000,5",)),
        (1234.5, ("1'234.50", "$1,234.50", "1 234,50 €")),
        (1234, ("1’234",)),
        (1_234_567, ("12,34,567",)),
        (-3.5, ("\u22123,5",)),
        (-12.5, ("(12.50)", "12.50-", "-€ 12,5")),
        (118_000, ("1.18E+05", "1,18e5")),
        (5, ("+5", "5.", "  5 ", "%5", "５")),
    ],
)
def test_texts_with_one_meaning(value, texts):
    assert {read_number(text).value for text in texts} == {value}


@pytest.mark.parametrize(
    "text, values", [("12.000", {12, 12_000}), ("1,250", {1.25, 1250}), ("-1.180", {-1.18, -1180})]
)
def test_texts_with_two_meanings(text, values):
    read = read_number(text)
    assert read.is_ambiguous
    assert read.value is None
    assert set(read.values) == values


@pytest.mark.parametrize(
    "text",
    ["", " ", "-", "abc", "1.2.3", "1,2,3", "1 2", "12 0000", "--5", "(-5)", "(5", "1e999", "$5€", "0x10", "1_000",
     "inf", "nan", "٫", "1.000,000.5", "1'2", "٥x", "9" * 65, "2026-03-01", "12:30", "True", "=1+1"],
)  # fmt: skip
def test_texts_that_are_no_numbers(text):
    assert read_number(text).values == ()


def test_units_are_told_apart():
    assert read_number("12 %").percent
    assert read_number("12 €").currency == "€"
    assert not read_number("12").percent


@pytest.mark.parametrize(
    "texts, whole, found",
    [
        (["850", "1.250", "3,5"], False, Marks(",")),
        (["850", "1.250", "0.5"], False, Marks(".")),
        (["1.250", "1.250.000"], False, Marks(",", ".")),
        (["1.250", "1,250,000"], False, Marks(".", ",")),
        (["1.250", "12 000"], False, Marks(".", " ")),
        (["1,180", "40,000"], True, Marks(".", ",")),
        (["5", "6"], False, Marks()),
        (["", "abc", "1,5"], False, Marks(",")),
    ],
)
def test_marks_that_a_column_settles(texts, whole, found):
    assert marks_of(texts, whole).marks == found
    assert marks_of(texts, whole).unclear == marks_of(texts, whole).mixed == ()


def test_thousands_parted_by_spaces_settle_a_decimal_mark():
    assert marks_of(["1 250", "12,500"]).marks == Marks(",", " ")
    assert marks_of(["1 250", "12.500"]).marks == Marks(".", " ")


def test_marks_that_a_column_leaves_open_or_mixes():
    assert marks_of(["12.000", "40.000"], True).unclear == ("12.000", "40.000")
    assert marks_of(["850", "1.250"]).unclear == ("1.250",)
    assert marks_of(["1.5", "1,5"]).mixed == ("1.5", "1,5")
    assert marks_of(["1.5", "1.500.000"]).mixed == ("1.5", "1.500.000")
    assert marks_of(["1.000.000", "1,000,000"]).mixed == ("1.000.000", "1,000,000")
    assert marks_of([]) == FoundMarks()


@given(st.integers(-(10**11), 10**11), st.integers(0, 4), st.sampled_from(MARKS))
def test_a_number_written_with_marks_comes_back_with_them(value, digits, marks):
    plain = f"{value / 10**digits:,.{digits}f}"
    text = plain.translate(str.maketrans({",": marks.thousands, ".": marks.decimal}))
    read = read_number(text)
    assert float(plain.replace(",", "")) in read.values
    assert read_number(text, marks).value == float(plain.replace(",", ""))


@given(
    st.lists(st.floats(-1e9, 1e9).map(lambda value: round(value, 2)), min_size=1, max_size=20), st.sampled_from(MARKS)
)
def test_a_column_comes_back_with_its_marks(values, marks):
    texts = [f"{value:,.2f}".translate(str.maketrans({",": marks.thousands, ".": marks.decimal})) for value in values]
    column = pd.Series([*texts, "nothing"], dtype="str")
    found = column_marks(column)
    assert found.marks.decimal == marks.decimal
    numbers = column_numbers(column, found.marks)
    assert numbers[:-1].tolist() == [float(f"{value:.2f}") for value in values]
    assert math.isnan(numbers[-1])


@pytest.mark.parametrize(
    "texts",
    [
        ["1.250", "0.5"],
        ["1.250", "1.300"],
        ["1.250", "1,5"],
        ["1.250", "1.250.000"],
        ["1.5", "1,5"],
        ["1,250.5", "1.250"],
        ["1.250,5", "1.5"],
    ],
)
def test_very_many_different_texts_are_read_as_few_are(texts):
    many = pd.Series([*map(str, range(30_000)), *texts], dtype="str")
    few = marks_of(texts)
    found = column_marks(many)
    assert (found.marks, found.unclear, bool(found.mixed)) == (few.marks, few.unclear, bool(few.mixed))


def test_a_column_without_numbers_of_its_marks_has_none():
    numbers = column_numbers(pd.Series(["1.5", "1,5", "inf", "", "1e5"], dtype="str"), Marks(","))
    assert np.isnan(numbers).tolist() == [True, False, True, True, False]


@pytest.mark.parametrize(
    "form, digits", [("${}", 1), ("-${}", 3), ("$ {}", 3), ("{}%", 3), ("{} €", 1), ("{} €", 3), ("{}", 3)]
)
def test_very_many_numbers_with_a_unit_are_read_as_few_are(form, digits):
    values = np.round(np.arange(30_000) + 0.137, digits)
    column = pd.Series([form.format(f"{value:.{digits}f}") for value in values], dtype="str")
    sign = -1 if form.startswith("-") else 1
    start = time.process_time()
    found = column_marks(column)
    assert (found.marks.decimal, found.unclear) == (".", ())
    assert (column_numbers(column, found.marks) == sign * values).all()
    assert time.process_time() - start < 1


def test_a_unit_at_both_ends_is_no_number():
    column = pd.Series([*(f"${n}.5" for n in range(30_000)), "$5$", "1$2"], dtype="str")
    assert np.isnan(column_numbers(column, column_marks(column).marks)[-2:]).all()
