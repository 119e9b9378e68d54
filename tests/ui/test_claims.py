"""Strong words on the pages stand on something: each use is listed with its theorem, or with what it is instead.

A new use of such a word fails until the words around it are listed here with what proves them; so does an entry whose
words are gone.
"""

import ast
import json
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WHOLE = ("at most {}", "at most × {}")  # a longer text with these words makes a claim of its own
STRONG = re.compile(
    r"\b(free|never|always|impossible|cannot|at most|any (?:method|algorithm|strategy)|proven|"
    r"no (?:method|algorithm|private method|policy|ε-DP algorithm|private algorithm)|"
    r"guarantee[sd]?)\b",
    re.IGNORECASE,
)
DP = "definition of epsilon-DP"
MEAN_BOUND = "JA25 Theorem 2; without privacy GK16 Theorem 1 (dpcore.times.lower_bounds)"
GAP_BOUND = "docs/characteristic-times.md, the smallest difference that matters"
QUANTILE_BOUND = "docs/characteristic-times.md, from the mean to a quantile"
LEAD_BOUND = "docs/designs.md, the lower bound for leads (dpcore.designs.lead_lower_bound)"
LEAD_RISK = "docs/prise.md, a lead"
LEVEL = "docs/designs.md, the smallest certified critical value (dpcore.designs.superiority)"
EXACT = "computed exactly: dpcore.designs, docs/designs.md"
RISK = "docs/prise.md, risk; other algorithms: the source of their threshold in the registry"
STOPS = "docs/prise.md, stopping"
BELIEF = "Bayes' rule and the definition of epsilon-DP (dpcore.privacy.belief)"
SIMULATED = "no theorem: what simulated runs did, said to be that"
INPUT = "no theorem: a check of inputs, or how the page counts and draws"
OTHER = "no claim: a heading, a reference or a denial"
FOUNDATIONS = {
    "so it is never part of a link": "tests/browser/test_own_files.py",
    "the lower bound is at most 5 % above the pure price": "dpcore.times.boundaries, RegimeBoundaries.price_dominated",
    "is at most 5 % above $T^*_{}}$": "dpcore.times.boundaries, RegimeBoundaries.almost_free",
    "PRISE, the proven method": "docs/prise.md, privacy and risk",
    "It is proven to be private, and to stay within the risk whatever the rates are": "docs/prise.md, privacy and risk",
    "Would a weaker guarantee than": OTHER,
    "It is a mathematical guarantee, not a legal assessment": OTHER,
    "If your browser cannot run them": INPUT,
    "This cannot be undone": "the ledger of a trial, to which entries are only added (docs/trial.md)",
    "The folder that TRIALS_FOLDER names cannot be created or used": INPUT,
    "at most {} of {} guesses are right": BELIEF,
    "a guess that is 50 % likely to be right becomes at most {} likely, for someone who knows everyone else's": BELIEF,
    "they can be at most {} sure if they know everyone else's": BELIEF,
    "bound is nearly unchanged (at most 5 % above": "dpcore.times.boundaries, RegimeBoundaries.almost_free",
    "and above, it is at most 5 % above": "dpcore.times.boundaries, RegimeBoundaries.almost_free",
    "and above, the bound is at most 5 % above": "dpcore.times.boundaries, RegimeBoundaries.almost_free",
    "for any strategy that stays within the risk whatever the means are": MEAN_BOUND,
    "no method that is wrong in at most {} of studies, whatever the rates are, averages fewer": MEAN_BOUND,
    "Whatever they are, it may be wrong in at most {} of studies": INPUT,
    "not the best in at most {}, however close they all are": RISK,
    "In at most {} we wrongly claim that an option is better": "docs/designs.md, the level of the test",
    "and at most {} make a wrong claim": LEVEL,
    "probability at most the risk, whatever the rates are, needs fewer on average": MEAN_BOUND,
    "No private method that is right whatever the rates are": MEAN_BOUND,
    "no private method that keeps it (right whatever the rates are) averages fewer": MEAN_BOUND,
    "whatever the rates are, we name a wrong option in at most {} of studies": INPUT,
    "we name another one in at most {}": INPUT,
    "for every method that is wrong in at most {} of studies, whatever the rates are": MEAN_BOUND,
    "Does any method come near the bound?": OTHER,
    "the equal ones that lead instead cannot be told apart": "equal means: no outcome tells them apart",
    "formal differential privacy guarantees (ρ)": OTHER,
    "a talk must be at most {} KB": INPUT,
    "The request must be at most {} KB": INPUT,
    "characters, but at most {} can be read": INPUT,
    "lines, but at most {} weeks can be read": INPUT,
    "before the reveal, but may show at most {}": INPUT,
    "must be at most {} characters": INPUT,
    "A scene shows at most {} words": INPUT,
    "factor of at most e^ε": DP,
    "factor of at most exp(ε)": DP,
    "factor of at most $e^{}$": DP,
    "published by **at most 10.6 %**": DP + ", e^0.1",
    "at most {} arms": INPUT,
    "{} different texts, but at most {} options can be compared": INPUT,
    "these data cannot tell the options apart": "equal counts: no outcome tells them apart",
    "The counts of each option never fall from row to row": "the file, as it is read",
    "The rows of this file cannot be told apart": INPUT,
    "of a kind that cannot be read": INPUT,
    "The characters in this file cannot be read": INPUT,
    "At most {} arms": INPUT,
    "there must be at most {} means": INPUT,
    "must hold at most {}": INPUT,
    "means of at most 1/2": INPUT,
    "contexts have length at most 1": INPUT,
    "some of which are proven only for risk → 0": GAP_BOUND,
    "impossible for a method that is right whatever the rates are": QUANTILE_BOUND,
    "no method finds every lead": LEAD_BOUND,
    "no method finds every such lead": LEAD_BOUND,
    "lower bound for any method that {}, to stop in 90 of 100 runs": QUANTILE_BOUND + "; of leads " + LEAD_BOUND,
    "no method can {} and stop in 90 of 100 runs": QUANTILE_BOUND + "; of leads " + LEAD_BOUND,
    "impossible for a method that finds every lead of {}": LEAD_BOUND,
    "rules out every ε for any method that finds every lead of {} at this risk": LEAD_BOUND,
    "any method that finds every lead of {} at this risk takes at least {}, on average": LEAD_BOUND,
    "lower bound for any method that finds every lead of {}": LEAD_BOUND,
    "no method that takes {}, or that many on average if it may stop early, finds every lead": LEAD_BOUND,
    "proven to miss the best option with probability at most the risk if it leads by": LEAD_RISK,
    "the study names an option that is not the best with probability at most {}. If the lead is smaller": LEAD_RISK,
    "The study names an option that is not the best with probability at most {}, whatever the rates are": RISK,
    "names an option that is more than {} below the best with probability at most {}": "docs/pb-tas.md, risk",
    "This is proven in Price of Privacy's notes on designs": "docs/designs.md, privacy of what is published",
    "This is proven ({}) as long as the rates do not change": RISK + "; docs/pb-tas.md, risk",
    "for which that claim is wrong with at most the allowed probability": LEVEL,
    "this claim is then wrong about any one option in at most {} of studies": LEVEL,
    "and about any of the {} new options in at most {}": LEVEL + ", by the union bound",
    "at most {} of studies make a wrong claim, whatever the rates are": LEVEL,
    "Whatever the rates are, at most {} claim that {} beats the usual one when it does not": LEVEL,
    "a wrong claim is made in at most {}, whatever the rates are": LEVEL,
    "wrong claims, at most": INPUT,
    "Wrong claims, at most (%)": INPUT,
    "leads missed, at most": INPUT,
    "at most {} extra from {}": EXACT,
    "privacy adds at most {} to the number of participants": EXACT,
    "epsilon from which privacy costs at most the accepted extra (exact)": EXACT,
    "an option that is not the best is named in at most {}. If the lead is smaller": EXACT,
    "outcomes never come in": INPUT,
    "**No ε is possible** with {}: even without privacy, any method needs **{}** or more to {}": QUANTILE_BOUND
    + "; of leads "
    + LEAD_BOUND,
    "raises the lower bound by at most {}": QUANTILE_BOUND,
    "raises the bound by at most {}": "dpcore.times.boundaries, RegimeBoundaries.almost_free",
    "privacy raises it by at most {}": "dpcore.times.boundaries, RegimeBoundaries.almost_free",
    "any ε-global-DP strategy takes if it {} with probability at most {}, whatever the means are{}. Up to": MEAN_BOUND
    + "; "
    + GAP_BOUND,
    "no ε-DP algorithm that names an arm more than {} below the best": GAP_BOUND + ", one good answer",
    "below the best with probability at most {}, whatever the means are, stops after fewer than": GAP_BOUND
    + ", one good answer",
    "proven for risk → 0": GAP_BOUND + ", several good answers",
    "no algorithm with a risk of at most {}, whatever the means are, averages fewer": MEAN_BOUND,
    "no ε-DP method with at most {} risk, whatever the means are, averages fewer": MEAN_BOUND,
    "No method that stays within the privacy budget, and within the given risk whatever": MEAN_BOUND,
    "is not best with probability at most the risk. Where two are nearly alike": RISK,
    "is false with a probability of at most the risk": "the level of a superiority test, by definition",
    "is proven to stop, with probability 1": STOPS,
    "that the guarantee covers": RISK,
    "guarantee on the risk covers": RISK,
    "the guarantee on the risk does not cover it": RISK,
    "the guarantee covers every later look": RISK,
    "a risk of at most {} of missing a lead of {}": LEAD_RISK,
    "at most {} risk, whatever the rates are": RISK,
    "are proven to be ε-differentially private together": "docs/prise.md, privacy",
    "It is also proven that the best option is missed with probability at most the risk if it leads by": LEAD_RISK,
    "It is also proven that an option more than {} below the best is named": "docs/pb-tas.md, risk",
    "It is also proven that a wrong option is named with probability at most the risk": RISK,
    "this is proven to happen with probability at most {}, whatever the number of participants": RISK,
    "is named with probability at most the risk, whatever": RISK,
    "proven to name a wrong option with probability at most the risk": RISK,
    "proven to be wrong with probability at most {}": RISK,
    "proven to miss a lead of {} with probability at most {}": LEAD_RISK,
    "proven to name an option more than {} below the best with probability at most {}": "docs/pb-tas.md, risk",
    "proven to name an option more than {} below the best": "docs/pb-tas.md, risk",
    "below the best with probability at most the risk, whatever": "docs/pb-tas.md, risk",
    "whose bound on the risk is proven": RISK,
    "proven private and risk-correct": RISK + "; docs/prise.md, privacy",
    "proven to stay within the risk": RISK,
    "with a proven bound on the risk": RISK,
    "which is proven to be private and to stay within the risk": RISK,
    "the fastest proven ε-DP method chosen {}": RISK,
    "and accept a wrong choice with probability at most {}": INPUT,
    "practically never": OTHER,
    "Proven, wherever there is a unique best arm, to name another with probability at most the risk": RISK,
    "costs at most {}": EXACT,
    "simulated runs needed at most this many": SIMULATED,
    "PB-TaS took at most **{} {}** in 90 of 100 simulated runs": SIMULATED,
    "took PB-TaS at most **{} {}** in 90 of 100 simulated runs": SIMULATED,
    "(at most {})": "Clopper and Pearson's interval (dpcore.experiments.results)",
    "never averaged": INPUT,
    "cannot be dragged": INPUT,
    "the probability of any published result would change by a factor of at most {}": DP,
    "proven for randomised response": DP + ", of the answer that is sent; what is done with it keeps it",
    "This is proven for the method, {}, with ideal Laplace noise": "docs/prise.md and docs/pb-tas.md, privacy",
    "is a proven lower bound": QUANTILE_BOUND,
    "The guarantee is about what is published, not": OTHER,
    "The guarantee does not cover raw data that leak": OTHER,
    "Guidelines for Evaluating Differential Privacy Guarantees": OTHER,
    "Guarantees with different units or δ cannot be compared": OTHER,
    "the guarantee is void": OTHER,
    "undo the guarantee": OTHER,
    "not always": OTHER,
    "with always pulling the best": OTHER,
    "This panel cannot show": MEAN_BOUND + ": its levels lie below it",
    "no ε-DP algorithm that is wrong with probability at most {}": MEAN_BOUND,
    "ε-DP methods that err by more than {} with probability at most {}": MEAN_BOUND,
    "ε-DP algorithms that name an arm more than {} below the best with probability at most {}": MEAN_BOUND,
    "no policy can give any of its three factors": "Chen et al. 2024, arXiv:2401.09073, lower bound (slides)",
    "The proven threshold is valid for all these": "docs/dp-tt-threshold.md, for each growth of an arm's releases",
    "the horizon is never exceeded": "the schedule is rounded down: tests/dpcore/fixed_budget",
    "not proven": OTHER,
    "The proven thresholds need": SIMULATED,
    "stricter than the proven threshold": OTHER,
    "its proven threshold is higher": "tests/dpcore/fixed_confidence/test_thresholds.py",
    "runs are proven to stop only where all means differ": OTHER,
    "With the proven threshold the bound on the risk holds": "docs/dp-tt-threshold.md, statement",
    "may exceed the proven risk, which applies only to runs that stop": RISK,
    "both are proven": "docs/pb-tas.md, risk",
    "Stopping with probability 1 is proven for gaps": STOPS,
    "is not guaranteed": OTHER,
    "at most {}": BELIEF,
    "at most × {}": BELIEF,
    "proven for T large enough": "Chen et al. 2024, arXiv:2401.09073 (dpcore.fixed_budget.bounds)",
    "every other arm is at most {} times that": "computed exactly: max_det_collection's coefficients",
    "with coefficients of at most {} in size": "computed exactly: max_det_collection's coefficients",
    "almost-free boundary": OTHER,
    "What is proven": OTHER,
    "what is proven": OTHER,
    "(proven)": "SS19, the proof of Theorem 3.3, solved numerically (dpcore.private_stopping.bounds)",
    "mark what is proven": "SS19, the proof of Theorem 3.3, solved numerically (dpcore.private_stopping.bounds)",
    "times the proven {}": "SS19, the proof of Theorem 3.3, solved numerically (dpcore.private_stopping.bounds)",
    "asks for a risk of at most 8 %": "SS19 Theorem 3.3, its condition",
    "never reached": "exact: all histories of the policy are enumerated",
    "possible under one input and impossible under its neighbour": "exact: all histories are enumerated",
    "δ × d exp((d − 1) ε), at most 1": "a probability",
    "is at most e<sup>ε</sup> times": "definition of (epsilon, delta)-DP",
    "one about Gaussian noise cannot be improved": "docs/privacy-budgets.md; BW18 Theorem 8",
    "The upper bounds are proven for AdaP-UCB and AdaC-UCB": "the algorithm's regret_bound and its source",
    "no method that uses {}, and whose risk is at most {} whatever the rates are": QUANTILE_BOUND
    + "; docs/privacy-budgets.md",
    "Every other figure is proven": "CKS20 Proposition 12; BS16 Proposition 1.9; DR14 (dpcore.privacy.conversions)",
    "any method that protects every row with its share of ε and stays within this risk": "docs/bounded-outcomes.md",
    "named another option (the risk is proven to be at most {})": "docs/pb-tas.md, risk",
    "in all) is wrong is at most {} (the sum of the risks)": "the union bound",
    "then move a sum by at most {}, the": "docs/bounded-outcomes.md, what clipping means",
    "their proven stopping rules": "the sources of the thresholds in the registry",
    "the proven rule needs": "the sources of the thresholds in the registry",
    "its proven stopping rule takes": "the sources of the thresholds in the registry",
    "no algorithm that stays within this risk, whatever the means are, averages fewer": MEAN_BOUND,
    "The bound is proven to hold throughout the audit": "docs/audit.md, the bound at every moment",
    "{}, proven": "the algorithm's regret_bound and its source (dpcore.regret)",
    "proven bound of {}": "the algorithm's regret_bound and its source (dpcore.regret)",
    "proven bounds on the expected regret": "the algorithm's regret_bound and its source (dpcore.regret)",
    "what any algorithm with that promise loses on some instance": "TH, Theorems 4.15, 4.20, 4.21",
    "any algorithm, worst case over": "TH, Theorems 4.15, 4.17, 4.20, 4.21",
    "what any algorithm loses on some instance": "TH, Theorems 4.15, 4.17, 4.20, 4.21",
    "cannot be compared": OTHER,
    "it cannot show the stated instance": MEAN_BOUND + ": its levels lie below it",
    "ours is the proven one": "the source of the threshold in the registry",
    "no formal privacy guarantee holds": OTHER,
    "Bounded rewards, so that privacy is guaranteed": "TH, the mechanism's sensitivity needs bounded rewards",
}


