"""A visitor's table of outcomes as the page gets it, and how large it may be."""

import tomllib
from pathlib import Path

from ui.outcomes.rows import rows_in, warnings_of
from ui.reading.reading import read_as
from ui.reading.table import read_table
from ui.reading.text import MOST_BYTES


def rows_of(text):
    return read_as(lambda: read_table(text.encode()), {}, rows_in).result


def test_outcomes_of_columns_with_any_name():
    data = rows_of("Kunde;Variante;Umsatz in €\n7;A;1,5\n8;B;0\n7;A;20\n9;B;-3\n")
    assert data.names == ("A", "B")
    assert [values.tolist() for values in data.outcomes.values] == [[1.5, 20], [-3, 0]]
    assert (data.rows, data.rows_of_one) == (4, 2)


def test_a_long_name_is_short_in_sentences_and_whole_in_the_table():
    long = "x" * 100
    data = rows_of(f"arm,revenue\n{long},1.5\nB,2.5\n")
    assert [len(name) for name in data.names] == [60, 1]
    assert data.whole_names == (long, "B")


def test_an_uneven_split_is_said_unless_it_was_intended():
    data = rows_of("arm,revenue\n" + "A,1.5\n" * 100 + "B,2.5\n" * 200)
    (sentence,) = warnings_of(data, None)
    assert "(“A” 100, “B” 200) do not look like an equal split" in sentence
    assert list(warnings_of(data, (1, 2))) == []


def test_the_server_takes_larger_files_than_are_read_so_that_the_page_says_what_to_do():
    server = tomllib.loads((Path(__file__).parents[3] / ".streamlit" / "config.toml").read_text())["server"]
    assert server["maxUploadSize"] * 2**20 > MOST_BYTES
