"""Short texts of numbers: weekly participants, rates in per cent, boxes."""

import pytest

from ui.reading.columns import MOST_WEEKS, read_box, read_rates, read_weekly_column


@pytest.mark.parametrize(
    "text, numbers",
    [
        ("1200\n900\n0\n", (1200, 900, 0)),
        ("participants\n1,180\n900", (1180, 900)),
        ("Woche\r\n1.180.000\r\n900", (1_180_000, 900)),
        ("12 000\n900", (12_000, 900)),
        ("1.18E+05\n5", (118_000, 5)),
        ("7", (7,)),
    ],
)
def test_weekly_columns(text, numbers):
    assert read_weekly_column(text).result == numbers


def test_weekly_thousands_that_may_be_decimals_are_asked_about():
    question = read_weekly_column("12.000\n13.000").question
    assert question.text == "“12.000” may mean 12 or 12,000. Which is it?"
    assert read_weekly_column("12.000\n13.000", {"marks": ","}).result == (12_000, 13_000)


@pytest.mark.parametrize(
    "text, message",
    [
        ("5\n\n6", "Line 2 is empty; write 0"),
        ("5\n6.5", "Line 2: “6.5” is not a number of participants"),
        ("5\nmany", "Line 2: “many” is not"),
        ("5\n-6", "Line 2: “-6” is not"),
        ("0\n0", "no participants"),
        ("", "Line 1 is empty|no participants"),
        ("999999999", "Line 1: “999999999” is more than 100,000,000 per week"),
        ("1\n" * (MOST_WEEKS + 1), f"521 lines, but at most {MOST_WEEKS} weeks"),
        ("1" * 20_000, "20,000 characters"),
    ],
)
def test_weekly_columns_that_cannot_be_read(text, message):
    with pytest.raises(ValueError, match=message):
        _ = read_weekly_column(text).result


@pytest.mark.parametrize(
    "rates, texts",
    [
        ((62.5, 55.1), ("62,5; 55,1", "62.5, 55.1", "62,5, 55,1", "62,5 55,1", "62.5 %, 55.1 %", "62.5,55.1")),
        ((62.5, 55.1), ("62.5\t55.1",)),
        ((0.62, 0.55), ("0.62 %, 0.55 %",)),
        ((62, 55), ("62 / 55",)),
        ((50, 40, 30), ("50,40,30",)),
        ((62, 5), ("62,5",)),
        ((1.25, 3), ("1.250; 3",)),
        ((0, 0), ("0; 0",)),
    ],
)
def test_rates(rates, texts):
    assert {read_rates(text).result for text in texts} == {rates}


def test_rates_with_commas_alone_are_asked_about():
    question = read_rates("62,5,55,1").question
    assert dict(question.options) == {"rates": "62 %, 5 %, 55 %, 1 %", "decimals": "62.5 %, 55.1 %"}
    assert read_rates("62,5,55,1", {"comma": "decimals"}).result == (62.5, 55.1)


@pytest.mark.parametrize("text", ["", ";", "62; abc", "120; 50", "-5; 50", "1.2.3; 4", "5;" * 60])
def test_rates_that_cannot_be_read(text):
    with pytest.raises(ValueError, match=r"rate|rates"):
        _ = read_rates(text).result


@pytest.mark.parametrize(
    "text, lowest, highest, whole, value",
    [
        ("2,5", 0, 10, False, 2.5),
        ("1.250", 0, 10, False, 1.25),
        ("1.250", 100, 10_000, False, 1250),
        ("12,345", 0, 10**6, True, 12_345),
        ("40 000", 1, 10**6, True, 40_000),
        ("1e-3", 0, 1, False, 0.001),
    ],
)
def test_boxes(text, lowest, highest, whole, value):
    assert read_box(text, lowest, highest, whole) == value


@pytest.mark.parametrize(
    "text, message",
    [
        ("12.000", "“12.000” may mean 12 or 12,000; write 12 or 12000"),
        ("", "This box is empty; write a whole number from 1 to 1,000,000"),
        ("2.5", "is not a whole number"),
        ("5 %", "is not a whole number"),
        ("0", "is not a whole number"),
    ],
)
def test_boxes_that_cannot_be_read(text, message):
    with pytest.raises(ValueError, match=message):
        read_box(text, 1, 10**6, whole=True)
