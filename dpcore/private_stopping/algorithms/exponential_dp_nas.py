"""Exponential DP-NAS: the tests of DP-NAS at t = 2, 4, 8, ... samples only, so that fewer of them share the risk.

Algorithm 2 of the source: as DP-NAS, with the number of the test in place of the time in both logarithms.
"""

from dpcore.experiments import GLOBAL_DP
from dpcore.private_stopping.kernels import prepare
from dpcore.private_stopping.protocol import PrivateStoppingAlgorithm

ALGORITHM = PrivateStoppingAlgorithm(
    name="exponential-dp-nas",
    label="Exponential DP-NAS",
    privacy=GLOBAL_DP,
    source="Sajed & Sheffet (ICML 2019), Algorithm 2; epsilon-DP by Corollary 3.2; arXiv:1905.09383",
    prepare=prepare,
    doubling=True,
)
