"""Definitions and bounds: published statements that need no runs, beside what exact computation gives."""

from ui.published.exhibits import EPSILON, Curves, OurLine, PrintedAxis, Verdict

_DEFINITIONS = tuple(
    OurLine(key, label, color)
    for key, label, color in (
        ("view", "View DP", "dp-bai"),
        ("table", "Table DP", "dp-tt"),
        ("interactive", "Interactive DP", "dp-se"),
    )
)
_DELTA = PrintedAxis("smallest δ", log=False)
_POLICY = "Azize & Basu (2024), Proposition 1(e) = thesis, Appendix A: a policy of three steps, two arms"
_EXACT = ("theory", "what_is_promised", "Change the policy")
_ARMS, _LINEAR = "any algorithm, some 5 Gaussian arms", "any algorithm, some θ in 5 dimensions"
_REGRET = PrintedAxis("regret after 10⁷ pulls")

PROMISES = (
    Curves(
        "View DP, but not Table DP",
        _POLICY,
        Verdict.REPRODUCES,
        "The policy is (0.95, 0.17)-View DP and not (0.95, 0.17)-Table DP, as printed: the exact δ at ε = 0.95 are "
        "0.1688 and 0.1777.",
        "All 8 lists and 64 tables of rewards are enumerated. Under Interactive DP, for which nothing is printed, δ is "
        "0.2126. In pure DP, with δ = 0, the three definitions coincide.",
        *_EXACT,
        "promises",
        PrintedAxis("ε", log=False),
        _DELTA,
        _DEFINITIONS,
        level=(0.17, "promised: 0.17"),
    ),
    Curves(
        "The smallest ε for Table DP",
        _POLICY,
        Verdict.SLIP,
        "The paper prints 0.98. Exactly, it is 0.98398: the print is rounded down, and at 0.98 itself the promise "
        "still fails (δ = 0.1709 instead of 0.17).",
        "For View DP it is 0.94363. A smallest ε must be rounded up.",
        *_EXACT,
        "promises",
        PrintedAxis("ε", log=False),
        _DELTA,
        _DEFINITIONS,
        {"table": ((0.98, 0.17),)},
        1.01,
        (0.17, "promised: 0.17"),
    ),
)
BOUNDS = (
    Curves(
        "Minimax regret: what any algorithm loses somewhere",
        "Azize's thesis (2024), Theorems 4.15, 4.17, 4.20, 4.21; Azize & Basu (2024), Theorems 9 and 17",
        Verdict.SLIP,
        "Privacy takes over below ε = 0.00078 or ρ = 4.7·10⁻⁹ for 5 arms, as printed. The first paper's constant, 131, "
        "is 22 in the thesis: its privacy part was 6 times too low.",
        "Here T = 10⁷ pulls. The upper bounds are proven for AdaP-UCB and AdaC-UCB with rewards in [0, 1] and "
        "exponent 3.1; the lower ones are for Gaussian arms, and those for ρ-zCDP are as published: their proof has a "
        "gap, which is among the errors listed below. For linear arms privacy takes over below ε = 2e/√T or ρ = "
        "2.43/T; for contexts no such value is printed.",
        "theory",
        "regret",
        "Simulate regret on your own arms",
        "minimax",
        PrintedAxis("budget: ε or ρ"),
        _REGRET,
        (
            OurLine("arms", _ARMS, "dp-ucb"),
            OurLine("arms-131", "the same with 131 for 22", "dp-ucb", dashed=True),
            OurLine("linear", _LINEAR, "dp-tt"),
            OurLine("adap-ucb", "AdaP-UCB's upper bound", "adap-ucb"),
            OurLine("adac-ucb", "AdaC-UCB's upper bound", "adac-ucb"),
        ),
    ),
    Curves(
        "Where privacy stops to matter, arms .8 and .1",
        "Azize's thesis (2024), Fig. 5.3: the bound log T times the limit of regret/log T, T = 10⁷; levels read by eye",
        Verdict.SLIP,
        "The printed boundary, ε = 0.33, belongs to the first paper's bound, with about 5 to 6 ε in place of ε. "
        "Theorem 4.16 of the thesis itself puts it at 1.64.",
        "The first paper (NeurIPS 2022) has 6 ε, which gives 0.27; the print fits 5 ε. Without privacy both give 39.",
        "theory",
        "regret",
        "Simulate regret on these arms",
        "asymptotic",
        EPSILON,
        PrintedAxis("log T × limit of regret/log T"),
        (
            OurLine("thesis", "Theorem 4.16", "adap-klucb"),
            OurLine("before", "with 6 ε for ε (NeurIPS 2022)", "adap-klucb", dashed=True),
        ),
        {"before": ((0.05, 260.0), (0.33, 39.0), (10.0, 39.0))},
        1.25,
    ),
    Curves(
        "Lower bounds on best-arm samples",
        "Azize et al. (2023), T_TV/(6 ε); thesis, Corollary 4.25, T_TV/ε; Jourdan & Azize (2025), Theorem 2; risk 1 %",
        Verdict.REPRODUCES,
        "Each later bound is at least as large as the earlier one, as stated: at ε = 0.01 the newest is 6 times the "
        "first on both instances, and within 10 % of the thesis's.",
        "These are the two instances of the thesis' Fig. 5.7. All four bounds are given as multiples of kl(risk, 1 − "
        "risk), so they can be compared; the papers print the smaller log(1/(3 risk)) and log(1/(2.4 risk)).",
        "theory",
        "explore",
        "Drag the first instance's arms",
        "times",
        EPSILON,
        PrintedAxis("samples, at least"),
        (
            OurLine("tightest_private", "newest, 2025", "dp-bai"),
            OurLine("improved_private", "thesis, 2024", "dp-tt"),
            OurLine("first_private", "first, 2023", "dp-se"),
            OurLine("non_private", "without privacy", "", dashed=True),
        ),
    ),
)
