"""GOPE: G-optimal phased elimination, what AdaC-GOPE and its variant are measured against without privacy."""

from functools import partial

from dpcore.experiments import NO_PRIVACY
from dpcore.regret.algorithms.adac_gope import DESIGN_INFERRED, OWN_BOUND_WARNING, RISK, prepare_phases
from dpcore.regret.protocol import RegretAlgorithm

ALGORITHM = RegretAlgorithm(
    name="gope",
    label="GOPE",
    environment="linear",
    privacy=NO_PRIVACY,
    source="Azize & Basu (SaTML 2024), Algorithm 2 at rho = infinity; Lattimore & Szepesvari (2020), chapter 22",
    inferred=DESIGN_INFERRED,
    warnings=(OWN_BOUND_WARNING,),
    parameters=(RISK,),
    prepare=partial(prepare_phases, False),
)
