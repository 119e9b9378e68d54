"""The picture of stopping times in the file: its modules and what they need, for the saved number of arms and risk."""

import zlib
from base64 import b64encode
from typing import Any

from ui.components.curves import curves_data
from ui.look.numbers import percent
from ui.stopping.browser import modules_of, orders_of
from ui.stopping.charts import stopping_time_curves
from ui.stopping.study import StoppingView
from ui.stopping.words import picture_reading
from wasm import path


def curves_of(view: StoppingView) -> dict[str, Any]:
    """What the component gets at first, as from a server that hears no reports, but for the colours."""
    asked = {
        **orders_of(view),
        "modules": {module: packed(module) for module in modules_of(view)},
        "heard": None,
        "problem": "",
        "otherwise": _only(view),
        "waits": False,
    }
    return curves_data(stopping_time_curves(view), asked)


def packed(module: str) -> dict[str, str]:
    """A module of kernels as a text, which ui/components/shared/modules.js unpacks."""
    return {"packed": b64encode(zlib.compress(path(module).read_bytes(), 9)).decode()}


def reading(view: StoppingView) -> str:
    """How the picture is read, and what makes its runs."""
    *others, last = (curve.label if curve.is_private else f"{curve.label} (not private)" for curve in view.curves)
    named = f"{', '.join(others)} and {last}" if others else last
    problem = view.study.problem
    return (
        f"{picture_reading(view)} The runs are simulated in this browser: up to {view.runs} per point of "
        f"{named}, with seed {problem.seed}, each capped at {problem.max_samples:,} "
        "participants."
    )


def sources(view: StoppingView) -> list[str]:
    """Of each algorithm what it is, where it stands and what its reader must know; **bold** is allowed."""
    return [" ".join((curve.source, *curve.warnings)) for curve in view.curves]


def _only(view: StoppingView) -> str:
    problem = view.study.problem
    return (
        f"This file simulates runs only for {len(problem.means)} arms, at risk {percent(problem.risk)} and at the ε of "
        "its points; the full dashboard simulates others too."
    )
