"""Inputs that were once read wrongly or refused, one per kind of fault: each is read, or asked about, rightly."""

from pathlib import Path

import pytest

from tests.ui.reading.typed import read_typed_counts
from ui.reading.checks import checks_of
from ui.reading.columns import read_rates
from ui.reading.counts import read_counts
from ui.reading.values import read_values

FILES = Path(__file__).parent / "files"


def counted(name, **answers):
    return read_counts((FILES / name).read_bytes(), {key.replace("_", " "): value for key, value in answers.items()})


def typed(name, **answers):
    return read_typed_counts((FILES / name).read_text(), answers)


def valued(name, **answers):
    return read_values((FILES / name).read_bytes(), answers)


def counts(reading):
    tally = reading.result
    return dict(zip(tally.names, zip(tally.successes, tally.trials, strict=True), strict=True))


def asked(reading):
    question = reading.question
    assert question.chosen is None
    return question.id, question.text, dict(question.options)


def numbers(reading):
    return {
        name: outcomes.tolist() for name, outcomes in zip(reading.result.names, reading.result.outcomes, strict=True)
    }


def test_thousands_marked_by_points_are_asked_about():
    question, text, _ = asked(counted("silent-number-thousands-dot-counts.csv"))
    assert (question, text) == ("marks", "“12.000” may mean 12 or 12,000. Which is it?")
    read = counted("silent-number-thousands-dot-counts.csv", marks=",")
    assert counts(read) == {"A": (12_000, 40_000), "B": (13_000, 40_000)}
    assert counts(counted("silent-number-thousands-dot-counts.csv", marks="."))["A"] == (12, 40)


def test_outcomes_marked_by_points_are_asked_about():
    question, text, _ = asked(valued("silent-number-thousands-dot-outcomes.csv"))
    assert (question, text) == ("marks", "“1.250” may mean 1.25 or 1,250. Which is it?")
    assert numbers(valued("silent-number-thousands-dot-outcomes.csv", marks=",")) == {
        "A": [850, 1250],
        "B": [700, 1300],
    }


def test_rates_with_decimal_commas():
    assert read_rates((FILES / "silent-number-decimal-comma-rates-cell.txt").read_text()).result == (62.5, 55.1)


def test_shares_that_may_be_per_cent():
    text = (FILES / "silent-number-shares-as-percent-rates-cell.txt").read_text()
    assert read_rates(text).question.text == "Is “0.62” 0.62 % or 62 %?"
    assert read_rates(text, {"percent": "percent"}).result == (0.62, 0.55)
    assert read_rates(text, {"percent": "share"}).result == (62, 55)


def test_a_total_is_left_out_and_that_is_said():
    read = counted("silent-rows-totals.csv")
    assert counts(read) == {"A": (118, 400), "B": (161, 400)}
    assert "“Total” is the sum of other options and is left out as a total." in read.notes
    assert len(counts(counted("silent-rows-totals.csv", total="option"))) == 3


def test_a_missing_header_is_asked_about():
    question, text, options = asked(counted("silent-rows-no-header.csv"))
    assert (question, set(options)) == ("header", {"data", "header"})
    assert "“usual, 118, 400”" in text
    question, _, options = asked(counted("silent-rows-no-header.csv", header="data"))
    assert question == "shape"
    assert options["counts"] == "“column 2” successes of “column 3” trials"
    read = counted("silent-rows-no-header.csv", header="data", shape="counts")
    assert counts(read) == {"usual": (118, 400), "A": (161, 400), "B": (112, 400)}


def test_counts_that_never_fall_are_asked_about():
    assert asked(counted("silent-rows-cumulative.csv"))[0] == "cumulative"
    assert counts(counted("silent-rows-cumulative.csv", cumulative="cumulative")) == {"A": (20, 200), "B": (26, 200)}
    daily = counted("silent-rows-cumulative.csv", cumulative="daily")
    assert counts(daily) == {"A": (30, 300), "B": (39, 300)}
    assert "4 rows were added up into one row for each of 2 options." in daily.notes


def test_names_that_look_alike_are_asked_about():
    question, text, _ = asked(counted("silent-names-lookalike.csv"))
    assert question == "alike"
    assert "“control” and “Control”" in text
    assert "Café" not in text
    read = counted("silent-names-lookalike.csv", alike="same")
    assert counts(read) == {"Café": (168, 600), "control": (100, 300), "Tea": (161, 400)}
    assert len(counts(counted("silent-names-lookalike.csv", alike="different"))) == 4


def test_several_rows_of_one_person_are_said():
    read = counted("silent-person-several-rows-choose.csv")
    assert counts(read) == {"A": (1, 3), "B": (2, 3)}
    assert read.result.rows_of_one == 2
    (choice,) = [choice for choice in read.choices if choice.id == "rows of one person"]
    assert choice.text == "“u1” has 2 rows in 2 options. Which rows count?"
    assert dict(choice.options)["all"] == "All rows: ε per person is up to 2 ε"
    first = counted("silent-person-several-rows-choose.csv", rows_of_one_person="first")
    assert counts(first) == {"A": (1, 2), "B": (1, 1)}


