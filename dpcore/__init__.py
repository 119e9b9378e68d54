"""Numeric core: what differential privacy costs in samples when identifying the best arm."""

from dpcore._engine import CancelFlag
from dpcore.belief import largest_belief, smallest_belief
from dpcore.posterior import BetaPosterior, beta_posterior

__version__ = "0.1.0"

__all__ = ["BetaPosterior", "CancelFlag", "beta_posterior", "largest_belief", "smallest_belief"]
