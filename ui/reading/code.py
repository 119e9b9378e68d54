"""The lines of Python that read a file as it has been read here, for a notebook: pandas alone, and one path to set."""

from collections.abc import Mapping, Sequence
from pprint import pformat

from ui.reading.numbers import Marks
from ui.reading.roles import Roles
from ui.reading.table import Table
from ui.reading.tally import Tally

_COLUMNS = ("option", "outcome", "successes", "trials", "failures", "person", "weight")


def counts_lines(path: str, table: Table, roles: Roles, tally: Tally, answers: Mapping[str, str]) -> str:
    """Python that ends with `names`, `successes` and `trials`.  answers: of all questions and choices."""
    if table.source.kind == "typed":
        return "\n".join(
            f"{name} = {value!r}"
            for name, value in (
                ("names", list(tally.names)),
                ("successes", list(tally.successes)),
                ("trials", list(tally.trials)),
            )
        )
    used = [column for column in (getattr(roles, role) for role in _COLUMNS) if column]
    columns = [*used, *roles.options, *([tally.exclusive] if tally.exclusive else [])]
    lines = opening_lines(path, table, columns)
    if roles.shape == "wide":
        lines += _wide(roles)
    elif roles.shape == "crossed":
        lines += _crossed(roles, tally)
    elif roles.shape == "outcomes":
        lines += _outcomes(roles, tally, answers)
    else:
        lines += _counts(roles, tally)
    return "\n".join(lines)


def opening_lines(path: str, table: Table, columns: Sequence[str]) -> list[str]:
    """The lines that open the file as `rows`, its cells as texts, with these columns in the file's order."""
    source = table.source
    names = [name for name in table.names if name in columns]
    places = [table.places[table.names.index(name)] for name in names]
    first = source.above + (table.header_row > 0)
    kept = f"header=None, skiprows={first}, usecols={places},\n    names={names},"
    if source.kind == "parquet":
        return ["import pandas as pd", "", f"rows = pd.read_parquet({path!r}, columns={names}).astype(str)"]
    if source.kind == "json" and source.delimiter not in ("", "\n"):
        return [
            "import json", "", "import pandas as pd", "", f"with open({path!r}, encoding={source.encoding!r}) as file:",
            f"    rows = pd.DataFrame(json.load(file)[{source.delimiter!r}])[{names}].astype(str)",
        ]  # fmt: skip
    if source.kind == "json":
        return [
            "import pandas as pd", "",
            f"rows = pd.read_json({path!r}, lines={source.delimiter == chr(10)}, dtype=False)",
            f"rows = rows[{names}].astype(str)",
        ]  # fmt: skip
    if source.kind == "workbook":
        call = f'pd.read_excel(\n    {path!r}, sheet_name={source.sheet!r}, engine="calamine", {kept} dtype=object,\n)'
        return ["import pandas as pd", "", f'rows = {call}.fillna("").astype(str)']
    parted = {" ": 'sep=r"\\s+"', "": 'sep="\\x1f"'}.get(source.delimiter, f"sep={source.delimiter!r}")
    packed = ', compression="gzip"' if source.is_packed else ""
    call = f"pd.read_csv(\n    {path!r}, {parted}, encoding={source.encoding!r}{packed}, {kept}"
    return ["import pandas as pd", "", f"rows = {call} dtype=str, keep_default_na=False,\n)"]


def option_lines(option: str, respelled: Mapping[str, str]) -> list[str]:
    """The lines that make `option` of a column: one spelling for each, rows without an option left out of `rows`."""
    lines = [f'option = rows[{option!r}].str.normalize("NFC").str.split().str.join(" ")']
    if respelled:
        lines.append(f"option = option.replace({pformat(dict(respelled))})")
    return [*lines, 'rows, option = rows[option != ""], option[option != ""]']


def number_call(column: str, marks: Marks) -> str:
    """The expression that makes numbers of a column's texts, nan where there is none."""
    kept = f"0-9eE+\\-{marks.decimal}"
    call = f'rows[{column!r}].str.replace("−", "-").str.replace(r"[^{kept}]", "", regex=True)'
    if marks.decimal == ",":
        call += '.str.replace(",", ".")'
    return f'pd.to_numeric({call}, errors="coerce")'


