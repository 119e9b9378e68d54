"""The committed sweeps: whole, of known origin, made again to the bit, and saying what their numbers say."""

import json

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


def test_what_is_said_of_risks():
    rows = rows_of("risks").fillna({"epsilon": 0})
    means = rows.set_index(["risk", "algorithm", "epsilon"]).sort_index()
    ratios = means.loc[1e-10]["mean samples"] / means.loc[0.01]["mean samples"]
    assert 1.7 < ratios.min() < ratios.max() < 3.2
    bounds = means.loc[1e-10]["lower bound"] / means.loc[0.01]["lower bound"]
    assert bounds.round(1).eq(5.1).all()
    private = rows[rows["epsilon"] > 0]
    best = private.loc[private.groupby(["risk", "epsilon"])["mean samples"].idxmin()]
    assert set(best["algorithm"]) == {"prise"}
    assert means.loc[(1e-10, "prise", 1.0), "times the bound"] <= 1.6


def test_what_is_said_of_near_ties():
    rows = rows_of("near-ties")
    near = rows[rows["smallest gap"] <= 0.01].groupby("algorithm")["times the bound"].agg(["min", "max"])
    for algorithm, low, high in (("prise", 2.2, 3.3), ("pb-tas", 2.7, 3.8), ("dp-se", 9.9, 19)):
        assert low < near.loc[algorithm, "min"] < near.loc[algorithm, "max"] < high
    row = rows.query("algorithm == 'prise' and epsilon == 1 and `smallest gap` == 0.0001").iloc[0]
    assert round(row["mean samples"] / 1e9, 1) == 2.3


def test_what_is_said_of_growth_and_share():
    rows = rows_of("growth-and-share")
    of_the_best = rows.groupby(["instance", "epsilon"])["mean samples"].transform("min")
    rows["times"] = rows["mean samples"] / of_the_best
    assert len(rows) == 4 * 30
    default, slow, fast = (rows.query(asked)["times"] for asked in (
        "growth == 1 and leader_share == 0.5", "growth == 0.1", "growth == 4"))  # fmt: skip
    assert default.max() <= 1.2
    assert 1.7 < slow.min() < slow.max() < 3.6
    assert 1.3 < fast.min() < fast.max() < 2.6


def test_what_is_said_of_practice():
    rows = rows_of("in-practice").query("algorithm == 'prise'").set_index(["instance", "epsilon"])
    said = {"0.06 or 0.05": (55_700, 152_000, 531_000), "0.25 or 0.2": (7_680, 15_600, 77_700)}
    for instance, figures in said.items():
        for epsilon, figure in zip((1, 0.1, 0.01), figures, strict=True):
            found = rows.loc[(instance, epsilon), "samples of 9 in 10"]
            assert found <= figure < 1.006 * found


def test_what_is_said_of_arms():
    rows = rows_of("arms")
    best = rows.loc[rows.groupby(["arms", "epsilon"])["mean samples"].idxmin()]
    assert set(best[best["arms"] <= 50]["algorithm"]) == {"prise"}
    assert set(best[best["arms"] == 200]["algorithm"]) == {"pb-tas"}
    times = rows[rows["arms"] == 200].set_index(["algorithm", "epsilon"])["times the bound"]
    said = {("pb-tas", 0.1): 8.1, ("pb-tas", 1): 6.1, ("prise", 0.1): 9.7, ("prise", 1): 12}
    for case, figure in said.items():
        assert times[case] <= figure < 1.03 * times[case]
