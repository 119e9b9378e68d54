"""The committed sweeps: whole, of known origin, made again to the bit, and saying what their numbers say."""

import json
import re

import pytest

from sweeps import plan
from sweeps.cells import SweepCell
from sweeps.families import FAMILIES
from sweeps.reading import COMMITTED, PLAN, read_sweep, sweep_folders

NAMES = sorted(sweep_folders(COMMITTED))


@pytest.mark.parametrize("name", NAMES)
def test_it_is_whole_and_says_where_it_comes_from(name):
    table, sweep = read_sweep(COMMITTED / name), plan.read(COMMITTED / name / PLAN)
    assert len(table.rows) == table.cells == len(sweep.cells)
    assert table.words.question
    assert table.words.answer
    assert {table.words.x, table.words.y, table.words.split} <= set(table.rows.columns)
    assert table.origin["command"].startswith(f"python -m sweeps sweeps/committed/{name}/{PLAN}")
    assert len(table.origin["commit"]) == 40  # without a + for changes that were not committed
    assert {"dpcore", "numpy", "numba"} <= set(table.origin["versions"])


@pytest.mark.parametrize("name", NAMES)
def test_its_cheapest_cell_is_made_again(name):
    rows = read_sweep(COMMITTED / name).rows
    row = rows.loc[rows["mean samples"].idxmin()]
    cell = SweepCell(row["cell"])
    asked = json.loads(row["cell"])
    family = FAMILIES[asked["family"]]
    result = family.simulate(asked["algorithm"], asked["parameters"], runs=asked["runs"], seed=cell.seed)
    for figure, value in family.figures(result).items():
        assert row[figure] == pytest.approx(value, rel=1e-12), figure


def rows_of(name):
    return read_sweep(COMMITTED / name).rows


def means_of(rows):
    """The means of each cell's arms, without repetition."""
    return {tuple(json.loads(cell)["parameters"]["means"]) for cell in rows["cell"]}


def two_digits(value):
    """An estimate as sentences tell it, rounded to nearest: 8.3, 58,000."""
    rounded = float(f"{value:.1e}")
    return f"{rounded:,.0f}" if rounded >= 100 else f"{rounded:g}"


def span(values):
    """A range of estimates."""
    return f"{two_digits(min(values))} to {two_digits(max(values))} times"


def fewer(rows, key, algorithm, other):
    """By setting: 1 where the algorithm's mean is below the other's beyond the 95 % interval, -1 above, 0 between."""
    by = rows.set_index([*key, "algorithm"])
    means, high = (by[column].unstack("algorithm") for column in ("mean samples", "mean, high"))
    half = high - means
    apart = (half[algorithm] ** 2 + half[other] ** 2) ** 0.5
    gain = means[other] - means[algorithm]
    return (gain > apart).astype(int) - (gain < -apart).astype(int)


def said_of_risks():
    rows = rows_of("risks").fillna({"epsilon": 0})
    means = rows.set_index(["risk", "algorithm", "epsilon"]).sort_index()
    compared = means[["mean samples", "lower bound"]]
    grown = compared.loc[1e-10] / compared.loc[0.01]
    private = rows[rows["epsilon"] > 0]
    for other in ("pb-tas", "dp-tt"):
        assert (fewer(private, ["risk", "epsilon"], "prise", other) == 1).all()
    ((best, second, worst),) = means_of(rows)
    return [
        f"The three arms have means {best}, {second} and {worst}.",
        f"risk of 1e-10 instead of 0.01 took **{span(grown['mean samples'])}**",
        f"grows {set(grown['lower bound'].round(1)).pop()}-fold",
        f"{means.loc[(1e-10, 'prise', 1.0), 'times the bound']:.1f} times the bound at 1e-10 and ε = 1",
    ]


def said_of_near_ties():
    rows = rows_of("near-ties")
    near = rows[rows["smallest gap"] <= 0.01].groupby("algorithm")["times the bound"].agg(["min", "max"])
    row = rows.query("algorithm == 'prise' and epsilon == 1 and `smallest gap` == 0.0001").iloc[0]
    (other,) = {worst for _, worst in means_of(rows)}
    return [
        f"One arm has mean {other}, and the other leads it by the gap.",
        "1/gap²: for gaps from 0.01 down to 0.0001",
        f"PRISE took **{span(near.loc['prise'])}**",
        f"PB-TaS took {span(near.loc['pb-tas'])}",
        f"DP-SE {span(near.loc['dp-se'])}",
        f"At 0.0001 PRISE averaged {row['mean samples'] / 1e9:.1f} billion samples at ε = 1",
        "below a gap of 0.0004 is simulated",
    ]


