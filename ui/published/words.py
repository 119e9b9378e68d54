"""Sentences and the notebook about the published figures; the templates are in sentences.json."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pandas as pd

from ui.look.sentences import teller
from ui.published import numbers, store
from ui.published.exhibits import RISK, Exhibit, Panel, Verdict
from ui.shell.notebook import Notebook

tell = teller(__file__)
MEANING = {verdict: tell(f"meaning_{verdict.name.lower()}") for verdict in Verdict}


def tally(exhibits: Iterable[Exhibit]) -> str:
    """How many of the published figures reproduce: the page's answer."""
    found = Counter(exhibit.verdict for exhibit in exhibits)
    names = {"reproduce": Verdict.REPRODUCES, "slip": Verdict.SLIP, "differ": Verdict.NOT, "unknown": Verdict.NOTHING}
    return tell("tally", all=found.total(), **{name: found[verdict] for name, verdict in names.items()})


def reading(exhibit: Exhibit, table: pd.DataFrame) -> str:
    """What the picture's marks are."""
    if isinstance(exhibit, Panel):
        beside = table["mean"] / table["median"]
        values = {
            "lowest": beside.min(),
            "highest": beside.max(),
            "is_capped": table["median"].isna().any(),
            "fewest": table["runs"].max(),
            "risk": RISK,
            "bound_samples": exhibit.lower_bound,
            "means": ", ".join(map(str, exhibit.means)),
        }
        if exhibit.compared:
            theirs, ours = numbers.gap(exhibit)
            values |= {"theirs": theirs, "times": ours / theirs, "epsilon": numbers.COMPARED_EPSILON}
        return tell("panel", **values)
    runs = [int(runs) for runs in table["runs"] if runs]
    values = {
        "is_printed": bool(exhibit.printed),
        "is_computed": not runs,
        "has_one_run": {*runs} == {1},
        "has_bands": table["low"].notna().any() and not any(line.legend for line in exhibit.lines),
        "fewest": min(runs, default=0),
        "most": max(runs, default=0),
        "has_range": len({*runs}) > 1,
    }
    return tell("curves", **values)


def made(exhibit: Exhibit, table: pd.DataFrame) -> str:
    """How our runs were made: seed, version, command, date and commit."""
    how = store.provenance(exhibit.study)
    seeds = ", ".join(sorted({str(seed) for seed in table["seed"].dropna()}))
    versions = ", ".join(f"{name} {version}" for name, version in how["versions"].items())
    return tell("our_runs", **how | {"commit": how["commit"][:9], "versions": versions, "seeds": seeds})


def overview(families: dict[str, tuple[Exhibit, ...]]) -> pd.DataFrame:
    """One row per figure or statement: what it is, how it fares, why."""
    return pd.DataFrame(
        [
            {
                "about": family,
                "figure or statement": exhibit.title,
                "verdict": str(exhibit.verdict),
                "why": exhibit.answer.replace("**", ""),
                "source": exhibit.source,
            }
            for family, exhibits in families.items()
            for exhibit in exhibits
        ]
    )


def notebook(exhibit: Exhibit, table: pd.DataFrame) -> Notebook:
    """A notebook that repeats one of the page's simulations or reads its data, and draws the data."""
    return Notebook(
        exhibit.title,
        f"Source: {exhibit.source}",
        _code(exhibit, table),
        _panel(exhibit, table) if isinstance(exhibit, Panel) else _curves(exhibit.y.log),
    )


def _panel(panel: Panel, table: pd.DataFrame) -> str:
    runs: dict[str, list[tuple[Any, Any]]] = {}
    for (algorithm, threshold), rows in table.groupby(["algorithm", "threshold"], sort=False):
        places, medians = (rows[name].astype(object).where(rows[name].notna(), None) for name in ("epsilon", "median"))
        runs[f"{algorithm}, {threshold}"] = list(zip(places.tolist(), medians.tolist(), strict=True))
    listed = "\n".join(f"    {name!r}: {pairs!r}," for name, pairs in runs.items())
    printed = "\n".join(f"    {name!r}: {pairs!r}," for name, pairs in panel.readings.items())
    return f"""# Medians of our own runs at each epsilon, made as above; None means that half or more were capped.
ours = {{
{listed}
}}
printed = {{  # levels read off the publication; epsilon None: without privacy
{printed}
}}
figure = go.Figure(layout={{"title": "Samples until a run stops: printed levels beside our runs"}})
for name, pairs in ours.items():
    if pairs[0][0] is None:
        figure.add_scatter(x=[0.001, 300], y=[pairs[0][1]] * 2, line={{"dash": "dash"}}, name=name)
    else:
        figure.add_scatter(x=[each for each, _ in pairs], y=[median for _, median in pairs], name=name)
for name, pairs in printed.items():
    places = [300 if each is None else each for each, _ in pairs]
    levels = [level for _, level in pairs]
    figure.add_scatter(
        x=places, y=levels, mode="markers", marker={{"symbol": "diamond-open", "size": 11}}, name=f"{{name}}, printed"
    )
figure.update_xaxes(type="log", title="privacy budget epsilon")
figure.update_yaxes(type="log", title="samples")
"""


def _curves(is_log: bool) -> str:
    kind = ', type="log"' if is_log else ""
    return f"""figure = go.Figure(layout={{"title": "Our numbers for this figure"}})
for (panel, line), its in rows_of_figure.groupby(["panel", "line"], sort=False):
    figure.add_scatter(x=its["x"], y=its["value"], mode="lines+markers", name=f"{{panel}} {{line}}".strip())
figure.update_yaxes(title="value"{kind})
"""


def _code(exhibit: Exhibit, table: pd.DataFrame) -> str:
    if not isinstance(exhibit, Panel):
        return f"""from ui.published import store

print(store.provenance({exhibit.study!r}))
table = store.load({exhibit.study!r})
rows_of_figure = table[table["figure"] == {exhibit.figure!r}]
print(rows_of_figure)"""
    rows = table[table["epsilon"].notna() & (table["algorithm"] == exhibit.compared if exhibit.compared else True)]
    first = rows[rows["capped"] == 0].iloc[0]  # at the smallest epsilon at which every run stopped
    return f"""import dpcore

result = dpcore.simulate_fixed_confidence(
    {first["algorithm"]!r}, {list(exhibit.means)}, epsilon={first["epsilon"]}, risk={RISK}, runs={first["runs"]},
    seed={first["seed"]}, max_samples={first["max_samples"]}, threshold={first["threshold"]!r},
)
print(result.summary())"""
