"""Every number in what the page says of a figure: made here anew from the data, or a setting that is listed."""

import math
import re

import numpy as np
import pytest

from tests.ui.published.test_exhibits import BY_TITLE, agrees, ours_at, worst_factor
from ui.look.numbers import at_least
from ui.published import store, words
from ui.published.exhibits import ALL, Panel
from ui.published.numbers import gap, runs_of, simulated_for

SAYS = {}


def of(*titles):
    """The decorated function makes the phrases of the figures with these titles."""
    return lambda phrases: SAYS.update(dict.fromkeys(titles, phrases)) or phrases


def at(exhibit, line, x, panel=""):
    table = runs_of(exhibit, False)
    (found,) = table[(table["line"] == line) & (table["panel"] == panel) & np.isclose(table["x"], x)]["value"]
    return found


def digits(value, figures=3):
    """The value to so many significant digits, with thousands separated."""
    rounded = float(f"{value:.{figures - 1}e}")
    places = max(0, figures - 1 - math.floor(math.log10(abs(rounded))))
    return f"{rounded:,.{places}f}"


def of_print(exhibit, line):
    """Ours over the print, by x."""
    return {x: ours_at(exhibit, line, x) / printed for x, printed in exhibit.printed[line]}


def mean(panel, algorithm, epsilon=None, threshold="proven", figure="mean"):
    rows = simulated_for(panel, True).query("algorithm == @algorithm and threshold == @threshold")
    rows = rows if epsilon is None else rows[np.isclose(rows["epsilon"], epsilon)]
    (found,) = rows[figure]
    return found


LOOSE = (10.0, 46.4, 215.0)


@of("Thesis, left panel")
def thesis_left(panel):
    printed, without = dict(panel.readings["adap-tt"])[10.0], panel.readings["ttucb"][0][1]
    plain = mean(panel, "ttucb")
    times = {name: {round(mean(panel, name, x) / plain) for x in LOOSE} for name in ("adap-tt", "adap-tt-star")}
    assert min(mean(panel, "adap-tt", x) for x in LOOSE) > 5 * gap(panel)[0]
    assert gap(panel) == (printed, mean(panel, "adap-tt", 10.0))
    assert math.ceil(100 * (plain / without - 1)) == 20
    elimination = {x: level / mean(panel, "dp-se", near) for (x, level), near in zip(
        panel.readings["dp-se"], (0.001, 0.0215, 0.1, 0.464), strict=True)}  # fmt: skip
    assert simulated_for(panel, False).query("epsilon == 0.001")["max_samples"].min() == 4_000_000
    return [
        "**more than 5 times** the printed", "agree to within 20 %",
        "about {} and {} times TTUCB's".format(*(time for each in times.values() for time in each)),
        f"shows {printed / without:.1f} times", "cap of 4 million",
        f"up to about {max(elimination.values()):.0f} times too high",
    ]  # fmt: skip


@of("Thesis, right panel", "DP-TT poster, second panel", "Slides, right panel: CTB-TT")
def below_the_bound(exhibit):
    readings = exhibit.readings if isinstance(exhibit, Panel) else exhibit.printed
    (bound,) = {each.lower_bound for each in ALL if isinstance(each, Panel) and each.means[0] == 0.75}
    first = next(each for each in ALL if isinstance(each, Panel) and each.means[0] == 0.95).lower_bound
    least = min(samples for pairs in readings.values() for _, samples in pairs)
    assert least < bound
    return [
        f"after {least:,.0f} samples", f"at least **{at_least(bound)}**", "wrong at most 1 time in 100", "risk 1 %",
        "risk of 1 %", f"bound of {at_least(bound)} samples", f"({at_least(first)} and {at_least(bound)} samples)",
        "DP-SE's 5,300", "smallest gap is about 0.22 to 0.25",
    ]  # fmt: skip


