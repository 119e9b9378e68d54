"""Questions about a study that looks once, whose answers are exact."""

import functools

from ui.arms.names import option_names
from ui.choose.fixed.answer import answered
from ui.choose.fixed.exact import Exact
from ui.choose.question import BEAT, FIND, ONCE, RATES, FixedDesign, Question, difference_means


def design(
    options=3, usual_rate=0.3, difference=0.1, risk=0.01, promise=FIND, looks=ONCE, trust_model="central", **how
):
    best, *others = difference_means(options, usual_rate, difference)
    means = (best, *others) if promise == FIND else (others[0], best, *others[1:])
    if promise == BEAT:
        how, looks = {"missed": 0.1, **how}, RATES
    return FixedDesign(
        option_names(options),
        means,
        risk,
        trust_model,
        promise=promise,
        looks=looks,
        difference=difference,
        **how,
    )


def question(participants=10_000, pace=None, extra=0.1, epsilon=None, mode="a difference", **how):
    return Question(mode, design(**how), participants, pace, extra, epsilon)


def exact(**how):
    return Exact(question(**how))


@functools.cache
def answer(**how):
    return answered(exact(**how))
