"""A trial with made-up participants, batch by batch, and ten trials at once."""

from typing import Literal

import pandas as pd
import streamlit as st

from dpcore.trial import Batch, Plan, Rehearsal, rehearse
from dpcore.trial.plan import BEAT, WINNER
from dpcore.trial.telling import evidence, outlook
from ui.controls.seed import seed_box
from ui.look.literal import literal
from ui.run_it import report, words
from ui.run_it.charts import rates_picture
from ui.run_it.controls import is_own, is_same
from ui.shell import page
from ui.state.keys import KEPT
from ui.state.visit import remembered

BATCHES, SEED = "run-batches", "run-seed"
_OF = "_run-batches-of"  # the plan of which so many batches are shown
_TRIALS = 10


def draw(plan: Plan) -> None:
    """Draw the rehearsal."""
    picture, inputs = page.picture_and_controls("run")
    with inputs:
        rates = _rates(plan)
        seed = seed_box(SEED, **KEPT)
    whole = _rehearsed(plan, rates, seed)
    with picture:
        verdict = st.container()
        batches = _batches(len(whole.steps), plan)
        shown = whole.after(batches)
        with verdict:
            page.verdict(_verdict(plan, shown))
        if plan.release != WINNER:
            first = sum((shown.steps[0].release.sizes if shown.steps else shown.next or {}).values())
            seen = [rate * (1 - plan.share_failing) for rate in rates]
            page.chart(rates_picture(plan, shown.history, first, seen), "run-rates-picture")
            page.reading(words.tell("picture", plan=plan))
        ahead = whole.after(batches, None).status  # with the forecast, which takes half a second
        page.prose(literal(" ".join([*evidence(ahead), outlook(ahead)])))
        if shown.steps:
            releases, successes = zip(*((step.release, step.successes) for step in shown.steps), strict=True)
            page.table(report.releases_table(releases, successes))
            page.reading(words.told("rehearsed", plan))
            if shown.status.rates:
                page.table(report.rates_table(shown.status))
                page.reading(literal(words.about_rates(plan)))
    with st.expander(f"{_TRIALS} trials at once"):
        _many(plan, rates, seed)


def _rehearsed(plan: Plan, rates: tuple[float, ...], seed: int) -> Rehearsal:
    return remembered("rehearsal", (plan, rates, seed), lambda asked: rehearse(*asked, continuations=0))


def _rates(plan: Plan) -> tuple[float, ...]:
    """The true rates that the visitor sets, in percent; a link without the plan leaves them out as well."""
    opening = round(100 * (plan.usual[0] if plan.usual else plan.rates[-1] if plan.rates else 0.3), 2)
    best = round(min(opening + 100 * (plan.lead or 0.1), 99.0), 2)
    prefix, kept = ("own-", {"persist_state": "session"}) if is_own() else ("", KEPT)
    found = []
    for arm, name in enumerate(plan.options):
        default = best if arm == 1 else opening
        found.append(
            st.slider(
                f"True success rate of {literal(name)}, %",
                0.0,
                100.0,
                default,
                0.5,
                "%g",
                key=f"{prefix}run-rates-{arm}",
                **kept,
            )
        )
    return tuple(rate / 100 for rate in found)


def _batches(most: int, plan: Plan) -> int:
    """How many batches have taken part; buttons go to the next one if there are several, to the end, and back."""
    state = st.session_state
    if not is_same(state.setdefault(_OF, plan), plan):  # nothing of this one is rehearsed yet
        state[_OF], state[BATCHES] = plan, 0
    state.setdefault(BATCHES, 0)
    now = min(int(state[BATCHES]), most)

    def go_to(batches: int) -> None:
        st.session_state[BATCHES] = batches

    with st.container(horizontal=True):
        if plan.has_rounds:
            st.button("Next batch", on_click=go_to, args=(now + 1,), disabled=now == most, type="primary")
        kind: Literal["primary", "secondary"] = "secondary" if plan.has_rounds else "primary"
        st.button("Run to the end", on_click=go_to, args=(most,), disabled=now == most, type=kind)
        st.button("Start again", on_click=go_to, args=(0,), disabled=now == 0)
    return now


def _verdict(plan: Plan, shown: Rehearsal) -> str:
    if shown.answer is not None:
        return f"**{literal(shown.answer.told)}** {words.took_part(plan, shown.status.participants)}"
    assert shown.next is not None
    return words.to_enrol(plan, Batch(len(shown.steps) + 1, shown.next))


def _many(plan: Plan, rates: tuple[float, ...], seed: int) -> None:
    """Ten rehearsals with other seeds."""
    usual = rates[0] if plan.promise == BEAT else -1.0
    best = {name for name, rate in zip(plan.options, rates, strict=True) if rate == max(rates) > usual}
    not_better = {name for name, rate in zip(plan.options, rates, strict=True) if rate <= usual}
    rows, right, wrong = [], 0, 0
    for trial in range(_TRIALS):
        found = _rehearsed(plan, rates, seed + trial)
        assert found.answer is not None
        named = found.answer.options
        right += not best.isdisjoint(named)
        wrong += not not_better.isdisjoint(named)
        looks = len(found.steps)
        rows.append((str(trial + 1), ", ".join(named) or "none", f"{found.status.participants:,}", str(looks)))
    page.prose(words.tell("many", right=right, wrong=wrong, trials=_TRIALS, best=len(best), beats=plan.promise == BEAT))
    page.table(pd.DataFrame(rows, columns=["trial", "answer", "participants", "looks"]))
