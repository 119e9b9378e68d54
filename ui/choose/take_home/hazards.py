"""What can go wrong with a differential privacy guarantee, and what the plan does about it."""

import json
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from ui.choose.answered import Answered
from ui.choose.meaning import belief_limit
from ui.components import assets
from ui.look.literal import literal
from ui.look.sentences import said

MET = "met by the plan"
YOURS = "yours to check"
SOURCE = (
    "After the privacy hazards of NIST SP 800-226, Guidelines for Evaluating Differential Privacy Guarantees (final: "
    "March 2025), in our own words and from the text of its draft of December 2023. Its hazards of machine learning, "
    "synthetic and unstructured data do not arise here: the study answers one question."
)
_HAZARDS = json.loads(assets.text(Path(__file__).with_suffix(".json")))


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
    is_local = problem.trust_model == "local"
    values = {
        "epsilon": epsilon,
        "belief": belief_limit(0.5, epsilon),
        "local": is_local,
        "data": problem.data is not None,
        "rates": answer.publishes_rates and not is_local,
        "trial": answer.trial is not None and not is_local,
    }
    return [
        Hazard(each["name"], each["danger"], said(each, "plan", values), said(each, "state", values))
        for each in _HAZARDS
    ]


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
