"""Promise C: the level, the power, and what suffices for them."""

import math

import numpy as np
import pytest
from scipy.special import rel_entr
from scipy.stats import binom

from dpcore.designs import claims, superiority
from dpcore.designs.studies import COUNTS, LOCAL, Plan, Study, found
from tests.dpcore.designs import reference

LEVEL, POWER = 0.025, 0.9
RULE = superiority.ClaimRule(LEVEL)
EPSILONS = (math.inf, 1, 0.3, 0.1, 0.03)


def claimed(new, usual, n, epsilon, release, critical):
    """The probability of a claim for an option of rate `new`."""
    study = Study(np.array((new, usual)), np.ones(2, np.int64), release, 0.1, LEVEL)
    return found(study, Plan(n, epsilon, critical))


def test_reference_numbers():
    """The specification's are within half a per cent; ours are exact."""
    found = [superiority.smallest_participants(0.3, 0.08, epsilon, POWER, RULE) for epsilon in EPSILONS]
    assert found == [796, 798, 878, 1302, 3116]
    assert found == pytest.approx([796, 800, 878, 1304, 3120], rel=5e-3)
    assert list(superiority.participants_curve(0.3, 0.08, EPSILONS, POWER, RULE)) == found


def test_the_worst_usual_rate():
    worst = superiority.probability_found(None, 0.08, math.inf, 796, RULE)
    assert worst == pytest.approx(0.888, abs=5e-4)
    at_worst = superiority.probability_found(0.46, 0.08, math.inf, 796, RULE)
    assert worst <= at_worst <= worst + 5e-4
    rates = np.linspace(0.001, 0.919, 60)
    assert min(superiority.probability_found(rate, 0.08, math.inf, 796, RULE) for rate in rates) >= worst


@pytest.mark.parametrize("epsilon", [0.05, 0.5, 3.0, 59.0])
@pytest.mark.parametrize("n", [1, 4, 60, 400])
def test_against_long_sums(n, epsilon):
    for critical in (1, 3, 20):
        for new, usual in ((0.4, 0.3), (0.95, 0.9), (0.5, 0.5)):
            expected = reference.probability_claim(new, usual, n, epsilon, critical)
            assert claimed(new, usual, n, epsilon, COUNTS, critical) == pytest.approx(expected, abs=1e-13)
        expected = reference.probability_claim(0.5, 0.5, n, epsilon, critical)
        assert claims.false_claim(COUNTS, Plan(n, epsilon, critical)) == pytest.approx(expected, abs=1e-13)


@pytest.mark.parametrize("options", [2, 4])
@pytest.mark.parametrize("release", superiority.CLAIM_RELEASES)
@pytest.mark.parametrize("n, epsilon", [(1, 1.0), (5, 0.3), (40, 2.0), (200, 0.1), (3000, 0.5), (50, math.inf)])
def test_the_level_holds_at_every_null(n, epsilon, release, options):
    critical = superiority.critical_value(epsilon, n, superiority.ClaimRule(LEVEL, options, release))
    code, share = (COUNTS if release == "counts" else LOCAL), LEVEL / (options - 1)
    diagonal = [claimed(p, p, n, epsilon, code, critical) for p in np.linspace(0.001, 0.999, 41)]
    assert max(diagonal) <= share
    assert diagonal[20] == max(diagonal)  # at 1/2
    below = [claimed(p, q, n, epsilon, code, critical) for p, q in ((0.3, 0.4), (0.5, 0.52), (0.001, 0.999))]
    assert max(below) <= share
    assert critical == 1 or claimed(0.5, 0.5, n, epsilon, code, critical - 1) > share


def test_the_level_by_simulation():
    """False-alarm rate 1e-6; a critical value two smaller, as a fault, is found."""
    n, epsilon, runs = 100, 0.3, 400_000
    critical, generator = superiority.critical_value(epsilon, n, RULE), np.random.default_rng(3)
    noise = generator.geometric(-np.expm1(-epsilon), (runs, 4)) @ [1, -1, 1, -1]
    lead = generator.binomial(n, 0.5, runs) - generator.binomial(n, 0.5, runs) + noise

    def is_credible(critical):
        return binom.sf((lead >= critical).sum() - 1, runs, LEVEL) > 1e-6

    assert is_credible(critical)
    assert not is_credible(critical - 2)


def test_a_tooth_finds_ever_more_and_its_critical_value_keeps_the_level_ever_less():
    for epsilon in (math.inf, 1.0, 0.1):
        found = [claimed(0.38, 0.3, n, epsilon, COUNTS, 20) for n in range(30, 900, 7)]
        assert (np.diff(found) >= -1e-14).all()
        false = [claims.false_claim(COUNTS, Plan(n, epsilon, 20)) for n in range(30, 900, 7)]
        assert (np.diff(false) > 0).all()


