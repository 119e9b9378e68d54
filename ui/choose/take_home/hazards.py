"""What can go wrong with a differential privacy guarantee, and what the plan does about it."""

from dataclasses import dataclass

import pandas as pd

from ui.choose.answered import Answered
from ui.choose.meaning import belief_limit
from ui.look.literal import literal
from ui.look.numbers import setting

MET = "met by the plan"
YOURS = "yours to check"
SOURCE = (
    "After the privacy hazards of NIST SP 800-226, Guidelines for Evaluating Differential Privacy Guarantees (final: "
    "March 2025), in our own words and from the text of its draft of December 2023. Its hazards of machine learning, "
    "synthetic and unstructured data do not arise here: the study answers one question."
)


@dataclass(frozen=True)
class Hazard:
    """A way in which a guarantee can mean less than it seems; `plan`: what the plan does about it."""

    name: str
    danger: str
    plan: str
    state: str


def hazards(answer: Answered) -> list[Hazard]:
    """The checklist, from the guarantee itself down to the collection of data, as NIST's pyramid has it; empty while
    no epsilon is chosen.

    Source: NIST25, privacy hazards of its draft.  Deviations: what does not arise here is left out; hazards about the
    unit of privacy, and those about access and security, stand together.
    """
    epsilon, problem = answer.epsilon, answer.question.problem
    if epsilon is None:
        return []
    is_central = problem.trust_model == "central"
    return [
        Hazard(
            "Large ε",
            "A large ε may not protect in any meaningful way.",
            f"ε = {setting(epsilon)}: a 50 % guess about one participant becomes {belief_limit(0.5, epsilon)} likely, "
            "beyond what everyone else's data reveal. Decide whether that is acceptable, and who decides it.",
            YOURS,
        ),
        Hazard(
            "Weaker variants",
            "With a δ, the promise can fail altogether in rare events.",
            "Pure ε-differential privacy; there is no δ.",
            MET,
        ),
        Hazard(
            "Unit of privacy",
            "What the unit leaves out is not hidden; protecting events does not protect people who cause several.",
            "The unit is one outcome of one participant. See to it that nobody takes part twice: g times means g × ε.",
            YOURS,
        ),
        Hazard(
            "Comparisons",
            "Guarantees with different units or δ do not compare directly.",
            "ε, the unit, the trust model and the absence of δ are stated together; others' ε are shown with theirs.",
            MET,
        ),
        Hazard(
            "Other releases",
            "A release without differential privacy is not made safer by one with it; those with it add up.",
            "The plan publishes under one ε. Exact counts, a second analysis or a second study of the same people come "
            "on top.",
            YOURS,
        ),
        Hazard(
            "Home-made mechanisms",
            "Own implementations of the noise tend to have flaws; well-tested libraries are to be preferred.",
            "Nothing here draws the noise of a real study. Use a vetted sampler for it.",
            YOURS,
        ),
        Hazard(
            "Bias against groups",
            "Noise, and one answer for all, can fall hardest on small groups.",
            "One answer holds for everybody. Consider for whom another one may be better.",
            YOURS,
        ),
        Hazard(
            "Biased figures",
            "Noise, rounding and clipping can bias what is published.",
            *_biased(answer),
        ),
        Hazard(
            "Categories from the data",
            "A list of categories that comes from the data reveals who is in them.",
            "The options are fixed before the study starts."
            + ("" if problem.data is None else " Rates from own data were used for planning: are those data public?"),
            MET if problem.data is None else YOURS,
        ),
        Hazard(
            "Open-ended queries",
            "Answering questions as they come spends privacy and opens a way for attacks.",
            "One question, fixed in advance; all that the study publishes is under the one ε."
            if is_central
            else "Whatever is computed from the randomised answers is under the one ε; asking people again is not.",
            MET if is_central else YOURS,
        ),
        Hazard(
            "Trust that does not hold",
            "Where an assumption about who can be trusted fails, the guarantee is void.",
            "The team that sees raw outcomes is trusted: name it, and its processors."
            if is_central
            else "What randomises the answers on the participant's side is trusted, not the team: who checks it?",
            YOURS,
        ),
        Hazard(
            "Side channels",
            "Floating-point noise (Mironov 2012), computing times and error messages can tell what the noise hides.",
            "The proof is about ideal noise and about what is published, not about when a computation ends.",
            YOURS,
        ),
        Hazard(
            "Breaches and access",
            "Raw data that leak undo the guarantee; so does access by the wrong people.",
            "Raw outcomes exist until they are deleted: store, restrict and delete them."
            if is_central
            else "Only randomised answers are stored. Still restrict what links them to people.",
            YOURS,
        ),
        Hazard(
            "Collecting more than needed",
            "Differential privacy does not undo the risk of collecting sensitive data.",
            "The plan needs one yes or no per participant, and which option that was. Collect nothing else for it.",
            YOURS,
        ),
    ]


def _biased(answer: Answered) -> tuple[str, str]:
    if answer.question.problem.trust_model == "local":
        return (
            "The randomised answers may be published: their shares are drawn towards one half. Correct for it.",
            YOURS,
        )
    if answer.publishes_rates:
        return "The noisy counts have no bias, and their intervals take in the noise. Publish no clipped counts.", MET
    return "No rates or counts are published.", MET


def hazards_list(answer: Answered, state: str) -> str:
    """The hazards of this state, as a list in Markdown."""
    return "\n".join(
        f"- **{literal(item.name)}.** {literal(item.danger)} *This plan:* {literal(item.plan)}"
        for item in hazards(answer)
        if item.state == state
    )


def hazards_table(answer: Answered) -> pd.DataFrame:
    """The checklist as people read it."""
    signs = {MET: "✓", YOURS: "☐"}
    rows = [(item.name, item.danger, item.plan, f"{signs[item.state]} {item.state}") for item in hazards(answer)]
    return pd.DataFrame(rows, columns=["hazard", "what can go wrong", "this plan", "state"])
