"""Which columns of a table are option, outcome or counts, and person; a visitor can overrule each."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from ui.reading.asking import Asking
from ui.reading.facts import MOST_WORDS, ColumnFacts
from ui.reading.hints import hint
from ui.reading.names import listed, shown
from ui.reading.numbers import Marks, column_numbers
from ui.reading.table import Table
from ui.reading.words import are_opposites

MOST_OPTIONS = 20
_LARGEST_CODE = 9  # of numbers that stand for outcomes, as 1 and 2 do
NOBODY = ""  # the answer that no column says who a person is

_OUTCOMES, _COUNTS, _FAILURES, _WIDE, _ELSE = "outcomes", "counts", "failures", "wide", "else"


@dataclass(frozen=True)
class Roles:
    """The shape of a table, and its columns by role; "" where there is none.

    shape: outcomes (a row per participant), counts (successes and trials), failures (successes and failures) or wide
    (a column of 0 and 1 per option).
    """

    shape: str
    option: str = ""
    outcome: str = ""
    successes: str = ""
    trials: str = ""
    failures: str = ""
    person: str = ""
    date: str = ""
    weight: str = ""
    options: tuple[str, ...] = ()


def roles_of(table: Table, facts: Sequence[ColumnFacts], asking: Asking) -> Roles:
    """The roles, from names and contents, or from the visitor's answers.

    Raises: UnansweredError, if more than one reading is possible; ValueError, one sentence, if none is.
    """
    shape = _shape(table, facts, asking)
    if shape == _ELSE:
        raise ValueError(_two_shapes(table, facts))
    if shape == _WIDE:
        options = tuple(fact.name for fact in facts if fact.is_zero_one and not hint("person", fact.name))
        people = [fact for fact in facts if hint("person", fact.name)]
        return Roles(shape, options=options, person=pick_person(people, asking))
    if shape == _OUTCOMES:
        return _roles_of_outcomes(table, facts, asking)
    return _roles_of_counts(table, facts, shape, asking)


def _shape(table: Table, facts: Sequence[ColumnFacts], asking: Asking) -> str:
    whole = [fact for fact in facts if _counts(fact)]
    possible: dict[str, str] = {}
    if len(facts) > 1 and any(_may_be_outcome(fact) and hint("option", fact.name) < 2 for fact in facts):
        possible[_OUTCOMES] = (
            "One row per participant: one column names the option, another holds an outcome with two values"
        )
    if len(whole) > 1 and len(facts) > 2:
        successes, trials = _by_size(table, whole[-2:])
        pair = len(whole) == 2
        possible[_COUNTS] = f"{shown(successes)} successes of {shown(trials)} trials" if pair else _LABELS[_COUNTS]
        first, second = whole[-2].name, whole[-1].name
        possible[_FAILURES] = f"{shown(first)} successes and {shown(second)} failures" if pair else _LABELS[_FAILURES]
    zero_one = [fact.name for fact in facts if fact.is_zero_one and not hint("person", fact.name)]
    if 1 < len(zero_one) <= MOST_OPTIONS and len(zero_one) >= len(facts) - 1:
        possible[_WIDE] = f"Each column is an option: {listed(zero_one)}"
    if not possible:
        raise ValueError(_two_shapes(table, facts))
    possible[_ELSE] = "Something else"
    return asking.choose(
        "shape", f"What does each row of this file contain? Its columns are {listed(table.names, 6)}.", possible,
        _clear_shape(table, facts, possible),
    )  # fmt: skip


_LABELS = {
    _COUNTS: "One row per option, with successes and trials",
    _FAILURES: "One row per option, with successes and failures",
}


def _clear_shape(table: Table, facts: Sequence[ColumnFacts], possible: Iterable[str]) -> str | None:
    """The shape where names and contents leave only one."""
    whole = [fact for fact in facts if _counts(fact)]
    counted = [fact for fact in whole if fact.largest > 1 or len(table.cells) <= MOST_OPTIONS]
    counts = bool(_named("successes", counted)) and bool(_named("trials", counted))
    named = [fact for fact in facts if hint("outcome", fact.name) == 3]
    if counts and not named and max(fact.largest for fact in _named("trials", counted)) > 1:
        return _COUNTS if _COUNTS in possible else None
    pair = opposites(whole)
    if pair and not named and max(fact.largest for fact in pair) > 1:
        return _FAILURES if _FAILURES in possible else None
    if counts:
        return None
    outcomes = [fact for fact in facts if _may_be_outcome(fact)]
    is_plain = [fact for fact in outcomes if fact.is_two_valued or fact.holds_pair or hint("outcome", fact.name)]
    others = [fact for fact in facts if _may_be_option(fact) and not (len(outcomes) == 1 and fact in outcomes)]
    if len(outcomes) > 1 and others and not {_COUNTS, _FAILURES, _WIDE} & set(possible):
        return _OUTCOMES
    if not is_plain or not others:
        return None
    named = [fact for fact in others if hint("option", fact.name) > 1]
    if len(named) == 1 and any(hint("outcome", fact.name) > 1 and fact not in named for fact in is_plain):
        return _OUTCOMES
    if _WIDE in possible and not any(hint("option", fact.name) and not fact.is_zero_one for fact in others):
        texts = [fact for fact in others if not fact.is_zero_one]
        return _OUTCOMES if texts else None
    return _OUTCOMES


def opposites(facts: Sequence[ColumnFacts]) -> tuple[ColumnFacts, ColumnFacts] | None:
    """Two columns whose names say success and failure: yes and no, converted and not converted."""
    for first in facts:
        for second in facts:
            if first is not second and are_opposites(first.name, second.name):
                return first, second
    return None


def _counts(fact: ColumnFacts) -> bool:
    """Whether it holds counts, or is called so that what is wrong with it must be said."""
    return fact.is_whole or any(hint(role, fact.name) == 3 for role in ("successes", "trials", "failures"))


def _may_be_outcome(fact: ColumnFacts) -> bool:
    if not fact.values or fact.is_date or hint("person", fact.name) > 1:
        return False
    if fact.is_two_valued or fact.holds_pair:
        return True
    if fact.is_number and (not fact.is_whole or fact.largest > _LARGEST_CODE):
        return False
    if len(fact.values) == 2:
        return True
    return hint("outcome", fact.name) > 0 and len(fact.values) <= MOST_WORDS


def _may_be_option(fact: ColumnFacts) -> bool:
    if hint("option", fact.name) == 3:  # whatever it holds, and whatever is wrong with that
        return True
    if not fact.values or fact.is_date or hint("person", fact.name) > 1 or hint("date", fact.name) > 1:
        return False
    return 1 < len(fact.values) <= MOST_OPTIONS or hint("option", fact.name) > 0


def pick_option(table: Table, facts: Sequence[ColumnFacts], taken: Collection[str], asking: Asking) -> str:
    """The column of the options: named so, or else the only one of words, where numbers do not repeat themselves, too.

    taken: the columns that are something else.
    """
    fitting = [fact for fact in facts if _may_be_option(fact) and fact.name not in taken]
    named = [fact for fact in fitting if hint("option", fact.name)]
    words = [fact for fact in fitting if not fact.is_number and not fact.is_two_valued]
    codes = [fact for fact in fitting if fact.is_whole and len(table.cells) > 5 * len(fact.values or ())]
    if words and len(codes) == 1 and not codes[0].is_zero_one:
        codes = []
    offered = {fact.name for fact in named or [*words, *codes] or fitting}
    which = "Which column says which option a participant had?"
    return pick("option", which, facts, lambda fact: fact.name in offered, asking)


def _named(role: str, facts: Iterable[ColumnFacts]) -> list[ColumnFacts]:
    """The columns whose names speak most for a role, none if no name does."""
    scores = [(hint(role, fact.name), fact) for fact in facts]
    best = max((score for score, _ in scores), default=0)
    return [fact for score, fact in scores if score == best > 0]


def pick(
    role: str, text: str, facts: Sequence[ColumnFacts], fits: Callable[[ColumnFacts], bool], asking: Asking,
    by_name: bool = True,
) -> str:  # fmt: skip
    """The column of a role: the visitor's, or the only one whose name speaks most for it, or the only one that fits.

    by_name: whether a name settles which of those that fit it is.
    """
    fitting = [fact for fact in facts if fits(fact)]
    named = (_named(role, fitting) if by_name else []) or fitting
    clear = named[0].name if len(named) == 1 else None
    if clear is None and fitting and asking.answers.get(role) is None:
        return asking.choose(role, text, {fact.name: _with_values(fact) for fact in fitting})
    return asking.choose(role, text, {fact.name: _with_values(fact) for fact in facts}, clear)


def _with_values(fact: ColumnFacts) -> str:
    """A column as it is offered: its name and the first of its values."""
    if not fact.values:
        return shown(fact.name)
    few = ", ".join(shown(value, 20)[1:-1] for value in fact.values[:3])
    return f"{shown(fact.name)}: {few}{', …' if len(fact.values) > 3 else ''}"


def _roles_of_outcomes(table: Table, facts: Sequence[ColumnFacts], asking: Asking) -> Roles:
    outcomes = [fact for fact in facts if _may_be_outcome(fact)]
    only = outcomes[0].name if len(outcomes) == 1 else ""
    taken = {fact.name for fact in _named("outcome", outcomes) if not hint("option", fact.name)} | {only}
    option = pick_option(table, facts, taken, asking)
    rest = [fact for fact in facts if fact.name != option]
    two_valued = any(map(_may_be_outcome, (fact for fact in rest if fact.is_two_valued)))
    outcome = pick(
        "outcome", "Which column holds the outcome?", rest,
        lambda fact: _may_be_outcome(fact) and (fact.is_two_valued or hint("outcome", fact.name) > 0 or not two_valued),
        asking,
    )  # fmt: skip
    rest = [fact for fact in rest if fact.name != outcome]
    return Roles(
        _OUTCOMES, option=option, outcome=outcome, person=pick_person(rest, asking), weight=pick_weight(rest, asking)
    )


def pick_person(facts: Sequence[ColumnFacts], asking: Asking) -> str:
    """The column that says who a person is, "" if there is none."""
    if not facts:
        return NOBODY
    named = [fact for fact in _named("person", facts) if fact.values is None or len(fact.values) > 1]
    clear = NOBODY if not named else named[0].name if len(named) == 1 else None
    offered = {fact.name: shown(fact.name) for fact in facts} | {NOBODY: "No column: each row is a different person"}
    return asking.choose("person", "Which column says who the person is?", offered, clear)


def pick_weight(facts: Sequence[ColumnFacts], asking: Asking) -> str:
    """The column that says for how many participants a row stands, "" if each row is one."""
    named = [fact for fact in _named("weight", facts) if fact.is_whole]
    if not named:
        return ""
    offered = {fact.name: f"The number in {shown(fact.name)}" for fact in named}
    return asking.choose("weight", "How many participants does a row stand for?", {**offered, "": "One"})


def _roles_of_counts(table: Table, facts: Sequence[ColumnFacts], shape: str, asking: Asking) -> Roles:
    whole = [fact for fact in facts if _counts(fact)]
    second = "trials" if shape == _COUNTS else "failures"
    first_clear, second_clear = _clear_columns(table, whole, shape)
    offered = {fact.name: _with_values(fact) for fact in whole}
    successes = asking.choose("successes", "Which column counts the successes?", offered, first_clear)
    left = {name: label for name, label in offered.items() if name != successes}
    what = "the trials, that is, all participants" if shape == _COUNTS else "the failures"
    other = asking.choose(second, f"Which column counts {what}?", left, second_clear if second_clear in left else None)
    rest = [fact for fact in facts if fact.name not in (successes, other)]
    if not rest or {f"{successes} (2)", f"{other} (2)"} & set(table.names):  # a header of two rows has several pairs
        raise ValueError(_two_shapes(table, facts))
    texts = [fact for fact in rest if not fact.is_number and not fact.is_date] or rest
    option = pick("option", "Which column names the options?", rest, lambda fact: fact in texts, asking)
    dates = [fact.name for fact in rest if (fact.is_date or hint("date", fact.name)) and fact.name != option]
    people = [fact.name for fact in _named("person", rest) if fact.values is None and hint("person", fact.name) > 1]
    return Roles(
        shape, option=option, successes=successes, date=dates[0] if dates else "", person=people[0] if people else "",
        trials=other if shape == _COUNTS else "", failures=other if shape == _FAILURES else "",
    )  # fmt: skip


def counts_options(table: Table, facts: Sequence[ColumnFacts]) -> bool:
    """Whether each row of a table counts the successes of an option, as its names say."""
    is_short = len(table.cells) <= MOST_OPTIONS + 1
    return is_short and _clear_shape(table, facts, (_COUNTS, _FAILURES)) in (_COUNTS, _FAILURES)


def _clear_columns(table: Table, whole: Sequence[ColumnFacts], shape: str) -> tuple[str | None, str | None]:
    pair = opposites(whole) if shape == _FAILURES else None
    if pair:
        return pair[0].name, pair[1].name
    first = _named("successes", whole)
    second = [fact for fact in _named("trials" if shape == _COUNTS else "failures", whole) if fact not in first[:1]]
    if len(whole) == 2 and not (first and second):
        return _by_size(table, whole) if shape == _COUNTS else (whole[0].name, whole[1].name)
    return (first[0].name if len(first) == 1 else None, second[0].name if len(second) == 1 else None)


def _by_size(table: Table, pair: Sequence[ColumnFacts]) -> tuple[str, str]:
    """Of two columns of counts, first the one that is never the larger."""
    first, second = (column_numbers(table.cells[fact.name].iloc[:1000], Marks()) for fact in pair)
    swapped = bool(np.nansum(first) > np.nansum(second))
    return (pair[1].name, pair[0].name) if swapped else (pair[0].name, pair[1].name)


def _two_shapes(table: Table, facts: Sequence[ColumnFacts]) -> str:
    """The sentence that shows the two shapes that are read, in the file's own names."""
    wide = [fact.name for fact in facts if fact.is_zero_one]
    texts = [
        fact.name
        for fact in facts
        if fact.values != () and not fact.is_number and not fact.is_date and fact.name not in wide
    ]
    option = _bare(texts[0]) if texts else "option"
    outcomes = [fact.name for fact in facts if fact.is_two_valued and fact.name not in texts[:1] and len(wide) < 2]
    outcome = _bare(outcomes[0]) if outcomes else "outcome"
    first, second = (_bare(name) for name in wide[:2]) if len(wide) > 1 else ("A", "B")
    numbers = any(fact.is_number and not fact.is_zero_one for fact in facts) and bool(texts)
    elsewhere = "; the Numeric outcomes page reads outcomes that are numbers of any size" if numbers else ""
    return (
        f"The columns {listed(table.names)} do not say which option had which outcome. Give either one row per "
        f"participant under the header “{option},{outcome}”, such as “{first},1” and “{second},0”, or one row "
        f"per option under the header “{option},successes,trials”, such as “{first},118,400” and "
        f"“{second},161,400”{elsewhere}."
    )


def _bare(name: str) -> str:
    return shown(name)[1:-1]
