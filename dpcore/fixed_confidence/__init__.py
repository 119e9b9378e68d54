"""Fixed-confidence best-arm identification: the published algorithms and this project's own, simulated."""

from dpcore.fixed_confidence.protocol import FixedConfidenceAlgorithm
from dpcore.fixed_confidence.registry import fixed_confidence_algorithms
from dpcore.fixed_confidence.result import FixedConfidenceResult, FixedConfidenceSummary, FixedConfidenceTrace
from dpcore.fixed_confidence.simulate import (
    DEFAULT_MAX_SAMPLES,
    prepared_arguments,
    simulate_fixed_confidence,
    trace_fixed_confidence,
    warm_up,
)

__all__ = [
    "DEFAULT_MAX_SAMPLES",
    "FixedConfidenceAlgorithm",
    "FixedConfidenceResult",
    "FixedConfidenceSummary",
    "FixedConfidenceTrace",
    "fixed_confidence_algorithms",
    "prepared_arguments",
    "simulate_fixed_confidence",
    "trace_fixed_confidence",
    "warm_up",
]
