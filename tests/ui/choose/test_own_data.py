"""Own data as the room gets them from the reader: counts, the question or the sentence instead, and kept answers."""

from io import BytesIO
from pathlib import Path

import pytest
import streamlit as st

from ui.choose import own_answers
from ui.choose.own_data import EXAMPLE, LONGEST_NAME, PATH, OwnData, own_reading
from ui.reading import table
from ui.reading.table import read_table

FILES = Path(__file__).parents[1] / "reading" / "files"
COUNTS = b"arm,successes,trials\nA,118,400\nB,161,400\n"
POINTS = (FILES / "silent-number-thousands-dot-counts.csv").read_bytes()


def read(content, **answers):
    return own_reading(lambda: read_table(content, answers), answers)


class File(BytesIO):
    """What a file uploader holds."""

    def __init__(self, content, file_id="some"):
        super().__init__(content)
        self.file_id = file_id


@pytest.fixture
def visit(monkeypatch):
    """The state of a visit of its own, and how often a table was read in it."""
    monkeypatch.setattr(st, "session_state", {})
    opened = []

    def counting(content, answers):
        opened.append(answers)
        return read_table(content, answers)

    monkeypatch.setattr(own_answers, "read_table", counting)
    return st.session_state, opened


def answer(state, question, value):
    state["box"] = value
    own_answers.take(question, "box")


def test_counts_that_are_clear():
    reading = read(COUNTS)
    assert reading.data == OwnData(("A", "B"), (118, 161), (400, 400))
    assert (reading.question, reading.problem, reading.warnings) == (None, "", ())
    assert reading.summary == "2 rows, 2 options, “successes” of “trials”"
    assert {choice.id for choice in reading.choices} >= {"header", "option", "successes", "trials"}


def test_the_example_file_reads():
    data = read(EXAMPLE.encode()).data
    assert len(data.names) == 3
    assert data.posterior.means == pytest.approx([119 / 402, 162 / 402, 113 / 402])


def test_the_code_of_a_reading_reads_the_same_counts(tmp_path):
    reading = read((FILES / "refused-missing.csv").read_bytes(), missing="failures")
    (tmp_path / "mine.csv").write_bytes((FILES / "refused-missing.csv").read_bytes())
    found = {}
    exec(reading.code.replace(repr(PATH), repr(str(tmp_path / "mine.csv"))), found)
    assert OwnData(tuple(found["names"]), tuple(found["successes"]), tuple(found["trials"])) == reading.data


def test_an_open_question_leaves_no_data():
    reading = read(POINTS)
    assert reading.data is None
    assert reading.problem == reading.question.text == "“12.000” may mean 12 or 12,000. Which is it?"
    assert read(POINTS, marks=",").data == OwnData(("A", "B"), (12_000, 13_000), (40_000, 40_000))


def test_a_table_that_cannot_be_used_keeps_its_choices_and_what_is_no_table_has_none():
    reading = read(b"arm,successes,trials\nA,118,400\nB,401,400\n")
    assert (reading.data, reading.question) == (None, None)
    assert "401" in reading.problem
    assert reading.table.names == ("arm", "successes", "trials")
    assert "successes" in {choice.id for choice in reading.choices}
    nothing = read(b"%PDF-1.7")
    assert nothing.problem.startswith("The file is a PDF")
    assert (nothing.table, nothing.choices) == (None, ())


def test_what_several_rows_of_a_person_mean_comes_first_among_the_warnings():
    reading = read((FILES / "silent-person-several-rows-choose.csv").read_bytes())
    assert reading.warnings[0] == "“u1” has 2 rows in 2 options: ε per person is up to 2 ε."
    assert "fewer than 30 participants" in reading.warnings[1]
    assert reading.warnings[0] not in reading.notes


def test_long_names_are_shortened_for_show_unless_two_would_look_the_same():
    long = "x" * 100
    first, second = read(f"arm,successes,trials\n{long},1,40\nB,2,40\n".encode()).data.names
    assert (first, second) == (f"{'x' * (LONGEST_NAME - 1)}…", "B")
    whole = read(f"arm,successes,trials\n{long}1,1,40\n{long}2,2,40\n".encode()).data.names
    assert whole == (f"{long}1", f"{long}2")


def test_without_a_file_there_is_nothing_to_read(visit):
    assert own_answers.current() is None
    with pytest.raises(ValueError, match="Choose a file, or type your counts"):
        own_answers.own_data()


def test_a_table_is_read_once_and_anew_only_for_answers_about_the_table(visit):
    state, opened = visit
    state["own-data"] = File(POINTS)
    with pytest.raises(ValueError, match=r"One question about them is open: “12.000” may mean"):
        own_answers.own_data()
    answer(state, "marks", ",")
    assert own_answers.own_data().successes == (12_000, 13_000)
    answer(state, "marks", ".")
    assert own_answers.own_data().successes == (12, 13)
    assert opened == [{}]
    answer(state, "header", "data")
    own_answers.current()
    assert opened == [{}, {"header": "data"}]
    assert set(own_answers.OF_THE_TABLE) == {"encoding", "sheet", "header"}


def test_answers_hold_for_a_content_whatever_it_is_called(visit):
    state, _ = visit
    state["own-data"] = File(POINTS)
    answer(state, "marks", ",")
    state["own-data"] = File(POINTS.replace(b"13", b"14"), "another")
    with pytest.raises(ValueError, match="One question"):
        own_answers.own_data()
    state["own-data"] = File(POINTS, "the first again")
    assert own_answers.own_data().successes == (12_000, 13_000)


def test_typed_lines_have_answers_of_their_own(visit):
    state, _ = visit
    state |= {"own-way": "typed counts", "own-counts": "A; 12.000; 40.000\nB; 13.000; 40.000"}
    with pytest.raises(ValueError, match="One question"):
        own_answers.own_data()
    answer(state, "marks", ",")
    assert own_answers.own_data().trials == (40_000, 40_000)
    state["own-counts"] = "A; 300; 1000\nB; x; 1000"
    with pytest.raises(ValueError, match="Line 2, column “successes”: “x” is not"):
        own_answers.own_data()
    state["own-counts"] = ""
    with pytest.raises(ValueError, match="Give one line per option"):
        own_answers.own_data()


@pytest.mark.parametrize("answers", [{"encoding": "cp1250"}, {"header": "data"}])
def test_the_answers_that_a_table_is_read_with_are_those_that_the_reader_asks_for(answers):
    content = "Name;b;c\nČaj;1;2\nKava;3;4\n".encode("cp1250")
    assert read_table(content, answers).cells.to_dict() != table.read_table(content).cells.to_dict()
