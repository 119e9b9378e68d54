"""What is said of the looks of a plan, and its tables: **bold** where numbers matter."""

import math
from collections.abc import Sequence
from html import escape

import numpy as np
import pandas as pd

from dpcore.choosing import AnswerBy, calendar_weeks, samples_by_week
from ui.arms.method import IN_RUNS, TOO_MANY
from ui.choose.sequential.looks.study import LookPlan, Looks
from ui.look.numbers import at_most, count, number, percent, setting

TITLE = "When do we look, how long does it take, and what if we stop early?"
WAITS = "The schedule comes once the answer above is known."
NO_EPSILON = "Type an ε above to see a schedule: none is known to fit your participants yet."
_ALLOWED = (
    "**Looking at any time is allowed: the risk holds at every moment**, however many looks there are and whenever the "
    "study is given up (Ville's inequality). At each look the method says how many participants of each option come "
    "before the next one."
)
AT_ANY_TIME = (
    f"{_ALLOWED} A look shows what the method has published; a peek at raw outcomes in between is not covered by ε."
)
AT_ANY_TIME_LOCAL = f"{_ALLOWED} What is looked at are randomised answers: no look adds to what they reveal."
ABOUT_THE_PICTURE = (
    "Above: the share of simulated runs that have answered by so many participants, with its 95 % interval. Below: "
    "some of these runs, a circle at each look; the full circle is the answer, a cross a wrong one."
)
ABOUT_THE_TABLE = (
    "Medians over the runs that reach this look (middle 80 % in brackets). The last column refers to all runs."
)
NOT_YET = (
    "Without an answer the option that leads may be named as leading, but the risk does not cover it. The study may "
    "also go on: the risk holds at every later look."
)
AT_ONCE = (
    "An outcome counts as known in its participant's week: where a look has to wait for outcomes, add that wait for "
    "every look."
)
MOST_ROWS = 15
_MOST_CSV_WEEKS = 1040


def summary(looks: Looks) -> str:
    """How often the plan looks, for the first time when, and by when it has answered."""
    schedule, (_, needed, _) = looks.schedule, looks.needed
    by_look = schedule.summary()
    first = count(by_look.samples[1, 0])
    if schedule.mean_looks is None:
        often = f"looks for the first time after **{first} participants**"
    else:
        times = f"**{number(schedule.mean_looks)} times** on average{_looks_interval(looks)}"
        often = f"looks {times}, first after {first} participants"
    done = (
        f"has not answered after {TOO_MANY} participants in over 10 of 100 simulated runs"
        if math.isinf(needed)
        else f"has answered by **{at_most(needed)} participants** {IN_RUNS}"
    )
    return f"With {looks.plan.method} at ε = {setting(looks.plan.epsilon)} the study {often}, and {done}{_made(looks)}."


def at_any_time(looks: Looks) -> str:
    """When looks are allowed, and what they may see."""
    return AT_ANY_TIME_LOCAL if looks.plan.problem.trust_model == "local" else AT_ANY_TIME


def whose_runs(plan: LookPlan) -> str:
    """Whether these runs are those of the page's answer."""
    if plan.is_planned:
        return "These are the runs behind the simulated figures above, each with its looks."
    return f"These are runs of {plan.method}; the answer and the picture above are about another method."


def _looks_interval(looks: Looks) -> str:
    interval = looks.schedule.mean_looks_interval
    return "" if interval is None else f" (95 % interval {number(interval[0])} to {number(interval[1])})"


def _made(looks: Looks) -> str:
    return f" ({looks.schedule.runs} runs made)"


def look_heads(looks: Looks) -> list[str]:
    """The heads of `look_rows`, as HTML."""
    names = [f"{escape(name)}, median" for name in looks.plan.problem.names]
    return ["look", "participants", *names, "runs that get there", "answered by then"]


def look_rows(looks: Looks) -> list[list[str]]:
    """Some of the looks, the first and the last among them, as HTML."""
    by_look, runs = looks.schedule.summary(), looks.schedule.runs
    return [
        [
            f"{place + 1}",
            f"{middle:,} ({low:,} to {high:,})",
            *(f"{pulls:,}" for pulls in by_look.pulls[place].tolist()),
            f"{by_look.reached[place]:,}",
            percent(by_look.done[place] / runs),
        ]
        for place in some_of(by_look.reached.size)
        for low, middle, high in [by_look.samples[:, place].tolist()]
    ]


def left_out(rows: int) -> str:
    """That a table shows some of its rows only; "" where it shows all."""
    return "" if rows <= MOST_ROWS else f"{MOST_ROWS} of {rows:,} rows, evenly spread; the file has all of them."


def some_of(rows: int, most: int = MOST_ROWS) -> list[int]:
    """The numbers of at most so many rows, evenly spread from the first to the last."""
    return sorted({round(place) for place in np.linspace(0, rows - 1, min(rows, most))})


def look_table(looks: Looks) -> pd.DataFrame:
    """Every look: participants of those runs that get there, and how many of all have answered."""
    by_look, runs = looks.schedule.summary(), looks.schedule.runs
    low, middle, high = by_look.samples
    names = unique_names(looks.plan.problem.names)
    return pd.DataFrame(
        {
            "look": np.arange(1, by_look.reached.size + 1),
            "runs that get there": by_look.reached,
            "participants (median)": middle,
            "participants (10 %)": low,
            "participants (90 %)": high,
            **{f"participants of {name} (median)": by_look.pulls[:, place] for place, name in enumerate(names)},
            "answered by then": by_look.done / runs,
            "answered (95 % low)": by_look.done_interval[0],
            "answered (95 % high)": by_look.done_interval[1],
            "method": looks.plan.method,
            "runs": runs,
        }
    )