@of("DP-TT poster, first panel")
def poster_first(panel):
    assert min(mean(panel, "dp-tt", x) for x in LOOSE) > 5 * gap(panel)[0]
    ratios = [
        mean(panel, "dp-tt", float(f"{x:.3g}"), "heuristic", "median") / level for x, level in panel.readings["dp-tt"]
    ]
    assert {round(mean(panel, "dp-tt", x) / mean(panel, "dp-tt", x, "heuristic")) for x in LOOSE} == {9}
    return [
        "**more than 5 times** the printed", f"are {min(ratios):.2f} to {max(ratios):.1f} times as large;",
        "about nine times", "1/ε, then flat",
    ]  # fmt: skip


@of("Thesis, left panel: DP-SE")
def elimination(exhibit):
    stated, slip = ([at(exhibit, line, x) for x in (0.001, 0.1)] for line in ("dp-se", "dp-se-slip"))
    fewer = [most / least for most, least in zip(slip, stated, strict=True)]
    return [
        within(exhibit), f"{fewer[0]:.1f} times fewer samples at ε = 0.001", f"**{fewer[1]:.1f} times fewer** at 0.1",
        f"{stated[0] / 1e6:.1f} million samples at ε = 0.001 instead of {slip[0] / 1e6:.1f}",
        f"{digits(stated[1], 2)} at 0.1 instead of {digits(slip[1], 2)}",
    ]  # fmt: skip


def within(exhibit):
    """The stated factor: the worst one of the data, rounded up to a tenth."""
    return f"within {round(100 * (math.ceil(10 * worst_factor(exhibit)) / 10 - 1))} %"


@of("Slides, left panel: CTB-TT")
def local(exhibit):
    share = int(re.findall(r"\d+", within(exhibit))[0]) / 100
    return [f"up to a factor of {1 + share:.1f}", "((e^ε + 1)/(e^ε − 1))²", "(thesis, Eq. 5.10)"]


@of("DP-BAI's study")
def budget(exhibit):
    table = runs_of(exhibit, False)
    wrong = table.pivot(index=["panel", "x"], columns="line", values="value")
    assert (wrong["dp-bai"] <= wrong["baseline"]).all()
    assert (wrong["dp-bai"] - wrong["od-linbai"]).loc["ε = 1"].max() < 0.03
    return [
        "30 arms in 2 dimensions, best mean .5, two rivals at .45, rewards uniform on [0, 2 mean]",
        f"{set(table['runs']).pop()} runs per point",
    ]


@of("AdaC-UCB: what privacy adds")
def added(exhibit):
    fits = {(line, x): agrees(exhibit, line, x, y) for line, pairs in exhibit.printed.items() for x, y in pairs}
    assert [case for case, fit in fits.items() if not fit] == [("1e+06", 0.1)]
    row = runs_of(exhibit, False).query("line == '1e+06' and x == 0.1").iloc[0]
    printed = dict(exhibit.printed["1e+06"])[0.1]
    return [
        f"{sum(fits.values())} of {len(fits)} printed levels",
        f"after 10⁶ pulls at ρ = 0.1 the paper says {printed:.0f} and ours is {row['value']:.0f} ± "
        f"{(row['high'] - row['low']) / 2:.0f}",
        f"95 % margin of {exhibit.printed_runs} runs",
        "The exponent 1", "more than 3.", f"{row['runs']} runs with privacy and {row['runs']} without",
    ]  # fmt: skip


@of("AdaC-UCB: the relative price")
def price(exhibit):
    printed = dict(exhibit.printed["adac-ucb"])
    assert [agrees(exhibit, "adac-ucb", *pair) for pair in printed.items()] == [False, True, True]
    ours = {x: at(exhibit, "adac-ucb", x) for x in printed}
    return [
        "{:.0f}, {:.0f} and {:.0f} % more regret at ρ = 0.1, 0.5 and 1".format(*(100 * y for y in printed.values())),
        "ours are {:.1f}, {:.1f} and {:.1f} %".format(*(100 * y for y in ours.values())),
        f"95 % margin of {exhibit.printed_runs} runs", "after 10⁷ pulls",
        "{:.1f}, {:.1f} and {:.1f} times ours".format(*(printed[x] / ours[x] for x in printed)),
    ]  # fmt: skip


