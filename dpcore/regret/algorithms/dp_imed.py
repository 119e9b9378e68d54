"""DP-IMED: epsilon-DP regret minimisation that pulls the arm of the least evidence against being the best one."""

from functools import partial

from dpcore.experiments import GLOBAL_DP
from dpcore.regret._private_indices import BATCH_RATIO, DP_IMED, INFERRED, WARNINGS, prepare_blocks
from dpcore.regret.protocol import RegretAlgorithm

ALGORITHM = RegretAlgorithm(
    name="dp-imed",
    label="DP-IMED",
    privacy=GLOBAL_DP,
    source="Azize, Wu, Honda, Orabona, Ito & Basu (2025), arXiv:2505.05613: index n d_epsilon(private mean, best "
    "private mean) + log n on growing batches; epsilon-DP by parallel composition (docs/regret-limit.md)",
    inferred=INFERRED,
    warnings=WARNINGS,
    has_heavy_tails=True,
    parameters=(BATCH_RATIO,),
    prepare=partial(prepare_blocks, DP_IMED),
)
