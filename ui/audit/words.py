"""Sentences, sources and code about audits."""

import math

from dpcore.audit import FALSE_ALARM_RATE, needed_pairs
from ui.audit.study import AuditView, detectable
from ui.look.numbers import count, number, rounded_down, rounded_up, setting

NOTHING = "An audit that finds nothing proves nothing."
_SMALL = 1.1  # times too small: the smallest fault that can be planted


def verdict(view: AuditView) -> str:
    """Whether the alarm went off, and what the loss is at least."""
    epsilon = setting(view.question.epsilon)
    loss, made = setting(rounded_down(view.bound)), count(view.made)
    if view.alarm is not None:
        later = "" if view.alarm == view.made else f" After {made} the loss is known to be"
        return (
            f"**Alarm** after {count(view.alarm)} pairs of runs: the privacy loss is above the promised "
            f"ε = {epsilon}.{later or ' It is'} **at least {loss}**."
        )
    if view.bound == 0:
        return f"No alarm so far: after {made} pairs of runs nothing is known yet about the privacy loss."
    return (
        f"No alarm so far: after {made} pairs of runs the privacy loss is at least **{loss}**. That is no proof that "
        f"the promised ε = {epsilon} is kept."
    )


def expert_verdict(view: AuditView) -> str:
    """What the bound rests on, and what would have been caught by now."""
    is_sound = view.question.fault == "none"
    planted = "as it stands" if is_sound else f"with a planted fault: {view.fault.label}"
    return (
        f"{view.label}, {planted}. The bound is proven for all moments together, except with a chance of 1 in "
        f"{1 / FALSE_ALARM_RATE:,.0f} (docs/audit.md). {power(view)}"
    )


def power(view: AuditView) -> str:
    """How large a violation would have been caught by now."""
    factor = rounded_up(detectable(view.question.epsilon, view.made) / view.question.epsilon)
    if math.isinf(factor):
        told = f"So early an audit may miss even sums without noise; {_caught_later(view, 2)} (simulated)."
    else:
        later = f"; {_caught_later(view, _SMALL)}" if factor > _SMALL else ""
        told = f"By now 99 of 100 audits have caught noise that is {number(factor)} times too small{later} (simulated)."
    if view.alarm is not None:
        return told if math.isfinite(factor) else ""
    return f"{told} A smaller violation, or another kind, may be missed. {NOTHING}"


def _caught_later(view: AuditView, factor: float) -> str:
    """When noise that is so many times too small is caught."""
    pairs = needed_pairs(view.question.epsilon, factor)
    return f"noise {setting(factor)} times too small takes {count(rounded_up(pairs, 2))} pairs"


def opening_sentence(view: AuditView) -> str:
    """What the row of the progress says while nothing is computed."""
    return f"{count(view.made)} pairs of runs on two data sets that differ in one outcome."


def picture_reading(view: AuditView) -> str:
    """What the lines and the red field are."""
    if detectable(view.question.epsilon, view.last) < view.top:
        dashed = "Dashed: what 99 of 100 audits of too little noise have caught by then."
    else:
        dashed = "No dashed line: so few runs surely catch no such loss (the line says what 99 of 100 audits catch)."
    return (
        "Blue: by how much, at least, what was released lets the two data sets be told apart; it rises as runs come "
        f"in, and the alarm goes off where it enters the red field, losses above the promise. {dashed}"
    )


HOW = """
The algorithm runs again and again on two data sets that are alike but for one participant: one outcome is 1 in the
first, 0 in the second. Before each batch of runs the audit decides, by all that it has seen, which released sums it
would take for the first data set's, and at which odds. If ε holds, such bets gain nothing on average; their winnings
are evidence against ε, and may be looked at as often as one likes.
"""

LIMITS = f"""
{NOTHING} It does not look at:

- **Other data sets, other participants**: only at one pair of data sets, and at one participant of the first batch.
- **Deep inside a run**: it sees the first two sums of arm 1 and the first of arm 2, not what comes later.
- **Rare events**, which did not happen in these runs.
- **What is not in the sums**: computing times, memory, messages, a log file, the low bits of the noise.
- **Small violations**: those below the dashed line may need more runs than were made.
"""

ALGORITHMS = """
Offered are the algorithms for the best arm whose outputs are all computed from released batch sums with Laplace noise:
the sums are then what gives most away. CTB-TT has no such sums: every answer is randomised before it is sent. The
algorithms of Regret, Fixed budget and One mean release other things; this project's tests audit them with the same
bound. Algorithms without privacy have no promise to audit.

The sums are read from what a run decides with, not from the noise that it says it has added. Too little noise is
planted in the algorithm itself, which runs with a larger ε (DP-SE then has smaller batches, too). The other faults are
planted in the sums on their way out: the run itself goes on with the right ones.
"""

SOURCES = r"""
- **Privacy loss** of an algorithm on two data sets: the smallest $\ell$ with $P(E) \le e^\ell Q(E)$ and
  $Q(E) \le e^\ell P(E)$ for all events $E$. ε-DP means a loss of ε or less on all pairs of neighbours; a larger one on
  one pair refutes it.
- **Bets** against a level $\ell$: with a guess $g > s = 1/(1 + e^{-\ell})$ for "first data set", the wealth is
  multiplied by $g/s$ if that was right and by $(1 - g)/(1 - s)$ if not. If the loss is $\ell$ or less, no such factor
  exceeds 1 on average, whatever guess was fixed before; by Ville's inequality the wealth ever reaches $10^6$ with a
  chance of $10^{-6}$ or less. The bound is the last level refuted so, of 50 levels to each ε (docs/audit.md).
- **Where it bets**: on the tails of three figures (the sum with the participant; this and the arm's next sum; its
  difference to the other arm's first sum), cut where earlier runs differ most surely.
- **Caught in 99 of 100 audits**: for noise that is too small, when the bets could have gained 42 nats; simulated by
  `python -m benchmarks.audit power`.
- Auditing by betting: González, Dulce-Rubio, Ramdas & Ribero, *Sequentially auditing differential privacy*, NeurIPS
  2025. The bets of this page are this project's own.
"""


def snippet(view: AuditView) -> str:
    """Python code that makes the page's audit again."""
    question = view.question
    return f"""from dpcore.audit import begin_audit, detectable_factor

audit = begin_audit({question.algorithm!r}, {question.epsilon!r}, fault={question.fault!r}, seed={question.seed})
while audit.made < {view.wanted}:
    audit = audit.continued()

print("pairs of runs:", audit.made)
print("the privacy loss is more than", audit.lower_bound, "and", audit.epsilon, "was promised")
print("alarm after", audit.alarm, "pairs")
print("99 of 100 audits have caught noise too small by", detectable_factor({question.epsilon!r}, audit.made))
"""
