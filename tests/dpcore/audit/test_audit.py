"""Audits of the algorithms as they stand and with planted faults, and what they read from the runs."""

import math
from itertools import pairwise

import numpy as np
import pytest

import dpcore
from dpcore.audit import audit_faults, auditable_algorithms, begin_audit
from dpcore.audit.faults import FIRST, NEXT, OTHER
from dpcore.audit.releases import _made, prepared


def audited(algorithm, epsilon, fault="none", seed=0, pairs=1800):
    audit = begin_audit(algorithm, epsilon, fault, seed)
    while audit.made < pairs:
        audit = audit.continued()
    return audit


CAUGHT = [name for name in audit_faults() if name not in ("none", "tenth-less")]


@pytest.mark.parametrize("fault", CAUGHT)
def test_planted_faults_are_caught(fault):
    audit = audited("dp-tt", 1.0, fault)
    assert audit.lower_bound >= 1.0
    assert audit.alarm in audit.pairs
    assert np.all(np.diff(audit.bounds) >= 0)
    finite = fault not in ("noise-reused", "exact-count")
    assert (audit.lower_bound <= 2.0) == finite


@pytest.mark.parametrize("algorithm", auditable_algorithms())
def test_no_algorithm_as_it_stands_raises_the_alarm(algorithm):
    audit = audited(algorithm, 1.0, pairs=1000 if algorithm == "prise" else 1200)
    assert audit.alarm is None
    assert audit.lower_bound < 1.0


def test_an_audit_has_power_over_the_algorithm_as_it_stands():
    assert 0.4 < audited("dp-tt", 1.0).lower_bound < 1.0


def test_an_audit_is_the_same_again_and_goes_on_where_it_was():
    first, again = audited("dp-tt", 2.0, pairs=1200), audited("dp-tt", 2.0, pairs=1200)
    np.testing.assert_array_equal(first.bound.log_wealth, again.bound.log_wealth)
    assert not np.array_equal(first.bound.log_wealth, audited("dp-tt", 2.0, seed=1, pairs=1200).bound.log_wealth)
    flag = dpcore.CancelFlag()
    flag.set()
    assert first.continued(cancel=flag) is first


@pytest.mark.parametrize("algorithm", auditable_algorithms())
def test_sums_are_those_of_the_rewards_in_the_table(algorithm):
    subject = prepared(algorithm, 1.0, 1.0)
    table = np.random.default_rng(3).random(subject.table.shape)
    sums = _made(subject.one_run, table, np.random.default_rng(4), 40, dpcore.CancelFlag())
    size = int(sums.sizes[0, FIRST])
    if algorithm == "dp-se":  # arm after arm, row by row
        ours, other = table[0 : 2 * size : 2, 0], table[1 : 2 * size : 2, 1]
    else:
        ours, other = table[:size, 0], table[size : 2 * size, 1]
    np.testing.assert_allclose(sums.exact[:, FIRST], ours.sum())
    np.testing.assert_allclose(sums.exact[:, OTHER], other.sum())
    assert subject.row == (2 * size - 2 if algorithm == "dp-se" else size - 1)
    assert subject.least == (size - 1) / 2
    seen = ~np.isnan(sums.exact[:, NEXT])
    assert seen.mean() > 0.3  # a run may have ruled the arm out
    assert np.all(sums.exact[seen, NEXT] <= sums.sizes[seen, NEXT])
    if size == 1:  # the next release is that of one row
        assert np.all(np.isin(np.round(sums.exact[seen, NEXT], 9), np.round(table[2:, 0], 9)))
    assert np.unique(sums.noise[seen]).size == 3 * seen.sum()


@pytest.mark.parametrize("algorithm", ["pb-tas", "prise", "dp-tt"])
def test_less_noise_leaves_the_batches_alone(algorithm):
    honest, overspent = prepared(algorithm, 0.5, 1.0), prepared(algorithm, 0.5, 2.0)
    assert (honest.table.shape, honest.row, honest.least) == (overspent.table.shape, overspent.row, overspent.least)
    spreads = [
        np.abs(subject.sums(np.random.default_rng(5), 1.0, 300, dpcore.CancelFlag()).noise[:, FIRST]).mean()
        for subject in (honest, overspent)
    ]
    assert spreads == pytest.approx([2.0, 1.0], rel=0.4)


@pytest.mark.parametrize(
    "arguments, message",
    [
        (("ttucb", 1.0), "algorithm must be one of pb-tas, dp-tt, .*; got 'ttucb'"),
        (("pb-tas", 0.001), "epsilon must be from 0.01 to 20 in an audit, got 0.001"),
        (("pb-tas", math.inf), "epsilon must be from 0.01 to 20 in an audit, got inf"),
        (("pb-tas", 1.0, "gremlin"), "fault must be one of none, half-noise, .*; got 'gremlin'"),
        (("pb-tas", 1.0, "none", -1), "seed must be at least 0, got -1"),
    ],
)
def test_bad_input(arguments, message):
    with pytest.raises(ValueError, match=message):
        begin_audit(*arguments)


def test_batches_grow_with_what_was_seen():
    audit = audited("dp-tt", 1.0, pairs=1300)
    assert audit.pairs[0] == 1000
    assert all(later - earlier == math.ceil(earlier / 10 - 1e-9) for earlier, later in pairwise(audit.pairs.tolist()))
