"""What is said of the looks of a plan, and its tables, **bold** where numbers matter: sentences.json says how."""

import json
import math
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from dpcore.choosing import AnswerBy, calendar_weeks, samples_by_week
from ui.arms.method import TOO_MANY
from ui.choose.question import RUNS, SEED
from ui.choose.sequential.findings import QUANTILE
from ui.choose.sequential.looks.study import LookPlan, Looks, LookSection
from ui.choose.words import points_of
from ui.components import assets
from ui.look.numbers import at_most, count, exact, number, percent, whole
from ui.look.sentences import Template, said

TITLE = "When do we look, how long does it take, and what if we stop early?"
WAITS = "The schedule will appear once the answer above is known."
NO_EPSILON = "Type an ε above to see a schedule: no ε is known to fit your participants yet."
TEMPLATES: dict[str, Template] = json.loads(assets.text(Path(__file__).with_name("sentences.json")))
MOST_ROWS = 15
_MOST_CSV_WEEKS = 1040


def told(name: str, plan: LookPlan, runs: int = 0, **numbers: Any) -> str:
    """The sentence of this name, about so many runs.  numbers: what it says beside."""
    values = {
        "plan": plan,
        "problem": plan.problem,
        "ignored": points_of(plan.problem.indifference) if plan.problem.indifference else "",
        "runs": whole(runs),
        "growing": runs < RUNS,
        "too_many": TOO_MANY,
    }
    return said(TEMPLATES, name, values | numbers)


def summary(looks: Looks) -> str:
    """How often the plan looks, for the first time when, and by when it has answered."""
    schedule, needed = looks.schedule, looks.needed[1]
    fewest, most = schedule.mean_looks_interval or (0.0, 0.0)
    return told(
        "summary",
        looks.plan,
        schedule.runs,
        first=count(schedule.summary().samples[1, 0]),
        looks=schedule.mean_looks,
        fewest_looks=fewest,
        most_looks=most,
        endless=math.isinf(needed),
        needed=at_most(needed),
    )


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
    return said(TEMPLATES, "left_out", {"rows": rows, "most": MOST_ROWS, "more_than_most": MOST_ROWS + 1})


def some_of(rows: int, most: int = MOST_ROWS) -> list[int]:
    """The numbers of at most so many rows, evenly spread from the first to the last."""
    return sorted({round(place) for place in np.linspace(0, rows - 1, min(rows, most))})


def look_table(looks: Looks) -> pd.DataFrame:
    """Every look: participants of those runs that get there, and how many of all have answered."""
    by_look = looks.schedule.summary()
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
            **_answered(looks, by_look.done, by_look.done_interval),
        }
    )


def _answered(looks: Looks, done: Any, interval: Any) -> dict[str, Any]:
    """The columns that say which share of all runs has answered."""
    low, high = interval
    return {
        "answered by then": done / looks.schedule.runs,
        "answered (95 % low)": low,
        "answered (95 % high)": high,
        "method": looks.plan.method,
        "runs": looks.schedule.runs,
    }


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


def in_weeks(looks: Looks, weekly: Sequence[float]) -> str:
    """In which week most runs, and half of them, have answered."""
    low, middle, high = (_week(participants, weekly) for participants in looks.needed)
    return told(
        "in_weeks",
        looks.plan,
        looks.schedule.runs,
        endless=math.isinf(middle),
        sure=low == high,
        week=middle,
        earliest=low,
        latest="" if math.isinf(high) else whole(high),
        half=_week(looks.half, weekly),
    )


def _week(participants: float, weekly: Sequence[float]) -> float:
    return 1.0 if participants <= 0 else float(calendar_weeks(participants, weekly))


def weeks_said(weekly: Sequence[float], is_per_day: bool, name: str = "beyond") -> str:
    """What comes after the weeks given, and what the calendar leaves out; "weeks_given": the weeks themselves, too."""
    numbers = {
        "is_per_day": is_per_day,
        "a_week": exact(weekly[-1]) if weekly[-1] else "",
        "last": len(weekly),
        "weeks": ", ".join(f"{week}" for week in weekly),
    }
    return said(TEMPLATES, name, numbers)


def week_table(looks: Looks, weekly: Sequence[float]) -> pd.DataFrame:
    """Every week until the last run has answered, or no more participants come."""
    finished = looks.schedule.answer_times[looks.schedule.finished]
    weeks = calendar_weeks(finished, weekly) if finished.size else np.array([len(weekly)])
    last = int(np.max(weeks[np.isfinite(weeks)], initial=len(weekly) if np.isinf(weeks).any() else 1))
    participants = np.floor(samples_by_week(min(last, _MOST_CSV_WEEKS), weekly))
    schedule = looks.schedule
    return pd.DataFrame(
        {
            "week": np.arange(1, participants.size + 1),
            "participants by its end": participants.astype(np.int64),
            "looks by then (mean)": schedule.looks_by(participants),
            **_answered(looks, schedule.done_by(participants), schedule.done_interval(participants)),
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


def answers(looks: Looks, by: AnswerBy) -> str:
    """What the runs have answered by a fixed number of participants."""
    right, wrong, none = (each / by.runs for each in (by.right, by.wrong, by.unanswered))
    return told("answers", looks.plan, by.runs, samples=by.samples, right=right, wrong=wrong, none=none)


def answer_table(looks: Looks, by: AnswerBy) -> pd.DataFrame:
    """The three probabilities, their intervals, and what is proven of them."""
    rows = [
        ("a right answer", by.right, by.right_interval, "right_is"),
        ("a wrong answer", by.wrong, by.wrong_interval, "wrong_is"),
        ("no answer yet", by.unanswered, by.unanswered_interval, "none_is"),
    ]
    return pd.DataFrame(
        [
            (
                what,
                f"{runs:,} of {by.runs:,}",
                percent(runs / by.runs),
                f"{percent(low)} to {percent(high)}",
                told(meaning, looks.plan),
            )
            for what, runs, (low, high), meaning in rows
        ],
        columns=["by then", "simulated runs", "share", "95 % interval", "what it is"],
    )


def sentences(section: LookSection) -> list[str]:
    """What the section says now, for the report."""
    if (looks := section.looks) is None:
        return []
    weeks = []
    if section.weekly:
        name = "beyond" if section.is_per_day else "weeks_given"
        weeks = [in_weeks(looks, section.weekly), weeks_said(section.weekly, section.is_per_day, name)]
    by = looks.schedule.answer_by(section.participants)
    return [summary(looks), told("any_time", section.plan), *weeks, answers(looks, by)]


def code(section: LookSection) -> str:
    """The Python that gives the section's figures, after that of the page."""
    problem, plan = section.plan.problem, section.plan
    arguments = "".join(f", {name}={value!r}" for name, value in {**problem.gaps, **plan.parameters}.items())
    means = "means" if problem.data is None else f"draws[:{RUNS}]"
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
