"""What a trial promises and what it answers, in sentences."""

from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal

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
        share = f"{100 * plan.missing_share:.10g} %"
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
    """A share of a hundred trials, or of as many more as make it whole."""
    for of in (100, 1000, 10_000, 100_000, 10**6):
        if 0 < round(of * share) < of and abs(of * share - round(of * share)) < 1e-9:
            return f"{round(of * share):,} of {of:,}"
    plain = f"{100 * share:.12f}".rstrip("0").rstrip(".")
    return f"{plain} of 100"


def _percent(share: float) -> str:
    return f"{100 * share:.10g} %"


def _points(plan: Plan) -> str:
    points = f"{100 * plan.lead:.10g}"
    return f"{points} percentage point{'' if points == '1' else 's'}"


def _others(plan: Plan) -> str:
    low, high = _ends(plan)
    return f"if all others have {f'a success rate of {low}' if low == high else f'the same rate, from {low} to {high}'}"


def _usual(plan: Plan) -> str:
    low, high = _ends(plan)
    return f"at a usual rate of {low}" if low == high else f"at every usual rate from {low} to {high}"


def _ends(plan: Plan) -> tuple[str, str]:
    """The ends of the usual rate, told to four digits, and rounded so that the promise covers all that they tell."""
    low, high = (f"{100 * rate:.10g}" for rate in plan.usual)
    if low == high:
        return _percent(plan.usual[0]), _percent(plan.usual[1])
    lowest, highest = Context(4, ROUND_CEILING).create_decimal(low), Context(4, ROUND_FLOOR).create_decimal(high)
    if lowest > highest:  # no number of four digits is between them
        lowest, highest = Decimal(low), Decimal(high)
    return f"{lowest:f} %", f"{highest:f} %"
