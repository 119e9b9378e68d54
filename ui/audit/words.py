"""Sentences, sources and the notebook about audits; the templates are in sentences.json."""

import math

from dpcore.audit import FALSE_ALARM_RATE, needed_pairs
from ui.audit.study import AuditView, detectable
from ui.look.numbers import count, rounded_up, setting
from ui.look.sentences import teller
from ui.shell.notebook import Notebook

tell = teller(__file__)
_SMALL = 1.1  # times too small: the smallest fault that can be planted


def verdict(view: AuditView) -> str:
    """Whether the alarm went off, and what the loss is at least."""
    return tell("verdict", view=view, is_alarm_now=view.alarm == view.made)


def expert_verdict(view: AuditView) -> str:
    """What the bound rests on, and how large a violation would have been caught by now."""
    epsilon = view.question.epsilon
    factor = rounded_up(detectable(epsilon, view.made) / epsilon)
    is_early = math.isinf(factor)
    small = 2 if is_early else _SMALL
    return tell(
        "expert",
        view=view,
        is_sound=view.question.fault == "none",
        odds=1 / FALSE_ALARM_RATE,
        factor=factor,
        is_early=is_early,
        is_early_alarm=is_early and view.alarm is not None,
        small=small,
        is_large=factor > _SMALL,
        pairs_caught=rounded_up(needed_pairs(epsilon, small), 2),
    )


def picture_reading(view: AuditView) -> str:
    """What the lines and the red area are."""
    return tell("picture", has_dashes=detectable(view.question.epsilon, view.last) < view.top)


SOURCES = r"""
- **Privacy loss** of an algorithm on two data sets: the smallest $\ell$ with $P(E) \le e^\ell Q(E)$ and
  $Q(E) \le e^\ell P(E)$ for all events $E$. ε-DP means a loss of ε or less on all pairs of neighbours; a larger one on
  one pair refutes it.
- **Bets** against a level $\ell$: with a guess $g > s = 1/(1 + e^{-\ell})$ for "first data set", the wealth is
  multiplied by $g/s$ if that was right and by $(1 - g)/(1 - s)$ if not. If the loss is $\ell$ or less, no such factor
  exceeds 1 on average, whatever guess was fixed beforehand; by Ville's inequality the probability that the
  wealth ever reaches $10^6$ is $10^{-6}$ or less. The bound is the last level refuted in this way, with 50 levels to
  each ε (docs/audit.md).
- **Where it bets**: on the tails of three figures (the participant's sum; this sum and the arm's next one; the
  difference between this sum and the other arm's first one), cut where earlier runs differ most clearly.
- **Caught in 99 of 100 audits**: for too little noise, this is when the bets could have gained 42 nats; simulated by
  `python -m benchmarks.audit power`.
- Auditing by betting: González, Dulce-Rubio, Ramdas & Ribero, *Sequentially auditing differential privacy*, NeurIPS
  2025. The bets on this page were designed for this project.
"""


_PICTURE = """
figure = go.Figure(layout={"title": "The lower bound on the privacy loss after each number of pairs of runs"})
figure.add_scatter(x=audit.pairs, y=audit.bounds, line={"shape": "hv", "width": 4}, name="the loss is at least")
figure.add_hline(y=audit.epsilon, annotation_text="promised")
figure.update_xaxes(type="log", title="pairs of runs")
figure.update_yaxes(title="privacy loss", rangemode="tozero")
"""


def notebook(view: AuditView) -> Notebook:
    """A notebook that repeats the audit and draws its picture."""
    question = view.question
    code = f"""from dpcore.audit import begin_audit, detectable_factor

audit = begin_audit({question.algorithm!r}, {question.epsilon!r}, fault={question.fault!r}, seed={question.seed})
while audit.made < {view.wanted}:
    audit = audit.continued()

print("pairs of runs:", audit.made)
print("the privacy loss is more than", audit.lower_bound, "and", audit.epsilon, "was promised")
print("alarm after", audit.alarm, "pairs")
print("99 of 100 audits have caught noise too small by", detectable_factor({question.epsilon!r}, audit.made))
"""
    return Notebook(
        f"{view.label} · promised ε = {setting(question.epsilon)} · planted: {view.fault.label} · "
        f"{count(view.audit.made)} pairs of runs · seed {view.question.seed}",
        "A lower bound on the privacy loss, from bets on what is published: docs/audit.md",
        code,
        _PICTURE,
    )
