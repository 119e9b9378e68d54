"""How large a violation has been caught: against quadrature, and by simulated audits of Laplace noise."""

import math
from operator import call

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import binom

from dpcore.audit import detectable_factor, information_per_pair, needed_pairs, simulated_alarms
from tests.dpcore.refusals import refused


@pytest.mark.parametrize("epsilon, loss", [(0.1, 0.11), (1.0, 1.1), (1.0, 3.0), (4.0, 4.2)])
def test_information_against_quadrature(epsilon, loss):
    allowed = 1 / (1 + math.exp(-epsilon))

    def gain(y):
        """Of both densities at y: the chance of a right guess that Bayes' rule gives there, against the allowed one."""
        ours, theirs = (loss / 2 * math.exp(-loss * abs(y - sum_)) for sum_ in (1.0, 0.0))
        right = max(ours, theirs) / (ours + theirs)
        kl = right * math.log(right / allowed) + (1 - right) * math.log((1 - right) / (1 - allowed))
        return (ours + theirs) * kl

    span = 40 / loss
    numeric = quad(gain, -span, 0)[0] + quad(gain, 1, 1 + span)[0]
    assert information_per_pair(epsilon, loss) == pytest.approx(numeric, rel=1e-6)


def test_factor_and_pairs_are_inverse():
    for epsilon, factor in [(0.1, 1.1), (1.0, 1.1), (1.0, 2.0), (5.0, 1.5)]:
        assert detectable_factor(epsilon, needed_pairs(epsilon, factor)) == pytest.approx(factor, rel=1e-3)
    assert detectable_factor(1.0, 1000) == math.inf
    assert detectable_factor(0.01, 1100) > detectable_factor(0.01, 2000) > detectable_factor(0.01, 10**6) > 1


@pytest.mark.parametrize("epsilon, factor, audits", [(0.2, 2.0, 1500), (1.0, 1.3, 400)])
def test_audits_have_caught_what_they_are_said_to_have(epsilon, factor, audits):
    pairs = needed_pairs(epsilon, factor)
    alarms = simulated_alarms(epsilon, factor, pairs, audits, seed=1)
    # 99 of 100 are promised; more misses have probability below 1e-3 then.  Of the 1500, 42 miss it by 30 nats.
    critical = binom.isf(1e-3, audits, 0.01)
    assert np.isinf(alarms).sum() <= critical
    assert (alarms > pairs // 3).sum() > critical, "a third of the pairs does not do"


test_bad_input = refused(
    call,
    (lambda: detectable_factor(0.001, 10), "epsilon must be from 0.01 to 20 in an audit, not 0.001"),
    (lambda: detectable_factor(1.0, -1), "pairs must be at least 0, not -1"),
    (lambda: needed_pairs(1.0, 1.0), "factor must be strictly between 1 and 10000, not 1.0"),
    (lambda: needed_pairs(0.01, 1 + 1e-12), "factor must be larger"),
    (lambda: information_per_pair(1.0, 0.9), "loss must be at least epsilon = 1, not 0.9"),
    (lambda: simulated_alarms(1.0, 2.0, 10), "pairs must be at least 1000, not 10"),
    (lambda: simulated_alarms(1.0, 1.0, 10**7, 1001), "pairs times audits must be at most 10000000000, not"),
)
