"""What can go wrong with a differential privacy guarantee, and what the plan does about it."""

import json
from pathlib import Path

from ui.choose.answered import Answered
from ui.choose.take_home import protocol
from ui.choose.words import tell
from ui.components import assets
from ui.look.sentences import as_html, said
from ui.look.tables import list_html

MET = "taken care of by the plan"
YOURS = "for you to check"
SOURCE = tell("hazards")
_HAZARDS = json.loads(assets.text(Path(__file__).with_suffix(".json")))


def hazards(answer: Answered) -> list[dict[str, str]]:
    """The checklist, from the guarantee itself down to the collection of data, as NIST's pyramid has it.

    Each has its name, its danger, what the plan does about it, and its state, MET or YOURS; none while no epsilon is
    chosen.

    Source: NIST25, privacy hazards of its draft.  Deviations: what does not arise here is left out; hazards about the
    unit of privacy, and those about access and security, stand together.
    """
    told = {} if answer.epsilon is None else protocol.values(answer)
    return [{part: said({**protocol.TEXTS, **each}, part, told) for part in each} for each in _HAZARDS if told]


def hazards_list(answer: Answered, state: str) -> str:
    """The hazards of this state, as a list in HTML."""
    listed = (item for item in hazards(answer) if item["state"] == state)
    told = (as_html("**{name}.** {danger} **This plan:** {plan}".format(**item)) for item in listed)
    return list_html(told, f"works {state.partition(' ')[0]}")
