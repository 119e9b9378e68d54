"""Private stopping: how long until a mean is known to a relative error, without and with differential privacy."""

from dpcore.private_stopping.bounds import StoppingBounds, private_stopping_bounds
from dpcore.private_stopping.noise import stopping_noise_scales
from dpcore.private_stopping.on_values import StoppingOutcome, stop_on_values
from dpcore.private_stopping.protocol import PrivateStoppingAlgorithm
from dpcore.private_stopping.registry import private_stopping_algorithms
from dpcore.private_stopping.result import PrivateStoppingResult, StoppingSummary, StoppingTrace
from dpcore.private_stopping.rules import DISTRIBUTIONS
from dpcore.private_stopping.simulate import simulate_private_stopping, trace_private_stopping, warm_up

__all__ = [
    "DISTRIBUTIONS",
    "PrivateStoppingAlgorithm",
    "PrivateStoppingResult",
    "StoppingBounds",
    "StoppingOutcome",
    "StoppingSummary",
    "StoppingTrace",
    "private_stopping_algorithms",
    "private_stopping_bounds",
    "simulate_private_stopping",
    "stop_on_values",
    "stopping_noise_scales",
    "trace_private_stopping",
    "warm_up",
]