@of("Thesis, Fig. 5.2: DP-UCB and AdaP-UCB")
def ucbs(exhibit):
    return [
        within(exhibit), f"over the arms at {digits(at(exhibit, 'dp-ucb', 1e7))}",
        f"AdaP-UCB at {digits(at(exhibit, 'adap-ucb', 1e7))} rewards", "probability is 0.1",
    ]  # fmt: skip


@of("Thesis, Fig. 5.2: DP-SE")
def se_regret(exhibit):
    ours, printed = at(exhibit, "dp-se", 1e7), exhibit.printed["dp-se"][0][1]
    return [
        f"ends at {printed:,.0f} rewards", "Algorithm 3", f"names, ends at {digits(ours)}",
        f"{printed / ours:.1f} times less",
        f"ends at {digits(at(exhibit, 'dp-se-slip', 1e7))}",
    ]  # fmt: skip


@of("Thesis, Fig. 5.2: AdaP-KLUCB")
def klucb(exhibit):
    printed = exhibit.printed["adap-klucb-light"][0][1]
    return [
        f"{within(exhibit)} of the printed {printed:,.0f} rewards",
        f"(Eq. 5.2) it ends at {digits(at(exhibit, 'adap-klucb', 1e7))}", "Fig. 5.3",
    ]  # fmt: skip


@of("Thesis, Fig. 5.3: AdaP-KLUCB's staircase")
def staircase(exhibit):
    ratios = of_print(exhibit, "adap-klucb-light")
    worst = max(max(ratio, 1 / ratio) for x, ratio in ratios.items() if x <= 1)
    assert ratios[10.0] < 0.6
    twice = [at(exhibit, "adap-klucb", x) / at(exhibit, "adap-klucb-light", x) for x in (0.05, 0.2, 1.0)]
    assert 1.9 < min(twice) <= max(twice) < 2.2
    return [
        f"within {10 * math.ceil(10 * (worst - 1))} % of those printed up to ε = 1",
        f"stays at {exhibit.printed['adap-klucb-light'][-1][1]:.0f}",
        "(Eq. 5.2)", "exploration exponent 3.1", "all indices are 1,",
    ]  # fmt: skip


@of("DP-SE is at least five times better than DP-UCB")
def five_times(exhibit):
    table = runs_of(exhibit, False)
    split = table[table["line"].str.startswith("dp-ucb")]["value"]
    unsplit = table[~table["line"].str.startswith("dp-ucb")]["value"]
    assert unsplit.max() / 54 > 0.98
    assert split.max() / 400 > 0.98
    return [
        f"all {len(split)} settings", f"loses {math.floor(split.min())} to 400 times as much",
        f"{math.floor(unsplit.min())} to {math.ceil(unsplit.max())} times",
        f"(in {(unsplit < 5).sum()} settings, under 5)", "30 runs of DP-SE",
    ]  # fmt: skip


@of(*(title for title in BY_TITLE if title.startswith("DP-SE, Figs.")))
def curves_of_elimination(exhibit):
    ratios = runs_of(BY_TITLE["DP-SE is at least five times better than DP-UCB"], False)
    its = ratios[ratios["line"].str.startswith("dp-ucb") & (ratios["panel"] == exhibit.figure)]["value"]
    return [
        f"at {math.floor(its.min())} to {math.ceil(its.max())} times", "with 20 arms", "0.1 on top", "30 runs of DP-SE",
    ]  # fmt: skip


def added_times(exhibit, choose):
    ratios = [
        ratio for line in exhibit.printed for x, ratio in of_print(exhibit, line).items() if choose(line, x)
    ]  # fmt: skip
    return f"{digits(min(ratios), 2)} to {digits(max(ratios), 2)} times"


@of("AdaC-GOPE: what privacy adds")
def gope(exhibit):
    return [
        f"{added_times(exhibit, lambda _, x: x < 1)} the printed ones at ρ = 0.01 and 0.1, "
        f"{added_times(exhibit, lambda _, x: x == 10)} at 10",
        f"{set(runs_of(exhibit, False)['runs']).pop()} instances", "[−1, 1]",
    ]  # fmt: skip


