"""The map that a browser makes during a drag is the one that Python sends when the hand rests."""

import base64
import json
from pathlib import Path

import numpy as np

from tests.ui.components.node import ran
from ui.arms.instance import Instance
from ui.components import assets
from ui.explore.lower import EPSILONS, GAPS, ON_THE_MAP, gap_map_of
from ui.explore.numbers import TOLERANCE
from ui.state.keys import EPSILON_RANGE
from wasm import path

HARNESS = Path(__file__).with_name("gap_maps.js")
ALLOWED = 1e-10  # relative difference


def maps():
    """Of 20 best means, near 0 and 1 too, with second ones down to a ten-thousandth below."""
    rng = np.random.default_rng(11)
    best_means = [*rng.uniform(0.02, 0.98, 16), 0.003, 0.01, 0.995, 0.9999]
    seconds = [best * (1 - 10 ** rng.uniform(-4, -0.1)) for best in best_means]
    pairs = zip(best_means, seconds, strict=True)
    return [gap_map_of(Instance((float(best), float(second)), 0.1, 0.01)) for best, second in pairs]


def test_twenty_maps_are_those_of_python():
    python = maps()
    asked = {
        "module": base64.b64encode(path("overview").read_bytes()).decode(),
        "extents": [{"best": each.best_mean, "gaps": each.gaps[[0, -1]].tolist()} for each in python],
        "size": [GAPS, EPSILONS],
        "range": EPSILON_RANGE,
        "tolerance": TOLERANCE,
        "drawn": ON_THE_MAP,
    }
    said = ran(f"{assets.script(HARNESS)}\nconsole.log(await gapMaps({json.dumps(asked)}))")
    theirs = [part for each in python for part in (each.factors.ravel(), *map(each.boundaries.get, ON_THE_MAP))]
    np.testing.assert_allclose(np.array(said.split(), dtype=float), np.concatenate(theirs), rtol=ALLOWED)
