"""The policy that a visitor edits: fractions as text, in the link and in a table, checked before they count."""

import pandas as pd

import dpcore
from dpcore.privacy import ThreeStepPolicy
from ui.look.literal import quoted

Cells = tuple[str, ...]
"""The 21 probabilities of arm 0 as text: step 1, then step 2 (4 histories), then step 3 (16 histories)."""

_PUBLISHED_TEXT = "2/3 1/2 1/3 1/4 1/3 1/2 1/3 1/4 1/5 1/2 2/3 1/4 0 1/3 1/7 3/4 2/5 1/2 1 1/4 2/3"
PUBLISHED: Cells = tuple(_PUBLISHED_TEXT.split())
"""AB24, Proposition 1(e): `dpcore.privacy.counterexample`, in the fractions of the publication."""
HISTORIES: tuple[str, ...] = (
    "start",
    *(f"{a} → {r}" for a in (0, 1) for r in (0, 1)),
    *(f"{a} → {r}, {b} → {s}" for a in (0, 1) for r in (0, 1) for b in (0, 1) for s in (0, 1)),
)
"""What has happened before each probability applies: arm → reward, arm → reward."""


def parsed(text: str) -> Cells:
    """The cells of a link or box, or a ValueError that says what is wrong."""
    cells = tuple(text.replace(",", " ").replace(";", " ").split())
    if len(cells) != len(PUBLISHED):
        raise ValueError(
            f"The policy needs {len(PUBLISHED)} probabilities of arm 0 (1, 4 and 16 for the three steps), "
            f"not {len(cells)}"
        )
    policy_of(cells)
    return cells


def policy_of(cells: Cells) -> ThreeStepPolicy:
    """The policy, or a ValueError that says which probability is wrong."""
    values = [_probability(cell, place) for cell, place in zip(cells, HISTORIES, strict=True)]
    return dpcore.privacy.policy_from_arm_zero(values[0], values[1:5], values[5:])


def as_table(cells: Cells) -> pd.DataFrame:
    """The rows to edit."""
    steps = [1] + [2] * 4 + [3] * 16
    return pd.DataFrame({"step": steps, "after": HISTORIES, "P(arm 0)": cells})


def edited(base: Cells, edits: dict[int, dict[str, str | None]]) -> Cells:
    """The cells after the edits of the table (row number -> column -> text), or a ValueError."""
    cells = list(base)
    for row, change in edits.items():
        cells[int(row)] = (change.get("P(arm 0)", cells[int(row)]) or "").strip().replace(" ", "")
    policy_of(tuple(cells))
    return tuple(cells)


def _probability(cell: str, place: str) -> float:
    try:
        above, _, below = cell.partition("/")
        value = int(above) / int(below) if below else float(cell)
    except (ValueError, ArithmeticError) as error:
        raise ValueError(
            f"P(arm 0) after “{place}” must be a number or a fraction such as 1/3, not {quoted(cell)}"
        ) from error
    if not 0 <= value <= 1:
        raise ValueError(f"P(arm 0) after “{place}” must be between 0 and 1, not {quoted(cell)}")
    return value
