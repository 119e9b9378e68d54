"""What privacy promises: beliefs, conversions between its measures, and its definitions for bandits."""

from dpcore.privacy.belief import largest_belief
from dpcore.privacy.composition import composed_epsilon, equal_epsilon
from dpcore.privacy.conversions import (
    delta_from_rho,
    epsilon_at_rho,
    epsilon_from_rho,
    group_delta,
    group_epsilon,
    group_rho,
    rho_for_epsilon_delta,
    rho_from_epsilon,
)
from dpcore.privacy.definitions import (
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
from dpcore.privacy.gaussian import gaussian_delta, gaussian_epsilon, gaussian_rho

__all__ = [
    "PRIVACY_DEFINITIONS",
    "ThreeStepPolicy",
    "WorstPair",
    "action_law",
    "composed_epsilon",
    "counterexample",
    "delta_from_rho",
    "epsilon_at_rho",
    "epsilon_from_rho",
    "equal_epsilon",
    "gaussian_delta",
    "gaussian_epsilon",
    "gaussian_rho",
    "group_delta",
    "group_epsilon",
    "group_rho",
    "largest_belief",
    "minimal_epsilon",
    "policy_from_arm_zero",
    "privacy_delta",
    "rho_for_epsilon_delta",
    "rho_from_epsilon",
    "worst_pair",
]
