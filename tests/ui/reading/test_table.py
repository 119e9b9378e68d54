"""Files as tables: encodings, layouts, headers, sheets; what is skipped is said, and what is open is asked."""

import gzip

import pandas as pd
import pytest

from tests.ui.reading.workbooks import xlsx, xlsx_rows
from ui.reading import parsed
from ui.reading.counts import read_counts
from ui.reading.dialect import usual_width
from ui.reading.records import text_of_value
from ui.reading.table import read_table

PLAIN = "arm,outcome\nCafé,1\nB,0\n"


def cells(table):
    return table.cells.to_dict("list")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252"])
@pytest.mark.parametrize("packed", [bytes, gzip.compress])
def test_encodings(encoding, packed):
    table = read_table(packed(PLAIN.encode(encoding)))
    assert cells(table) == {"arm": ["Café", "B"], "outcome": ["1", "0"]}
    assert table.source.is_likely_encoding == (encoding == "cp1252")


def test_a_file_of_several_packed_parts():
    assert len(read_table(gzip.compress(b"arm,outcome\nA,1\n") + gzip.compress(b"B,0\n")).cells) == 2


@pytest.mark.parametrize(
    "text, delimiter",
    [
        ("a;b\n1,5;2,5\n", ";"),
        ("a\tb\n1,180\t40,000\n", "\t"),
        ('a,b\n"x;y",1\n"x;z",2\n', ","),
        ("name,n\nx;y,1\nx;z,2\n", ","),
        ("a|b\n1|2\n", "|"),
        ("variant|revenue\n" + "A|12,5\n" * 40, "|"),
        ("a b\n1 2\n", " "),
        ("a\n1\n2\n", ""),
        ("sep=|\na,b|c\n1,2|3\n", "|"),
        ("Report; made by hand\na,b,c\n1,2,3\n4,5,6\n", ","),
    ],
)
def test_what_parts_the_cells(text, delimiter):
    assert read_table(text.encode()).source.delimiter == delimiter


def test_rows_keep_the_numbers_that_they_have_in_the_file():
    table = read_table(b'note\n\narm,outcome\nA,1\n\n"B\nC",0\n')
    assert table.header_row == 3
    assert table.cells.index.tolist() == [4, 6]
    assert table.notes == ("The table begins in row 3; anything above it is left out.",)


@pytest.mark.parametrize(
    "text, is_asked",
    [
        ("arm,outcome\nA,1\nB,0\n", False),
        ("A,1\nB,0\n", True),
        ("A,yes\nB,no\nA,no\nB,yes\n", True),
        ("u1,A,yes\nu2,B,no\nu3,A,no\nu4,B,yes\n", True),
        ("arm,clicked\nA,clicked\nB,\n", False),
        ("arm,2024,2025\nA,x,y\nB,y,x\n", False),
    ],
)
def test_headers_in_doubt_are_asked_about(text, is_asked):
    question = read_table(text.encode()).question
    assert (question.id if question else None) == ("header" if is_asked else None)


def test_a_row_of_outcomes_is_no_header_because_yes_may_name_a_column():
    table = read_table(b"reminder,shown_up\nSMS,yes\nletter,no\nSMS,no\nletter,yes\n")
    assert (table.header_row, table.question, table.names) == (1, None, ("reminder", "shown_up"))


def test_a_first_row_that_is_data_stays():
    table = read_table(b"A,1\nB,0\n", {"header": "data"})
    assert cells(table) == {"column 1": ["A", "B"], "column 2": ["1", "0"]}
    assert (table.header_row, table.question) == (0, None)
    assert cells(read_table(b"A,1\nB,0\n", {"header": "header"})) == {"A": ["B"], "1": ["0"]}


def test_columns_without_a_name_or_with_the_same_one():
    table = read_table(b",arm,arm,,\n1,A,x,,\n2,B,y,,\n")
    assert table.names == ("column 1", "arm", "arm (2)")


def test_rows_may_be_longer_by_empty_cells_and_shorter():
    assert cells(read_table(b"arm,outcome\nA,1,,\nB\n")) == {"arm": ["A", "B"], "outcome": ["1", ""]}
    long = "arm,outcome\n" + "A,1\n" * 20_000 + "B,0,,,\n"
    assert len(read_table(long.encode()).cells) == 20_001


def test_the_sheet_is_asked_for_where_several_hold_something():
    content = xlsx({"Notes": xlsx_rows([["made by hand"]]), "Data": xlsx_rows([["arm", "won"], ["A", 1]]), "Empty": ""})
    question = read_table(content).question
    assert dict(question.options) == {"Notes": "“Notes”, 1 row", "Data": "“Data”, 2 rows"}
    assert cells(read_table(content, {"sheet": "Data"})) == {"arm": ["A"], "won": ["1"]}


