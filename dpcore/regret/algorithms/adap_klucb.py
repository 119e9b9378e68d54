"""AdaP-KLUCB: epsilon-DP regret minimisation in doubling episodes, with the Bernoulli Kullback-Leibler index."""

from functools import partial

from dpcore.experiments import GLOBAL_DP
from dpcore.regret._private_indices import ADAP_KLUCB, EXPLORATION, FIRST_PULL_INFERRED, prepare_blocks
from dpcore.regret.protocol import RegretAlgorithm

ALGORITHM = RegretAlgorithm(
    name="adap-klucb",
    label="AdaP-KLUCB",
    privacy=GLOBAL_DP,
    source="Azize's thesis (2024), Algorithm 7 with Eq. 5.2; Azize & Basu (NeurIPS 2022), arXiv:2209.02570",
    inferred=(FIRST_PULL_INFERRED,),
    warnings=(
        "Its regret theorem (thesis, Theorem 5.4) leaves two constants open, so no bound is drawn.",
        "With the index as printed, regret is up to twice what the published figures show.",
    ),
    parameters=(EXPLORATION,),
    prepare=partial(prepare_blocks, ADAP_KLUCB),
)
