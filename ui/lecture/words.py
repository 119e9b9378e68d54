"""What the page about lectures says."""

from collections.abc import Mapping
from typing import Any

from ui.lecture.quantities import QUANTITIES
from ui.lecture.rooms import FORSAKEN_SECONDS, MOST_FOLLOWERS, MOST_ROOMS
from ui.lecture.talk import MOST_OPTIONS, MOST_SCENES, MOST_WORDS, PICTURES
from ui.look.literal import literal

VERDICT = (
    "Eleven scenes for a class, six for a meeting: each asks **one question**, lets the room vote, shows the answer, "
    "and has one thing to drag."
)
UPLOAD_HELP = "It stays in this session: it enters no link, and is shown to others only in a room that you open."
KEYS = f"""\
- **→**, **space**, **Page Down** (a presenter's remote): on, that is the answer first, then the next scene; **←**,
  **Page Up**: back; **1** to **9** and **0**: a scene; **F**: full screen; **B** or a full stop: a black screen.
- **R** opens a room and shows its code and QR code. Those who follow see your scene and what you drag until they touch
  something; then they keep their own, and catch up with one click. Votes are counted without names.
- **N** opens your notes in a window of their own, in step with the talk.
- A room lives in the memory of one server process: it ends when you end it, {FORSAKEN_SECONDS / 60:.0f} minutes after
  your page is gone, or with the process. At most {MOST_ROOMS} rooms, and {MOST_FOLLOWERS} followers in each.
- There are no accounts: whoever has the code follows, and only the browser that opened the room steers. Who opens the
  link in several tabs can vote several times."""


def scenes(talk: Mapping[str, Any]) -> str:
    """The questions of a talk, numbered."""
    return "\n".join(f"{place}. {literal(scene['question'])}" for place, scene in enumerate(talk["scenes"], start=1))


def own_talk() -> str:
    """How a talk's file is written."""
    pictures = ", ".join(f"`{name}` ({', '.join(moved)})" for name, moved in PICTURES.items())
    quantities = "\n".join(f"- `{{{name}}}`: {quantity.meaning}" for name, quantity in QUANTITIES.items())
    return f"""\
Take a talk as a file, change it in any editor, and load it above. It has 1 to {MOST_SCENES} scenes; a scene shows at
most {MOST_WORDS} words before its answer, with 2 to {MOST_OPTIONS} options. Pictures, and what they let one drag:
{pictures}.

The answer of a prediction is one of these quantities, computed from the scene's state; `limits` say between which of
its values each option is right. They may stand in `reveal`, `remember` and `notes` too:

{quantities}"""
