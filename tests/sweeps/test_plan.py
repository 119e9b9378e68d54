"""What a sweep's file may say: its cells, and one sentence for each mistake."""

import json
import math
import tomllib

import pytest

import dpcore
from sweeps import plan
from sweeps.cells import SweepCell, described
from sweeps.families import FAMILIES

TWO = '[[instance]]\nname = "two"\nmeans = [0.9, 0.5]\n'
GRID = '[[grid]]\nalgorithm = "dp-tt"\nepsilon = 1\n'


def read(text):
    return plan.checked(tomllib.loads(text))


def asked(sweep):
    return [cell.asked for cell, _ in sweep.cells.values()]


def test_a_grid_is_every_combination():
    sweep = read(TWO + '[[grid]]\nalgorithm = ["dp-tt", "prise"]\nepsilon = [1, inf]\nrisk = [0.1, 1e-10]\nruns = 7\n')
    found = {(each["algorithm"], each["parameters"]["epsilon"], each["parameters"]["risk"]) for each in asked(sweep)}
    assert found == {(name, eps, risk) for name in ("dp-tt", "prise") for eps in (1, math.inf) for risk in (0.1, 1e-10)}
    assert {each["runs"] for each in asked(sweep)} == {7}


def test_parameters_of_one_algorithm_stand_in_a_grid_of_its_own():
    sweep = read(TWO + GRID + 'growth = [0.5, 2]\n[[grid]]\nalgorithm = "prise"\nepsilon = 1\n')
    assert [each["parameters"].get("growth") for each in asked(sweep)] == [0.5, 2.0, None]


def test_what_asks_the_same_is_one_cell():
    sweep = read(TWO + '[grid]\nalgorithm = "ttucb"\nepsilon = [0.1, 1]\n')
    assert len(sweep.cells) == 1  # it ignores epsilon
    assert len(read(TWO + GRID + "risk = 0.01\n" + GRID).cells) == 1  # its default


def test_instances_of_equal_rivals():
    sweep = read("[[instance]]\nbest = 0.9\nrest = 0.5\narms = [2, 4]\n" + GRID)
    assert {name: cell.asked["parameters"]["means"] for cell, name in sweep.cells.values()} == {
        "K = 2": [0.9, 0.5],
        "K = 4": [0.9, 0.5, 0.5, 0.5],
    }
    (row, _) = (described(cell, name) for cell, name in sweep.cells.values())
    assert (row["arms"], row["smallest gap"], row["instance"]) == (2, 0.4, "K = 2")


OTHERS = {
    "fixed-budget": '[[instance]]\nfeatures = [[1, 0], [0, 1]]\ntheta = [0.4, 0.2]\n[[grid]]\nalgorithm = "dp-bai"\n'
    "horizon = 100\nepsilon = 1\n",
    "regret": "[[instance]]\nfeatures = [[1, 0], [0, 1]]\ntheta = [0.4, 0.2]\n[[instance]]\ntheta = [1, 0]\narms = 3\n"
    '[[grid]]\nalgorithm = "adac-gope"\nrho = 1\nhorizon = 100\ninstance = "[[1, 0], [0, 1]]"\n'
    '[[grid]]\nalgorithm = "adac-oful"\nrho = 1\nhorizon = 100\ninstance = "[1, 0]"\n',
    "private-stopping": '[[instance]]\nmean = 0.5\n[[grid]]\nalgorithm = "dp-nas"\nepsilon = 1\n',
}


@pytest.mark.parametrize("family", OTHERS)
def test_every_family_runs_what_its_own_results_describe(family):
    for cell, _ in read(f'family = "{family}"\nruns = 2\n{OTHERS[family]}').cells.values():
        result = FAMILIES[family].simulate(cell.asked["algorithm"], cell.asked["parameters"], runs=2, seed=cell.seed)
        assert json.loads(json.dumps(dict(result.parameters))) == cell.asked["parameters"]
        assert all(value is None or math.isfinite(value) for value in FAMILIES[family].figures(result).values())


def test_the_seed_comes_from_what_is_asked_but_the_number_of_runs():
    few, many, other = (
        SweepCell.of("fixed-confidence", "dp-tt", {"means": [0.9, 0.5], "epsilon": epsilon}, runs, 0)
        for runs, epsilon in ((5, 1), (9, 1.0), (5, 2))
    )
    assert few.seed == many.seed != other.seed
    assert few.key != many.key
    assert SweepCell.of("fixed-confidence", "dp-tt", few.asked["parameters"], 5, 1).seed != few.seed
    assert few.seed == 333246623970090582806786206725519033767  # if this changes, so do all results


