"""Problems of regret, and what the page shows of them once its job is done."""

from tests.ui.jobs.fake import FakeJob
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
    job, missing = FakeJob(), view.study.missing(view.cells, runs)
    view.study.fill(job, view.cells, runs)
    assert job.done == missing
    return view