@pytest.mark.parametrize("epsilon", [math.inf, 1.0, 0.1])
@pytest.mark.parametrize("power", [0.4, POWER])
def test_the_smallest_number_is_the_first(epsilon, power):
    number = superiority.smallest_participants(0.3, 0.2, epsilon, power, RULE)
    powers = [superiority.probability_found(0.3, 0.2, epsilon, n, RULE) for n in range(1, number + 1)]
    assert powers[-1] >= power
    assert max(powers[:-1]) < power
    block = superiority.smallest_participants(0.3, 0.2, epsilon, power, RULE, block=25)
    assert block % 25 == 0
    assert block >= number
    assert superiority.probability_found(0.3, 0.2, epsilon, block, RULE) >= power


@pytest.mark.parametrize("new, usual, level, power", [(0.38, 0.3, 0.025, 0.9), (0.9, 0.05, 0.001, 0.5)])
@pytest.mark.parametrize("release, epsilon", [(COUNTS, 1.0), (LOCAL, 0.5)])
def test_nothing_is_called_hopeless_that_data_processing_allows(new, usual, level, power, release, epsilon):
    """The bound is kl(power, level) over what a pair of outcomes tells, by SciPy's relative entropy."""
    truth = 1 / (1 + math.exp(-epsilon)) if release == LOCAL else 1.0
    p, q = (truth * rate + (1 - truth) * (1 - rate) for rate in (new, usual))

    def divergence(x, y):
        return rel_entr(x, y) + rel_entr(1 - x, 1 - y)

    fewest = divergence(power, level) / (divergence(p, (p + q) / 2) + divergence(q, (p + q) / 2))
    study = Study(np.array((new, usual)), np.ones(2, np.int64), release, 1 - power, level)
    assert claims.is_hopeless(study, epsilon, math.floor(fewest))
    assert not claims.is_hopeless(study, epsilon, math.ceil(fewest))


def test_where_the_largest_number_cuts_a_tooth_the_tooth_before_counts():
    """99,999,897 of each option find a lead that 10^8 miss: from 99,999,898 on the critical value is larger."""
    rule, lead = superiority.ClaimRule(0.02448), 0.00022228800641321188
    number = superiority.smallest_participants(0.3, lead, math.inf, POWER, rule)
    assert number <= 99_999_897
    assert superiority.probability_found(0.3, lead, math.inf, number, rule) >= POWER
    assert superiority.probability_found(0.3, lead, math.inf, 10**8, rule) < POWER
    assert superiority.smallest_participants(0.3, 0.999 * lead, math.inf, POWER, rule) == math.inf
    assert list(superiority.participants_curve(0.3, lead, (math.inf,), POWER, rule)) == [number]


@pytest.mark.parametrize("release", superiority.CLAIM_RELEASES)
def test_inverses_come_back(release):
    rule = superiority.ClaimRule(LEVEL, 3, release)
    number = superiority.smallest_participants(0.3, 0.1, 0.9, POWER, rule)
    epsilon = superiority.smallest_epsilon(0.3, 0.1, POWER, number, rule)
    assert epsilon <= 0.9
    assert superiority.probability_found(0.3, 0.1, epsilon, number, rule) >= POWER
    assert superiority.probability_found(0.3, 0.1, epsilon * (1 - 1e-9), number, rule) < POWER
    lead = superiority.smallest_difference(0.3, 0.9, POWER, number, rule)
    assert lead == pytest.approx(0.1, rel=0.01)
    assert superiority.probability_found(0.3, lead, 0.9, number, rule) >= POWER - 1e-12


def test_power_rises_with_epsilon():
    powers = [superiority.probability_found(0.3, 0.08, e, 900, RULE) for e in np.geomspace(0.02, 20, 80)]
    assert (np.diff(powers) >= -1e-13).all()


def test_nothing_suffices():
    assert superiority.smallest_epsilon(0.3, 0.08, POWER, 700, RULE) == math.inf
    assert superiority.smallest_difference(0.9, 0.1, POWER, 5, RULE) == math.inf
    assert superiority.smallest_participants(0.3, 1e-6, 1.0, POWER, RULE) == math.inf


@pytest.mark.parametrize(
    "ask, message",
    [
        (lambda: superiority.ClaimRule(0.5), "level must be strictly between 0 and 0.5"),
        (lambda: superiority.ClaimRule(0.1, release="winner"), "release must be one of counts, local"),
        (lambda: superiority.probability_found(0.9, 0.1, 1, 10, RULE), "usual \\+ difference must be less than 1"),
    ],
)
def test_bad_input(ask, message):
    with pytest.raises(ValueError, match=message):
        ask()