def _outcomes(roles: Roles, tally: Tally, answers: Mapping[str, str]) -> list[str]:
    lines = option_lines(roles.option, tally.respelled)
    if tally.exclusive and answers.get("neither") == "left out":
        lines += [
            f"neither = rows[{roles.outcome!r}].str.strip().isin({list(tally.failure_texts)})",
            f"neither &= ~rows[{tally.exclusive!r}].str.strip().isin({list(tally.exclusive_texts)})",
            "rows, option = rows[~neither], option[~neither]",
        ]
    if tally.left_out_texts:
        lines += [
            f"other = rows[{roles.outcome!r}].str.strip().isin({list(tally.left_out_texts)})",
            "rows, option = rows[~other], option[~other]",
        ]
    if answers.get("rows of one person") == "first":
        lines += [f"first = ~rows[{roles.person!r}].duplicated()", "rows, option = rows[first], option[first]"]
    values = {text.casefold(): 1 for text in tally.success_texts} | {text.casefold(): 0 for text in tally.failure_texts}
    lines.append(f"outcome = rows[{roles.outcome!r}].str.strip().str.casefold().map({values})")
    if answers.get("missing") == "failures":
        lines.append("outcome = outcome.fillna(0)")
    if roles.weight and answers.get("weight"):
        lines += [
            f"weight = {number_call(roles.weight, tally.marks)}",
            "counts = pd.DataFrame({'sum': weight * outcome, 'count': weight * outcome.notna()})",
            "counts = counts.groupby(option, sort=False).sum()",
        ]
    else:
        lines.append('counts = outcome.groupby(option, sort=False).agg(["sum", "count"])')
    return [*lines, f"counts = counts.loc[{list(tally.names)}]", *_ending("sum", "count")]


def _ending(successes: str, trials: str) -> list[str]:
    return [
        "names = counts.index.tolist()",
        f"successes = counts[{successes!r}].astype(int).tolist()",
        f"trials = counts[{trials!r}].astype(int).tolist()",
    ]


def _counts(roles: Roles, tally: Tally) -> list[str]:
    second = roles.trials or roles.failures
    trials = number_call(second, tally.marks)
    lines = [
        *option_lines(roles.option, tally.respelled),
        f"successes = {number_call(roles.successes, tally.marks)}",
        f"trials = {trials}{' + successes' if roles.failures else ''}",
        'counts = pd.DataFrame({"successes": successes, "trials": trials}).dropna()',
    ]
    if tally.is_cumulative:
        lines.append('counts = counts.sort_values(["trials", "successes"]).groupby(option, sort=False).last()')
    else:
        lines.append("counts = counts.groupby(option, sort=False).sum()")
    return [*lines, f"counts = counts.loc[{list(tally.names)}]", *_ending("successes", "trials")]


def _wide(roles: Roles) -> list[str]:
    return [
        f"names = {list(roles.options)}",
        "columns = [pd.to_numeric(rows[name].str.replace(',', '.'), errors='coerce') for name in names]",
        "successes = [int(column.sum()) for column in columns]",
        "trials = [int(column.count()) for column in columns]",
    ]


def _crossed(roles: Roles, tally: Tally) -> list[str]:
    words = [tally.success_value, tally.failure_value]
    numbers = ", ".join(f"{name!r}: {number_call(name, tally.marks)}" for name in roles.options)
    return [
        f"counts = pd.DataFrame({{{numbers}}}).set_axis(rows[{roles.outcome!r}].str.strip(), axis=0)",
        f"names = {list(roles.options)}",
        f"successes = counts.loc[{words[0]!r}].astype(int).tolist()",
        "trials = counts.sum().astype(int).tolist()",
    ]


def values_lines(
    path: str, table: Table, roles: Roles, names: Sequence[str], marks: Marks, words: Mapping[str, float],
    respelled: Mapping[str, str], answers: Mapping[str, str],
) -> str:  # fmt: skip
    """Python that ends with `names` and `outcomes`, a list of numbers for each option."""
    columns = [column for column in (roles.option, roles.outcome, roles.person, *roles.options) if column]
    lines = opening_lines(path, table, columns)
    if roles.shape == "wide":
        numbers = ", ".join(number_call(name, marks) for name in roles.options)
        return "\n".join([*lines, f"names = {list(names)}", f"outcomes = [c.dropna().tolist() for c in ({numbers},)]"])
    lines += option_lines(roles.option, respelled)
    if answers.get("rows of one person") == "first":
        lines += [f"first = ~rows[{roles.person!r}].duplicated()", "rows, option = rows[first], option[first]"]
    if words:
        lines.append(f"outcome = rows[{roles.outcome!r}].str.strip().map({dict(words)})")
    else:
        lines.append(f"outcome = {number_call(roles.outcome, marks)}")
    lines.append("outcome = outcome.fillna(0)" if answers.get("missing") == "zero" else "outcome = outcome.dropna()")
    return "\n".join(
        [*lines, f"names = {list(names)}", "outcomes = [outcome[option == name].tolist() for name in names]"]
    )
