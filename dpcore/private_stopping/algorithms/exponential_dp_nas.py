"""Exponential DP-NAS: the tests of DP-NAS at t = 2, 4, 8, ... samples only, so that fewer of them share the risk."""

from dpcore.experiments import GLOBAL_DP
from dpcore.private_stopping.doubling import prepare
from dpcore.private_stopping.noise import stopping_noise_scales
from dpcore.private_stopping.protocol import HaltingRule, PrivateStoppingAlgorithm


def halting_rule(relative_error: float, risk: float, epsilon: float) -> HaltingRule:
    """Algorithm 2 of the source: as DP-NAS, with the number of the test in place of the time in both logarithms."""
    return HaltingRule(relative_error, risk, 16.0, *stopping_noise_scales(epsilon), True)


ALGORITHM = PrivateStoppingAlgorithm(
    name="exponential-dp-nas",
    label="Exponential DP-NAS",
    privacy=GLOBAL_DP,
    source="Sajed & Sheffet (ICML 2019), Algorithm 2; epsilon-DP by Corollary 3.2; arXiv:1905.09383",
    warnings=(),
    parameters=(),
    prepare=prepare,
    halting_rule=halting_rule,
)
