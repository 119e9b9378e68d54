"""Whether noise would have changed the decision: what is asked, and what repeated simulated studies say."""

import hashlib
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from dpcore import choosing, designs
from dpcore.choosing import DecisionComparison, DecisionProbabilities, RepeatedStudies
from dpcore.choosing.decision import MOST_PARTICIPANTS
from ui.arms.names import option_names
from ui.controls.log_slider import geometric_grid
from ui.state.keys import ARMS_RANGE, EPSILON_RANGE

RUNS = 1000
PARTICIPANTS_RANGE = (ARMS_RANGE[1], MOST_PARTICIPANTS)  # one for each of the most options
PER_PEOPLE = 1000  # people whose outcomes are counted
EPSILONS = np.array(geometric_grid(*EPSILON_RANGE)[::2])  # of the curve


@dataclass(frozen=True)
class DecisionQuestion:
    """The options, the privacy budget and the participants of each study; study: the one on show, from 1."""

    means: tuple[float, ...]
    names: tuple[str, ...]
    epsilon: float
    participants: int
    study: int
    seed: int

    @property
    def options(self) -> tuple[str, ...]:
        """What the options are called."""
        return option_names(len(self.means), self.names)

    @property
    def private_is_first(self) -> bool:
        """Whether the study with noise stands at the left, as A: at random, anew for every study and setting."""
        text = repr((self.seed, self.study, self.participants, self.epsilon, self.means))
        return hashlib.sha256(text.encode()).digest()[0] % 2 == 0


@dataclass(frozen=True)
class DecisionFindings:
    """What RUNS simulated studies say about the question."""

    question: DecisionQuestion
    studies: RepeatedStudies
    compared: DecisionComparison

    @property
    def exact(self) -> DecisionProbabilities | None:
        """The same without simulation, for two options."""
        question = self.question
        if len(question.means) > 2:
            return None
        return choosing.decision_probabilities(question.means, question.epsilon, question.participants)

    @property
    def right_by_name(self) -> float:
        """How likely a study of this size names the best option if it publishes nothing but a name; exact."""
        return designs.probability_right(self.question.means, self.question.epsilon, self.studies.group_size)

    @cached_property
    def share_changed(self) -> NDArray[np.float64]:
        """The share of studies that change, at each of EPSILONS."""
        return self.studies.share_changed(EPSILONS)

    @cached_property
    def intervals(self) -> NDArray[np.float64]:
        """The 95 % interval of each of these shares, (E, 2)."""
        return self.studies.changed_intervals(EPSILONS)

    @property
    def to_equal(self) -> int:
        """How many studies noise moves to an option that is just as good."""
        return self.compared.changed - self.compared.to_worse - self.compared.to_better

    def shown(self, has_noise: bool) -> tuple[list[float], int]:
        """The shares of the study on show, and the option that it chooses."""
        row = self.question.study - 1
        given = (self.question.epsilon,) if has_noise else ()
        return self.studies.published(*given)[row].tolist(), int(self.studies.chosen(*given)[row])


def find(question: DecisionQuestion) -> DecisionFindings:
    """Simulate the studies, in a few milliseconds, so that the page can follow a hand."""
    studies = choosing.simulate_studies(question.means, question.participants, runs=RUNS, seed=question.seed)
    return DecisionFindings(question, studies, studies.compare(question.epsilon))


def studies_table(found: DecisionFindings) -> pd.DataFrame:
    """One row per study: successes, published shares, choices (options counted from 1), and where the choice turns."""
    studies, question = found.studies, found.question
    places = range(1, len(question.means) + 1)
    return pd.DataFrame(
        {
            "study": np.arange(1, RUNS + 1),
            **{f"successes, option {i}": studies.successes[:, i - 1] for i in places},
            **{f"published share, option {i}": studies.published(question.epsilon)[:, i - 1] for i in places},
            "chosen without noise": studies.chosen() + 1,
            "chosen with noise": studies.chosen(question.epsilon) + 1,
            "changed at epsilons below": studies.turning_epsilons(),
        }
    )


def curve_table(found: DecisionFindings) -> pd.DataFrame:
    """The share of studies that change against epsilon."""
    low, high = found.intervals.T
    return pd.DataFrame(
        {
            "epsilon": EPSILONS,
            "studies that change": np.rint(RUNS * found.share_changed).astype(int),
            "of simulated studies": RUNS,
            "95 % interval from": low,
            "to": high,
        }
    )
