"""DP-OD: OD-LinBAI whose least-squares sums are released with Laplace noise."""

from dpcore.experiments import GLOBAL_DP
from dpcore.fixed_budget.algorithms.od_linbai import prepare_rounds
from dpcore.fixed_budget.protocol import FixedBudgetAlgorithm, OneRun, Setting
from dpcore.fixed_budget.schedule import od_linbai_schedule


def prepare(setting: Setting) -> OneRun:
    """One run's function for this setting (see protocol.py)."""
    return prepare_rounds(setting, setting.epsilon)


ALGORITHM = FixedBudgetAlgorithm(
    name="dp-od",
    label="DP-OD",
    privacy=GLOBAL_DP,
    source="Chen, Karthik, Chee & Tan, ICLR 2024, arXiv:2401.09073 (slides), after Shariff & Sheffet 2018",
    warnings=(
        "The published noise is in an appendix that was not at hand; ours is an inferred construction that is "
        "epsilon-DP, so this curve may differ from the published one.",
        "OD-LinBAI, on which it rests, is recalled from its paper.",
    ),
    parameters=(),
    schedule=od_linbai_schedule,
    prepare=prepare,
)
