"""No text that somebody else has written is executed by the spreadsheet that opens it."""

import csv
import io

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pages.visit import APP
from ui.look.spreadsheets import csv_file, without_formulas

HOSTILE = (
    *("=1+1", '=HYPERLINK("http://evil.example","click")', "+1+1", "-1+1", "@SUM(A1)", "=cmd|' /C calc'!A0", "\t=1"),
    *("\r=1", "\n=1", " =1", "\ufeff=1", "\u00a0@x", "＝1", '"=1', "a;=1+1", "a\t=1", "a\n=1", '";=1'),
    *("-", "--1", "+a"),
)
EXECUTED = ("=", "+", "-", "@", "＝", "＋", "－", "＠")


def cells_of(content, delimiter):
    return [cell for row in csv.reader(io.StringIO(content.decode(), newline=""), delimiter=delimiter) for cell in row]


def is_number(cell):
    try:
        float(cell)
    except ValueError:
        return False
    return True


def assert_no_formula(content):
    """However a spreadsheet parts the cells."""
    for delimiter in ",;\t":
        for cell in cells_of(content, delimiter):
            assert not cell.strip().strip("\ufeff").lstrip().startswith(EXECUTED) or is_number(cell.strip('"')), cell


@settings(deadline=None, max_examples=60)
@given(st.lists(st.sampled_from(HOSTILE) | st.text("=+-@;,\t\r\n\"' a1"), min_size=1, max_size=4))
def test_no_text_is_a_formula(texts):
    columns = [f"{place}" for place in range(len(texts) - 1)]
    assert_no_formula(csv_file(pd.DataFrame([texts, texts[::-1]], columns=[*columns, texts[0]])))


@pytest.mark.parametrize("text", [text for text in HOSTILE if text not in ('"=1', "a\n=1", '";=1')])
def test_a_planted_formula_is_seen(text):
    with pytest.raises(AssertionError):
        assert_no_formula(pd.DataFrame({"a": [text]}).to_csv(index=False).encode())


def test_all_else_stays_as_it_is():
    table = pd.DataFrame(
        {
            "n": [-1.0, float("-inf"), 3.5],
            "count": pd.Series([-1, None, 3], dtype=object),
            "text": ["-5", "+1e-3", "a=b"],
            "more": ["option 1", "", "0.4, -0.3"],
            "none": ["x", None, "—"],
        }
    )
    assert csv_file(table) == table.to_csv(index=False).encode()
    assert without_formulas(table).equals(table)
    assert csv_file(pd.DataFrame({"=a": ["=1", "b"], "n": [-1, 2]})) == b"'=a,n\n'=1,-1\nb,2\n"
    assert csv_file(pd.DataFrame()) == pd.DataFrame().to_csv(index=False).encode()


def test_no_page_writes_tables_by_itself():
    """Neither as a file nor as Streamlit's table, which has a button that saves it."""
    for path in [path for room in ("ui", "pages") for path in (APP.parent / room).rglob("*.py")]:
        source = path.read_text()
        assert ".to_csv(" not in source or path.name == "spreadsheets.py", path
        assert ".dataframe(" not in source or path.name == "page.py", path
