"""Long work that runs while the page is in use; these are the names that pages need."""

from ui.jobs.drawing import (
    add_runs_button,
    computed,
    follow,
    follow_seconds,
    live_stage,
    poll_seconds,
    progress,
    show_error,
    wait_a_moment,
    watch,
)
from ui.jobs.growing import GrowingRuns, growing_job
from ui.jobs.job import Job
from ui.jobs.session import current_job, forget_job, leave_other_pages

__all__ = [
    "GrowingRuns",
    "Job",
    "add_runs_button",
    "computed",
    "current_job",
    "follow",
    "follow_seconds",
    "forget_job",
    "growing_job",
    "leave_other_pages",
    "live_stage",
    "poll_seconds",
    "progress",
    "show_error",
    "wait_a_moment",
    "watch",
]
