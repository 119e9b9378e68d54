"""The first questions of the page: what the study promises about its answer, and how it looks at its data."""

import streamlit as st

from ui.choose import problems
from ui.choose.inputs import given
from ui.choose.question import BEAT, FIND, LOOKS, ONCE, PROMISES, RATES, SURE, TRUST_MODELS, WHATEVER
from ui.choose.words import in_studies, tell
from ui.shell import link, versions
from ui.state.keys import KEPT

PAGE = "choose_epsilon"
HOW_IT_LOOKS = {
    WHATEVER: "The study looks again and again, and stops as soon as it is sure.",
    BEAT: "The study looks once, at the end, and publishes the success rates with noise. "
    "Its claims are read from them, so there is no version that publishes the name alone or stops early.",
}
PUBLISHED = {
    ONCE: "Only the name of the option is published.",
    RATES: "The name is published, and so is every success rate, with noise.",
    SURE: "The name is published, and noisy counts along the way may be published, too.",
}
ANSWERS_PUBLISHED = "The randomised answers are published, and so are all success rates."


def ask_promise(default: str) -> None:
    """Draw the question, with an example of each promise.

    default: what is known about the options before its control is drawn, where the link says nothing of it.

    A link without a promise means the control's default, as it always did; a visit without a link begins with a lead.
    """
    if "promise" not in st.session_state and not link.opened(PAGE):
        st.session_state["promise"] = FIND
        st.query_params["promise"] = FIND  # in the address from the start, or a reload would mean the other promise
    mode = st.session_state.get("know", st.query_params.get("know", default))
    looking = st.session_state.get("looking", st.query_params.get("looking"))
    risk = problems.risk_of(mode, FIND)
    told = {
        "may_end_without_answer": looking == SURE and mode != "own data",
        "lead": problems.lead_said(mode, FIND),
        "right": in_studies(1 - risk),
        "wrong": in_studies(risk, True),
        "gain": problems.lead_said(mode, BEAT),
        "found": in_studies(1 - given("miss") / 100),
        "wrong_claims": in_studies(problems.risk_of(mode, BEAT), True),
    }
    st.radio(
        "What should the study promise about its answer?",
        PROMISES,
        index=PROMISES.index(WHATEVER),
        captions=[tell(name, **told) for name in ("we_find", "we_are_right", "we_claim")],
        key="promise",
        **KEPT,
    )
    st.query_params.setdefault(versions.NAME, str(versions.VERSION))  # a bare address would be a visit without a link


def ask_look() -> None:
    """Draw the question how the study looks, where its promise leaves a choice."""
    promise = given("promise")
    if promise != FIND:
        st.caption(HOW_IT_LOOKS[promise])
        return
    looks = LOOKS if st.session_state.get("know") != "own data" else (ONCE, RATES)
    is_local = st.session_state.get("trust", st.query_params.get("trust")) == TRUST_MODELS[1]
    captions = None if is_local else [PUBLISHED[look] for look in looks]
    st.radio("How does the study look at its data?", looks, captions=captions, key="looking", **KEPT)
    if is_local:
        st.caption(ANSWERS_PUBLISHED)