@pytest.mark.parametrize(
    "value, text",
    [(1.0, "1"), (1.25, "1.25"), (1.125, "1.1250"), (True, "TRUE"), (None, ""), (float("nan"), ""), ("1.125", "1.125")],
)
def test_stored_values_cannot_be_misread(value, text):
    assert text_of_value(value) == text


def test_texts_and_numbers_of_one_column_keep_their_meaning():
    table = read_table(xlsx({"Sheet1": xlsx_rows([["arm", "revenue"], ["A", 1.125], ["B", "1.250"]])}))
    assert cells(table)["revenue"] == ["1.1250", "1.250"]
    assert isinstance(table.cells, pd.DataFrame)


COUNTS = {"variant": ["New design", "Old design"], "visitors": ["1000", "1010"], "conversions": ["50", "61"]}


@pytest.mark.parametrize(
    "text",
    [
        "# ---\n# Experiment\n# 20260101-20260131\n# ---\n\nvariant,visitors,conversions\nNew design,1000,50\n"
        "Old design,1010,61\n",
        "# tool, v2, 2026\n# by,me,too\nvariant,visitors,conversions\nNew design,1000,50\nOld design,1010,61\n",
        "Report,March,2026\nvariant,visitors,conversions\nNew design,1000,50\nOld design,1010,61\n",
        "| variant | visitors | conversions |\n|---|--:|---|\n| New design | 1000 | 50 |\n| Old design | 1010 | 61 |\n",
        "+---+---+---+\n| variant | visitors | conversions |\n+---+---+---+\n| New design | 1000 | 50 |\n"
        "| Old design | 1010 | 61 |\n+---+---+---+\n",
        "variant     visitors  conversions\nNew design      1000           50\nOld design      1010           61\n",
    ],
)
def test_what_stands_around_a_table_is_no_part_of_it(text):
    table = read_table(text.encode())
    assert {name: [cell.strip() for cell in column] for name, column in cells(table).items()} == COUNTS
    assert table.question is None


def test_a_data_frame_as_python_prints_it():
    frame = pd.DataFrame(COUNTS)
    found = cells(read_table(str(frame).encode()))
    assert found["variant"] == COUNTS["variant"]
    assert found["conversions"] == COUNTS["conversions"]


def test_a_line_of_dashes_is_no_row_and_a_missing_value_is_one():
    assert len(read_table(b"arm,outcome\nA,-\n-,-\nB,0\n").cells) == 3


def test_another_row_can_be_the_header():
    content = b"variant,visits,sales\nVariante,Besuche,Verkauf\nA,10,1\nB,20,2\n"
    first = read_table(content)
    (choice,) = first.choices
    assert (choice.chosen, set(dict(choice.options))) == ("header", {"header", "data", "row 2", "row 3"})
    second = read_table(content, {"header": "row 2"})
    assert (second.header_row, second.names) == (2, ("Variante", "Besuche", "Verkauf"))
    assert second.cells.index.tolist() == [3, 4]
    assert read_table(b"Report\n\n" + content, {"header": "row 4"}).header_row == 4


def test_of_two_widths_equally_frequent_the_larger_is_the_tables():
    assert usual_width([["note", "x"], ["by", "me"], ["a", "b", "c"], ["1", "2", "3"]]) == 3


def test_as_many_rows_are_read_as_is_said(monkeypatch):
    monkeypatch.setattr(parsed, "MOST_ROWS", 2000)
    rows = b"A,1\n" * 2000
    assert len(read_table(b"arm,outcome\n" + rows).cells) == 2000
    with pytest.raises(ValueError, match="more than the 2,000 rows"):
        read_table(b"arm,outcome\n" + rows + b"B,0\n")


@pytest.mark.parametrize(
    "text", ["<!DOCTYPE html>\n<p>1</p>", "<html><td>A</td></html>", '<?xml version="1.0"?>\n<a/>']
)
def test_markup_is_refused_by_its_name(text):
    with pytest.raises(ValueError, match="The file is a web page or XML"):
        read_table(text.encode())


def test_code_pages_that_spell_alike_are_one_answer():
    content = "arm,outcome\nRückruf,1\nKontrolle,0\n".encode("cp1252")
    options = dict(read_counts(content).question.options)
    assert set(options) == {"cp1252", "cp1251", "mac_roman"}
    both = "arm,outcome\nRückruf,1\nżółw,0\n".encode("cp1250")
    assert dict(read_counts(both).question.options)["cp1250"] == "“Rückruf” and “żółw” (Windows-1250)"
    polish = "Grupa;Kupił\nA;tak\nA;nie\nB;tak\nB;nie\n".encode("cp1250")
    asked = read_counts(polish, {"option": "Grupa"}).question
    assert dict(asked.options)["cp1250"] == "“Kupił” (Windows-1250)"