def unique_names(names: Sequence[str]) -> list[str]:
    """Names that differ: a column each."""
    return [f"{name} ({place})" if names.count(name) > 1 else name for place, name in enumerate(names, start=1)]


def run_table(looks: Looks) -> pd.DataFrame:
    """Every look of every run."""
    names = unique_names(looks.plan.problem.names)
    return pd.DataFrame(
        [
            {"run": record["run"], "look": record["look"], "participants": record["samples"]}
            | {f"participants of {name}": pulls for name, pulls in zip(names, record["pulls"], strict=True)}
            for record in looks.schedule.to_records()
        ]
    )


def in_weeks(looks: Looks, weekly: Sequence[int]) -> str:
    """In which week most runs, and half of them, have answered."""
    low, middle, high = (_week(participants, weekly) for participants in looks.needed)
    half = _week(looks.half, weekly)
    if math.isinf(middle):
        return f"These weeks do not bring enough participants in over 10 of 100 simulated runs{_made(looks)}."
    until = "later" if math.isinf(high) else f"{count(high)}"
    between = "" if low == high else f" (95 % interval: week {count(low)} to {until})"
    return f"Done by **week {count(middle)}** {IN_RUNS}{between}; half of the runs by week {count(half)}."


def given(weekly: Sequence[int], is_per_day: bool) -> str:
    """The weeks that the calendar is made of, for a reader who does not see the box."""
    if is_per_day:
        return ""
    return f"Participants of week 1, 2, …: {', '.join(f'{week}' for week in weekly)}. "


def beyond(weekly: Sequence[int], is_per_day: bool) -> str:
    """What comes after the weeks given, and what the calendar leaves out."""
    return f"{_after(weekly, is_per_day)} {AT_ONCE}"


def _after(weekly: Sequence[int], is_per_day: bool) -> str:
    if is_per_day:
        return f"Every week brings {weekly[0]:,} participants, seven times your daily number."
    last = f"week {len(weekly)}, the last one given,"
    if weekly[-1] == 0:
        return f"Nobody comes after {last} as nobody came in it."
    return f"Every week after {last} is taken to bring as many as it: {weekly[-1]:,}."


def _week(participants: float, weekly: Sequence[int]) -> float:
    return 1.0 if participants <= 0 else float(calendar_weeks(participants, weekly))


def week_table(looks: Looks, weekly: Sequence[int]) -> pd.DataFrame:
    """Every week until the last run has answered, or no more participants come."""
    finished = looks.schedule.answer_times[looks.schedule.finished]
    weeks = calendar_weeks(finished, weekly) if finished.size else np.array([len(weekly)])
    last = int(np.max(weeks[np.isfinite(weeks)], initial=len(weekly) if np.isinf(weeks).any() else 1))
    participants = samples_by_week(min(last, _MOST_CSV_WEEKS), weekly)
    runs, (low, high) = looks.schedule.runs, looks.schedule.done_interval(participants)
    return pd.DataFrame(
        {
            "week": np.arange(1, participants.size + 1),
            "participants by its end": participants.astype(np.int64),
            "looks by then (mean)": looks.schedule.looks_by(participants),
            "answered by then": looks.schedule.done_by(participants) / runs,
            "answered (95 % low)": low,
            "answered (95 % high)": high,
            "method": looks.plan.method,
            "runs": runs,
        }
    )


def week_rows(table: pd.DataFrame) -> pd.DataFrame:
    """Some of the weeks, as they are shown."""
    some = table.iloc[some_of(len(table))]
    return pd.DataFrame(
        {
            "week": some["week"],
            "participants by its end": [f"{value:,}" for value in some["participants by its end"]],
            "looks by then, mean": [number(value) for value in some["looks by then (mean)"]],
            "answered by then": [
                f"{percent(share)} ({percent(low)} to {percent(high)})"
                for share, low, high in zip(
                    some["answered by then"], some["answered (95 % low)"], some["answered (95 % high)"], strict=True
                )
            ],
        }
    )


def answers(looks: Looks, by: AnswerBy) -> str:
    """What the runs have answered by a fixed number of participants."""
    right, wrong, none = (percent(each / by.runs) for each in (by.right, by.wrong, by.unanswered))
    return (
        f"After **{by.samples:,.0f} participants** {looks.plan.method} has given the right answer in **{right}**, a "
        f"wrong one in {wrong} and none yet in {none} of {by.runs} simulated runs."
    )


def answer_table(looks: Looks, by: AnswerBy) -> pd.DataFrame:
    """The three probabilities, their intervals, and what is proven of them."""
    zeta = looks.plan.problem.indifference
    good = f"the best one, or up to {setting(100 * zeta)} points worse" if zeta else "the best one"
    if looks.plan.problem.data is not None:
        good = f"{good}, at the rates of its run"
    proven = f"another one: proven to be wrong with probability at most {percent(looks.plan.problem.risk)}"
    rows = [
        ("a right answer", by.right, by.right_interval, f"the option named is {good}: simulated"),
        ("a wrong answer", by.wrong, by.wrong_interval, f"{proven}, whatever the number"),
        ("no answer yet", by.unanswered, by.unanswered_interval, "the rule has not stopped the study: simulated"),
    ]
    return pd.DataFrame(
        [
            (what, f"{runs:,} of {by.runs:,}", percent(runs / by.runs), f"{percent(low)} to {percent(high)}", meaning)
            for what, runs, (low, high), meaning in rows
        ],
        columns=["by then", "simulated runs", "share", "95 % interval", "what it is"],
    )
