"""What the page about own outcomes says of its clip, of ties and of small files, and what it draws."""

import json
import math

import numpy as np
import plotly.graph_objects as go
import pytest

import dpcore
from tests.ui.outcomes.test_question import filled, view_of
from ui.outcomes import charts, words
from ui.outcomes.certainty import smallest_lead
from ui.outcomes.example import example_rows
from ui.outcomes.rows import OutcomeRows

RATINGS = ([1, 2, 2, 3, 3, 3, 4, 5], [1, 2, 3, 4, 4, 5, 5, 5])


def rows_of(*arms, repeated=1, rows_of_one=1):
    names = tuple("ABCDEFG"[: len(arms)])
    return OutcomeRows(names, dpcore.bounded.tabulate_outcomes([np.tile(arm, repeated) for arm in arms]), rows_of_one)


@pytest.fixture(scope="module")
def ratings():
    return filled(view_of(rows_of(*RATINGS, repeated=50), low=1.0, high=5.0, epsilon=5.0, threshold=4.0))


def ticks(chart, axis="yaxis"):
    told = chart.layout[axis]
    return [tick for tick in told.tickvals if told.range[0] <= math.log10(tick) <= told.range[1]]


@pytest.mark.parametrize(
    "low, high, told",
    [
        (0, 100, "run from 1 to 5. The clip 0–100 is **25 times as wide**, and the noise grows with its width."),
        (1, 5, "run from 1 to 5. The clip 1–5 is just as wide."),
        (2, 4, "run from 1 to 5. The clip 2–4 is 50 % as wide."),
    ],
)
def test_the_range_is_compared_with_the_clip(low, high, told):
    assert words.range_reading(view_of(rows_of(*RATINGS), low, high)) == f"Your outcomes {told}"


def test_a_clip_says_how_far_one_row_moves_a_sum():
    assert "by at most 80, the sensitivity" in words.told("clipping", view_of(example_rows(), low=20.0), width=80)


def test_a_notable_share_that_is_cut_is_told_and_a_small_one_is_not():
    profits = rows_of([-20, -10, -5, 8], [-5, 5, 10, 300])
    assert words.cut_warning(view_of(profits)) == (
        "50 % of all rows (75 % of A) lie below 0 and count as 0, and 12 % of all rows (25 % of B) lie above 100 and "
        "count as 100. The differences among them are lost."
    )
    assert words.cut_warning(view_of(rows_of(*RATINGS))) == ""
    assert words.cut_warning(view_of(example_rows())) == ""


def test_the_verdict_names_the_option_that_only_the_clip_makes_best():
    narrow = view_of(example_rows(), high=20.0, runs=4)
    told = words.verdict(filled(narrow, narrow.cells[:2]))
    assert told.startswith(
        "Clipping to 0–20 makes **discount best, although bundle's mean is largest**. At ε = 1 PB-TaS"
    )
    assert len(told.split()) <= 30
    assert "which option" not in told


def test_equal_means_are_named_and_an_empty_picture_is_not_drawn():
    view = view_of(rows_of([4, 6], [4, 6], [1, 2]), high=10.0)
    assert view.true_best is None
    assert not view.can_be_answered
    assert "**no option is best**: A and B have the same mean, even before clipping" in words.verdict(view)
    cut = view_of(rows_of([12, 14], [20, 20]), high=10.0)
    assert "A and B have the same mean now, though they did not before clipping" in words.verdict(cut)
    assert cut.can_be_answered  # with a wider clip


def test_a_clip_that_decides_between_equal_means_is_told():
    view = view_of(rows_of([0, 10], [5, 5]), high=8.0)
    assert "Before clipping no option is best: the largest means are equal" in words.clip_warning(view)
    assert "Before clipping the largest means are equal" in words.points_reading(view)
    assert view.keeping == []


def test_a_lead_in_standard_errors_is_welchs():
    arms = np.random.default_rng(0).normal(((3,), (5,), (4,)), 2, (3, 40)).round(1)

    def statistic(a, b):
        return (a.mean() - b.mean()) / math.sqrt(a.var(ddof=1) / a.size + b.var(ddof=1) / b.size)

    view = view_of(rows_of(*arms), low=-20.0, high=20.0)
    lead = smallest_lead(view)
    expected = {name: statistic(arms[1], arms[k]) for k, name in ((0, "A"), (2, "C"))}
    assert (view.data.names[view.best], lead.rival) == ("B", min(expected, key=expected.get))
    assert lead.errors == pytest.approx(min(expected.values()))


@pytest.mark.parametrize(
    "data, told",
    [
        (rows_of([4], [3]), "A has only 1 row, which does not say how far its mean is from the truth"),
        (rows_of([4, 4], [3, 3]), "A has only 2 rows, too few to tell"),
        (
            rows_of(*RATINGS, repeated=4),
            "B leads A by 2.3 standard errors of the difference between their clipped means",
        ),
    ],
)
def test_a_small_file_is_not_taken_for_the_truth(data, told):
    sentence = words.certainty_warning(view_of(data, high=10.0))
    assert told in sentence
    assert sentence.endswith("so another option may be the best one.")


def test_a_large_file_with_a_clear_lead_and_the_example_get_no_warning(ratings):
    assert words.certainty_warning(ratings) == ""
    assert words.certainty_warning(view_of(example_rows())) == ""


def test_the_snippet_counts_what_the_page_counts(ratings):
    assert ":,.0f} participants in 90" in words.notebook(ratings).code
    assert ":,.0f} rows in 90" in words.notebook(view_of(rows_of(*RATINGS, rows_of_one=2))).code


def test_few_distinct_outcomes_stand_each_for_itself(ratings):
    chart = charts.spread_chart(ratings)
    for arm, trace in enumerate(chart.data):
        shares = {value: RATINGS[arm].count(value) / 8 for value in range(1, 6)}
        shown = dict(zip(trace.x.tolist(), trace.y.tolist(), strict=True))
        assert shown == pytest.approx({value: share or math.nan for value, share in shares.items()}, nan_ok=True)
    assert list(chart.layout.xaxis.ticktext) == ["1", "2", "3", "4", "5"]
    assert len(ticks(chart)) >= 3
    assert all(label.endswith(" %") for label in chart.layout.yaxis.ticktext)


def test_bins_of_whole_numbers_hold_equally_many():
    chart = charts.spread_chart(view_of(rows_of(np.arange(41), [0, 1, 2]), low=0.0, high=41.0))
    first = chart.data[0].y[~np.isnan(chart.data[0].y)]
    assert first[:-1] == pytest.approx(first[0])
    assert np.nansum(chart.data[0].y) == pytest.approx(1)


def test_the_main_picture_has_ticks_and_writes_them_as_the_explorer(ratings):
    chart = charts.clip_chart(ratings)
    assert len(ticks(chart)) >= 3
    assert any("k" in label for label in chart.layout.yaxis.ticktext)
    shown = json.loads(go.Figure(chart).to_json())
    low, high = (10**end for end in shown["layout"]["yaxis"]["range"])
    assert all(low < y < high for trace in chart.data for y in trace.y)
