"""Sentences and code about sweeps."""

from sweeps.reading import CELL, SweepTable
from ui.look.literal import literal
from ui.look.numbers import count
from ui.sweeps.view import SweepView

NO_SWEEP = "There is no sweep to show: neither are any committed, nor does the server's administrator name a folder."
HOW = (
    "Sweeps are run by `python -m sweeps FILE.toml`, on one machine or on a cluster (README, Sweeps). This server's "
    "administrator can name a folder of finished or growing ones, by the variable SWEEPS_FOLDER when the server starts."
)


def verdict(table: SweepTable) -> str:
    """What the sweep has found, in the words of its file; else how far it is."""
    if table.words.answer:
        return literal_but_bold(table.words.answer)
    return f"**{count(len(table.rows))} of {count(table.cells)}** cells of this sweep are finished."


def literal_but_bold(text: str) -> str:
    """The text as it is, with what stands between double stars bold."""
    return "**".join(map(literal_part, text.split("**")))


def literal_part(text: str) -> str:
    """The text letter by letter, with the spaces at its ends."""
    lead, tail = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    return f"{lead}{literal(text)}{tail}" if text.strip() else text


def reading(view: SweepView) -> str:
    """What the points are."""
    if not view.lines:
        return "No cell of this choice has a finite number on both axes: choose other columns."
    runs = view.rows.get("runs")
    each = "" if runs is None or runs.empty else f" of {count(runs.min())} simulated runs"
    if runs is not None and not runs.empty and runs.min() < runs.max():
        each += f" to {count(runs.max())}"
    has_interval = any(line.low is not None for line in view.lines)
    bars = "; bars are 95 % intervals" if has_interval else ""
    left = view.left_out
    out = (
        f" {count(left)} without a finite number on both axes {'is' if left == 1 else 'are'} left out." if left else ""
    )
    return f"A point is a cell{each}{bars}.{out}"


def origin(table: SweepTable) -> str:
    """Which command and code made it."""
    said = table.origin
    versions = ", ".join(f"{name} {version}" for name, version in dict(said.get("versions", {})).items())
    commit = str(said.get("commit", ""))[:12] or "unknown"
    cells = f"{count(len(table.rows))} of {count(table.cells)} cells"
    return f"{cells}, by {literal(str(said.get('command', '')))}, commit {literal(commit)}, {literal(versions)}."


def snippet(view: SweepView) -> str:
    """Python code that makes the runs of the first drawn cell again."""
    rows = view.table.rows.loc[view.rows.index]
    if rows.empty or CELL not in rows:
        return "from sweeps.reading import COMMITTED, sweep_folders\n\nprint(list(sweep_folders(COMMITTED)))"
    return f"""from sweeps.cells import SweepCell
from sweeps.families import FAMILIES

cell = SweepCell({str(rows[CELL].iloc[0])!r})
asked = cell.asked
family = FAMILIES[asked["family"]]
result = family.simulate(asked["algorithm"], asked["parameters"], runs=asked["runs"], seed=cell.seed)
print(result.summary())"""
