"""Fixed-budget best-arm identification: how often an algorithm is wrong after T samples."""

from dpcore.fixed_budget.bounds import ErrorBound, dp_bai_error_bound, minimax_exponent, od_linbai_error_bound
from dpcore.fixed_budget.instance import Hardness, fixed_budget_hardness, published_fixed_budget_instance
from dpcore.fixed_budget.max_det import MaxDetCollection, max_det_collection
from dpcore.fixed_budget.protocol import FixedBudgetAlgorithm
from dpcore.fixed_budget.registry import fixed_budget_algorithms
from dpcore.fixed_budget.result import FixedBudgetPhase, FixedBudgetResult, FixedBudgetSummary, FixedBudgetTrace
from dpcore.fixed_budget.schedule import Schedule, baseline_schedule, dp_bai_schedule, dp_bai_sizes, od_linbai_schedule
from dpcore.fixed_budget.simulate import simulate_fixed_budget, trace_fixed_budget, warm_up

__all__ = [
    "ErrorBound",
    "FixedBudgetAlgorithm",
    "FixedBudgetPhase",
    "FixedBudgetResult",
    "FixedBudgetSummary",
    "FixedBudgetTrace",
    "Hardness",
    "MaxDetCollection",
    "Schedule",
    "baseline_schedule",
    "dp_bai_error_bound",
    "dp_bai_schedule",
    "dp_bai_sizes",
    "fixed_budget_algorithms",
    "fixed_budget_hardness",
    "max_det_collection",
    "minimax_exponent",
    "od_linbai_error_bound",
    "od_linbai_schedule",
    "published_fixed_budget_instance",
    "simulate_fixed_budget",
    "trace_fixed_budget",
    "warm_up",
]
