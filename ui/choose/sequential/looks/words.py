"""What is said of the looks of a plan, and its tables, **bold** where numbers matter: sentences.json says how."""

from collections.abc import Sequence
from html import escape
from typing import Any

import numpy as np
import pandas as pd

import dpcore
from dpcore.choosing import LookSchedule, calendar_weeks, samples_by_week
from ui.arms.method import TOO_MANY
from ui.choose.question import RUNS, SEED
from ui.choose.sequential.findings import QUANTILE
from ui.choose.sequential.looks.study import LookSection
from ui.choose.words import points_of
from ui.look.numbers import count, exact, number, percent, whole
from ui.look.sentences import said, templates_of

TEMPLATES = templates_of(__file__)
MOST_ROWS = 15
_MOST_CSV_WEEKS = 1040


def told(name: str, section: LookSection, schedule: LookSchedule | None = None) -> str:
    """The sentence of this name.  schedule: the runs that it is about."""
    problem, weekly = section.plan.problem, section.weekly
    values = {
        "section": section,
        "plan": section.plan,
        "problem": problem,
        "ignored": points_of(problem.indifference) if problem.indifference else "",
        "too_many": TOO_MANY,
        "weeks": ", ".join(map(str, weekly)),
        "last": len(weekly),
        "a_week": exact(weekly[-1]) if weekly and weekly[-1] else "",
    }
    return said(TEMPLATES, name, values if schedule is None else values | _simulated(section, schedule))


def _simulated(section: LookSection, schedule: LookSchedule) -> dict[str, Any]:
    """What templates may say of the runs made so far."""
    times, by = schedule.answer_times, schedule.answer_by(section.participants)
    within = *dpcore.choosing.quantile_interval(times, QUANTILE), np.quantile(times, 0.5, method="inverted_cdf")
    weeks = calendar_weeks(np.maximum(within, 1), section.weekly) if section.weekly else np.zeros(len(within))
    fewest, most = schedule.mean_looks_interval or (0.0, 0.0)
    return {
        "schedule": schedule,
        "growing": schedule.runs < RUNS,
        "first": count(schedule.summary().samples[1, 0]),
        "fewest_looks": fewest,
        "most_looks": most,
        "needed": within[1],
        **dict(zip(("earliest", "week", "latest", "half"), weeks.tolist(), strict=True)),
        "sure": weeks[0] == weeks[2],
        "right": by.right / by.runs,
        "wrong": by.wrong / by.runs,
        "none": by.unanswered / by.runs,
    }


def look_heads(names: Sequence[str]) -> list[str]:
    """The heads of `look_rows`, as HTML."""
    medians = [f"{escape(name)}, median" for name in names]
    return ["look", "participants", *medians, "runs that get there", "answered by then"]


def look_rows(schedule: LookSchedule) -> list[list[str]]:
    """Some of the looks, the first and the last among them, as HTML."""
    by_look = schedule.summary()
    return [
        [
            f"{place + 1}",
            f"{middle:,} ({low:,} to {high:,})",
            *(f"{pulls:,}" for pulls in by_look.pulls[place].tolist()),
            f"{by_look.reached[place]:,}",
            percent(by_look.done[place] / schedule.runs),
        ]
        for place in some_of(by_look.reached.size)
        for low, middle, high in [by_look.samples[:, place].tolist()]
    ]


def left_out(rows: int) -> str:
    """That a table shows some of its rows only; "" where it shows all."""
    return said(TEMPLATES, "left_out", {"rows": rows, "most": MOST_ROWS, "more_than_most": MOST_ROWS + 1})


def some_of(rows: int) -> list[int]:
    """The numbers of at most MOST_ROWS rows, evenly spread from the first to the last."""
    return sorted({round(place) for place in np.linspace(0, rows - 1, min(rows, MOST_ROWS))})


def look_table(section: LookSection, schedule: LookSchedule) -> pd.DataFrame:
    """Every look: participants of those runs that get there, and how many of all have answered."""
    by_look = schedule.summary()
    low, middle, high = by_look.samples
    return pd.DataFrame(
        {
            "look": np.arange(1, by_look.reached.size + 1),
            "runs that get there": by_look.reached,
            "participants (median)": middle,
            "participants (10 %)": low,
            "participants (90 %)": high,
            **{f"{column} (median)": pulls for column, pulls in zip(_of_each(section), by_look.pulls.T, strict=True)},
            **_answered(section, schedule, by_look.done, by_look.done_interval),
        }
    )


