"""What can go wrong with a differential privacy guarantee, and what the plan does about it."""

import json
from dataclasses import dataclass
from pathlib import Path

from ui.choose.answered import Answered
from ui.choose.take_home import protocol
from ui.choose.words import tell
from ui.components import assets
from ui.look.sentences import as_html, said
from ui.look.tables import list_html

MET = "met by the plan"
YOURS = "yours to check"
SOURCE = tell("hazards")
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
    if answer.epsilon is None:
        return []
    told = protocol.values(answer)
    return [
        Hazard(
            each["name"], each["danger"], *(said({**protocol.TEXTS, **each}, part, told) for part in ("plan", "state"))
        )
        for each in _HAZARDS
    ]


def hazards_list(answer: Answered, state: str) -> str:
    """The hazards of this state, as a list in HTML."""
    listed = (item for item in hazards(answer) if item.state == state)
    told = (as_html(f"**{item.name}.** {item.danger} **This plan:** {item.plan}") for item in listed)
    return list_html(told, f"works {state.partition(' ')[0]}")
