"""Problems of regret, and what the page shows of them once its job is done."""

from tests.ui.jobs.fake import FakeJob
from ui.regret.study import RegretProblem, RegretStudy, RegretView

ARMS = RegretProblem("arms", 100_000, 3, means=(0.8, 0.6, 0.5))
LINEAR = RegretProblem("linear", 100_000, 3, dimension=2, arms=5)
CONTEXTS = RegretProblem("contextual", 1000, 3)


def view_of(problem, algorithms, epsilons=(0.5, 0.1, 2.0), runs=2, show_bounds=True):
    """What the page shows of these algorithms before its job has begun; at first at the first epsilon."""
    ordered, study = tuple(sorted(epsilons)), RegretStudy(problem)
    return RegretView(tuple(algorithms), epsilons[0], ordered, runs, False, False, show_bounds, study)


def filled(problem, algorithms, epsilons, runs):
    """What it shows once its job is done."""
    view, job = view_of(problem, algorithms, epsilons, runs), FakeJob()
    missing = view.study.missing(view.cells, runs)
    view.study.fill(job, view.cells, runs)
    assert job.done == missing
    return view
