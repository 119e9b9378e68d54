"""Numeric core: what differential privacy costs in samples when identifying the best arm.

The functions that most users need are here; each module offers more:
dpcore.times, dpcore.choosing, dpcore.designs, dpcore.bounded, dpcore.fixed_confidence, dpcore.fixed_budget,
dpcore.regret, dpcore.private_stopping, dpcore.privacy, dpcore.audit, dpcore.linear and dpcore.exercises.
"""

from dpcore import (
    audit,
    bounded,
    choosing,
    designs,
    exercises,
    fixed_budget,
    fixed_confidence,
    linear,
    privacy,
    private_stopping,
    regret,
    times,
)
from dpcore._indifference import good_answers
from dpcore._version import __version__
from dpcore.choosing import achievable_samples, beta_posterior, necessary_samples, smallest_difference, smallest_epsilon
from dpcore.experiments import CancelFlag
from dpcore.fixed_budget import fixed_budget_algorithms, simulate_fixed_budget, trace_fixed_budget
from dpcore.fixed_confidence import fixed_confidence_algorithms, simulate_fixed_confidence, trace_fixed_confidence
from dpcore.privacy import epsilon_from_rho, largest_belief, minimal_epsilon, privacy_delta
from dpcore.private_stopping import private_stopping_algorithms, simulate_private_stopping, trace_private_stopping
from dpcore.regret import price_of_privacy, regret_algorithms, simulate_regret
from dpcore.times import characteristic_time, characteristic_time_curve, regime_boundaries, sample_lower_bounds

__all__ = [
    "CancelFlag",
    "__version__",
    "achievable_samples",
    "audit",
    "beta_posterior",
    "bounded",
    "characteristic_time",
    "characteristic_time_curve",
    "choosing",
    "designs",
    "epsilon_from_rho",
    "exercises",
    "fixed_budget",
    "fixed_budget_algorithms",
    "fixed_confidence",
    "fixed_confidence_algorithms",
    "good_answers",
    "largest_belief",
    "linear",
    "minimal_epsilon",
    "necessary_samples",
    "price_of_privacy",
    "privacy",
    "privacy_delta",
    "private_stopping",
    "private_stopping_algorithms",
    "regime_boundaries",
    "regret",
    "regret_algorithms",
    "sample_lower_bounds",
    "simulate_fixed_budget",
    "simulate_fixed_confidence",
    "simulate_private_stopping",
    "simulate_regret",
    "smallest_difference",
    "smallest_epsilon",
    "times",
    "trace_fixed_budget",
    "trace_fixed_confidence",
    "trace_private_stopping",
]