@of("AdaC-GOPE: the relative price")
def gope_price(exhibit):
    printed = dict(exhibit.printed["adac-gope"])
    return [
        "{:.1f}, {:.1f} and {:.1f} % to the regret".format(*(100 * at(exhibit, "adac-gope", x) for x in printed)),
        "ρ = 0.01, 0.1 and 1;",
        "the paper prints {:g}, {:g} and {:g} %".format(*(round(100 * y, 1) for y in printed.values())),
        "after 10⁷ pulls", f"{set(runs_of(exhibit, False)['runs']).pop()} instances", "[−1, 1]",
    ]  # fmt: skip


@of("AdaC-GOPE and its variant")
def variant(exhibit):
    plain, other = (dict(exhibit.printed[name]) for name in ("adac-gope", "adac-gope-var"))
    times = [other[x] / plain[x] for x in plain]
    (apart,) = {round(100 * at(exhibit, "adac-gope-var", x) / at(exhibit, "adac-gope", x)) - 100 for x in plain}
    return [
        f"has {digits(min(times), 2)} to {digits(max(times), 2)} times AdaC-GOPE's",
        f"differ by about {apart} %", "here 2 or less",
        "factor of 20", f"{set(runs_of(exhibit, False)['runs']).pop()} instances",
        f"at ρ = 1 AdaC-GOPE loses {of_print(exhibit, 'adac-gope')[1.0]:.1f} times what is printed",
    ]  # fmt: skip


@of("AdaC-OFUL: what privacy adds")
def oful(exhibit):
    times = {line: added_times(exhibit, lambda name, _, line=line: name == line) for line in exhibit.printed}
    return [
        f"{times['1000']} the printed ones after 10³ pulls, {times['10000']} after 10⁴, {times['100000']} after 10⁵",
        "T = 10⁷, but the figure ends at 10⁵", "[−1, 1]",
    ]  # fmt: skip


@of("AdaC-OFUL: the relative price")
def oful_price(exhibit):
    printed = dict(exhibit.printed["adac-oful"])
    ours = [float(digits(100 * at(exhibit, "adac-oful", x), 2)) for x in printed]
    return [
        "{:.0f}, {:.0f} and {:.0f} % to the regret at ρ = 0.1, 0.5 and 1".format(*ours),
        "the paper prints {:.0f}, {:.0f} and {:.0f} %".format(*(100 * y for y in printed.values())),
        "after 10⁵ pulls", f"{set(runs_of(exhibit, False)['runs']).pop()} instances", "[−1, 1]",
    ]  # fmt: skip


@of("The time by which DP-NAS stops")
def stopping_theorem(exhibit):
    times = runs_of(exhibit, False).pivot(index=["panel", "x"], columns="line", values="value")
    assert (times["published"] > 100 * times["runs"]).all()
    assert (times["runs"] <= times["proven"]).all()
    assert (times["proven"] <= 2 * times["runs"]).all()
    assert (times["lower"] < times["runs"]).all()
    return [
        "95 of 100 runs", "more than 100 times earlier", "within a factor of 2", "rewards −1 or 1 and means .02 to .5",
        "Algorithm 2", "constant of 1/12",
    ]  # fmt: skip


@of("View DP, but not Table DP")
def view_and_table(exhibit):
    view, table, interactive = (at(exhibit, line, 0.95) for line in ("view", "table", "interactive"))
    assert (round(view, 6), round(table, 6)) == (0.168783, 0.177684)
    assert interactive == pytest.approx(0.2126, abs=5e-5)
    return [
        "(0.95, 0.17)-View DP and not (0.95, 0.17)-Table", f"at ε = 0.95 are {view:.4f} and {table:.4f}",
        "All 8 lists and 64 tables", f"δ is {interactive:.4f}", "δ = 0,",
    ]  # fmt: skip


