"""What a trial promises and what it answers, in sentences."""

from dpcore.trial.plan import BEAT, FAILURE, FIND, LOCAL, Plan


def promise(plan: Plan) -> str:
    """What the plan promises about its answer."""
    return f"{_promise(plan)} {_of_missing(plan)}".strip()


def _promise(plan: Plan) -> str:
    if plan.promise == BEAT:
        return (
            f"Whatever the rates are, at most {_of_100(plan.risk)} such trials claim that an option beats "
            f"“{plan.options[0]}” when it does not. An option that leads it by {_points(plan)} or more is found in at "
            f"least {_of_100(1 - plan.missed)}, {_usual(plan)}."
        )
    if plan.promise == FIND and plan.has_rounds:
        wrong = f"at most {_of_100(plan.risk)} such trials name another one"
        return f"If one option leads every other by at least {_points(plan)}, {wrong}. {_MAY_END}"
    if plan.promise == FIND and plan.rates:
        *rates, last = (_percent(rate) for rate in plan.rates)
        every = f"{', '.join(rates)} and {last}"
        return (
            f"At success rates of {every}, the best option is named in at least {_of_100(1 - plan.risk)} such trials."
        )
    if plan.promise == FIND:
        about = f", {_others(plan)}" if plan.usual else ""
        return (
            f"If one option leads every other by at least {_points(plan)}, it is named in at least "
            f"{_of_100(1 - plan.risk)} such trials{about}."
        )
    wrong = "name an option whose rate is not the highest"
    return f"Whatever the rates are, at most {_of_100(plan.risk)} such trials {wrong}. {_MAY_END}"


_MAY_END = "A trial that reaches its cap ends without an answer."


def _of_missing(plan: Plan) -> str:
    """Which outcomes may be missing without breaking the promise."""
    if plan.missing != FAILURE:
        return ""
    counted = "a randomised “No”" if plan.release == LOCAL else "a failure"
    if plan.missing_share:
        share = _percent(plan.missing_share)
        return (
            f"This is computed for {share} of the outcomes of every option missing, each counted as {counted}. If more "
            "are missing, or more for one option than for another, it need not hold."
        )
    return (
        f"This applies if no outcome is missing. A missing one counts as {counted}; the promise is not kept if "
        "more are missing for one option than for another."
    )


def named(option: str) -> str:
    """The answer of a trial that names an option."""
    return f"The trial names “{option}”."


def claimed(plan: Plan, options: tuple[str, ...]) -> str:
    """The answer of a trial that says which options beat the usual one."""
    usual = plan.options[0]
    if not options:
        return f"The trial does not claim that any option beats “{usual}”."
    if len(options) == 1:
        return f"The trial claims that “{options[0]}” beats “{usual}”."
    names = ", ".join(f"“{name}”" for name in options)
    return f"The trial claims that each of these options beats “{usual}”: {names}."


def at_cap(plan: Plan) -> str:
    """What a trial says if it may not enrol its next batch."""
    return f"The next batch would bring the total above {plan.cap:,} participants, so the trial ends without an answer."


ENDED_EARLY = "The trial was ended early, without an answer that its promise covers."


def _of_100(share: float) -> str:
    return f"{100 * share:.10g} of 100"


def _percent(share: float) -> str:
    return f"{100 * share:.10g} %"


def _points(plan: Plan) -> str:
    return f"{100 * plan.lead:.10g} percentage points"


def _others(plan: Plan) -> str:
    low, high = (_percent(rate) for rate in plan.usual)
    return f"if all others have {f'a success rate of {low}' if low == high else f'the same rate, from {low} to {high}'}"


def _usual(plan: Plan) -> str:
    low, high = (_percent(rate) for rate in plan.usual)
    return f"at a usual rate of {low}" if low == high else f"at every usual rate from {low} to {high}"
