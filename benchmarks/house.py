"""How heavy the house is: `python -m benchmarks.house` prints lines, similar places, and what it uses of Streamlit.

Lines are those that are not blank, of Python, JavaScript, CSS and HTML, without the examples in docstrings.  Two places
are like one another if at least six lines in a row are the same in both, but for indentation; blank lines, marks alone
and imports are left out.
A private name begins with an underscore and belongs to a library.  A DOM hook is a name that Streamlit's or Plotly's
front end gives to an element, and that a style sheet or script of ours looks for.

With a file of `./run test --junitxml=FILE` it also prints how long the tests took, and how long without those
that later work brought: those in its rooms, and those with new names in files, or on lines, from one of its commits.
"""

import ast
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).parents[1]
APP, CORE, TESTS = ("ui", "pages", "wasm"), ("dpcore",), ("tests",)
# What came after the goals were set: files of users' own, plans with one look, carrying out a trial, and a larger lower
# bound on quantiles; and the commits that brought something else for visitors into rooms that stood.
_LATER = ("reading/", "own_table/", "run_it/", "choose/fixed/", "dpcore/designs/", "dpcore/trial/", "coupling.py")
_OTHER_WORK = Path(__file__).with_name("other_work.txt")
_GOALS_SET = "22d2ac5"
_KINDS = (".py", ".js", ".css", ".html")
_RUN = 6
_OWN = ("ui", "dpcore", "wasm", "sweeps")
_PUBLIC = "_replace"  # of named tuples
_EXAMPLES = re.compile(r"^ +Examples:\n(?: +\S.*\n)*?(?= +\"\"\")", re.MULTILINE)
_HOOK = re.compile(
    r"\bdata-test-[a-z-]+|\bst[A-Z][A-Za-z]+\b(?=[\"'\]\s.,:)>`])|\breact-aria-[A-Za-z]+|\bdata-(?:tag|stale|rac)\b"
    r"|\bjs-plotly-plot\b|\bmain-svg\b|\bmodebar-btn\b|\bnsewdrag\b|\b_(?:fullLayout|offset|length|context)\b"
)


