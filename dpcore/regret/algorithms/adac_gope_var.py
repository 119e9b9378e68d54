"""AdaC-GOPE-Var: AdaC-GOPE with one noise per pulled arm instead of one per direction."""

from functools import partial

from dpcore.experiments import ZCDP
from dpcore.regret.algorithms.adac_gope import DESIGN_INFERRED, RISK, UNBOUNDED_WARNING, prepare_phases
from dpcore.regret.protocol import RegretAlgorithm

ALGORITHM = RegretAlgorithm(
    name="adac-gope-var",
    label="AdaC-GOPE-Var",
    environment="linear",
    privacy=ZCDP,
    counterpart="gope",
    source="Azize & Basu (SaTML 2024), Appendix H (thesis, Remark C.12); arXiv:2309.00557",
    inferred=DESIGN_INFERRED,
    warnings=(
        UNBOUNDED_WARNING,
        "No regret bound is published for it, and none is drawn.",
        "The thesis (Fig. C.1) shows 3 to 20 times the regret of AdaC-GOPE; the formulas do not imply that, and here "
        "the two differ little.",
    ),
    parameters=(RISK,),
    prepare=partial(prepare_phases, True),
)
