"""Risk-correctness of every proven threshold, by simulation.

Wrong answers among the finished runs are counted against the exact binomial critical value at false-alarm rate 1e-6.
Power: a stopping rule that is wrong in 40 % of the runs instead of 20 % passes with probability below 1e-2.
"""

import pytest
from scipy.special import betainc

from dpcore.fixed_confidence import simulate, simulate_fixed_confidence
from dpcore.fixed_confidence.algorithms import adap_tt, adap_tt_star, dp_tt, gaussian_dp_tt

RISK = 0.2
RUNS = 260
NAMES = ["ttucb", "eb-tci", "track-and-stop", "ctb-tt", "adap-tt", "adap-tt-star", "dp-tt", "gaussian-dp-tt"]
INSTANCES = {"easy": (0.2, 0.9), "hard": (0.45, 0.6, 0.5)}


def most_errors_allowed(runs, risk):
    """The largest count that a risk-correct rule exceeds with probability at most 1e-6."""
    return next(count for count in range(runs) if betainc(count + 1, runs - count, risk) <= 1e-6)


def errors(name, instance):
    result = simulate_fixed_confidence(name, INSTANCES[instance], 1.0, RISK, rho=0.4, runs=RUNS, seed=21)
    summary = result.summary()
    assert summary.share_capped < 0.05
    return summary.errors_finished


def test_the_critical_value_has_the_stated_power():
    critical = most_errors_allowed(RUNS, RISK)
    assert betainc(critical, RUNS - critical + 1, RISK) > 1e-6
    assert 1 - betainc(critical + 1, RUNS - critical, 2 * RISK) < 1e-2


@pytest.mark.parametrize("instance", INSTANCES)
@pytest.mark.parametrize("name", NAMES)
def test_proven_thresholds_are_risk_correct(name, instance):
    assert errors(name, instance) <= most_errors_allowed(RUNS, RISK)


@pytest.mark.parametrize("name", NAMES)
def test_an_absurdly_low_threshold_is_caught(name, monkeypatch):
    monkeypatch.setattr(dp_tt, "dp_tt_level", lambda *_: 0.0)
    monkeypatch.setattr(gaussian_dp_tt, "gaussian_level", lambda *_: 0.0)
    monkeypatch.setattr(adap_tt, "adap_tt_pair", lambda *_: 0.0)
    monkeypatch.setattr(adap_tt_star, "adap_tt_star_pair", lambda *_: (0.0, 0.0))
    monkeypatch.setattr(simulate, "check_risk", lambda _: 1e12)
    assert errors(name, "hard") > most_errors_allowed(RUNS, RISK)
