"""What the page about lectures says."""

from collections.abc import Mapping
from typing import Any

from ui.lecture.quantities import QUANTITIES, SETTINGS
from ui.lecture.rooms import FORSAKEN_SECONDS, MOST_FOLLOWERS, MOST_ROOMS
from ui.lecture.talk import MOST_OPTIONS, MOST_SCENES, MOST_WORDS, PICTURES
from ui.look.literal import literal
from ui.look.numbers import plural

VERDICT = (
    "Each scene of a talk asks **one question**, lets the room vote, reveals the answer, and then gives you "
    "something to drag."
)
UPLOAD_HELP = (
    "Your talk stays in this session, so load it again if you reload the page. It is not part of any link, and others "
    "see it only in a room that you open."
)
OWN_IS_GONE = "The talk that you loaded was lost when the page was reloaded. Load it again under “A talk of your own”."
KEYS = f"""\
- **→**, **Space** or **Page Down**, which presentation remotes send: next step (first the answer, then the next scene).
  **←** or **Page Up**: back. **1** to **9**: go to that scene; **0**: to the tenth. **F**: full screen. **B** or a full
  stop: a black screen. **S**: save the slide as a picture, without the options.
- **R** opens a room and shows its code and QR code. People who follow see your scene and what you drag until they touch
  something. After that they go at their own pace, see an answer once you have shown it, and can catch up with one
  click. Votes are counted without names, and nobody sees them before the reveal.
- **N** opens your notes in a separate window, and a room, which keeps that window in step with the talk.
- A room is kept in the memory of one server process. It ends when you end it, {FORSAKEN_SECONDS / 60:.0f} minutes after
  your page is closed, or when the process ends. There can be {MOST_ROOMS} rooms with {MOST_FOLLOWERS} followers each.
- There are no accounts: anyone who has the code can follow, and only the browser that opened the room can control
  it. Anyone who opens the link in several tabs can vote several times."""


def still_open(code: str) -> str:
    """What its presenter must know of a room after leaving it."""
    return (
        f"**Room {code} is still open:** those who follow see the scene that you left and can vote on it. To close it, "
        "go back, press **R** and then **End the room**. Otherwise it closes by itself once no window of yours has "
        f"shown it for {FORSAKEN_SECONDS / 60:.0f} minutes."
    )


def audience(talk: Mapping[str, Any]) -> str:
    """Whom a talk is for, and how long it takes."""
    minutes = talk["minutes"]
    whom = [f"for {literal(talk['audience'])}"] if talk["audience"] else []
    return ", ".join([*whom, *([f"about {minutes} minute{plural(minutes)}"] if minutes else [])])


def _with_audience(talk: Mapping[str, Any]) -> str:
    return f"“{literal(talk['title'])}”" + (f" ({told})" if (told := audience(talk)) else "")


def own_title(talk: Mapping[str, Any]) -> str:
    """That the visitor's talk is the one that starts, whom it is for, and how long it takes."""
    return f"Your talk: {_with_audience(talk)}"


def is_loaded(talk: Mapping[str, Any]) -> str:
    """That a visitor's talk has been read."""
    return f"{_with_audience(talk)} has been read. Its questions and the button that starts it are above."


def kept(talk: Mapping[str, Any]) -> str:
    """Which talk is there when a new file cannot be read."""
    return f" The talk that you loaded before, “{literal(talk['title'])}”, is used instead."


def scenes(talk: Mapping[str, Any]) -> str:
    """A talk's questions, numbered."""
    return "\n".join(f"{place}. {literal(scene['question'])}" for place, scene in enumerate(talk["scenes"], start=1))


def own_talk() -> str:
    """How a talk's file is written."""
    pictures = ", ".join(f"`{name}` ({', '.join(moved)})" for name, moved in PICTURES.items())
    settings, quantities = (
        "\n".join(f"- `{{{name}}}`: {each.meaning}" for name, each in found.items()) for found in (SETTINGS, QUANTITIES)
    )
    return f"""\
Download a talk as a file, change it in any editor, and load it above. It has 1 to {MOST_SCENES} scenes; `minutes`
says roughly how long it takes, and `audience` whom it is for. A scene shows at most {MOST_WORDS} words before its
answer, with 2 to {MOST_OPTIONS} options. These are the pictures, with what can be dragged in them: {pictures}.

Every text of a scene can name what the scene's `state` sets, so that it stays true when you change the state:

{settings}

The answer to a prediction is one of the following quantities, computed from the scene's state. `limits` lists the
values of that quantity at which the next option becomes the right one. You can use the quantities in `reveal`,
`remember`, `notes` and `source` too:

{quantities}"""
