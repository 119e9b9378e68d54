"""A real trial on the team's own machine: batches, counts, what will be published, and the releases."""

import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import streamlit as st

from dpcore.trial import Batch, Plan, Trial, TrialError, create, open_trial, randomising_page
from dpcore.trial.local import LONGEST_QUESTION, QUESTION
from dpcore.trial.plan import FAILURE, LOCAL, WINNER
from dpcore.trial.telling import evidence, outlook, published
from ui.look.literal import literal
from ui.run_it import controls, counts, report, words
from ui.run_it.charts import rates_picture
from ui.shell import page
from ui.shell.server import is_this_machine
from ui.state.keys import OPENED_TRIAL

FOLDER = "TRIALS_FOLDER"
_NAME = re.compile(r"[\w][\w \-.]{0,60}")
_CHOSEN, _NEW, _REFUSED, _DONE = "trial-chosen", "trial-new", "trial-refused", "trial-done"


def draw() -> Plan | None:
    """Draw the trial that is chosen, or what begins one.  Returns: its plan, or the one on the page."""
    if (told := _refusal()) is not None:
        page.problem("")
        st.info(told)
        plan = controls.plan()  # it stays in the address, and can be taken along
        if plan is not None:
            st.download_button("Plan file (JSON)", plan.as_json(), "plan.json", "application/json", on_click="ignore")
        return plan
    trial = _chosen()
    if trial is None:
        plan = controls.plan()
        if plan is not None:
            _offer(plan)
        return plan
    _draw(trial)
    return trial.plan


def _refusal() -> str | None:
    """Why no real trial may run here; None if one may."""
    if not os.environ.get(FOLDER):
        return words.tell("not_here")
    headers = {name.lower(): text for name, text in st.context.headers.items()}
    hosts = st.get_option("server.address"), urlsplit(f"//{headers.get('host', 'localhost')}").hostname
    is_forwarded = {"x-forwarded-for", "forwarded", "x-real-ip"} & headers.keys()
    if is_forwarded or not all(map(is_this_machine, hosts)):
        return words.tell("reached_by_others")
    try:
        _folder().mkdir(0o700, parents=True, exist_ok=True)
    except OSError:
        return words.tell("no_folder")
    return None


def _folder() -> Path:
    return Path(os.environ[FOLDER]).expanduser()


def _chosen() -> Trial | None:
    """The trial that is opened; None if there is none, or it cannot be, which is then said."""
    there = sorted(path.name for path in _folder().glob("*.trial"))
    none = "none yet" if not there else ""
    if _CHOSEN not in st.session_state and (opened := st.session_state.get(OPENED_TRIAL)) in there:
        st.session_state[_CHOSEN] = opened
    chosen = st.selectbox("Open a trial", there, index=None, key=_CHOSEN, placeholder=none)
    st.session_state[OPENED_TRIAL] = chosen
    refused, trial = st.session_state.pop(_REFUSED, ""), None
    if chosen is not None:
        try:
            trial = open_trial(_folder() / chosen)
        except TrialError as problem:
            refused = str(problem)
    page.problem(refused)
    return trial


def _offer(plan: Plan) -> None:
    """Begin a trial with the plan on the page."""
    is_example = controls.is_example(plan)
    st.text_input("Or name a new trial with this plan", key=_NEW, max_chars=61)
    st.button("Begin the trial", on_click=_begin, args=(plan,), disabled=is_example)
    if is_example:
        page.reading(words.tell("not_the_example"))


@contextmanager
def _refusing() -> Iterator[None]:
    """Keep what is wrong with a trial, to be said once the page is drawn."""
    try:
        yield
    except TrialError as problem:
        st.session_state[_REFUSED] = str(problem)


def _begin(plan: Plan) -> None:
    name = st.session_state[_NEW].strip()
    path = _folder() / f"{name}.trial"
    with _refusing():
        if _NAME.fullmatch(name) is None:
            raise TrialError(words.tell("names"))
        create(path, plan)
        st.session_state[_CHOSEN], st.session_state[_NEW] = path.name, ""


def _draw(trial: Trial) -> None:
    plan, batch, status, history, name = trial.plan, trial.next(), trial.status(), trial.history(), trial.path.stem
    if batch is None:
        assert trial.answer is not None
        page.verdict(f"**{literal(trial.answer.told)}**")
    else:
        page.verdict(words.to_enrol(plan, batch))
    page.prose(literal(f"This trial follows the plan it was started with. {words.summary(plan)}"))
    page.prose(literal(" ".join([*evidence(status), outlook(status)])))
    if history and plan.release != WINNER:
        page.chart(rates_picture(plan, history, 0), "trial-rates-picture")
    with st.container():  # where the button that was clicked stood, and so in sight
        if done := st.session_state.pop(_DONE, ""):
            st.success(literal(done))
    if batch is not None:
        _ask(trial, batch)
    if status.releases:
        page.table(report.releases_table(status.releases))
    if status.rates:
        page.table(report.rates_table(status))
        page.reading(literal(words.about_rates(plan)))
    with st.container(horizontal=True):
        export = json.dumps(trial.export(), indent=2, ensure_ascii=False)
        st.download_button("Export (JSON)", export, f"{name}.json", "application/json", on_click="ignore")
        st.download_button("Report (HTML)", report.html(trial, name), f"{name}.html", "text/html", on_click="ignore")
    if plan.release == LOCAL and batch is not None:
        question = st.text_input("What participants are asked", QUESTION, max_chars=LONGEST_QUESTION)
        asked = randomising_page(plan, question.strip() or QUESTION)
        st.download_button("Page for participants (HTML)", asked, "answer.html", on_click="ignore")
        if plan.missing == FAILURE:
            st.caption("If a participant does not answer, randomise a “No” with this page and count what it shows.")
    with st.expander("The plan of this trial"):
        page.table(words.table(plan))
    if batch is not None:
        with st.expander("End the trial early"):
            st.write("A trial that is ended early has no answer that its promise covers. This cannot be undone.")
            st.button("End it now", on_click=_end, args=(trial,))


def _ask(trial: Trial, batch: Batch) -> None:
    """The counts, what will be published, and the confirmation; no noise is drawn before it is given."""
    st.subheader(f"Publish batch {batch.number}")
    place = f"{trial.path.stem}-{batch.number}"
    given = counts.ask(batch, trial.plan, place)
    label = f"Publish batch {batch.number}"
    st.button(label, type="primary", disabled=given is None, on_click=_publish, args=(trial, batch, place, given))


def _publish(trial: Trial, batch: Batch, place: str, confirmed: dict[str, int] | None) -> None:
    given = counts.given(batch, place)
    if given is None or given != confirmed:  # a count has changed at the same moment
        return
    with _refusing():
        release = trial.record(batch.number, given)
        counts.forget(batch, place)
        before = "" if release.is_new else words.tell("published_before", number=release.number)
        st.session_state[_DONE] = f"{before}{published(release)}"


def _end(trial: Trial) -> None:
    with _refusing():
        trial.end()
