"""DP-NAS: epsilon-DP tests after every sample, by the sparse vector technique.

Algorithm 1 of the source: noise on the threshold, every test and the estimate.
"""

from dpcore.experiments import GLOBAL_DP
from dpcore.private_stopping.kernels import prepare
from dpcore.private_stopping.protocol import PrivateStoppingAlgorithm

ALGORITHM = PrivateStoppingAlgorithm(
    name="dp-nas",
    label="DP-NAS",
    privacy=GLOBAL_DP,
    source="Sajed & Sheffet (ICML 2019), Algorithm 1; epsilon-DP by Theorem 3.1; arXiv:1905.09383",
    prepare=prepare,
)