def written(path):
    """The strings that a module writes, docstrings left out; what an f-string fills in is {}."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    of_others = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node) is not None:
            of_others.add(id(node.body[0].value))
        if isinstance(node, ast.JoinedStr):
            of_others |= {id(value) for value in node.values}
            yield "".join(value.value if isinstance(value, ast.Constant) else "{}" for value in node.values)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in of_others:
            yield node.value


SCRIPT = re.compile(
    r"""(?P<skip>//[^\n]*|/\*.*?\*/)|(?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|(?P<tick>`)|(?P<open>\{)|(?P<close>\})""",
    re.DOTALL,
)
TEMPLATE = re.compile(r"(?P<words>(?:\\.|\$(?!\{)|[^`$\\])+)|(?P<fill>\$\{)|(?P<tick>`)", re.DOTALL)


def written_in_script(source):
    """The strings and templates of JavaScript, comments left out; what a template fills in is {}."""
    place, templates, braces = 0, [], []  # open templates, and the open braces within what each fills in
    while place < len(source):
        is_words = len(templates) > len(braces)
        found = TEMPLATE.match(source, place) if is_words else SCRIPT.search(source, place)
        if found is None:
            return
        place, kind = found.end(), found.lastgroup
        if kind == "words":
            templates[-1] += found[0]
        elif kind == "fill":
            templates[-1] += "{}"
            braces.append(0)
        elif kind == "tick":
            if is_words:
                yield templates.pop()
            else:
                templates.append("")
        elif kind == "text":
            yield found[0][1:-1]
        elif kind == "open" and braces:
            braces[-1] += 1
        elif kind == "close" and braces:
            braces[-1] -= 1
            if braces[-1] < 0:
                braces.pop()


