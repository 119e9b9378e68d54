"""BASELINE: DP-BAI without the Max-Det collection; all active arms are pulled equally often in every phase."""

from functools import partial

from dpcore.experiments import GLOBAL_DP
from dpcore.fixed_budget.algorithms.dp_bai import prepare_phases
from dpcore.fixed_budget.protocol import FixedBudgetAlgorithm
from dpcore.fixed_budget.schedule import PHASES, baseline_schedule

ALGORITHM = FixedBudgetAlgorithm(
    name="baseline",
    label="BASELINE",
    privacy=GLOBAL_DP,
    source="Chen, Karthik, Chee & Tan, ICLR 2024, arXiv:2401.09073 (slides)",
    warnings=(
        "The sizes of the phases and the equal pulls of all active arms are recalled from the paper, not read in it.",
        "The samples reserved for rounding are our safe choice, so that the horizon is never exceeded.",
    ),
    parameters=(PHASES,),
    schedule=baseline_schedule,
    prepare=partial(prepare_phases, uses_max_det=False),
)
