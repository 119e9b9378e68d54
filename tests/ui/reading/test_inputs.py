"""Inputs that were once read wrongly or refused, one per kind of fault: each is read, or asked about, rightly."""

from pathlib import Path

import pytest

from tests.ui.reading.typed import by_name, read_typed_counts
from ui.reading.columns import read_rates
from ui.reading.counts import read_counts
from ui.reading.values import read_values

FILES = Path(__file__).parent / "files"
AB = {"A": (118, 400), "B": (161, 400)}
SMALL = {"A": (1, 2), "B": (1, 2)}
POINTS, TYPED_POINTS = "silent-number-thousands-dot-counts.csv", "wrong-diagnosis-thousands-dot-trials.txt"
THOUSANDS = "silent-number-thousands-dot-outcomes.csv"
NO_HEADER, FALLING_NEVER, LIKE = "silent-rows-no-header.csv", "silent-rows-cumulative.csv", "silent-names-lookalike.csv"
SEVERAL_ROWS, SILENT = "silent-person-several-rows-choose.csv", "silent-nonresponse-as-failure.csv"
WIDE, WORDS, MISSING = "refused-shape-wide.csv", "refused-yesno-words.csv", "refused-missing.csv"
DECIMALS, TOTALS, SEP = "refused-number-decimal-comma.csv", "silent-rows-totals.csv", "refused-preamble-sep-line.csv"


def counted(name, answers=None):
    content = (FILES / name).read_bytes()
    return read_typed_counts(content.decode(), answers) if name.endswith(".txt") else read_counts(content, answers)


def valued(name, answers=None):
    return read_values((FILES / name).read_bytes(), answers)


@pytest.mark.parametrize(
    "read, name, answers, asked, said",
    [
        (counted, POINTS, {}, "marks", "“12.000” may mean 12 or 12,000. Which is it?"),
        (counted, TYPED_POINTS, {}, "marks", "“1.000” may mean 1 or 1,000. Which is it?"),
        (
            valued,
            "silent-number-thousands-dot-outcomes.csv",
            {},
            "marks",
            "“1.250” may mean 1.25 or 1,250. Which is it?",
        ),
        (counted, NO_HEADER, {}, "header", "“usual, 118, 400”"),
        (counted, NO_HEADER, {"header": "data"}, "shape", "“column 2” successes of “column 3” trials"),
        (counted, FALLING_NEVER, {}, "cumulative", ""),
        (counted, LIKE, {}, "alike", "“control” and “Control”"),
        (counted, SILENT, {}, "neither", "3 of 8 rows are 0 both in “yes” and in “no”. Did t"),
        (counted, WIDE, {}, "shape", "Each column is an option: “A” and “B”"),
        (valued, WIDE, {}, "shape", ""),
    ],
)
def test_what_may_mean_two_things_is_asked_about(read, name, answers, asked, said):
    question = read(name, answers).question
    assert (question.id, question.chosen) == (asked, None)
    assert said in f"{question.text} {dict(question.options)}"
    assert "Café" not in question.text


@pytest.mark.parametrize(
    "name, answers, expected, note",
    [
        (POINTS, {"marks": ","}, {"A": (12_000, 40_000), "B": (13_000, 40_000)}, ""),
        (POINTS, {"marks": "."}, {"A": (12, 40), "B": (13, 40)}, ""),
        (TYPED_POINTS, {"marks": ","}, {"A": (300, 1000), "B": (350, 1000)}, ""),
        (TOTALS, {}, AB, "“Total” is the sum of other options and is left out as a total."),
        (TOTALS, {"total": "option"}, {**AB, "Total": (279, 800)}, ""),
        (NO_HEADER, {"header": "data", "shape": "counts"}, {"usual": (118, 400), "A": (161, 400), "B": (112, 400)}, ""),
        (FALLING_NEVER, {"cumulative": "cumulative"}, {"A": (20, 200), "B": (26, 200)}, ""),
        (FALLING_NEVER, {"cumulative": "daily"}, {"A": (30, 300), "B": (39, 300)},
         "4 rows were added up into one row for each of 2 options."),
        (LIKE, {"alike": "same"}, {"Café": (168, 600), "control": (100, 300), "Tea": (161, 400)}, ""),
        (LIKE, {"alike": "different"},
         {"Café": (168, 600), "control": (30, 100), "Control": (70, 200), "Tea": (161, 400)}, ""),
        (SEVERAL_ROWS, {}, {"A": (1, 3), "B": (2, 3)}, ""),
        (SEVERAL_ROWS, {"rows of one person": "first"}, {"A": (1, 2), "B": (1, 1)}, ""),
        (SILENT, {"neither": "left out"}, {"A": (1, 2), "B": (2, 3)}, ""),
        (SILENT, {"neither": "failures"}, {"A": (1, 4), "B": (2, 4)},
         "Column “yes”: “1” in 3, “0” in 5 of 8 rows."),
        (WORDS, {}, {"control": (1, 2), "treatment": (1, 2)}, ""),
        (MISSING, {}, SMALL, "2 rows have no outcome in column “outcome” (“A” 1, “B” 1); they are left out."),
        (MISSING, {"missing": "failures"}, {"A": (1, 3), "B": (1, 3)}, ""),
        (DECIMALS, {}, SMALL, ""),
        (SEP, {}, AB, "Row 1 says that a semicolon separates the cells."),
        ("refused-delimiter-typed-thousands.txt", {}, {"A": (1180, 40_000), "B": (1610, 40_000)}, ""),
        ("refused-delimiter-typed-header.txt", {}, AB, ""),
        (WIDE, {"shape": "wide"}, {"A": (2, 4), "B": (2, 4)}, ""),
        ("unkind-column-role-named.csv", {}, {"gate_30": (0, 1), "gate_40": (1, 1)}, ""),
    ],
)  # fmt: skip
def test_counts_are_read_and_what_was_done_is_said(name, answers, expected, note):
    read = counted(name, answers)
    assert by_name(read) == expected
    assert note in ("", *read.notes)


