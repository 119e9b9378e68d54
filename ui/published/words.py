"""Sentences and code about the published figures."""

from collections import Counter
from collections.abc import Iterable

import pandas as pd

from ui.look.numbers import at_least, percent
from ui.published import store
from ui.published.exhibits import RISK, Exhibit, Panel, Verdict

MEANING = {
    Verdict.REPRODUCES: "every printed level lies within a quarter of ours, or, where the print says its runs, within "
    "the 95 % error of the difference; a statement holds in all that we ran or computed",
    Verdict.SLIP: "the same, once a slip that its sentence names is put in or taken out",
    Verdict.NOT: "at least one printed level is further off, or lies below a lower bound",
    Verdict.NOTHING: "no levels are printed, or the print is not at hand",
}


def tally(exhibits: Iterable[Exhibit]) -> str:
    """How many of the published figures reproduce: the page's answer."""
    found = Counter(exhibit.verdict for exhibit in exhibits)
    return (
        f"Of {found.total()} published figures and statements, **{found[Verdict.REPRODUCES]} reproduce** here, "
        f"{found[Verdict.SLIP]} do with a slip that we name, {found[Verdict.NOT]} do not, and {found[Verdict.NOTHING]} "
        "cannot be compared."
    )


def fate(exhibit: Exhibit) -> str:
    """The verdict on one of them and what it rests on, above its picture."""
    return f"**{str(exhibit.verdict).capitalize()}.** {exhibit.answer}"


def reading(exhibit: Exhibit, table: pd.DataFrame) -> str:
    """What the picture's marks are."""
    if isinstance(exhibit, Panel):
        capped = " A triangle stands at the cap where half of them or more had not stopped, and the line breaks off."
        capped = capped if table["median"].isna().any() else ""
        return (
            f"Lines: medians of {table['runs'].max()} of our runs each.{capped} "
            f"Red: no algorithm of risk {percent(RISK)}, whatever the means are, averages fewer than "
            f"{at_least(exhibit.lower_bound)} samples, even without privacy (arms of means "
            f"{', '.join(map(str, exhibit.means))})."
        )
    marks = "Diamonds: levels read off the print. " if exhibit.printed else ""
    runs = sorted({int(runs) for runs in table["runs"] if runs})
    if not runs:
        return f"{marks}Lines: computed, no runs needed."
    if runs == [1]:
        return f"{marks}Lines: one of our runs each."
    many = f"{runs[0]:,}" if len(runs) == 1 else f"{runs[0]:,} to {runs[-1]:,}"
    has_bands = table["low"].notna().any() and not any(line.legend for line in exhibit.lines)
    return f"{marks}Lines: {many} of our runs each{', with 95 % bands' if has_bands else ''}."


def made(exhibit: Exhibit, table: pd.DataFrame) -> str:
    """How our runs were made: seed, version, command, date and commit."""
    how = store.provenance(exhibit.study)
    minutes = f" ({how['cpu_minutes']:g} CPU minutes)" if how["cpu_minutes"] else ""
    seeds = ", ".join(sorted({str(seed) for seed in table["seed"].dropna()}))
    versions = ", ".join(f"{name} {version}" for name, version in how["versions"].items())
    return (
        f"Ours: {how['command']}{minutes}, {f'seed {seeds}, ' if seeds else ''}{how['made']}, commit "
        f"{how['commit'][:9]}; {versions}."
    )


def overview(families: dict[str, tuple[Exhibit, ...]]) -> pd.DataFrame:
    """One row a figure or statement: what it is, how it fares, why."""
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
    first = table.iloc[0]
    return f"""import dpcore

result = dpcore.simulate_fixed_confidence(
    {first["algorithm"]!r}, {list(exhibit.means)}, epsilon=0.1, risk={RISK}, runs={first["runs"]},
    seed={first["seed"]}, max_samples={first["max_samples"]}, threshold={first["threshold"]!r},
)
print(result.summary())"""
