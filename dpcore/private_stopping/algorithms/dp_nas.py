"""DP-NAS: epsilon-DP tests after every sample, by the sparse vector technique."""

from dpcore.experiments import GLOBAL_DP
from dpcore.private_stopping.every_sample import prepare
from dpcore.private_stopping.noise import stopping_noise_scales
from dpcore.private_stopping.protocol import HaltingRule, PrivateStoppingAlgorithm


def halting_rule(relative_error: float, risk: float, epsilon: float) -> HaltingRule:
    """Algorithm 1 of the source: union_factor 16, noise on the threshold, every test and the estimate."""
    return HaltingRule(relative_error, risk, 16.0, *stopping_noise_scales(epsilon), False)


ALGORITHM = PrivateStoppingAlgorithm(
    name="dp-nas",
    label="DP-NAS",
    privacy=GLOBAL_DP,
    source="Sajed & Sheffet (ICML 2019), Algorithm 1; epsilon-DP by Theorem 3.1; arXiv:1905.09383",
    warnings=(),
    parameters=(),
    prepare=prepare,
    halting_rule=halting_rule,
)
