"""Choosing epsilon: what is necessary, what the best proven method achieves, and how sure that is."""

from dpcore.choosing.achievable import (
    achievable_samples,
    simulate_achievable,
    simulated_epsilon_band,
)
from dpcore.choosing.bands import posterior_epsilon_band, quantile_interval
from dpcore.choosing.bounds import necessary_samples, smallest_epsilon
from dpcore.choosing.calendar import calendar_weeks, samples_by_week
from dpcore.choosing.decision import (
    DecisionComparison,
    DecisionProbabilities,
    RepeatedStudies,
    decision_probabilities,
    simulate_studies,
)
from dpcore.choosing.difference import simulated_difference_band, smallest_difference
from dpcore.choosing.group_privacy import necessary_samples_under_approximate_dp, necessary_samples_under_zcdp
from dpcore.choosing.looks import LOOKING_ALGORITHMS, look_schedule
from dpcore.choosing.observed import ACHIEVING_ALGORITHM, achieving_algorithm
from dpcore.choosing.posterior import BetaPosterior, PosteriorSamples, beta_posterior, posterior_samples
from dpcore.choosing.schedule import AnswerBy, LooksByNumber, LookSchedule
from dpcore.choosing.sharing import Analysis, SharedEpsilon, share_best, share_equally

__all__ = [
    "ACHIEVING_ALGORITHM",
    "LOOKING_ALGORITHMS",
    "Analysis",
    "AnswerBy",
    "BetaPosterior",
    "DecisionComparison",
    "DecisionProbabilities",
    "LookSchedule",
    "LooksByNumber",
    "PosteriorSamples",
    "RepeatedStudies",
    "SharedEpsilon",
    "achievable_samples",
    "achieving_algorithm",
    "beta_posterior",
    "calendar_weeks",
    "decision_probabilities",
    "look_schedule",
    "necessary_samples",
    "necessary_samples_under_approximate_dp",
    "necessary_samples_under_zcdp",
    "posterior_epsilon_band",
    "posterior_samples",
    "quantile_interval",
    "samples_by_week",
    "share_best",
    "share_equally",
    "simulate_achievable",
    "simulate_studies",
    "simulated_difference_band",
    "simulated_epsilon_band",
    "smallest_difference",
    "smallest_epsilon",
]
