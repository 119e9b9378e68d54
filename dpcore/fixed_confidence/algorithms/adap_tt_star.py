"""AdaP-TT*: AdaP-TT with a cost that grows linearly in gaps above 3 epsilon (epsilon-global DP).

Source: TH Algorithm 10, Eq. 5.12 and 5.14.  Deviations: those of AdaP-TT; k^s for the k printed in Eq. 5.14.
"""

from dpcore.experiments import GLOBAL_DP
from dpcore.fixed_confidence._doubling import FREEZE_WARNING, LEADER, SHARE, pair_table, prepare_doubling
from dpcore.fixed_confidence._thresholds import adap_tt_star_pair
from dpcore.fixed_confidence.protocol import LEADER_SHARE, FixedConfidenceAlgorithm, OneRun, Setting


def prepare(setting: Setting) -> OneRun:
    """One run's function for this setting (see protocol.py)."""
    arms, epsilon, risk = setting.arms, setting.problem.epsilon, setting.problem.risk
    small = pair_table(lambda weights: adap_tt_star_pair(weights, arms, epsilon, risk)[0], setting.problem.max_samples)
    large = pair_table(lambda weights: adap_tt_star_pair(weights, arms, epsilon, risk)[1], setting.problem.max_samples)
    return prepare_doubling(setting, 3 * epsilon, small, large)


ALGORITHM = FixedConfidenceAlgorithm(
    name="adap-tt-star",
    label="AdaP-TT*",
    privacy=GLOBAL_DP,
    source="Azize's thesis (2024), Algorithm 10 with Eq. 5.12 and 5.14; arXiv:2406.06408",
    thresholds={
        "proven": "TH Eq. 5.14 with s = 2, sigma = 1/2, for the costs of TH Eq. 5.12; k^s where TH prints k in its "
        "second case (the union bound over phases needs it)",
    },
    parameters=(LEADER, LEADER_SHARE, SHARE),
    warnings=(
        FREEZE_WARNING,
        "The proven thresholds need 6 times TTUCB's samples where epsilon is large (means .95 .9 .9 .9 .5, risk .01).",
    ),
    prepare=prepare,
)
