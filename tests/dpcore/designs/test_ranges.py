"""What holds at every usual rate of a range, and the bound's inverse: against fine grids, and at the ends."""

import math
import threading
import time
from concurrent.futures import CancelledError
from functools import partial

import numpy as np
import pytest

from dpcore import CancelFlag, designs
from dpcore.designs import AnyUsualRate, cases, superiority
from dpcore.designs.studies import NO_CLAIM, WINNER, Plan, Study
from dpcore.designs.usual_rates import UsualRates
from dpcore.times.lower_bounds import quantile_divergence

MEANS, LEAD, RISK = (0.4, 0.3, 0.3), 0.1, 0.01
RULE = superiority.ClaimRule(0.025, 3)


def rates(low, high, count=81):
    return np.linspace(max(low, 1e-6), min(high, 1 - LEAD - 1e-6), count).tolist()


def right(usual, epsilon, number, release="winner"):
    return designs.probability_right((usual + LEAD, usual, usual), epsilon, number, release)


@pytest.mark.parametrize("usual_range", [(0.0, 1.0), (0.05, 0.2), (0.6, 0.8)])
@pytest.mark.parametrize("release", designs.RELEASES)
def test_the_worst_rate_of_a_range_against_a_grid(usual_range, release):
    epsilon = 1.0 if release == "local" else 0.1
    number = 2 * designs.smallest_participants(MEANS, epsilon, RISK, release) // 3
    found = designs.worst_usual_rate(AnyUsualRate(3, LEAD, usual_range), epsilon, number, release)
    least = min(right(usual, epsilon, number, release) for usual in rates(*usual_range))
    assert usual_range[0] <= found.usual <= usual_range[1]
    assert found.lower <= found.probability <= least + 1e-9
    assert 1 - found.lower <= 1.05 * (1 - least)


def test_a_smaller_range_takes_no_more_and_its_numbers_are_certified():
    wide = designs.smallest_participants(AnyUsualRate(3, LEAD), 0.1, RISK)
    narrow = designs.smallest_participants(AnyUsualRate(3, LEAD, (0.05, 0.2)), 0.1, RISK)
    assert narrow < wide
    for number, usual_range in ((wide, (0.0, 1.0)), (narrow, (0.05, 0.2))):
        assert min(right(usual, 0.1, number) for usual in rates(*usual_range)) >= 1 - RISK
        fewer = int(number / 1.003)
        assert min(right(usual, 0.1, fewer) for usual in rates(*usual_range)) < 1 - RISK
    epsilon = designs.smallest_epsilon(AnyUsualRate(3, LEAD, (0.05, 0.2)), RISK, 3333)
    assert min(right(usual, epsilon, 3333) for usual in rates(0.05, 0.2)) >= 1 - RISK
    assert min(right(usual, epsilon / 1.003, 3333) for usual in rates(0.05, 0.2)) < 1 - RISK


def test_a_number_that_suffices_at_every_rate_tried_is_returned_only_once_it_is_certified():
    over = UsualRates(0.0, 0.98, 0.02, np.ones(2))
    study = Study(np.array((0.51, 0.49)), np.ones(2, np.int64), WINNER, 0.1, 0.0)

    def worst(number):
        return cases.worst_rate(over, study, Plan(number, 1.0, NO_CLAIM), 0.9, CancelFlag())

    number = designs.smallest_participants(AnyUsualRate(2, 0.02), 1.0, 0.1)
    assert worst(number).lower >= 0.9
    assert worst(number - 1).probability > 0.9 + 1e-5
    assert worst(number - 1).lower < 0.9


@pytest.mark.parametrize("usual_range", [(0.5, 0.5), (0.95, 1.0), (0.4, 0.2), (-0.1, 0.5)])
def test_a_range_without_rates_is_refused(usual_range):
    with pytest.raises(ValueError, match="usual_range must"):
        AnyUsualRate(3, LEAD, usual_range)
    with pytest.raises(ValueError, match="usual must"):
        superiority.smallest_participants(usual_range, LEAD, 0.1, 0.9, RULE)


def found_at(usual, epsilon, number):
    return superiority.probability_found(usual, LEAD, epsilon, number, RULE)


@pytest.mark.parametrize("usual_range", [(0.0, 1.0), (0.05, 0.2), (0.7, 0.9)])
def test_superiority_over_a_range_against_a_grid(usual_range):
    number = superiority.smallest_participants(usual_range, LEAD, 0.1, 0.9, RULE)
    assert min(found_at(usual, 0.1, number) for usual in rates(*usual_range)) >= 0.9
    assert min(found_at(usual, 0.1, int(number / 1.02)) for usual in rates(*usual_range)) < 0.9
    certified = superiority.probability_found(usual_range, LEAD, 0.1, number, RULE)
    assert certified <= min(found_at(usual, 0.1, number) for usual in rates(*usual_range))
    epsilon = superiority.smallest_epsilon(usual_range, LEAD, 0.9, 3333, RULE)
    assert min(found_at(usual, epsilon, 3333) for usual in rates(*usual_range)) >= 0.9


@pytest.mark.parametrize(
    "ask",
    [
        partial(designs.worst_usual_rate, AnyUsualRate(20, 1e-3), 0.01, 10**7, "counts"),
        partial(designs.smallest_participants, AnyUsualRate(20, 1e-3), 0.01, RISK, "counts"),
        partial(designs.smallest_epsilon, AnyUsualRate(20, 1e-3), RISK, 10**7, "counts"),
        partial(superiority.probability_found, None, 1e-3, 0.01, 10**7, RULE),
        partial(superiority.smallest_participants, None, 1e-3, 0.01, 0.9, RULE),
        partial(superiority.smallest_epsilon, None, 1e-3, 0.9, 10**7, RULE),
    ],
    ids=lambda ask: f"{ask.func.__module__}.{ask.func.__name__}",
)
def test_whoever_waits_for_all_usual_rates_can_stop_the_call(ask):
    designs.warm_up()
    cancel, start = CancelFlag(), time.process_time()
    threading.Timer(0.05, cancel.set).start()
    with pytest.raises(CancelledError):
        ask(cancel=cancel)
    assert time.process_time() - start < 1


@pytest.mark.parametrize("quantile", [None, 0.9])
@pytest.mark.parametrize("participants", [400.0, 1e4, 1e6])
def test_the_epsilon_that_the_bound_leaves_open_is_its_inverse_rounded_down(quantile, participants):
    found = designs.lead_possible_epsilon(MEANS, LEAD, RISK, participants, quantile=quantile)
    at = [designs.lead_lower_bound(MEANS, LEAD, each, RISK, quantile=quantile) for each in (found, found * (1 + 1e-7))]
    assert at[0] > participants >= at[1] * (1 - 1e-9)


def test_the_bounds_inverse_at_its_ends():
    assert math.isinf(designs.lead_possible_epsilon(MEANS, LEAD, RISK, 300.0))  # 302.7 without privacy
    assert designs.lead_possible_epsilon(MEANS, LEAD, 0.45, 100.0, quantile=0.9) == 0  # a guess stops at once
    assert designs.lead_possible_epsilon(MEANS, LEAD, RISK, 1e14) == 0


def test_the_bound_on_a_quantile_is_the_time_by_its_divergence():
    time = designs.lead_characteristic_time(MEANS, LEAD, 0.1)
    bound = designs.lead_lower_bound(MEANS, LEAD, 0.1, RISK, quantile=0.9)
    assert bound == pytest.approx(time * quantile_divergence(0.9, RISK), rel=1e-12)
