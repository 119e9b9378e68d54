"""η and β of DP-TT, which its readers may set: a closed section, there only where DP-TT is."""

from collections.abc import Iterable
from dataclasses import replace

import streamlit as st

from ui.controls.number_box import number_box
from ui.shell import page
from ui.state.keys import KEPT
from ui.stopping.curves import SYMBOLS, Curve

_TUNED = "dp-tt"
_BOXES = {  # as far as a run's work and its pictures allow; the library takes more
    "growth": ((0.1, 9.0), "a release is due when an arm's samples have grown by this factor"),
    "leader_share": ((0.05, 0.95), "the leader's share of the samples"),
}


def tuned(curves: Iterable[Curve]) -> list[Curve]:
    """These curves, those of DP-TT with the parameters that its section holds; no section where there are none."""
    found = list(curves)
    if (first := next((curve for curve in found if curve.algorithm == _TUNED), None)) is None:
        return found
    defaults = first.entry.check_parameters({})
    with st.expander("η and β of DP-TT"):
        values = {
            name: number_box(
                f"{SYMBOLS[name]}: {meaning}",
                limits,
                defaults[name],
                key=f"dp-tt-{name.replace('_', '-')}",
                **KEPT,
            )
            for name, (limits, meaning) in _BOXES.items()
        }
        page.reading(
            "The proven threshold is valid for all these values. In the limit of a small risk the published bound on "
            "the mean is 2(1 + η) T*ε,β log(1/risk), for means that all differ."
        )
    chosen = tuple((name, value) for name, value in values.items() if value != defaults[name])
    return [replace(curve, parameters=chosen) if curve.algorithm == _TUNED else curve for curve in found]
