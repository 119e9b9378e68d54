"""DP-KLUCB: epsilon-DP regret minimisation by the largest mean that the private divergence leaves plausible."""

from functools import partial

from dpcore.experiments import GLOBAL_DP
from dpcore.regret._private_indices import BATCH_RATIO, DP_KLUCB, INFERRED, WARNINGS, prepare_blocks
from dpcore.regret.protocol import RegretAlgorithm

ALGORITHM = RegretAlgorithm(
    name="dp-klucb",
    label="DP-KLUCB",
    privacy=GLOBAL_DP,
    source="Azize, Wu, Honda, Orabona, Ito & Basu (2025), arXiv:2505.05613: index max{q: n d_epsilon(private mean, q) "
    "<= log t} on growing batches; epsilon-DP by parallel composition (docs/regret-limit.md)",
    inferred=INFERRED,
    warnings=WARNINGS,
    has_heavy_tails=True,
    parameters=(BATCH_RATIO,),
    prepare=partial(prepare_blocks, DP_KLUCB),
)
