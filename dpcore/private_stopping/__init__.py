"""Private stopping: how long until a mean is known to a relative error, without and with differential privacy."""

from dpcore.private_stopping.bounds import StoppingBounds, private_stopping_bounds
from dpcore.private_stopping.on_values import StoppingOutcome, stop_on_values
from dpcore.private_stopping.rules import (
    DISTRIBUTIONS,
    PRIVATE_STOPPING_ALGORITHMS,
    stopping_noise_scales,
)
from dpcore.private_stopping.simulate import (
    PrivateStoppingResult,
    StoppingSummary,
    StoppingTrace,
    simulate_private_stopping,
    trace_private_stopping,
    warm_up,
)

__all__ = [
    "DISTRIBUTIONS",
    "PRIVATE_STOPPING_ALGORITHMS",
    "PrivateStoppingResult",
    "StoppingBounds",
    "StoppingOutcome",
    "StoppingSummary",
    "StoppingTrace",
    "private_stopping_bounds",
    "simulate_private_stopping",
    "stop_on_values",
    "stopping_noise_scales",
    "trace_private_stopping",
    "warm_up",
]