def run_table(section: LookSection, schedule: LookSchedule) -> pd.DataFrame:
    """Every look of every run."""
    return pd.DataFrame(
        [
            {"run": record["run"], "look": record["look"], "participants": record["samples"]}
            | dict(zip(_of_each(section), record["pulls"], strict=True))
            for record in schedule.to_records()
        ]
    )


def _of_each(section: LookSection) -> list[str]:
    """The columns of the options' participants, which differ even where two have one name."""
    names = section.plan.problem.names
    numbered = [f"{name} ({place})" if names.count(name) > 1 else name for place, name in enumerate(names, start=1)]
    return [f"participants of {name}" for name in numbered]


def _answered(section: LookSection, schedule: LookSchedule, done: Any, interval: Any) -> dict[str, Any]:
    """The columns that say which share of all runs has answered."""
    low, high = interval
    return {
        "answered by then": done / schedule.runs,
        "answered (95 % low)": low,
        "answered (95 % high)": high,
        "method": section.plan.method,
        "runs": schedule.runs,
    }


def week_table(section: LookSection, schedule: LookSchedule) -> pd.DataFrame:
    """Every week until the last run has answered, or no more participants come."""
    weeks = calendar_weeks(schedule.answer_times, section.weekly)
    last = int(np.max(weeks[np.isfinite(weeks)], initial=len(section.weekly) if np.isinf(weeks).any() else 1))
    participants = np.floor(samples_by_week(min(last, _MOST_CSV_WEEKS), section.weekly))
    return pd.DataFrame(
        {
            "week": np.arange(1, participants.size + 1),
            "participants by its end": participants.astype(np.int64),
            "looks by then (mean)": schedule.looks_by(participants),
            **_answered(section, schedule, schedule.done_by(participants), schedule.done_interval(participants)),
        }
    )


def week_rows(table: pd.DataFrame) -> pd.DataFrame:
    """Some of the weeks, as they are shown."""
    some = table.iloc[some_of(len(table))]
    shares = some[["answered by then", "answered (95 % low)", "answered (95 % high)"]].map(percent)
    return pd.DataFrame(
        {
            "week": some["week"],
            "participants by its end": some["participants by its end"].map(whole),
            "looks by then, mean": some["looks by then (mean)"].map(number),
            "answered by then": [f"{share} ({low} to {high})" for share, low, high in shares.to_numpy()],
        }
    )


def answer_table(section: LookSection, schedule: LookSchedule) -> pd.DataFrame:
    """The three probabilities, their intervals, and what is proven of them."""
    by = schedule.answer_by(section.participants)
    runs = (by.right, by.wrong, by.unanswered)
    intervals = (by.right_interval, by.wrong_interval, by.unanswered_interval)
    return pd.DataFrame(
        {
            "by then": ["a right answer", "a wrong answer", "no answer yet"],
            "simulated runs": [f"{each:,} of {by.runs:,}" for each in runs],
            "share": [percent(each / by.runs) for each in runs],
            "95 % interval": [f"{percent(low)} to {percent(high)}" for low, high in intervals],
            "what it is": [told(name, section) for name in ("right_is", "wrong_is", "none_is")],
        }
    )


def sentences(section: LookSection) -> list[str]:
    """What the section says now, for the report."""
    if (schedule := section.schedule) is None:
        return []
    weeks = ("in_weeks", "weeks_given") if section.weekly else ()
    return [told(name, section, schedule) for name in ("summary", "any_time", *weeks, "answers")]


def code(section: LookSection) -> str:
    """The Python that gives the section's figures, after that of the page."""
    plan = section.plan
    arguments = "".join(f", {name}={value!r}" for name, value in plan.parameters.items())
    means = "means" if plan.problem.data is None else f"draws[:{RUNS}]"
    weeks = f"""weekly = {tuple(section.weekly)!r}
print("done in week, in {QUANTILE:.0%} of the runs:", dpcore.choosing.calendar_weeks(done, weekly))
"""
    return f"""schedule = dpcore.choosing.look_schedule(
    {means}, epsilon, risk, trust_model, {RUNS}, {SEED}, algorithm={plan.algorithm!r}{arguments}
)
print("looks on average:", schedule.mean_looks)
done = dpcore.choosing.quantile_interval(schedule.answer_times, {QUANTILE})[1]
print("answered in {QUANTILE:.0%} of the runs by", done)
by = schedule.answer_by({section.participants!r})
print("by then right, wrong, without an answer:", by.right, by.wrong, by.unanswered)
{weeks if section.weekly else ""}"""
