"""Tables that pandas writes in any dialect come back with the same counts or numbers, or are asked about."""

import csv
import gzip
import io

import numpy as np
import pandas as pd
import pytest
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st

from tests.ui.reading.workbooks import workbook
from ui.reading.counts import read_counts
from ui.reading.names import clean_name
from ui.reading.values import read_values
from ui.reading.words import PAIRS, is_total

DELIMITERS = ",;\t|"
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "cp1252")
MARKS = (("", "."), (",", "."), (".", ","), (" ", ","), ("\u202f", ","), ("\u00a0", ","), ("'", "."), ("’", "."))
HEADERS = (
    ("arm", "successes", "trials"),
    ("Variante", "Konversionen", "Besucher"),
    ("groupe", "succès", "visiteurs"),
    ("Test Group", "Clicks", "Impressions"),
)
# The visitor's side of every question whose answer the test knows; the marks are added by each test.
KNOWN = {
    "alike": "different",
    "total": "option",
    "nameless": "option",
    "header": "header",
    "cumulative": "daily",
    "shape": "counts",
}

EXAMPLES = 25
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)  # to shrink a table in a dialect takes minutes

names = st.lists(
    st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Cf", "Zl", "Zp")), min_size=1, max_size=12)
    .map(clean_name)
    .filter(lambda name: name and not is_total(name)),
    min_size=2,
    max_size=6,
    unique=True,
)
dialects = st.fixed_dictionaries(
    {
        "delimiter": st.sampled_from(DELIMITERS),
        "encoding": st.sampled_from(ENCODINGS),
        "quoting": st.sampled_from((csv.QUOTE_MINIMAL, csv.QUOTE_ALL)),
        "line_end": st.sampled_from(("\n", "\r\n", "\r")),
        "packed": st.booleans(),
    }
)


def written(table, delimiter, encoding, quoting, line_end, packed):
    """The bytes of a table in a dialect; an example is passed over if the encoding lacks a letter."""
    text = table.to_csv(index=False, sep=delimiter, quoting=quoting, lineterminator=line_end)
    try:
        content = text.encode(encoding)
    except UnicodeEncodeError:
        assume(False)
    return gzip.compress(content) if packed else content


def formatted(value, thousands, decimal):
    """A number as people write it with these marks."""
    plain = f"{value:,}" if thousands else f"{value}"
    return plain.translate(str.maketrans({",": thousands, ".": decimal}))


def settled(read, content, answers):
    """The reading once all its questions have been answered, each by what the test knows."""
    given_answers = {}
    for _ in range(6):
        reading = read(content, given_answers)
        if (question := reading.question) is None:
            return reading.result
        assert question.id in answers, question
        given_answers[question.id] = answers[question.id]
    raise AssertionError("more than five questions")


@settings(max_examples=EXAMPLES, phases=PHASES)
@given(names, st.data(), dialects, st.sampled_from(MARKS), st.sampled_from(HEADERS))
def test_counts_come_back(options, data, dialect, marks, header):
    sizes = data.draw(st.lists(st.integers(1, 10**7), min_size=len(options), max_size=len(options)))
    successes = [data.draw(st.integers(0, size)) for size in sizes]
    columns = [options, *([formatted(value, *marks) for value in values] for values in (successes, sizes))]
    table = pd.DataFrame(dict(zip(header, columns, strict=True)))
    content = written(table, **dialect)
    answers = KNOWN | {"marks": marks[1], "encoding": dialect["encoding"], "successes": header[1], "trials": header[2]}
    tally = settled(read_counts, content, answers)
    assert (tally.names, tally.successes, tally.trials) == (tuple(options), tuple(successes), tuple(sizes))


@settings(max_examples=EXAMPLES, phases=PHASES)
@given(names, st.data(), dialects, st.sampled_from(PAIRS))
def test_outcomes_in_words_come_back(options, data, dialect, pair):
    rows = data.draw(st.lists(st.tuples(st.integers(0, len(options) - 1), st.booleans()), min_size=12, max_size=40))
    rows += [(option, option % 2 == 0) for option in range(len(options))]
    table = pd.DataFrame(
        {"group": [options[option] for option, _ in rows], "converted": [pair[not won] for _, won in rows]}
    )
    answers = KNOWN | {"encoding": dialect["encoding"], "shape": "outcomes", "success": pair[0]}
    tally = settled(read_counts, written(table, **dialect), answers)
    expected = {
        name: (sum(won for option, won in rows if option == place), sum(option == place for option, _ in rows))
        for place, name in enumerate(options)
    }
    assert dict(zip(tally.names, zip(tally.successes, tally.trials, strict=True), strict=True)) == expected


@settings(max_examples=EXAMPLES, phases=PHASES)
@given(names, st.data(), dialects, st.sampled_from(MARKS))
def test_numbers_come_back(options, data, dialect, marks):
    cents = data.draw(st.lists(st.integers(-(10**9), 10**9), min_size=len(options), max_size=30))
    values = [value / 100 for value in cents]
    names_of = [options[place % len(options)] for place in range(len(values))]
    table = pd.DataFrame({"variant": names_of, "revenue": [formatted(value, *marks) for value in values]})
    answers = KNOWN | {"marks": marks[1], "encoding": dialect["encoding"], "shape": "outcomes"}
    read = settled(read_values, written(table, **dialect), answers)
    found = dict(zip(read.names, map(np.ndarray.tolist, read.outcomes), strict=True))
    assert found == {name: values[place :: len(options)] for place, name in enumerate(options)}


@pytest.mark.parametrize("delimiter", DELIMITERS)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_plain_table_needs_no_question_in_any_dialect(delimiter, encoding):
    table = pd.DataFrame({"arm": ["old", "new, bold; 1|2"], "successes": [1180, 1610], "trials": [40_000, 40_000]})
    content = written(table, delimiter, encoding, csv.QUOTE_MINIMAL, "\n", False)
    assert read_counts(content).result.names == ("old", "new, bold; 1|2")
    assert read_counts(content).result.successes == (1180, 1610)


@pytest.mark.parametrize("engine", ["xlsx", "ods", "parquet", "json", "lines", "columns"])
def test_kinds_of_files_that_keep_types_come_back(engine):
    table = pd.DataFrame(
        {"variant": ["a", "a", "b", "b"], "revenue": [1.25, 1.125, 850.0, 12.0], "won": [True, False] * 2}
    )
    file = io.BytesIO()
    if engine in ("xlsx", "ods"):
        file = io.BytesIO(workbook(engine, [list(table.columns), *table.to_numpy().tolist()]))
    elif engine == "parquet":
        table.to_parquet(file)
    else:
        orient = {"json": "records", "lines": "records", "columns": "columns"}[engine]
        table.to_json(file, orient=orient, lines=engine == "lines")
    values = read_values(file.getvalue(), {"outcome": "revenue"}).result
    assert [outcomes.tolist() for outcomes in values.outcomes] == [[1.25, 1.125], [850, 12]]
    assert read_counts(file.getvalue(), {"outcome": "won"}).result.successes == (1, 1)
