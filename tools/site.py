"""Write the project as a static site: `./run site FOLDER`.

The first page is the README with the offline Explorer in its picture's place; then come the documents of docs/, the
reference of dpcore, made from its docstrings, the published figures beside our runs, and dpcore as a wheel.  A link
that leads nowhere stops it.
"""

import importlib
import logging
import re
import shutil
import subprocess
import sys
import tempfile
from html import escape
from pathlib import Path
from types import ModuleType

import plotly.io
from latex2mathml.converter import convert
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import MkDocsException
from plotly.offline import get_plotlyjs
from pymdownx.slugs import slugify

import dpcore
from ui.arms.instance import DEFAULT
from ui.look import documents
from ui.pocket import explorer_file
from ui.published import charts, numbers
from ui.published.exhibits import FAMILIES

ROOT = Path(__file__).parents[1]
_PICTURE = re.compile(r"!\[[^\]]*\]\(docs/explorer\.png\)")
_DEMO = '<iframe src="explorer.html" title="The Explorer" style="width: 100%; height: 60rem; border: 0"></iframe>'
_SHOWN = {
    "show_root_heading": False,
    "show_root_toc_entry": False,
    "show_source": False,
    "show_bases": False,
    "heading_level": 2,
    "separate_signature": True,
    "show_signature_annotations": True,
}


def modules() -> list[ModuleType]:
    """The parts of dpcore that have doors."""
    named = [*sorted(path.parent.name for path in (ROOT / "dpcore").glob("*/__init__.py")), "designs.superiority"]
    found = [importlib.import_module(f"dpcore.{name}") for name in named]
    return [module for module in found if getattr(module, "__all__", ())]


def stage(folder: Path) -> None:
    """Write what the site is made from."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (folder / "index.md").write_text(_PICTURE.sub(_DEMO, readme), encoding="utf-8")
    (folder / "explorer.html").write_text(explorer_file(DEFAULT), encoding="utf-8")
    for name in ("CONTRIBUTING.md", "CHANGELOG.md", "Dockerfile", "deploy"):
        _copy(ROOT / name, folder / name)
    _copy(ROOT / "docs", folder / "docs")
    for document in (folder / "docs").glob("*.md"):
        text = document.read_text(encoding="utf-8")
        typeset = re.sub(r"\$([^$]+)\$", lambda found: f"<span>{convert(found[1])}</span>", text)
        document.write_text(typeset, encoding="utf-8")
    (folder / "reference").mkdir()
    for module in modules():
        name = module.__name__
        members = [door for door in module.__all__ if callable(getattr(module, door)) and door != "warm_up"]
        options = "".join(f"        {key}: {str(value).lower()}\n" for key, value in _SHOWN.items())
        head = f"# {name}\n\nTo run the examples, start with `from {name} import *`.\n\n"
        page = f"{head}::: {name}\n    options:\n{options}        members: {members}\n"
        (folder / "reference" / f"{name.partition('.')[2]}.md").write_text(page, encoding="utf-8")
    (folder / "plotly.js").write_text(get_plotlyjs(), encoding="utf-8")
    (folder / "figures.md").write_text(_figures(), encoding="utf-8")


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copy(source, target)


def _figures() -> str:
    """The published figures, each with what became of it."""
    parts = ["# Published figures", '<script src="../plotly.js"></script>']
    for family, exhibits in FAMILIES.items():
        parts.append(f"## {family}")
        for exhibit in exhibits:
            figure = charts.chart_of(exhibit, numbers.runs_of(exhibit, with_heuristics=True))
            drawn = plotly.io.to_html(figure, full_html=False, include_plotlyjs=False, config={"displaylogo": False})
            told = f"{exhibit.answer} {exhibit.finding}\n\nSource: {exhibit.source}. Verdict: {exhibit.verdict}."
            parts += [f"### {exhibit.title}", told, drawn]
    return "\n\n".join(parts)


def write(folder: Path) -> None:
    """Write the site.

    Raises: MkDocsException where a link leads nowhere.
    """
    with tempfile.TemporaryDirectory() as staged:
        stage(Path(staged))
        config = load_config(
            str(ROOT / "tools" / "site.yml"),
            docs_dir=staged,
            site_dir=str(folder.resolve()),
            strict=True,
        )
        config.nav = _menu()
        config.mdx_configs["toc"] = {"slugify": slugify(case="lower"), "permalink": True}
        config.plugins.on_startup(command="build", dirty=False)
        build(config)
    for page in (folder / "reference").rglob("*.html"):
        page.write_text(_with_documents(page.read_text(encoding="utf-8")), encoding="utf-8")
    write_library(folder)


def write_library(folder: Path) -> None:
    """Write dpcore as a wheel, for notebooks."""
    with tempfile.TemporaryDirectory() as library:  # where setuptools leaves its own files
        for name in ("dpcore", "pyproject.toml", "README.md", "LICENSE"):
            _copy(ROOT / name, Path(library) / name)
        wheel = ("pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), library)
        subprocess.run([sys.executable, "-m", *wheel], check=True)


def _menu() -> list[dict[str, object]]:
    """The site's menu: what newcomers read stands before what developers do."""
    for_developers = sorted({path.stem for path in (ROOT / "docs").glob("*.md")} - set(documents.NAMES))
    return [
        {"Start": "index.md"},
        {"Published figures": "figures.md"},
        {"Documents": [f"docs/{name}.md" for name in documents.NAMES]},
        {"Reference": [f"reference/{module.__name__.partition('.')[2]}.md" for module in modules()]},
        {"Development": ["CONTRIBUTING.md", *[f"docs/{name}.md" for name in for_developers], "CHANGELOG.md"]},
    ]


def _with_documents(html: str) -> str:
    """A page of the reference with links in the place of docs/NAME.md."""
    return documents.CITED.sub(
        lambda found: f'<a href="../../docs/{found[1]}/">{escape(documents.title(found[1]))}</a>', html
    )


def main() -> int:
    """Write the site into the folder that the command line names."""
    if len(sys.argv) != 2:
        print("usage: ./run site FOLDER", file=sys.stderr)
        return 2
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    folder = Path(sys.argv[1])
    if folder.exists() and not (folder.is_dir() and ((folder / "sitemap.xml").exists() or not any(folder.iterdir()))):
        print(f"{folder} holds something else; name a new folder, or one with an earlier site.", file=sys.stderr)
        return 2
    try:
        write(folder)
    except MkDocsException as error:
        print(f"The site was not written: {error}", file=sys.stderr)
        return 1
    print(f"Open {folder / 'index.html'}, or publish the folder (Price of Privacy {dpcore.__version__}).")
    return 0


if __name__ == "__main__":
    sys.exit(main())
