"""Numeric core: what differential privacy costs in samples when identifying the best arm."""

from dpcore._engine import CancelFlag
from dpcore.belief import largest_belief, smallest_belief
from dpcore.fixed_confidence import (
    FixedConfidenceResult,
    FixedConfidenceSummary,
    FixedConfidenceTrace,
    fixed_confidence_algorithms,
    simulate_fixed_confidence,
    trace_fixed_confidence,
)
from dpcore.posterior import BetaPosterior, beta_posterior
from dpcore.privacy_definitions import (
    PRIVACY_DEFINITIONS,
    ThreeStepPolicy,
    WorstPair,
    action_law,
    counterexample,
    minimal_epsilon,
    policy_from_arm_zero,
    privacy_delta,
    worst_pair,
)
from dpcore.private_stopping import (
    PRIVATE_STOPPING_ALGORITHMS,
    PrivateStoppingResult,
    StoppingBounds,
    StoppingOutcome,
    StoppingSummary,
    StoppingTrace,
    private_stopping_bounds,
    simulate_private_stopping,
    stop_on_values,
    stopping_noise_scales,
    trace_private_stopping,
)

__version__ = "0.1.0"

__all__ = [
    "PRIVACY_DEFINITIONS",
    "PRIVATE_STOPPING_ALGORITHMS",
    "BetaPosterior",
    "CancelFlag",
    "FixedConfidenceResult",
    "FixedConfidenceSummary",
    "FixedConfidenceTrace",
    "PrivateStoppingResult",
    "StoppingBounds",
    "StoppingOutcome",
    "StoppingSummary",
    "StoppingTrace",
    "ThreeStepPolicy",
    "WorstPair",
    "action_law",
    "beta_posterior",
    "counterexample",
    "fixed_confidence_algorithms",
    "largest_belief",
    "minimal_epsilon",
    "policy_from_arm_zero",
    "privacy_delta",
    "private_stopping_bounds",
    "simulate_fixed_confidence",
    "simulate_private_stopping",
    "smallest_belief",
    "stop_on_values",
    "stopping_noise_scales",
    "trace_fixed_confidence",
    "trace_private_stopping",
    "worst_pair",
]
