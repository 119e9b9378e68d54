"""Results print as tables."""

import dpcore
from dpcore.privacy import counterexample, worst_pair


def test_a_summary_prints_a_line_for_each_field_and_rounds_its_numbers():
    told = str(dpcore.simulate_fixed_confidence("ttucb", [0.9, 0.5], runs=20).summary())
    names = [line.split()[0] for line in told.splitlines()]
    assert names[:4] == ["runs", "capped", "share_capped", "mean"]
    assert len({line.index(line.split(None, 1)[1]) for line in told.splitlines()}) == 1, "the values stand in a column"
    assert "0.5: " in told
    assert "{" not in told


def test_nested_values_are_told_too():
    pair = worst_pair(counterexample(), "table", 1.0)
    first, *_ = str(pair).splitlines()
    assert first.split(None, 1) == ["rows", str(pair.rows)]
