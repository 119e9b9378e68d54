"""DP-OD: OD-LinBAI whose whitened least-squares sums are released with isotropic noise: free of the features' basis."""

from functools import partial

from dpcore.experiments import GLOBAL_DP
from dpcore.fixed_budget.algorithms.od_linbai import prepare_rounds
from dpcore.fixed_budget.protocol import FixedBudgetAlgorithm
from dpcore.fixed_budget.schedule import od_linbai_schedule

SOURCE = "Chen, Karthik, Chee & Tan, ICLR 2024, arXiv:2401.09073 (slides), after Shariff & Sheffet 2018"
RECALLED = "OD-LinBAI, on which it rests, is recalled from its paper."

ALGORITHM = FixedBudgetAlgorithm(
    name="dp-od",
    label="DP-OD",
    privacy=GLOBAL_DP,
    source=f"{SOURCE}; its noise was designed for this project (docs/dp-od.md)",
    warnings=(
        "The published noise is in an appendix that we do not have. We designed this one: isotropic on the whitened "
        "sums, epsilon-DP, and the same in all units and axes of the features. The published curve may differ.",
        RECALLED,
    ),
    schedule=od_linbai_schedule,
    prepare=partial(prepare_rounds, is_whitened=True),
)
