"""Risk-correctness of every proven threshold, by simulation.

Wrong answers are counted against the exact binomial critical value at false-alarm rate 1e-6.  Power: a rule that is
wrong twice as often as allowed passes with probability below 1e-2.
"""

import math
from functools import partial

import numpy as np
import pytest

from dpcore.experiments import run_generator
from dpcore.fixed_confidence import simulate, simulate_fixed_confidence
from dpcore.fixed_confidence.algorithms import adap_tt, adap_tt_star, dp_tt, gaussian_dp_tt
from dpcore.fixed_confidence.algorithms.dp_se import dp_se_kernel
from dpcore.fixed_confidence.algorithms.pb_tas.bets import mixture_bets, scheduled_bets
from dpcore.fixed_confidence.algorithms.pb_tas.kernel import Options, pb_tas_kernel
from dpcore.fixed_confidence.algorithms.prise.entry import options_for
from dpcore.fixed_confidence.algorithms.prise.kernel import prise_kernel
from dpcore.fixed_confidence.protocol import Problem, new_record, no_rewards
from tests.dpcore.statistical import critical_count

RISK, RUNS = 0.35, 100
CRITICAL = critical_count(RUNS, RISK)
NAMES = ["ttucb", "eb-tci", "track-and-stop", "ctb-tt", "adap-tt", "adap-tt-star", "dp-tt", "gaussian-dp-tt"]
LAPLACE = [((0.5, 0.45), 0.3), ((0.5, 0.48, 0.48, 0.48), 4.0), ((0.99, 0.98), 0.05)]
GAUSSIAN = [((0.5, 0.45), 0.05), ((0.5, 0.48, 0.48, 0.48), 5.0), ((0.99, 0.98), 1e-3)]
ROUNDS = [((0.52, 0.5, 0.5), 0.02), ((0.53, 0.5), 2.0), ((0.95, 0.93), 0.3), ((0.6, 0.55, 0.5, 0.5, 0.5), 0.05)]
CASES = [
    *((name, (0.6, 0.45, 0.5), 1.0, {}) for name in NAMES),
    *(("dp-se", *case, {}) for case in [((0.5, 0.3), 1.0), ((0.5, 0.45, 0.45, 0.45), 0.05)]),
    *(("pb-tas", *case, {"evidence": evidence}) for evidence in ("mixture", "scheduled") for case in LAPLACE),
    *(("gaussian-pb-tas", *case, {}) for case in GAUSSIAN),
    *(("prise", *case, {}) for case in ROUNDS),
]


def wrong_answers(name, means, budget, **more):
    how = {"rho": budget, "runs": RUNS, "seed": 21, "max_samples": 10**11, **more}
    result = simulate_fixed_confidence(name, means, budget, RISK, **how)
    assert result.finished.all()
    return np.sum(result.recommendations != np.argmax(means))


@pytest.mark.parametrize("name, means, budget, more", CASES)
def test_wrong_answers_are_as_rare_as_proven(name, means, budget, more):
    assert wrong_answers(name, means, budget, **more) <= CRITICAL


@pytest.mark.parametrize("name", NAMES)
def test_an_absurdly_low_threshold_is_caught(name, monkeypatch):
    monkeypatch.setattr(dp_tt, "dp_tt_level", lambda *_: 0.0)
    monkeypatch.setattr(gaussian_dp_tt, "gaussian_level", lambda *_: 0.0)
    monkeypatch.setattr(adap_tt, "adap_tt_pair", lambda *_: 0.0)
    monkeypatch.setattr(adap_tt_star, "adap_tt_star_pair", lambda *_: (0.0, 0.0))
    monkeypatch.setattr(simulate, "check_risk", lambda _: 1e12)
    assert wrong_answers(name, (0.499, 0.499, 0.5), 1.0) > CRITICAL


TIE = Problem(np.array((0.5, 0.499, 0.499)), 0.01, RISK, 10**12)


def with_weights_of_twenty(bets):
    broken = bets._replace(weights=20 * bets.weights)
    return partial(pb_tas_kernel, TIE, Options(math.log(2 / RISK), 0.5, 0.2, 2010, 100, broken, 0.0))


FAULTS = {
    "dp-se, margins for a risk of 14": partial(dp_se_kernel, TIE._replace(risk=14.0)),
    "pb-tas, weights that sum to 20": with_weights_of_twenty(mixture_bets(0.01)),
    "gaussian-pb-tas, weights that sum to 20": with_weights_of_twenty(scheduled_bets(1 / 0.01)),
    "prise, evidence of -.5 instead of log(1/risk)": partial(prise_kernel, TIE, options_for(0.01, math.exp(0.5))),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_violation_is_caught(fault):
    def answer(seed):
        return FAULTS[fault](run_generator(seed, 0), no_rewards(3), np.zeros(1, np.uint8), new_record(3)).answer

    assert sum(answer(seed) != 0 for seed in range(RUNS)) > CRITICAL
