"""Numeric core: what differential privacy costs in samples when identifying the best arm."""

from dpcore._engine import CancelFlag

__version__ = "0.1.0"

__all__ = ["CancelFlag"]
