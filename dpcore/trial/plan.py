"""The plan of a trial, as it is signed: what the answer promises, what is published, and for how many participants."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from dpcore._validation import check_choice, check_count, check_difference, check_number, check_open_interval, quoted
from dpcore.designs.find_lead import SMALLEST_RISK
from dpcore.trial.errors import TrialError

FORMAT = 1
FIND, WHATEVER, BEAT = PROMISES = ("find a lead", "be right whatever the rates are", "beat the usual option")
WINNER, COUNTS, ROUNDS, LOCAL = RELEASES = ("winner", "counts", "rounds", "local")
RELEASES_OF = {FIND: RELEASES, WHATEVER: (ROUNDS,), BEAT: (COUNTS, LOCAL)}
FAILURE, WAIT = MISSING_RULES = ("failure", "wait")
SMALLEST_EPSILON, LARGEST_EPSILON = 1e-4, 20.0
LARGEST_NUMBER = 10**8
SMALLEST_A_WEEK = 1e-3
MOST_OPTIONS = 20
LONGEST_NAME = 200
_NUMBERS = {"epsilon", "risk", "lead", "missed", "cap", "missing_share", "a_week"}
LARGEST_PLAN = 10**5  # characters of a plan's file


@dataclass(frozen=True)
class Plan:
    """What a trial will do.  Build it with `read_plan`, which checks it.

    promise: one of PROMISES.  release: one of RELEASES; "rounds" looks after every batch of PRISE, the others once.
    options: their names; the first is the usual one.  epsilon: budget of one outcome of one participant, nats.
    risk: largest probability of a wrong answer, 1e-9 or more; under BEAT of any claim that is not true.
    lead: the difference that the promise is about; 0 under WHATEVER.
    missed: under BEAT the planned probability of missing an option that leads by `lead`; else 0.
    per_option: participants of each option where there is one look; empty for "rounds".
    cap: the largest number of participants in all; with one look it is their sum.
    usual: where there is one look, the lowest and the highest usual rate that the promise is about; else empty.
    rates: instead of `usual`, the success rates that the promise is about, the best first; else empty.
    missing: what happens to an outcome that does not come in: FAILURE or WAIT.
    missing_share: the share of outcomes that the plan expects to be missing.
    a_week: participants a week, for dates; 0 if unknown.
    """

    promise: str
    release: str
    options: tuple[str, ...]
    epsilon: float
    risk: float
    lead: float = 0.0
    missed: float = 0.0
    per_option: tuple[int, ...] = ()
    cap: int = 0
    usual: tuple[float, ...] = ()
    rates: tuple[float, ...] = ()
    missing: str = FAILURE
    missing_share: float = 0.0
    a_week: float = 0.0

    @property
    def has_rounds(self) -> bool:
        """Whether the trial looks after every batch, and not only once."""
        return self.release == ROUNDS

    @property
    def share_failing(self) -> float:
        """The share of outcomes that the plan expects to be missing and to count as failures."""
        return self.missing_share if self.missing == FAILURE else 0.0

    def enrolled(self, outcomes: int) -> int:
        """About how many participants, the same for each option, are enrolled until so many outcomes are counted."""
        options = len(self.options)
        return options * math.ceil(outcomes / options / (1 - self.missing_share)) if self.missing == WAIT else outcomes

    @property
    def counted(self) -> str:
        """What is counted among the participants."""
        return "randomised “Yes” answers" if self.release == LOCAL else "successes"

    def as_json(self, indent: int | None = 2) -> str:
        """The text of the plan's file, which `read_plan` reads; on one line if `indent` is None."""
        return json.dumps({"format": FORMAT, **asdict(self)}, indent=indent, ensure_ascii=False, allow_nan=False)


def read_plan(text: str) -> Plan:
    """Return the plan that a file's text describes.

    Args: text: JSON as `Plan.as_json` writes it, and as Choose ε saves it.
    Raises: TrialError, in one sentence, if it is not a plan, is of a newer format, or cannot be carried out.
    Examples:
        >>> lead = {"lead": 0.2, "per_option": (100, 100), "usual": (0.3, 0.3)}
        >>> plan = Plan("find a lead", "winner", ("usual", "new"), 0.5, 0.05, **lead)
        >>> read_plan(plan.as_json()).options
        ('usual', 'new')
    """
    if len(text) > LARGEST_PLAN:
        raise TrialError(f"A plan has at most {LARGEST_PLAN:,} characters, and this file has {len(text):,}.")
    try:
        told = json.loads(text, object_pairs_hook=_without_repeats)
    except TrialError:
        raise
    except (ValueError, RecursionError) as problem:
        raise TrialError("This file is not a plan: it is not valid JSON.") from problem
    if not isinstance(told, dict) or "format" not in told:
        raise TrialError("This file is not a plan: it has no entry “format”.")
    if type(told["format"]) is not int or told["format"] != FORMAT:
        raise TrialError(f"This plan has format {quoted(told['format'])}, and this version reads format {FORMAT} only.")
    unknown = told.keys() - {"format", *Plan.__dataclass_fields__}
    if unknown:
        raise TrialError(f"The plan has an entry that this version does not know: {quoted(min(unknown))}.")
    missing = {"promise", "release", "options", "epsilon", "risk"} - told.keys()
    if missing:
        raise TrialError(f"The plan lacks the entry “{min(missing)}”.")
    texts = [name for name in _NUMBERS & told.keys() if type(told[name]) not in (int, float)]
    if texts:
        raise TrialError(f"The plan's entry “{min(texts)}” must be a number.")
    try:
        return _checked(told)
    except ValueError as problem:
        raise TrialError(f"The plan cannot be carried out: {problem}.") from problem


