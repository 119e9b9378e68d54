"""An audit that grows while the page looks on, and what the page shows of it."""

import time
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd
from numpy.typing import NDArray

import dpcore
from dpcore.audit import Audit, Fault
from ui.jobs.job import Job
from ui.jobs.session import current_job

ALGORITHMS = dpcore.audit.auditable_algorithms()
FAULTS = dpcore.audit.audit_faults()
FIRST_DRAWN = 1000  # pairs of runs, at the left end of the picture


@dataclass(frozen=True)
class AuditQuestion:
    """Which algorithm is audited against which epsilon, with which fault planted, and the seed of its runs."""

    algorithm: str
    epsilon: float
    fault: str
    seed: int


class AuditStudy:
    """The audit made so far for one question."""

    def __init__(self, question: AuditQuestion) -> None:
        self.question = question
        self.audit = dpcore.audit.begin_audit(question.algorithm, question.epsilon, question.fault, question.seed)

    def fill(self, job: Job[None], pairs: int) -> None:
        """Add batches until there are `pairs` pairs of runs, or the job is stopped."""
        job.advance(min(self.audit.made, pairs))
        while self.audit.made < pairs and not job.stopped:
            start, before = time.monotonic(), self.audit
            audit = before.continued(job.cancel)
            made = audit.made - before.made
            if self.audit is before:  # not so if another tab's job has added the same batch
                self.audit = audit
            job.advance(min(made, max(0, pairs - before.made)))
            if made:
                job.expects((time.monotonic() - start) / made * max(0, pairs - audit.made))


@dataclass(frozen=True)
class AuditView:
    """What the page shows: an audit up to the first moment with the wanted number of pairs."""

    study: AuditStudy
    wanted: int
    audit: Audit

    @property
    def question(self) -> AuditQuestion:
        """What is audited."""
        return self.study.question

    @property
    def label(self) -> str:
        """The algorithm as people read it."""
        return ALGORITHMS[self.question.algorithm]

    @property
    def fault(self) -> Fault:
        """The planted fault."""
        return FAULTS[self.question.fault]

    @cached_property
    def shown(self) -> int:
        """How many moments are shown."""
        pairs = self.audit.pairs
        return min(pairs.size, int(np.searchsorted(pairs, self.wanted)) + 1)

    @property
    def pairs(self) -> NDArray[np.int64]:
        """(M,) the pairs of runs at each moment."""
        return self.audit.pairs[: self.shown]

    @property
    def bounds(self) -> NDArray[np.float64]:
        """(M,) what the loss was then known to exceed."""
        return self.audit.bounds[: self.shown]

    @property
    def made(self) -> int:
        """The pairs at the last moment, 0 before the first."""
        return int(self.pairs[-1]) if self.shown else 0

    @property
    def bound(self) -> float:
        """The bound at the last moment."""
        return float(self.bounds[-1]) if self.shown else 0.0

    @property
    def alarm(self) -> int | None:
        """The pairs at the alarm, None without one."""
        alarm = self.audit.alarm
        return alarm if alarm is not None and alarm <= self.made else None

    @property
    def last(self) -> int:
        """The pairs at the right end of the picture."""
        return max(self.wanted, self.made, 2 * FIRST_DRAWN)

    @property
    def top(self) -> float:
        """The loss at the upper end of the picture."""
        return max(2.3 * self.question.epsilon, 1.15 * self.bound)

    @property
    def is_complete(self) -> bool:
        """Whether the wanted pairs are there."""
        return self.made >= self.wanted


def view_of(study: AuditStudy, wanted: int) -> AuditView:
    """The view of what has been made so far."""
    return AuditView(study, wanted, study.audit)


def audit_job(view: AuditView) -> Job[None] | None:
    """This session's job that continues the audit to the wanted number of pairs."""
    study, wanted = view.study, view.wanted
    return current_job(
        "audit",
        (study, wanted),
        lambda: wanted if study.audit.made < wanted else 0,
        lambda job: study.fill(job, wanted),
        unit="pairs of runs",
    )


def detectable(epsilon: float, pairs: int) -> float:
    """The loss from too little noise that 99 of 100 audits have caught after so many pairs; inf if none."""
    return epsilon * dpcore.audit.detectable_factor(epsilon, pairs)


def audit_table(view: AuditView) -> pd.DataFrame:
    """Every moment of the audit."""
    question = view.question
    return pd.DataFrame(
        {
            "pairs of runs": view.pairs,
            "loss more than": view.bounds,
            "loss caught in 99 of 100 audits": [detectable(question.epsilon, int(pairs)) for pairs in view.pairs],
            "alarm": [view.alarm is not None and pairs >= view.alarm for pairs in view.pairs],
            "algorithm": question.algorithm,
            "epsilon": question.epsilon,
            "fault": question.fault,
            "seed": question.seed,
            "version": dpcore.__version__,
        }
    )
