"""The printed levels of every picture, copied once more from the notes that were taken of the sources."""

import pytest

from ui.published.catalogue import ALL

GRID = [0.001, 0.00464159, 0.0215443, 0.1, 0.464159, 2.15443, 10.0, 46.4159, 215.443]
PRINTED = {
    "Thesis, left panel": {
        "ttucb": [(None, 25_500)],
        "adap-tt": [(0.001, 1_700_000), (0.02, 145_000), (0.1, 75_000), (0.46, 79_000), (10, 69_000)],
        "adap-tt-star": [(0.001, 1_300_000), (0.02, 85_000), (0.1, 78_000), (0.46, 79_000), (10, 69_000)],
        "dp-se": [(0.001, 9_400_000), (0.02, 550_000), (0.1, 460_000), (0.46, 110_000)],
    },
    "Thesis, right panel": {
        "ttucb": [(None, 1_150)],
        "adap-tt": [(0.001, 440_000), (0.02, 15_000), (0.1, 5_200), (0.46, 1_950)],
        "adap-tt-star": [(0.001, 145_000), (0.02, 9_500), (0.1, 2_450), (0.46, 1_950)],
        "dp-se": [(0.001, 630_000), (0.02, 28_000), (0.1, 12_000), (0.46, 5_300)],
    },
    "DP-TT poster, first panel": {
        "dp-tt": list(zip(GRID, [420_000, 137_000, 32_000, 11_500] + [6_900] * 5, strict=True)),
        "eb-tci": [(None, 4_000)],
        "adap-tt": [(0.001, 1_700_000), (215, 69_000)],
        "adap-tt-star": [(0.001, 1_300_000), (215, 69_000)],
        "dp-se": [(0.001, 9_400_000), (215, 110_000)],
    },
    "DP-TT poster, second panel": {
        "dp-tt": list(zip(GRID, [430_000, 81_000, 7_300, 3_000] + [2_200] * 5, strict=True)),
        "eb-tci": [(None, 1_200)],
        "adap-tt": [(0.001, 580_000), (215, 6_900)],
        "adap-tt-star": [(0.001, 440_000), (215, 6_900)],
        "dp-se": [(0.001, 1_100_000), (215, 11_000)],
    },
    "Thesis, left panel: DP-SE": {
        "dp-se-slip": [(0.001, 9_400_000), (0.0215, 550_000), (0.1, 460_000), (0.464, 110_000)],
    },
    "Slides, left panel: CTB-TT": {
        "ctb-tt": [(0.32, 1_800_000), (0.6, 550_000), (1.15, 80_000), (2.2, 37_000), (4, 27_000)],
        "ttucb": [(4, 26_000)],
    },
    "Slides, right panel: CTB-TT": {
        "ctb-tt": [(0.32, 43_000), (0.6, 13_000), (1.2, 4_500), (2.1, 1_050)],
        "ttucb": [(4, 1_150)],
    },
    "AdaC-UCB: what privacy adds": {
        "100000": [(0.01, 250), (0.1, 43), (1, 0)],
        "1e+06": [(0.01, 285), (0.1, 82), (1, 0)],
        "1e+07": [(0.01, 295), (0.1, 60), (1, 0)],
    },
    "AdaC-UCB: the relative price": {"adac-ucb": [(0.1, 0.22), (0.5, 0.10), (1, 0.05)]},
    "Thesis, Fig. 5.2: DP-UCB and AdaP-UCB": {"dp-ucb": [(10**7, 130_000)], "adap-ucb": [(10**7, 2_200)]},
    "Thesis, Fig. 5.2: DP-SE": {"dp-se": [(10**7, 24_000)]},
    "Thesis, Fig. 5.2: AdaP-KLUCB": {"adap-klucb-light": [(10**7, 1_400)]},
    "Thesis, Fig. 5.3: AdaP-KLUCB's staircase": {
        "adap-klucb-light": [
            (0.05, 5_700), (0.07, 2_850), (0.11, 2_850), (0.16, 1_400), (0.32, 1_400), (0.45, 670), (1, 670), (10, 670),
        ]
    },
    "AdaC-GOPE: what privacy adds": {
        "10000": [(0.01, 250), (0.1, 100), (10, 30)],
        "100000": [(0.01, 610), (0.1, 300), (10, 30)],
        "1e+06": [(0.01, 1_210), (0.1, 590), (10, 30)],
    },
    "AdaC-GOPE: the relative price": {"adac-gope": [(0.01, 0.105), (0.1, 0.075), (1, 0.02)]},
    "AdaC-GOPE and its variant": {
        "adac-gope": [(0.001, 25_000), (0.01, 11_000), (0.1, 11_000), (1, 7_000)],
        "adac-gope-var": [(0.001, 500_000), (0.01, 200_000), (0.1, 30_000), (1, 13_000)],
    },
    "AdaC-OFUL: what privacy adds": {
        "1000": [(0.1, 8), (0.5, 3), (1, 2)],
        "10000": [(0.1, 100), (0.5, 30), (1, 20)],
        "100000": [(0.1, 345), (0.5, 45), (1, 28)],
    },
    "AdaC-OFUL: the relative price": {"adac-oful": [(0.1, 0.76), (0.5, 0.11), (1, 0.06)]},
    "The smallest ε for Table DP": {"table": [(0.98, 0.17)]},
    "Where privacy stops mattering, arms .8 and .1": {"before": [(0.05, 260), (0.33, 39), (10, 39)]},
}  # fmt: skip


@pytest.mark.parametrize("exhibit", ALL, ids=lambda exhibit: exhibit.title)
def test_levels_are_those_that_were_read_off_the_print(exhibit):
    levels = getattr(exhibit, "readings", None) or getattr(exhibit, "printed", {})
    noted = PRINTED.get(exhibit.title, {})
    assert set(levels) == set(noted)
    for line, pairs in noted.items():
        assert len(levels[line]) == len(pairs)
        for (x, y), (own_x, own_y) in zip(pairs, levels[line], strict=True):
            assert own_x == (x if x is None else pytest.approx(x, rel=1e-5))
            assert own_y == y