def renamed(plan: Plan, options: Sequence[str]) -> Plan:
    """Return the plan with other names of its options, in their order.

    Raises: TrialError, in one sentence, if there are not as many names as options, or a name cannot be one.
    """
    if len(options) != len(plan.options):
        raise TrialError(f"The plan has {len(plan.options)} options, so it needs as many names, not {len(options)}.")
    return read_plan(json.dumps({**json.loads(plan.as_json()), "options": [*options]}))


def _checked(told: Mapping[str, Any]) -> Plan:
    promise = check_choice("promise", told["promise"], PROMISES)
    release = check_choice("release", told["release"], RELEASES_OF[promise])
    options = _names(told["options"])
    epsilon = check_number("epsilon", told["epsilon"])
    if not SMALLEST_EPSILON <= epsilon <= LARGEST_EPSILON:
        raise ValueError(f"epsilon must be between {SMALLEST_EPSILON:g} and {LARGEST_EPSILON:g}, not {epsilon:g}")
    risk = check_open_interval("risk", told["risk"], 0, 0.5)
    if risk < SMALLEST_RISK:
        raise ValueError(f"risk must be at least {SMALLEST_RISK:g}, not {risk:g}")
    lead = check_difference("lead", told.get("lead", 0.0))
    if (promise == WHATEVER) != (lead == 0):
        raise ValueError(f"lead must {'be 0' if promise == WHATEVER else 'be more than 0'} under this promise")
    per_option = _numbers(told.get("per_option", ()), release, len(options))
    cap = check_count("cap", told.get("cap") or sum(per_option), len(options), LARGEST_NUMBER)
    if per_option and cap != sum(per_option):
        raise ValueError(f"cap must be the sum of per_option, {sum(per_option)}, not {cap}")
    missed = told.get("missed", 0.0)
    share = check_difference("missing_share", told.get("missing_share", 0.0))
    a_week = check_number("a_week", told.get("a_week", 0.0))
    if a_week != 0 and not SMALLEST_A_WEEK <= a_week < math.inf:
        raise ValueError(f"a_week must be 0, or finite and at least {SMALLEST_A_WEEK:g}, not {quoted(a_week)}")
    return Plan(
        promise=promise,
        release=release,
        options=options,
        epsilon=epsilon,
        risk=risk,
        lead=lead,
        missed=check_open_interval("missed", missed, 0, 1) if promise == BEAT else 0.0,
        per_option=per_option,
        cap=cap,
        usual=_usual(told, release, lead),
        rates=_rates(told, promise, per_option, lead),
        missing=check_choice("missing", told.get("missing", FAILURE), MISSING_RULES),
        missing_share=share,
        a_week=a_week,
    )


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    told = dict(pairs)
    if len(told) < len(pairs):
        raise TrialError("The plan has an entry twice.")
    return told


def _names(told: object) -> tuple[str, ...]:
    if not isinstance(told, list) or not all(isinstance(name, str) and name.strip() for name in told):
        raise ValueError("options must be a list of names")
    names = tuple(name.strip() for name in told)
    if not 2 <= len(names) <= MOST_OPTIONS:
        raise ValueError(f"there must be 2 to {MOST_OPTIONS} options, not {len(names)}")
    if len(set(names)) < len(names):
        raise ValueError("two options have the same name")
    for name in names:
        if len(name) > LONGEST_NAME or not name.isprintable():
            raise ValueError(f"a name must be printable and have at most {LONGEST_NAME} characters, not {quoted(name)}")
    return names


def _usual(told: Mapping[str, Any], release: str, lead: float) -> tuple[float, ...]:
    if release == ROUNDS or told.get("rates"):
        return ()
    usual = _plain_numbers("usual", told.get("usual", []))
    if len(usual) != 2:
        raise ValueError("usual must hold the lowest and the highest usual rate that the promise is about")
    low, high = usual
    if not 0 < low <= high < 1 - lead:
        raise ValueError(f"usual must rise from above 0 to below 1 - lead, not {quoted(usual)}")
    return low, high


def _rates(told: Mapping[str, Any], promise: str, per_option: tuple[int, ...], lead: float) -> tuple[float, ...]:
    rates = _plain_numbers("rates", told.get("rates", []))
    if not rates:
        return ()
    if promise != FIND or len(set(per_option)) != 1 or told.get("usual"):
        raise ValueError("rates are for a plan that finds a lead with one look at equal numbers, without a usual rate")
    if len(rates) != len(per_option):
        raise ValueError(f"rates must hold {len(per_option)} numbers, one for each option")
    best, *others = (check_open_interval("rates", rate, 0, 1) for rate in rates)
    if best - max(others) < lead - 1e-12:
        raise ValueError(f"the first of the rates must lead the others by {lead:g}")
    return best, *others


def _plain_numbers(name: str, told: object) -> list[Any]:
    if not isinstance(told, list) or any(type(number) not in (int, float) for number in told):
        raise ValueError(f"{name} must be a list of numbers")
    return told


def _numbers(told: object, release: str, options: int) -> tuple[int, ...]:
    if release == ROUNDS:
        if told not in ((), []):
            raise ValueError("per_option must be left out for a trial in rounds, whose batches depend on the releases")
        return ()
    if not isinstance(told, list) or len(told) != options:
        raise ValueError(f"per_option must hold {options} numbers, one for each option")
    numbers = tuple(
        check_count("per_option", number, 1, LARGEST_NUMBER) for number in _plain_numbers("per_option", told)
    )
    if len(set(numbers)) > 1 and release not in (COUNTS, LOCAL):
        raise ValueError("per_option must be the same for all options, unless rates are published")
    return numbers