@pytest.mark.parametrize(
    "name, answers, expected",
    [
        (THOUSANDS, {"marks": ","}, {"A": [850, 1250], "B": [700, 1300]}),
        (WORDS, {}, {"control": [0, 1], "treatment": [1, 0]}),
        (MISSING, {}, {"A": [1, 0], "B": [1, 0]}),
        ("refused-number-formatted-outcomes.csv", {}, {"A": [337_300, 1250], "B": [700.5, 2300]}),
        (DECIMALS, {}, {"A": [1, 0], "B": [1, 0]}),
        ("leak-clip-range-in-link.csv", {}, {"A": [12.5, 98_765.43], "B": [14, 1.92]}),
        ("refused-outcomes-no-column-picker.csv", {}, {"control": [12.5, 0], "treatment": [14, 3]}),
    ],
)
def test_numbers_are_read(name, answers, expected):
    read = valued(name, answers).result
    assert dict(zip(read.names, (outcomes.tolist() for outcomes in read.outcomes), strict=True)) == expected


def test_shares_that_may_be_per_cent():
    assert read_rates("0.62, 0.55").question.text == "Is “0.62” 0.62 % or 62 %?"
    assert read_rates("0.62, 0.55", {"percent": "percent"}).result == (0.62, 0.55)
    assert read_rates("0.62, 0.55", {"percent": "share"}).result == (62, 55)


def test_several_rows_of_one_person_are_said():
    read = counted(SEVERAL_ROWS)
    assert read.result.rows_of_one == 2
    (choice,) = [choice for choice in read.choices if choice.id == "rows of one person"]
    assert choice.text == "“u1” has 2 rows in 2 options. Which rows count?"
    assert dict(choice.options)["all"] == "All rows: ε per person is up to 2 ε"


def test_which_word_is_success_is_said_and_can_be_changed():
    for answers, word in (({}, "TRUE"), ({"success": "FALSE"}, "FALSE")):
        assert counted(WORDS, answers).summary == f"4 rows, 2 options, {word} = success"


def test_every_column_is_offered_that_may_play_a_part():
    read = valued("refused-outcomes-no-column-picker.csv")
    chosen = {choice.id: choice.chosen for choice in read.choices}
    assert (chosen["option"], chosen["outcome"], chosen.get("person")) == ("variant", "revenue", None)
    offered = {choice.id: set(dict(choice.options)) for choice in read.choices}
    assert (offered["outcome"], offered["option"]) == ({"revenue"}, {"variant", "revenue"})
    assert counted(SEP).table.header_row == 2


def test_invisible_characters_in_names_become_a_space_joiners_stay_and_long_names_are_whole():
    names = counted("refused-name-invisible.csv").result.names
    assert names == ("new treatment", "نمی\u200cدانم", "two lines")
    assert len(counted("refused-name-long.csv").result.names[0]) == 86


def test_messages_name_what_can_be_read_and_the_visitors_own_column():
    with pytest.raises(ValueError, match=r"“option,outcome”, such as “A,1” and “B,0”.*“option,successes,trials”"):
        _ = counted(WIDE, {"shape": "else"}).result
    with pytest.raises(ValueError, match="Row 3, column “minutes”: “much” is not a number"):
        _ = read_values(
            b"version,minutes\ngate_30,1\ngate_40,much\n", {"outcome": "minutes", "option": "version"}
        ).result