def test_no_answer_is_not_taken_for_a_failure():
    question, text, _ = asked(counted("silent-nonresponse-as-failure.csv"))
    assert (question, text[:50]) == ("neither", "3 of 8 rows are 0 both in “yes” and in “no”. Did t")
    assert counts(counted("silent-nonresponse-as-failure.csv", neither="left out")) == {"A": (1, 2), "B": (2, 3)}
    failures = counted("silent-nonresponse-as-failure.csv", neither="failures")
    assert counts(failures) == {"A": (1, 4), "B": (2, 4)}
    assert "Column “yes”: “1” in 3, “0” in 5 of 8 rows." in failures.notes


@pytest.mark.parametrize("read", [lambda name: counts(counted(name)), lambda name: numbers(valued(name))])
def test_words_of_a_known_pair_are_read(read):
    assert read("refused-yesno-words.csv") in (
        {"control": (1, 2), "treatment": (1, 2)},
        {"control": [0, 1], "treatment": [1, 0]},
    )


def test_which_word_is_success_is_said_and_can_be_changed():
    assert counted("refused-yesno-words.csv").summary == "4 rows, 2 options, TRUE = success"
    assert counted("refused-yesno-words.csv", success="FALSE").summary == "4 rows, 2 options, FALSE = success"


def test_missing_outcomes_are_counted_by_option():
    read = counted("refused-missing.csv")
    assert counts(read) == {"A": (1, 2), "B": (1, 2)}
    assert "2 rows have no outcome in column “outcome” (“A” 1, “B” 1); they are left out." in read.notes
    assert counts(counted("refused-missing.csv", missing="failures")) == {"A": (1, 3), "B": (1, 3)}
    assert numbers(valued("refused-missing.csv")) == {"A": [1, 0], "B": [1, 0]}


def test_formatted_outcomes_are_read():
    assert numbers(valued("refused-number-formatted-outcomes.csv")) == {"A": [337_300, 1250], "B": [700.5, 2300]}


def test_decimal_commas_are_read():
    assert counts(counted("refused-number-decimal-comma.csv")) == {"A": (1, 2), "B": (1, 2)}
    assert numbers(valued("refused-number-decimal-comma.csv")) == {"A": [1, 0], "B": [1, 0]}


def test_outcomes_in_columns_of_any_name():
    read = valued("refused-outcomes-no-column-picker.csv")
    assert numbers(read) == {"control": [12.5, 0], "treatment": [14, 3]}
    chosen = {choice.id: choice.chosen for choice in read.choices}
    assert (chosen["option"], chosen["outcome"], chosen.get("person")) == ("variant", "revenue", None)
    offered = {choice.id: dict(choice.options) for choice in read.choices}
    assert set(offered["outcome"]) == {"revenue"}
    assert set(offered["option"]) == {"variant", "revenue"}


def test_a_line_sep_is_skipped():
    read = counted("refused-preamble-sep-line.csv")
    assert counts(read) == {"A": (118, 400), "B": (161, 400)}
    assert read.table.header_row == 2
    assert "Row 1 says that a semicolon separates the cells." in read.notes


def test_invisible_characters_in_names_become_a_space_and_joiners_stay():
    names = counted("refused-name-invisible.csv").result.names
    assert names == ("new treatment", "نمی\u200cدانم", "two lines")


def test_a_long_name_stays_whole():
    assert len(counted("refused-name-long.csv").result.names[0]) == 86


def test_a_tab_wins_over_commas_between_thousands():
    assert counts(typed("refused-delimiter-typed-thousands.txt")) == {"A": (1180, 40_000), "B": (1610, 40_000)}


def test_a_first_line_without_numbers_is_a_heading():
    assert counts(typed("refused-delimiter-typed-header.txt")) == {"A": (118, 400), "B": (161, 400)}


def test_a_wide_table_is_asked_about_and_the_two_shapes_are_shown():
    question, _, options = asked(counted("refused-shape-wide.csv"))
    assert (question, options["wide"]) == ("shape", "Each column is an option: “A” and “B”")
    assert counts(counted("refused-shape-wide.csv", shape="wide")) == {"A": (2, 4), "B": (2, 4)}
    with pytest.raises(ValueError, match=r"“option,outcome”, such as “A,1” and “B,0”.*“option,successes,trials”"):
        _ = counted("refused-shape-wide.csv", shape="else").result
    assert asked(valued("refused-shape-wide.csv"))[0] == "shape"


def test_messages_name_the_visitors_own_column(tmp_path):
    assert counts(counted("unkind-column-role-named.csv")) == {"gate_30": (0, 1), "gate_40": (1, 1)}
    with pytest.raises(ValueError, match="Row 3, column “minutes”: “much” is not a number"):
        _ = read_values(
            b"version,minutes\ngate_30,1\ngate_40,much\n", {"outcome": "minutes", "option": "version"}
        ).result


def test_trials_that_may_be_1_or_1000():
    question, text, _ = asked(typed("wrong-diagnosis-thousands-dot-trials.txt"))
    assert (question, text) == ("marks", "“1.000” may mean 1 or 1,000. Which is it?")
    assert counts(typed("wrong-diagnosis-thousands-dot-trials.txt", marks=",")) == {"A": (300, 1000), "B": (350, 1000)}


def test_no_option_leads_on_a_tie():
    tally = typed("numeric-tie-named-best.txt").result
    (check,) = checks_of(tally.names, tally.successes, tally.trials)
    assert check == "No option leads: “A” and “B” have the same success rate, 29.5 %."


def test_outcomes_of_any_range_are_read():
    assert numbers(valued("leak-clip-range-in-link.csv")) == {"A": [12.5, 98_765.43], "B": [14, 1.92]}
