"""NAS: tests after every sample, without noise; the private rules are compared with it.

The Hoeffding radius at confidence 1 - risk/(2 t^2).
"""

from dpcore.experiments import NO_PRIVACY
from dpcore.private_stopping.kernels import prepare
from dpcore.private_stopping.protocol import PrivateStoppingAlgorithm

ALGORITHM = PrivateStoppingAlgorithm(
    name="nas",
    label="NAS",
    privacy=NO_PRIVACY,
    source="Sajed & Sheffet (ICML 2019), the text before Algorithm 1; arXiv:1905.09383",
    warnings=("Its radius is not printed in the source: it is completed here as for DP-NAS, without noise.",),
    prepare=prepare,
    union_factor=4.0,
)
