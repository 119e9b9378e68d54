"""DP-OD with noise on the sums' coordinates in the axes given, as first inferred of the publication."""

from dpcore.experiments import GLOBAL_DP
from dpcore.fixed_budget.algorithms.dp_od import RECALLED, SOURCE
from dpcore.fixed_budget.algorithms.od_linbai import prepare_rounds
from dpcore.fixed_budget.protocol import FixedBudgetAlgorithm, OneRun, Setting
from dpcore.fixed_budget.schedule import od_linbai_schedule


def prepare(setting: Setting) -> OneRun:
    """One run's function for this setting (see protocol.py)."""
    return prepare_rounds(setting, setting.epsilon, is_whitened=False)


ALGORITHM = FixedBudgetAlgorithm(
    name="dp-od-axes",
    label="DP-OD, noise by axis",
    privacy=GLOBAL_DP,
    source=f"{SOURCE}; its noise is inferred",
    warnings=(
        "An inferred reading of the published construction: Laplace noise on each axis of the features, for the arm of "
        "largest l1 norm. It is epsilon-DP, but depends on the features' units: with one axis times .1 and its "
        "coefficient times 10 the published study's bandit is the same, and its error at T = 1,000 and epsilon = .1 "
        "falls from 39 % to 11 %. So no verdict rests on it.",
        RECALLED,
    ),
    parameters=(),
    schedule=od_linbai_schedule,
    prepare=prepare,
    depends_on_units=True,
)