MISTAKES = {
    "": r"^the file needs at least one table \[\[instance\]\]$",
    TWO: r"^the file needs at least one table \[\[grid\]\]$",
    "instance = 5\n" + GRID: "at least one table",
    TWO + "[[grid]]\nepsilon = 1": "^a grid must say which algorithm$",
    TWO + GRID + "epsilonn = 1": "a grid cannot contain 'epsilonn', only: algorithm, ",
    TWO + GRID + "risk = []": "the list of risk in a grid is empty",
    TWO + GRID + "risk = 0.7": "instance 'two': risk must be strictly between 0 and 1/2, not 0.7$",
    TWO + GRID + "first_batch = 3": "DP-TT has no parameter 'first_batch'",
    TWO + GRID + 'instance = "three"': "there is no instance 'three', only: 'two'",
    TWO + GRID + "runs = 0": "runs must be a whole number from 1 to 100000, not 0",
    TWO + GRID + "runs = true": "runs must be a whole number",
    TWO + GRID + "max_samples = 1e400": "max_samples must be a whole number, not inf",
    TWO + '[[grid]]\nalgorithm = "dp-ttt"': "algorithm must be one of",
    TWO + '[[grid]]\nalgorithm = "dp-tt"': "epsilon must be given",
    TWO + TWO + GRID: "two instances are called 'two'",
    "[[instance]]\nmeans = [0.5, 0.5]\n" + GRID: "arms 1 and 2 tie",
    '[[instance]]\nname = ""\nmeans = [0.9, 0.5]\n' + GRID: "the name of an instance must be a text",
    "[[instance]]\nmean = 0.5\n" + GRID: "an instance cannot contain 'mean', only: means",
    "[[instance]]\nbest = 0.9\nrest = 0.5\narms = 1\n" + GRID: "whole numbers from 2 to 10000, not 1",
    '[[instance]]\nbest = 0.9\nrest = "x"\narms = 3\n' + GRID: "needs best and rest together, both numbers",
    'family = "cards"\n' + TWO + GRID: "family must be one of fixed-confidence",
    "seed = -1\n" + TWO + GRID: "seed must be at least 0, not -1",
    'view = {z = "risk"}\n' + TWO + GRID: "view must be a table of x, y, split",
    "question = 5\n" + TWO + GRID: "question must be a text of at most 2000 characters, not 5",
    "nonsense = 5\n" + TWO + GRID: "the file cannot contain 'nonsense', only: question, ",
    'family = "fixed-budget"\n[[instance]]\nfeatures = [[1]]\ntheta = [1]\n[[grid]]\nalgorithm = "dp-bai"': "horizon",
    TWO + GRID + f"seed = {list(range(10))}": "a grid cannot contain 'seed'",
    TWO + GRID + f"risk = {[0.1] * 10_001}": "at most 10000 cells, not 10001",
    TWO + GRID + f"risk = {[0.1] * 101}\nthreshold = {['proven'] * 100}": "at most 10000 cells, not 10100",
    "[[instance]]\nbest = 0.9\nrest = 0.5\narms = []\n" + GRID: "needs arms, whole numbers from 2 to 10000, not \\[\\]",
    f"[[instance]]\nbest = 0.9\nrest = 0.5\narms = {list(range(2, 1003))}\n" + GRID: "at most 1000 instances",
    f"[[instance]]\nbest = 0.9\nrest = 0.5\narms = {[10_000] * 100_000}\n"
    + GRID: "two instances are called 'K = 10000'",
    f"[[instance]]\nbest = 0.9\nrest = 0.5\narms = {list(range(9000, 9500))}\n" + GRID: "1,000,000 numbers together",
    f"[[instance]]\nbest = 0.9\nrest = 0.5\narms = 10000\n{GRID}risk = {[0.1] * 101}": "together, not 1,010,000$",
    '[[instance]]\nname = "a"\n' + GRID: "an instance of nothing needs means too",
    'family = "regret"\n[[instance]]\nfeatures = [[1, 0]]\n' + GRID: "an instance of features needs theta too",
    'family = "regret"\n[[instance]]\narms = 5\n' + GRID: "an instance of arms needs theta too",
    TWO + GRID + f"runs = 100000\nrisk = {[(k + 1) / 5000 for k in range(1001)]}": "at most 100,000,000 runs",
}


@pytest.mark.parametrize("text", MISTAKES, ids=range(len(MISTAKES)))
def test_a_mistake_is_one_sentence(text):
    with pytest.raises(ValueError, match=MISTAKES[text]) as raised:
        read(text)
    assert len(str(raised.value)) < 500
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    "content, sentence",
    [
        (b"\xff", "the file is not TOML"),
        (b"a = ", "the file is not TOML: Invalid value"),
        (b"a = " + b"[" * 100_000, "the file is not"),
        (b"#" * (2**20 + 1), "the file is larger than 1 MB"),
    ],
)
def test_what_is_no_toml_is_said_to_be_none(tmp_path, content, sentence):
    path = tmp_path / "a.toml"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=sentence):
        plan.read(path)


def test_figures_are_those_of_the_core():
    result = dpcore.simulate_fixed_confidence("dp-tt", [0.9, 0.5], 1.0, runs=9, seed=3)
    figures, times = FAMILIES["fixed-confidence"].figures(result), sorted(result.stopping_times.tolist())
    assert figures["median samples"] == times[4]
    assert figures["mean samples"] == pytest.approx(sum(times) / 9)
    bound = dpcore.sample_lower_bounds([0.9, 0.5], 1.0, 0.01)["tightest_private"]
    assert figures["times the bound"] == pytest.approx(sum(times) / 9 / bound)
