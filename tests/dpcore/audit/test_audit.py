"""Audits of the algorithms as they stand and with planted faults, and what they read from the runs."""

import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

import dpcore
from dpcore.audit import audit_faults, auditable_algorithms, begin_audit
from dpcore.audit.audit import Audit
from dpcore.audit.faults import FIRST, NEXT, OTHER
from dpcore.audit.releases import prepared
from tests.dpcore.refusals import refused


def audited(algorithm, epsilon, fault="none", seed=0, pairs=1800, to_alarm=False):
    audit = begin_audit(algorithm, epsilon, fault, seed)
    while audit.made < pairs and not (to_alarm and audit.alarm):
        audit = audit.continued()
    return audit


CAUGHT = [name for name in audit_faults() if name not in ("none", "tenth-less", "half-noise")]


@pytest.mark.parametrize("fault", CAUGHT)
def test_planted_faults_are_caught(fault):
    audit = audited("dp-tt", 1.0, fault)
    assert audit.lower_bound >= 1.0
    assert audit.alarm in audit.pairs
    assert np.all(np.diff(audit.bounds) >= 0)
    finite = fault not in ("noise-reused", "exact-count")
    assert (audit.lower_bound <= 2.0) == finite


@pytest.mark.parametrize("algorithm", auditable_algorithms())
def test_no_algorithm_as_it_stands_raises_the_alarm_by_when_half_its_noise_does(algorithm, monkeypatch):
    monkeypatch.setattr("dpcore.audit.audit.FIRST_PAIRS", 300)
    halved = audited(algorithm, 1.0, "half-noise", pairs=1100, to_alarm=True)
    assert halved.alarm is not None
    honest = audited(algorithm, 1.0, pairs=halved.made)
    assert honest.made == halved.made
    assert honest.alarm is None
    assert honest.lower_bound < 1.0


@pytest.mark.parametrize("algorithm", auditable_algorithms())
def test_exact_sums_in_the_decisions_are_caught_whatever_noise_the_run_says_it_added(algorithm, monkeypatch):
    def deceitful(name, epsilon, overspend):
        subject = prepared(name, epsilon, 1e6 * overspend)  # decides with what is nearly exact

        def one_run(generator, rewards, cancel, record):
            ending = subject.one_run(generator, rewards, cancel, record)
            said = record.log[: ending.moments, 2]
            said[said != 0] = generator.laplace(scale=1 / epsilon, size=np.count_nonzero(said))
            return ending

        return replace(subject, one_run=one_run)

    monkeypatch.setattr("dpcore.audit.audit.prepared", deceitful)
    monkeypatch.setattr("dpcore.audit.audit.FIRST_PAIRS", 200)
    audit = audited(algorithm, 1.0, pairs=300)
    assert audit.alarm is not None
    assert audit.lower_bound > 2.0


def test_an_audit_has_power_over_the_algorithm_as_it_stands():
    assert 0.4 < audited("dp-tt", 1.0).lower_bound < 1.0


def test_an_audit_is_the_same_again_and_goes_on_where_it_was(monkeypatch):
    monkeypatch.setattr("dpcore.audit.audit.FIRST_PAIRS", 200)
    first, again = audited("dp-tt", 2.0, pairs=300), audited("dp-tt", 2.0, pairs=300)
    np.testing.assert_array_equal(first.bound.log_wealth, again.bound.log_wealth)
    assert not np.array_equal(first.bound.log_wealth, audited("dp-tt", 2.0, seed=1, pairs=300).bound.log_wealth)
    flag = dpcore.CancelFlag()
    flag.set()
    assert first.continued(cancel=flag) is first


@pytest.mark.parametrize("algorithm", auditable_algorithms())
def test_sums_are_those_of_the_rewards_in_the_table(algorithm):
    subject, logs = prepared(algorithm, 1.0, 1.0), []

    def watched(generator, rewards, cancel, record):
        ending = subject.one_run(generator, rewards, cancel, record)
        logs.append(record.log[: ending.moments].copy())
        return ending

    table = np.random.default_rng(3).random(subject.table.shape)
    sums = replace(subject, table=table, one_run=watched).sums(
        np.random.default_rng(4), table[subject.row, 0], 40, dpcore.CancelFlag()
    )
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
    noise = sums.released - sums.exact
    assert np.unique(noise[seen].round(12)).size == 3 * seen.sum()
    for run, log in enumerate(logs):
        said = [log[log[:, 1] == arm, 2] for arm in (0, 1)]
        np.testing.assert_allclose(noise[run, [FIRST, OTHER]], [said[0][0], said[1][0]], atol=1e-9)
        if seen[run]:
            assert noise[run, NEXT] == pytest.approx(said[0][1], abs=1e-9)


@pytest.mark.parametrize("algorithm", auditable_algorithms())
def test_half_the_noise_leaves_the_batches_alone_but_those_of_dp_se(algorithm):
    honest, overspent = prepared(algorithm, 0.05, 1.0), prepared(algorithm, 0.05, 2.0)
    both = [subject.sums(np.random.default_rng(5), 1.0, 300, dpcore.CancelFlag()) for subject in (honest, overspent)]
    spreads = [np.abs((sums.released - sums.exact)[:, FIRST]).mean() for sums in both]
    assert spreads == pytest.approx([20.0, 10.0], rel=0.4)
    sizes = [sums.sizes[0, FIRST] for sums in both]
    if algorithm == "dp-se":  # as many pulls as twice the budget asks for
        assert sizes == [2141, 1071]
    else:
        assert sizes[0] == sizes[1]
        assert (honest.table.shape, honest.row, honest.least) == (
            overspent.table.shape,
            overspent.row,
            overspent.least,
        )


test_bad_input = refused(
    begin_audit,
    ("ttucb", 1.0, "algorithm must be one of pb-tas, dp-tt, .*, not 'ttucb'"),
    ("pb-tas", 0.001, "epsilon must be from 0.01 to 20 in an audit, not 0.001"),
    ("pb-tas", math.inf, "epsilon must be from 0.01 to 20 in an audit, not inf"),
    ("pb-tas", 1.0, "gremlin", "fault must be one of none, half-noise, .*, not 'gremlin'"),
)


def test_batches_grow_with_what_was_seen():
    audit = audited("dp-tt", 1.0, pairs=1300)
    assert audit.pairs[0] == 1000
    assert all(later - earlier == math.ceil(earlier / 10 - 1e-9) for earlier, later in pairwise(audit.pairs.tolist()))


@pytest.mark.parametrize("epsilon", [0.23, 0.41, 1.0])  # .23 and .41 are no multiples of their fiftieths, in floats
def test_the_alarm_is_raised_once_the_loss_is_known_to_be_more_than_epsilon_itself(epsilon, monkeypatch):
    monkeypatch.setattr("dpcore.audit.audit.FIRST_PAIRS", 100)
    for is_known, alarm in ((np.less_equal, 110), (np.less, None)):
        begun = begin_audit("dp-tt", epsilon)
        known = replace(begun.bound, highest=np.where(is_known(begun.bound.levels, epsilon), np.inf, 0.0))
        monkeypatch.setattr(Audit, "_after_bets", lambda *_, known=known: known)
        audit = begun.continued().continued()
        assert audit.alarm == alarm
        assert (audit.lower_bound == epsilon) == (alarm is not None)