def said_of_growth_and_share():
    rows = rows_of("growth-and-share")
    of_the_best = rows.groupby(["instance", "epsilon"])["mean samples"].transform("min")
    rows["times"] = rows["mean samples"] / of_the_best
    assert len(rows) == 4 * 30
    default, slow, fast = (rows.query(asked)["times"] for asked in (
        "growth == 1 and leader_share == 0.5", "growth == 0.1", "growth == 4"))  # fmt: skip
    return [
        "growth 1 and share 0.5",
        f"**{span(default)}**",
        "best of 30 settings",
        f"by a tenth took {span(slow)}",
        f"fivefold (growth 4) took {span(fast)}",
    ]


def said_of_practice():
    rows = rows_of("in-practice")
    said = rows.pivot(index=["instance", "epsilon"], columns="algorithm", values="samples of 9 in 10")
    near, far = (
        [two_digits(said.loc[(name, epsilon), "prise"]) for epsilon in (1, 0.1, 0.01)]
        for name in ("0.06 or 0.05", "0.25 or 0.2")
    )
    others = (said["prise"] / said["pb-tas"])[lambda ratio: ratio > 1]
    assert set(others.index.get_level_values("epsilon")) == {0.1, 0.3}
    return [
        "In 9 of 10 simulated runs PRISE told 6 % from 5 %",
        "about **{} participants** at ε = 1, {} at 0.1 and {} at 0.01".format(*near),
        "risk 0.05",
        "Telling 25 % from 20 % took {}, {} and {}.".format(*far),
        f"in {len(others)} of {len(said)} settings, all at ε = 0.1 or 0.3, by {100 * (others.min() - 1):.0f} to "
        f"{100 * (others.max() - 1):.0f} %",
    ]


def said_of_arms():
    rows = rows_of("arms")
    found = fewer(rows, ["arms", "epsilon"], "prise", "pb-tas")
    arms = found.index.get_level_values("arms")
    assert (found[arms <= 20] == 1).all()
    assert found[arms > 20].to_dict() == {
        (50, 0.1): 1, (50, 1): 0, (100, 0.1): 0, (100, 1): -1, (200, 0.1): 0, (200, 1): -1,
    }  # fmt: skip
    assert (fewer(rows, ["arms", "epsilon"], "pb-tas", "dp-se") == 1).all()
    most = rows[rows["arms"] == 200].set_index(["algorithm", "epsilon"])
    times = {name: map(two_digits, most.loc[name]["times the bound"]) for name in ("prise", "pb-tas")}
    medians = (two_digits(most.loc[(name, 0.1), "median samples"]) for name in ("prise", "pb-tas"))
    return [
        "**with up to 20 arms**, and PB-TaS with 100 and 200 at ε = 1. Elsewhere the 95 % intervals leave it open",
        "One arm has mean 0.7, and its rivals all have 0.5. With 50 arms PRISE averaged fewer at ε = 0.1.",
        "With 200 arms PB-TaS took {} times the bound at ε = 0.1 and {} times at ε = 1, ".format(*times["pb-tas"])
        + "PRISE {} and {} times".format(*times["prise"]),
        "at ε = 0.1 half of PRISE's runs took fewer than about {}, and half of PB-TaS's fewer than {}.".format(
            *medians
        ),
    ]


SAID = {
    "arms": said_of_arms,
    "growth-and-share": said_of_growth_and_share,
    "in-practice": said_of_practice,
    "near-ties": said_of_near_ties,
    "risks": said_of_risks,
}


@pytest.mark.parametrize("name", NAMES)
def test_every_number_said_is_that_of_the_data(name):
    words = read_sweep(COMMITTED / name).words
    assert len(words.answer.split()) <= 30
    left = f"{words.answer} {words.finding}"
    for phrase in SAID[name]():
        assert phrase in left
        left = left.replace(phrase, " ")
    assert not re.search(r"\d", left), left
