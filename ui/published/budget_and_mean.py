"""Fixed budget and private stopping: what is published, and what our runs say of it."""

from ui.published.exhibits import Curves, OurLine, PrintedAxis, Verdict

_BUDGET = Curves(
    "DP-BAI's study",
    "Chen, Karthik, Chee & Tan (2024), slides; instance recalled, 1000 trials; figure, budgets and ε not at hand",
    Verdict.NOTHING,
    "We do not have the figure. The order that we recall from it comes out: DP-BAI is wrong less often than BASELINE, "
    "and close to OD-LinBAI where ε is large.",
    "30 arms in 2 dimensions, best mean .5, two rivals at .45, rewards uniform on [0, 2 mean]: this is recalled, not "
    "read. DP-OD's noise is inferred, in two ways; by axis it depends on the features' units. The budgets and ε are "
    "ours, and so are the 1000 runs per point.",
    "fixed_budget",
    "fixed_budget",
    "Simulate it at other budgets",
    "study",
    PrintedAxis("samples T"),
    PrintedAxis("share of wrong answers", log=False),
    (
        OurLine("dp-bai", "DP-BAI", "dp-bai"),
        OurLine("baseline", "BASELINE", "baseline"),
        OurLine("dp-od", "DP-OD", "dp-od"),
        OurLine("dp-od-axes", "DP-OD, noise by axis", "dp-od-axes", dashed=True),
        OurLine("od-linbai", "OD-LinBAI (not private)", ""),
    ),
)
_MEAN = Curves(
    "The time by which DP-NAS stops",
    "Sajed & Sheffet (2019), Theorems 3.3 and 3.4: here 10 % error, 5 % risk; no experiment printed",
    Verdict.REPRODUCES,
    "The theorem's time holds: 95 of 100 runs stop more than 100 times earlier than it says. Solving its own proof "
    "numerically gives the runs' times within a factor of 2.",
    "Our runs have rewards −1 or 1 and means .02 to .5. They are of Algorithm 2, which tests at powers of two. The "
    "lower bound is far lower, because it counts only what privacy takes, with the proof's constant of 1/12.",
    "one_mean",
    "one_mean",
    "Simulate another mean",
    "halting",
    PrintedAxis("mean of the rewards"),
    PrintedAxis("samples"),
    (
        OurLine("published", "printed time, Theorem 3.3", "dp-tt"),
        OurLine("proven", "the proof, solved numerically", "dp-bai"),
        OurLine("runs", "95 % of our runs have stopped", "dp-se"),
        OurLine("lower", "lower bound, Theorem 3.4", "", dashed=True),
    ),
)
BUDGET, MEAN = (_BUDGET,), (_MEAN,)
