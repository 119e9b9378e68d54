"""What every family of experiments shares: parameters, privacy, the registry, runs from a seed, and the results."""

from dpcore._intervals import NORMAL_95
from dpcore.experiments.parameters import Choice, Difference, Number, Parameter, Switch, WholeNumber
from dpcore.experiments.privacy import GLOBAL_DP, LOCAL_DP, NO_PRIVACY, ZCDP, Privacy
from dpcore.experiments.registry import Algorithm, Registry
from dpcore.experiments.results import ExperimentResult, Origin
from dpcore.experiments.runs import (
    LARGEST_RESULT,
    CancelFlag,
    Runs,
    check_cancel,
    check_runs,
    child_generator,
    map_numbers,
    map_runs,
    run_generator,
)

__all__ = [
    "GLOBAL_DP",
    "LARGEST_RESULT",
    "LOCAL_DP",
    "NORMAL_95",
    "NO_PRIVACY",
    "ZCDP",
    "Algorithm",
    "CancelFlag",
    "Choice",
    "Difference",
    "ExperimentResult",
    "Number",
    "Origin",
    "Parameter",
    "Privacy",
    "Registry",
    "Runs",
    "Switch",
    "WholeNumber",
    "check_cancel",
    "check_runs",
    "child_generator",
    "map_numbers",
    "map_runs",
    "run_generator",
]