def written_in_data(value):
    """The texts in a file of templates; what a place is filled with is {}."""
    if isinstance(value, str):
        return [re.sub(r"\{[^}]*\}", "{}", value)]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return [text for part in parts for text in written_in_data(part)]


def written_by(path):
    if path.suffix == ".py":
        return written(path)
    if path.suffix == ".json":
        return written_in_data(json.loads(path.read_text(encoding="utf-8")))
    if path.suffix == ".toml":
        return written_in_data(tomllib.loads(path.read_text(encoding="utf-8")))
    source = path.read_text(encoding="utf-8")
    return written_in_script(source) if path.suffix == ".js" else [source]


@cache
def strong_uses():
    """(file, text, where its strong word stands); single words are names in the code, not sentences."""
    shown = [path for kind in ("py", "js", "html", "json", "toml") for path in (ROOT / "ui").rglob(f"*.{kind}")]
    return [
        (path.relative_to(ROOT), text, found.span())
        for path in sorted([*shown, *(ROOT / "pages").glob("*.py"), *(ROOT / "dpcore").glob("*/algorithms/**/*.py")])
        for text in written_by(path)
        if " " in text
        for found in STRONG.finditer(text)
    ]


def covers(phrase, text, span):
    if phrase in WHOLE:
        return text == phrase
    return any(place.start() <= span[0] and span[1] <= place.end() for place in re.finditer(re.escape(phrase), text))


