"""Regret of linear arms and contexts: published levels as read off the prints, and what our runs of them say."""

from ui.published.exhibits import RHO, Curves, OurLine, PrintedAxis, Verdict

_AB24 = "Azize & Basu (2024), Fig. 4 {} = thesis, Fig. {}: 10 random {} in R³, 100 runs; levels read by eye"
_DIFFERENCE = PrintedAxis("regret with privacy minus without")
_PRICE = PrintedAxis("added regret, as a share", log=False)
_OF_LINEAR, _OF_CONTEXTS = ((study, "regret", "Simulate this setting") for study in ("linear", "contextual"))
_NOISE = "The normal noise breaks |reward| ≤ 1, so the experiment itself carries no privacy promise."
_PULLS = {"1000": "10³", "10000": "10⁴", "100000": "10⁵", "1e+06": "10⁶"}


def _over_time(*horizons: str) -> tuple[OurLine, ...]:
    colors = ("dp-se", "adap-klucb", "adac-ucb")
    return tuple(
        OurLine(horizon, f"after {_PULLS[horizon]} pulls", color)
        for horizon, color in zip(horizons, colors, strict=True)
    )


LINEAR = (
    Curves(
        "AdaC-GOPE: what privacy adds",
        _AB24.format("middle", "5.5", "arms"),
        Verdict.NOT,
        "Our differences are 1.5 to 4.5 times the printed ones at ρ = 0.01 and 0.1, 1.2 to 2.7 times at 10. The "
        "figure's random arms are not published.",
        "What privacy adds depends on these arms. We drew 2000 instances, with one run each with and without privacy. "
        + _NOISE,
        *_OF_LINEAR,
        "linear-difference",
        RHO,
        _DIFFERENCE,
        _over_time("10000", "100000", "1e+06"),
        {
            "10000": ((0.01, 250.0), (0.1, 100.0), (10.0, 30.0)),
            "100000": ((0.01, 610.0), (0.1, 300.0), (10.0, 30.0)),
            "1e+06": ((0.01, 1210.0), (0.1, 590.0), (10.0, 30.0)),
        },
    ),
    Curves(
        "AdaC-GOPE: the relative price",
        _AB24.format("middle", "5.5", "arms"),
        Verdict.NOT,
        "In order only: privacy adds 12.5, 4.1 and 1.1 % of regret at ρ = 0.01, 0.1 and 1; the paper prints 10.5, 7.5 "
        "and 2 %. The figure's random arms are not published.",
        "This is after 10⁷ pulls, over 2000 instances. " + _NOISE,
        *_OF_LINEAR,
        "linear-price",
        RHO,
        _PRICE,
        (OurLine("adac-gope", "AdaC-GOPE", "adac-gope"),),
        {"adac-gope": ((0.01, 0.105), (0.1, 0.075), (1.0, 0.02))},
    ),
    Curves(
        "AdaC-GOPE and its variant",
        "Azize's thesis (2024), Fig. C.1: 10 random arms in R³, T = 10⁶; levels read by eye",
        Verdict.NOT,
        "The variant is printed with 1.9 to 20 times AdaC-GOPE's regret; ours differ by about 1 %, as the "
        "two formulas for the noise suggest.",
        "The covariances of the two noises differ by about the design's support over the dimension, here 2 or less. A "
        "gap of 20 would need a design with many tiny weights. We drew 500 instances; at ρ = 1 AdaC-GOPE loses 2.6 "
        "times its print.",
        *_OF_LINEAR,
        "variant",
        RHO,
        PrintedAxis("regret after 10⁶ pulls"),
        (
            OurLine("adac-gope", "AdaC-GOPE", "adac-gope"),
            OurLine("adac-gope-var", "its variant", "adac-gope-var"),
        ),
        {
            "adac-gope": ((0.001, 2.5e4), (0.01, 1.1e4), (0.1, 1.1e4), (1.0, 7e3)),
            "adac-gope-var": ((0.001, 5e5), (0.01, 2e5), (0.1, 3e4), (1.0, 1.3e4)),
        },
    ),
)
CONTEXTS = (
    Curves(
        "AdaC-OFUL: what privacy adds",
        _AB24.format("right", "5.6", "Gaussian contexts a round"),
        Verdict.NOT,
        "Our differences are 20 to 34 times the printed ones after 10³ pulls, 3.3 to 5.8 times after 10⁴, 1.2 to 5.1 "
        "times after 10⁵. The constants of the confidence radius are not published.",
        "The radius in the appendix is the root of a negative number at this horizon; ours takes the smallest "
        "eigenvalue of the actual information matrix. The text says T = 10⁷, the figure ends at 10⁵. Contexts are "
        "public here: "
        "this project does not cover private ones, nor joint DP. " + _NOISE,
        *_OF_CONTEXTS,
        "context-difference",
        RHO,
        _DIFFERENCE,
        _over_time("1000", "10000", "100000"),
        {
            "1000": ((0.1, 8.0), (0.5, 3.0), (1.0, 2.0)),
            "10000": ((0.1, 100.0), (0.5, 30.0), (1.0, 20.0)),
            "100000": ((0.1, 345.0), (0.5, 45.0), (1.0, 28.0)),
        },
    ),
    Curves(
        "AdaC-OFUL: the relative price",
        _AB24.format("right", "5.6", "Gaussian contexts a round"),
        Verdict.NOT,
        "Privacy adds 210, 98 and 70 % of regret at ρ = 0.1, 0.5 and 1; the paper prints 76, 11 and 6 %. The "
        "constants of the confidence radius are not published.",
        "This is after 10⁵ pulls, over 100 instances with one run each. " + _NOISE,
        *_OF_CONTEXTS,
        "context-price",
        RHO,
        _PRICE,
        (OurLine("adac-oful", "AdaC-OFUL", "adac-oful"),),
        {"adac-oful": ((0.1, 0.76), (0.5, 0.11), (1.0, 0.06))},
    ),
)
