"""Sentences and code about the published figures; the templates are in sentences.json."""

from collections import Counter
from collections.abc import Iterable

import pandas as pd

from ui.look.sentences import teller
from ui.published import numbers, store
from ui.published.exhibits import RISK, Exhibit, Panel, Verdict

tell = teller(__file__)
MEANING = {
    Verdict.REPRODUCES: "every printed level lies within 25 % of ours, or within the 95 % margin of the difference "
    "if the paper says how many runs it made; a statement holds in everything that we ran or computed",
    Verdict.SLIP: "the same, once an error that the answer names is put in or taken out",
    Verdict.NOT: "at least one printed level is further off, or lies below a lower bound",
    Verdict.NOTHING: "no levels are printed, or we do not have the figure",
}


def tally(exhibits: Iterable[Exhibit]) -> str:
    """How many of the published figures reproduce: the page's answer."""
    found = Counter(exhibit.verdict for exhibit in exhibits)
    names = {"reproduce": Verdict.REPRODUCES, "slip": Verdict.SLIP, "differ": Verdict.NOT, "unknown": Verdict.NOTHING}
    return tell("tally", all=found.total(), **{name: found[verdict] for name, verdict in names.items()})


def fate(exhibit: Exhibit) -> str:
    """The verdict on one of them and what it rests on, above its picture."""
    return f"**{str(exhibit.verdict).capitalize()}.** {exhibit.answer}"


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


def snippet(exhibit: Exhibit, table: pd.DataFrame) -> str:
    """Python code that makes runs of a panel of stopping times again, or reads the data with how they were made."""
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
