"""Summaries: what capped runs allow to be said, and joining experiments."""

import math

import numpy as np
import pytest

from dpcore.fixed_confidence import FixedConfidenceResult

MEANS = (0.2, 0.9, 0.5)


def make_result(times, recommendations=None, finished=None, first_run=0, seed=3):
    runs = len(times)
    return FixedConfidenceResult(
        algorithm="ttucb",
        seed=seed,
        first_run=first_run,
        version="test",
        parameters={"means": MEANS, "risk": 0.1},
        stopping_times=np.array(times, dtype=np.int64),
        recommendations=np.full(runs, 1) if recommendations is None else np.array(recommendations),
        finished=np.ones(runs, dtype=bool) if finished is None else np.array(finished),
        pulls=np.tile(np.array(times, dtype=np.int64)[:, None] // 3, (1, 3)),
    )


def test_summary_of_finished_runs_by_hand():
    summary = make_result([10, 20, 30, 40, 100], [1, 1, 0, 1, 1]).summary()
    assert (summary.runs, summary.capped, summary.share_capped) == (5, 0, 0.0)
    assert summary.mean == 40
    half = 1.959964 * np.std([10, 20, 30, 40, 100], ddof=1) / math.sqrt(5)
    assert summary.mean_interval == pytest.approx((40 - half, 40 + half))
    assert summary.median == 30
    assert summary.quantiles == {0.1: 14.0, 0.25: 20.0, 0.5: 30.0, 0.75: 40.0, 0.9: pytest.approx(76.0)}
    assert (summary.errors_all, summary.error_rate_all, summary.error_rate_finished) == (1, 0.2, 0.2)
    # Exact binomial for 1 of 5, from a published table.
    assert summary.error_interval_all == pytest.approx((0.005051, 0.716418), abs=1e-6)


def test_summary_with_capped_runs_gives_no_mean_and_only_determined_quantiles():
    summary = make_result([10, 99, 20, 99, 99], [1, 0, 0, 1, 1], [True, False, True, False, False]).summary()
    assert summary.mean is None
    assert summary.mean_interval is None
    assert summary.share_capped == 0.6
    assert summary.median is None
    assert summary.quantiles[0.25] == 20
    assert summary.quantiles[0.1] == pytest.approx(14)
    assert summary.quantiles[0.75] is None
    assert (summary.errors_finished, summary.error_rate_finished) == (1, 0.5)
    assert (summary.errors_all, summary.error_rate_all) == (2, 0.4)


def test_a_median_between_a_finished_and_a_capped_run_is_not_given():
    finished = [True, True, False, False]
    assert make_result([10, 20, 99, 99], finished=finished).summary().median is None
    assert make_result([10, 20, 30, 99], finished=[True, True, True, False]).summary().median == 25


def test_summary_without_runs_and_with_one():
    empty = make_result([]).summary()
    assert empty.runs == 0
    assert {empty.mean, empty.median, empty.share_capped, empty.error_rate_all} == {None}
    assert empty.error_interval_all == (0, 1)
    single = make_result([7]).summary()
    assert (single.mean, single.mean_interval, single.median) == (7, None, 7)
