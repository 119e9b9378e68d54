"""Problems of regret, and what the page shows of them once its job is done."""

import time

from ui.jobs import Job
from ui.regret.study import RegretProblem, RegretStudy, RegretView

ARMS = RegretProblem("arms", 100_000, 3, means=(0.8, 0.6, 0.5))
LINEAR = RegretProblem("linear", 100_000, 3, dimension=2, arms=5)
CONTEXTS = RegretProblem("contextual", 1000, 3)


def filled(problem, algorithms, epsilons, runs):
    """What the page shows of these algorithms once its job is done."""
    view = RegretView(
        algorithms=tuple(algorithms),
        epsilon=epsilons[0],
        epsilons=tuple(sorted(epsilons)),
        runs=runs,
        show_spread=False,
        show_relative=False,
        show_bounds=True,
        study=RegretStudy(problem),
    )
    job = Job(lambda job: view.study.fill(job, view.cells, runs), view.study.missing(view.cells, runs))
    while job.running:
        time.sleep(0.02)
    assert job.error is None
    assert job.done == job.total
    return view