def test_every_strong_word_names_what_it_stands_on():
    unfounded = [
        f"{path}: ...{text[max(0, span[0] - 40) : span[1] + 40]}..."
        for path, text, span in strong_uses()
        if not any(covers(phrase, text, span) for phrase in FOUNDATIONS)
    ]
    assert unfounded == []


def test_no_foundation_is_left_without_its_words():
    unused = [p for p in FOUNDATIONS if not any(covers(p, text, span) for _, text, span in strong_uses())]
    assert unused == []


@pytest.mark.parametrize("text", ["With PRISE privacy is free.", "PRISE needs at most {} participants."])
def test_a_new_claim_would_be_noticed(text):
    assert STRONG.search(text)
    assert not any(covers(phrase, text, STRONG.search(text).span()) for phrase in FOUNDATIONS)


def test_templates_are_read_with_their_places_as_such():
    template = {"takes": [{"if": ["free"], "say": "at most {free|at_most}"}], "always": 1}
    assert list(written_in_data(template)) == ["free", "at most {}"]


def test_scripts_are_read_without_their_comments_and_into_their_templates():
    source = '// never\nf(`free ${g({ x: `at most ${y}` })} of "cost"`) /* any method */ + "no method" + `${h}`'
    assert list(written_in_script(source)) == ["at most {}", 'free {} of "cost"', "no method", "{}"]
