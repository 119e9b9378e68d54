"""A trial with made-up participants, batch by batch, and ten trials at once."""

from collections.abc import Sequence

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from dpcore.trial import Plan, Rehearsal, rehearse
from dpcore.trial.plan import WINNER
from ui.controls.seed import seed_box
from ui.look import theme
from ui.look.numbers import number
from ui.run_it import outlook
from ui.shell import page
from ui.state.keys import KEPT

BATCHES, SEED = "run-batches", "run-seed"
_TRIALS = 10
_HEIGHT = 380


def draw(plan: Plan) -> None:
    """Draw the rehearsal."""
    picture, inputs = page.picture_and_controls("run")
    with inputs:
        rates = _rates(plan)
        seed = seed_box(SEED, **KEPT)
    whole = rehearse(plan, rates, seed, continuations=0)
    with inputs:
        batches = _batches(len(whole.steps))
    shown = whole if batches == len(whole.steps) else rehearse(plan, rates, seed, batches)
    with picture:
        page.verdict(_verdict(shown, plan))
        if shown.steps and plan.release != WINNER:
            page.chart(_picture(plan, rates, seed, shown), "run-rates-picture")
            page.reading("This is what is known after each batch. The dotted lines are the true rates.")
        if shown.steps:
            page.table(_table(plan, shown))
            page.reading("Outsiders see only the last column. The team also sees the successes, and forgets them.")
    with st.expander(f"{_TRIALS} trials at once"):
        _many(plan, rates, seed)


def _rates(plan: Plan) -> tuple[float, ...]:
    """The true rates that the visitor sets, in percent."""
    opening = 100 * (plan.usual[0] if plan.usual else plan.rates[-1] if plan.rates else 0.3)
    best = min(opening + 100 * (plan.lead or 0.1), 99.0)
    found = []
    for arm, name in enumerate(plan.options):
        default = best if arm == 1 else opening
        found.append(
            st.slider(f"True success rate of {name}, %", 0.0, 100.0, default, 0.5, key=f"run-rates-{arm}", **KEPT)
        )
    return tuple(rate / 100 for rate in found)


def _batches(most: int) -> int:
    """How many batches have taken part; buttons go to the next one, to the end, and back to the start."""
    st.session_state.setdefault(BATCHES, 0)
    now = min(int(st.session_state[BATCHES]), most)

    def go_to(batches: int) -> None:
        st.session_state[BATCHES] = batches

    with st.container(horizontal=True):
        st.button("Next batch", on_click=go_to, args=(now + 1,), disabled=now == most, type="primary")
        st.button("To the end", on_click=go_to, args=(most,), disabled=now == most)
        st.button("Start again", on_click=go_to, args=(0,), disabled=now == 0)
    return now


def _verdict(shown: Rehearsal, plan: Plan) -> str:
    status = shown.status
    if shown.answer is not None:
        said = shown.answer.sentence.split(". ")[0].rstrip(".")
        return f"**{said}**, after {status.participants:,} participants."
    assert shown.next is not None
    sizes = ", ".join(f"{name} {size:,}" for name, size in shown.next.items() if size > 0)
    people = f"{sum(shown.next.values()):,} participants"
    return f"**Batch {len(shown.steps) + 1}: enrol {people}** ({sizes}). {outlook.told(status)}"


def _picture(plan: Plan, rates: Sequence[float], seed: int, shown: Rehearsal) -> go.Figure:
    """The success rates as an outsider knows them after each batch, with 95 % intervals, beside the true ones."""
    chart = theme.figure(_HEIGHT)
    known = [rehearse(plan, rates, seed, batches + 1, continuations=0).status for batches in range(len(shown.steps))]
    participants = [status.participants for status in known]
    for arm, name in enumerate(plan.options):
        color = theme.arm_color(arm)
        middle, low, high = ([status.rates[name][i] for status in known] for i in range(3))
        chart.add_scatter(
            x=participants, y=middle, mode="lines+markers", name=name, line={"color": color, "width": 3},
            error_y={
                "type": "data",
                "array": [h - m for h, m in zip(high, middle, strict=True)],
                "arrayminus": [m - low_end for m, low_end in zip(middle, low, strict=True)],
            },
            hovertemplate=f"{name}: %{{y:.1%}} after %{{x:,}} participants<extra></extra>",
        )  # fmt: skip
        chart.add_hline(y=rates[arm], line={"color": color, "width": 1, "dash": "dot"})
    chart.update_xaxes(title="participants so far", range=[0, 1.05 * participants[-1]])
    chart.update_yaxes(title="success rate as published (95 % interval)", range=[0, 1], tickformat=".0%")
    return chart


def _table(plan: Plan, shown: Rehearsal) -> pd.DataFrame:
    rows = []
    for step in shown.steps:
        release = step.release
        for name, size in release.sizes.items():
            if size > 0:
                told = release.published
                public = ("named" if told == name else "") if isinstance(told, str) else number(told[name], 5)
                rows.append((str(release.number), name, f"{size:,}", f"{step.successes[name]:,}", public))
    columns = ["batch", "option", "participants", "successes (the team)", "published (everyone)"]
    return pd.DataFrame(rows, columns=columns)


def _many(plan: Plan, rates: Sequence[float], seed: int) -> None:
    """Ten rehearsals with other seeds."""
    rows, best = [], max(rates)
    right = 0
    for trial in range(_TRIALS):
        found = rehearse(plan, rates, seed + trial, continuations=0)
        assert found.answer is not None
        named = found.answer.options
        right += any(rates[plan.options.index(name)] == best for name in named)
        looks = len(found.steps)
        rows.append((str(trial + 1), ", ".join(named) or "none", f"{found.status.participants:,}", str(looks)))
    page.prose(f"In **{right} of {_TRIALS}** of these trials the answer includes the best option.")
    page.table(pd.DataFrame(rows, columns=["trial", "answer", "participants", "looks"]))
