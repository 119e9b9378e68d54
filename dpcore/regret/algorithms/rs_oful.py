"""RS-OFUL: rarely switching OFUL, what AdaC-OFUL is measured against without privacy."""

from dpcore.experiments import NO_PRIVACY
from dpcore.regret.algorithms.adac_oful import NO_BOUND_WARNING, PARAMETERS, prepare
from dpcore.regret.protocol import RegretAlgorithm

ALGORITHM = RegretAlgorithm(
    name="rs-oful",
    label="RS-OFUL",
    environment="contextual",
    privacy=NO_PRIVACY,
    source="Azize & Basu (SaTML 2024), Algorithm 3 without noise; arXiv:2309.00557",
    warnings=(NO_BOUND_WARNING,),
    parameters=PARAMETERS,
    prepare=prepare,
    works_every_pull=True,
)
