"""A real trial on the team's own machine: batches, counts, what will be published, and the releases."""

import json
import os
import re
from pathlib import Path

import streamlit as st

from dpcore.trial import Batch, Plan, Trial, TrialError, create, open_trial, randomising_page
from dpcore.trial.plan import LOCAL
from ui.look.numbers import number
from ui.run_it import counts, outlook, report, words
from ui.shell import page

FOLDER = "TRIALS_FOLDER"
_LOOPBACK = ("localhost", "127.0.0.1", "::1")
_NAME = re.compile(r"[\w][\w \-.]{0,60}")
_CHOSEN, _NEW, _CONFIRMED, _REFUSED = "trial-chosen", "trial-new", "trial-confirmed", "trial-refused"


def refusal() -> str | None:
    """Why no real trial may run here; None if one may."""
    if not os.environ.get(FOLDER):
        return words.NOT_HERE
    forwarded = {"x-forwarded-for", "forwarded", "x-real-ip"} & {name.lower() for name in st.context.headers}
    if st.get_option("server.address") not in _LOOPBACK or forwarded:
        return words.REACHED_BY_OTHERS
    if not _folder().is_dir():
        return words.NO_FOLDER
    return None


def draw(plan: Plan) -> None:
    """Draw the trial that is chosen, or say why there is none."""
    if (told := refusal()) is not None:
        page.problem("")
        st.info(told)
        return
    path, refused = _chosen(plan), st.session_state.pop(_REFUSED, "")
    trial = None
    if path is not None:
        try:
            trial = open_trial(path)
        except TrialError as problem:
            refused = str(problem)
    page.problem(refused)
    if trial is not None and path is not None:
        _draw(trial, path)


def _folder() -> Path:
    return Path(os.environ[FOLDER]).expanduser()


def _chosen(plan: Plan) -> Path | None:
    """The file of a trial: one that exists, or a new one for the plan above."""
    there = sorted(path.name for path in _folder().glob("*.trial"))
    open_one, new_one = st.columns(2)
    chosen = open_one.selectbox(
        "Open a trial", there, index=None, key=_CHOSEN, placeholder="none yet" if not there else ""
    )
    new_one.text_input("Or name a new trial with the plan above", key=_NEW, max_chars=61)
    new_one.button("Begin the trial", on_click=_begin, args=(plan,))
    return None if chosen is None else _folder() / chosen


def _begin(plan: Plan) -> None:
    name = st.session_state[_NEW].strip()
    if _NAME.fullmatch(name) is None:
        st.session_state[_REFUSED] = (
            "A name may have letters, digits, spaces, dots and dashes, and starts with a letter or a digit."
        )
        return
    path = _folder() / f"{name}.trial"
    try:
        create(path, plan)
    except TrialError as problem:
        st.session_state[_REFUSED] = str(problem)
        return
    st.session_state[_CHOSEN], st.session_state[_NEW] = path.name, ""


def _draw(trial: Trial, path: Path) -> None:
    plan, batch, status = trial.plan, trial.next(), trial.status()
    if trial.answer is not None:
        page.verdict(f"**{trial.answer.sentence.split('. ')[0].rstrip('.')}.**")
    else:
        assert batch is not None
        sizes = ", ".join(f"{name} {size:,}" for name, size in batch.sizes.items() if size > 0)
        page.verdict(f"**Batch {batch.number}: enrol {sum(batch.sizes.values()):,} participants** ({sizes}).")
        page.prose(outlook.told(status))
    page.prose(f"This trial follows the plan it was started with. {words.summary(plan)}")
    if status.releases:
        page.table(report.releases_table(status))
    if status.rates:
        page.table(report.rates_table(status))
    if batch is not None:
        _ask(trial, batch)
    with st.container(horizontal=True):
        export = json.dumps(trial.export(), indent=2, ensure_ascii=False)
        st.download_button("Export (JSON)", export, f"{path.stem}.json", "application/json", on_click="ignore")
        st.download_button(
            "Report (HTML)", report.html(trial, path.stem), f"{path.stem}.html", "text/html", on_click="ignore"
        )
        if plan.release == LOCAL:
            st.download_button("Page for participants (HTML)", randomising_page(plan), "answer.html", on_click="ignore")
    if batch is not None:
        with st.expander("End the trial early"):
            st.write("A trial that is ended early has no answer that carries its promise. This cannot be undone.")
            st.button("End it now", on_click=_end, args=(path,))


def _ask(trial: Trial, batch: Batch) -> None:
    """The counts, what will be published, and the confirmation; no noise is drawn before it is given."""
    st.subheader(f"Publish batch {batch.number}")
    given = counts.ask(batch)
    st.info(words.published(trial.plan))
    sure = st.checkbox(
        "The counts are final, and I want this to be published.",
        key=f"{_CONFIRMED}-{batch.number}",
        disabled=given is None,
    )
    st.button(
        f"Publish batch {batch.number}", type="primary", disabled=not sure, on_click=_publish, args=(trial, batch)
    )


def _publish(trial: Trial, batch: Batch) -> None:
    given = counts.given(batch)
    if given is None:
        return
    try:
        release = trial.record(batch.number, given)
    except TrialError as problem:
        st.session_state[_REFUSED] = str(problem)
        return
    counts.forget(batch)
    told = release.published
    said = told if isinstance(told, str) else ", ".join(f"{name} {number(value, 5)}" for name, value in told.items())
    st.toast(f"Published: {said}")


def _end(path: Path) -> None:
    try:
        open_trial(path).end()
    except TrialError as problem:
        st.session_state[_REFUSED] = str(problem)