@of("The smallest ε for Table DP")
def smallest(exhibit):
    found = store.load("theory").query("figure == 'smallest'").set_index("line")["x"]
    assert [round(found[line], 5) for line in ("view", "table")] == [0.94363, 0.98398]
    assert at(exhibit, "table", 0.98) == pytest.approx(0.170913, abs=5e-7)
    return [
        "The paper prints 0.98.", f"The exact value is {found['table']:.5f}",
        f"at 0.98 itself the promise still fails (δ = {at(exhibit, 'table', 0.98):.4f} instead of 0.17)",
        f"it is {found['view']:.5f}",
    ]  # fmt: skip


@of("Minimax regret: what any algorithm loses on some instance")
def minimax(exhibit):
    table = runs_of(exhibit, False)
    for panel, power, part in (("ε-DP", 1, 4 / 22), ("ρ-zCDP", 0.5, 2 / 124)):
        rows = table[(table["panel"] == panel) & (table["line"] == "arms")]
        expected = np.maximum(math.sqrt(1e7 * 4) / 27, part / rows["x"] ** power)
        np.testing.assert_allclose(rows["value"], expected, rtol=1e-12)
    return [
        f"ε = {27 / 22 * math.sqrt(4 / 1e7):.5f}", f"ρ = {(27 / 124) ** 2 / 1e7 * 1e9:.1f}·10⁻⁹ for 5 arms",
        f"131, is 22 in the thesis: the paper's privacy part was {131 / 22:.0f} times", "T = 10⁷", "rewards in [0, 1]",
        "exponent 3.1", "ε = 2e/√T", f"ρ = {4 * math.exp(-0.5):.2f}/T",
    ]  # fmt: skip


@of("Where privacy stops mattering, arms .8 and .1")
def asymptotic(exhibit):
    least = (0.1 * math.log(0.1 / 0.8) + 0.9 * math.log(0.9 / 0.2)) / 0.7
    return [
        "ε = 0.33", "about 5 to 6 ε", f"Theorem 4.16 of the thesis itself puts it at {least:.2f}",
        "(NeurIPS 2022) has 6 ε",
        f"gives {least / 6:.2f}", f"fits {least / 0.33:.0f} ε", f"both give {at(exhibit, 'thesis', 10.0):.0f}",
    ]  # fmt: skip


@of("Lower bounds on best-arm samples")
def lower_bounds(exhibit):
    bounds = runs_of(exhibit, False).pivot(index=["panel", "x"], columns="line", values="value")
    rows = bounds[np.isclose(bounds.index.get_level_values("x"), 0.01)]
    (times,) = set((rows["tightest_private"] / rows["first_private"]).round())
    assert len(rows) == 2
    assert (bounds["tightest_private"] >= bounds["improved_private"] * (1 - 1e-9)).all()
    assert (bounds["improved_private"] >= bounds["first_private"]).all()
    assert (rows["tightest_private"] < 1.1 * rows["improved_private"]).all()
    return [
        f"at ε = 0.01 the newest is {times:.0f} times the first", "within 10 %", "Fig. 5.7", "kl(risk, 1 − risk)",
        "log(1/(3 risk)) and log(1/(2.4 risk))",
    ]  # fmt: skip


@pytest.mark.parametrize("exhibit", ALL, ids=lambda exhibit: exhibit.title)
def test_every_number_said_of_a_figure_is_that_of_its_data(exhibit):
    text = f"{exhibit.answer} {exhibit.finding}"
    left = text
    for phrase in sorted(SAYS[exhibit.title](exhibit), key=len, reverse=True):
        left = left.replace(phrase, " ")
    assert not re.findall(r"[^.]*\d[^.]*", left), text


def test_the_snippet_of_a_panel_runs_what_its_answer_is_about():
    panel = next(each for each in ALL if isinstance(each, Panel) and each.compared == "dp-tt")
    code = words.notebook(panel, runs_of(panel, False)).code
    assert "'dp-tt', [0.95, 0.9, 0.9, 0.9, 0.5], epsilon=" in code
