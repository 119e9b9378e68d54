"""Linear arms: their span, and the design that estimates all of them well."""

from dpcore.linear.optimal_design import g_optimal_design

__all__ = ["g_optimal_design"]
