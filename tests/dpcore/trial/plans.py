"""Plans that tests carry out."""

from dpcore.trial import Plan

OPTIONS = ("usual", "A", "B")
WINNER = Plan(
    "find a lead", "winner", OPTIONS, 0.3, 0.05, lead=0.2, per_option=(100, 100, 100), cap=300, usual=(0.3, 0.3)
)
COUNTS = Plan(
    "find a lead", "counts", OPTIONS, 0.3, 0.05, lead=0.2, per_option=(120, 120, 120), cap=360, usual=(0.3, 0.3)
)
BEATS = Plan(
    "beat the usual option", "counts", OPTIONS, 0.3, 0.05, lead=0.1, missed=0.2, per_option=(500,) * 3, cap=1500,
    usual=(0.3, 0.3),
)  # fmt: skip
LOCAL = Plan("find a lead", "local", OPTIONS, 1.0, 0.05, lead=0.2, per_option=(400,) * 3, cap=1200, usual=(0.3, 0.3))
ROUNDS = Plan("be right whatever the rates are", "rounds", OPTIONS, 0.5, 0.05, cap=30_000, a_week=300.0)
ALL = {"winner": WINNER, "counts": COUNTS, "beats": BEATS, "local": LOCAL, "rounds": ROUNDS}