def files(folders: Iterable[str], kinds: Iterable[str] = _KINDS) -> list[Path]:
    """All files of these kinds in these folders."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*") if path.suffix in kinds)


def lines(folders: Iterable[str], left_out: Collection[str] = ()) -> int:
    """How many lines are not blank, without the files whose path contains what is left out."""
    paths = (path for path in files(folders) if not any(part in path.as_posix() for part in left_out))
    return sum(_not_blank(_EXAMPLES.sub("", _text(path))) for path in paths)


def brought(folders: Iterable[str]) -> int:
    """Lines that the commits of other work brought into files that are not left out anyway.

    Of each file it is what they added in all, or what the file has grown by if that is less.
    """
    added: dict[str, int] = defaultdict(int)
    path = ""
    for line in _git("show", "--format=", "--unified=0", "--find-renames", *_other_work(), "--", *folders).splitlines():
        if line.startswith("diff --git "):
            path = line.rpartition(" b/")[2]
        elif re.match(r"[+-](?!(\+\+|--) )\s*\S", line):
            added[path] += 1 if line[0] == "+" else -1
    kept = [path for path in added if path.endswith(_KINDS) and not any(part in path for part in _LATER)]
    return sum(max(0, min(added[path], _lines_now(path) - _lines_then(path))) for path in kept)


def _other_work() -> list[str]:
    return [line.split()[0] for line in _text(_OTHER_WORK).splitlines()]


def seconds(report: Path) -> tuple[float, float]:
    """How long a run of all tests took by its report, and how much of it goes to tests that later work did not bring.

    Tests run beside one another, so it is the run's time, shared out by what each test took by itself.
    """
    run = ElementTree.parse(report).getroot()[0]
    taken: dict[tuple[str, str], float] = defaultdict(float)
    for case in run.findall("testcase[@classname!='']"):  # "" is a file that could not be read
        path, name = case.attrib["classname"].replace(".", "/") + ".py", case.attrib["name"].partition("[")[0]
        taken[path, name] += float(case.attrib["time"])
    known = set(re.findall(r"\btest_\w+", _git("grep", "-hoE", r"\bdef test_\w+", _GOALS_SET, "--", *TESTS)))
    new = {path: _from_other_work(path) for path in {path for path, name in taken if name not in known}}
    kept = sum(time for (path, name), time in taken.items() if name in known or name not in new[path])
    return float(run.attrib["time"]), float(run.attrib["time"]) * kept / sum(taken.values())


def _from_other_work(path: str) -> set[str]:
    """The tests of a file that later work brought."""
    tests = [node for node in ast.walk(ast.parse(_text(ROOT / path))) if isinstance(node, ast.FunctionDef)]
    theirs = _other_work()
    first = _git("log", "--follow", "--diff-filter=A", "--format=%h", "--abbrev=8", "--", path).splitlines()[-1]
    if first in theirs or any(part in path for part in _LATER):
        return {test.name for test in tests}
    commits = [line[:8] for line in _git("blame", "-s", "-w", "-M", "-C", "-C", "--abbrev=7", "--", path).splitlines()]
    return {test.name for test in tests if commits[test.lineno - 1] in theirs}


def _lines_now(path: str) -> int:
    return _not_blank(_text(ROOT / path)) if (ROOT / path).is_file() else 0


def _lines_then(path: str) -> int:
    return _not_blank(_git("show", f"{_GOALS_SET}:{path}"))


def _not_blank(text: str) -> int:
    return sum(bool(line.strip()) for line in text.splitlines())


def _git(*asked: str) -> str:
    """What git prints; nothing of a file that was not there."""
    return subprocess.run(["git", *asked], cwd=ROOT, capture_output=True, encoding="utf-8", errors="replace").stdout


def pairs_of_like_places(folders: Iterable[str]) -> int:
    """How many pairs of places share six lines in a row or more; a longer run counts once."""
    places: dict[tuple[str, ...], list[tuple[int, int]]] = defaultdict(list)
    for number, path in enumerate(files(folders, (".py", ".js"))):
        told = [line.strip() for line in _text(path).splitlines()]
        told = [line for line in told if re.search(r"\w", line) and not re.match(r"(from|import) ", line)]
        for start in range(len(told) - _RUN + 1):
            places[tuple(told[start : start + _RUN])].append((number, start))
    found = {pair for same in places.values() for pair in combinations(same, 2)}
    return sum(((a, i - 1), (b, j - 1)) not in found for (a, i), (b, j) in found)


def private_names() -> set[str]:
    """The private names of libraries that the app uses."""
    paths = [*files(("ui", "pages"), (".py",)), ROOT / "app.py", ROOT / "server.py"]
    return {name for path in paths for name in _foreign(ast.parse(_text(path)))}


def _foreign(tree: ast.Module) -> Iterator[str]:
    """Of one file: the private names that it asks of others than its own classes."""
    own = {_PUBLIC, *_made(tree)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and _is_private(node.attr) and node.attr not in own:
            yield node.attr
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] not in _OWN:
            yield from (alias.name for alias in node.names if _is_private(alias.name))


def _made(tree: ast.Module) -> Iterator[str]:
    """The private names that a file's functions and classes give themselves."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            yield node.name
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in ("self", "cls"):
            yield node.attr


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def dom_hooks() -> set[str]:
    """The names in Streamlit's and Plotly's pages that the app's style sheets and scripts look for."""
    paths = [*files(("ui", "pages")), ROOT / "app.py"]
    return {hook for path in paths for hook in _HOOK.findall(_without_comments(path))}


def _without_comments(path: Path) -> str:
    if path.suffix not in (".js", ".css"):
        return _text(path)
    return re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*", "", _text(path), flags=re.DOTALL)


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def main() -> int:
    """Print a row a figure."""
    names, hooks = sorted(private_names()), sorted(dom_hooks())
    for told, value, goal in (
        ("lines of ui, pages and wasm", lines(APP), 22_500),
        ("lines of dpcore", lines(CORE), 13_000),
        ("lines of tests", lines(TESTS), 26_000),
        ("the same without later work: ui, pages, wasm", lines(APP, _LATER), 22_500),
        ("    dpcore", lines(CORE, _LATER), 13_000),
        ("    tests", lines(TESTS, _LATER), 26_000),
        ("and without what it brought elsewhere: ui, pages, wasm", lines(APP, _LATER) - brought(APP), 22_500),
        ("    tests", lines(TESTS, _LATER) - brought(TESTS), 26_000),
        ("pairs of like places, in all of these", pairs_of_like_places((*APP, *CORE)), 50),
        ("private names of libraries", len(names), 8),
        ("DOM hooks", len(hooks), 12),
    ):
        print(f"{' ' if value <= goal else '!'} {told:<54} {value:>7,} (goal: at most {goal:,})")
    print(f"  private: {', '.join(names)}\n  hooks: {', '.join(hooks)}")
    for report in sys.argv[1:]:
        in_all, without = seconds(Path(report))
        told = f"{in_all:.0f} s of tests, {without:.0f} s without those that later work brought (goal: at most 200)"
        print(f"{' ' if without <= 200 else '!'} {report}: {told}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
