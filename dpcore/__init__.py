"""Numeric core: what differential privacy costs in samples when identifying the best arm."""

__version__ = "0.1.0"
