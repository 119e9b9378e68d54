"""UCB in doubling episodes: what AdaC-UCB, AdaP-UCB and AdaP-KLUCB are measured against without privacy."""

from functools import partial

from dpcore.experiments import NO_PRIVACY
from dpcore.regret._private_indices import ADAC_UCB, EXPLORATION, FIRST_PULL_INFERRED, prepare_blocks
from dpcore.regret.protocol import RegretAlgorithm

ALGORITHM = RegretAlgorithm(
    name="ucb-episodes",
    label="UCB in episodes",
    privacy=NO_PRIVACY,
    source="Azize & Basu (SaTML 2024), Algorithm 4 with Eq. 14 at rho = infinity; arXiv:2309.00557",
    inferred=(FIRST_PULL_INFERRED,),
    parameters=(EXPLORATION,),
    prepare=partial(prepare_blocks, ADAC_UCB),
)
