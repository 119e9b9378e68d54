"""The skeleton of every page: a question, the verdict in large type, and at the end downloads and a Python snippet."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import NoReturn

import pandas as pd
import plotly.graph_objects as go
import pyarrow as pa
import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.runtime.scriptrunner import StopException

import dpcore
from ui.components import assets
from ui.components.figure_downloads import figure_download_buttons
from ui.components.sight import in_sight
from ui.look import theme
from ui.look.alternative import words_of
from ui.look.documents import named
from ui.look.documents import title as title_of
from ui.look.literal import literal
from ui.look.projector import enlarged
from ui.look.sentences import marked
from ui.look.spreadsheets import csv_file, without_formulas
from ui.look.tables import table_html
from ui.look.terms import explained, explained_html
from ui.shell import first_answer, index, share
from ui.shell.closed_box import closed_box
from ui.shell.notebook import Notebook, file_of
from ui.streamlit_patches import pages_folder

_QUESTION = "_question"  # the question of the page that is being drawn
_UI = Path(__file__).parents[1]


def title(question: str) -> None:
    """Draw the page's question.  Call it first: if app.py runs without server.py, it also brings the style sheet."""
    pages_folder.leave_its_older_way()
    first_answer.begin(question)
    st.session_state[_QUESTION] = question
    if not index.BRINGS_STYLE.is_set():
        st.html(f"<style>{index.STYLE}</style>")
    st.title(explained(question), anchor=False)


def end() -> NoReturn:
    """End the page here.

    After st.stop Streamlit drops the requests that came in meanwhile, such as a click on a part of this page.  In a
    fragment, st.stop would also end the fragments that wait behind it.
    """
    raise StopException


def own_style(file: str) -> None:
    """Draw one page's own style sheet, a file below ui/, because rules with :has would slow all other pages down."""
    st.html(f"<style>{assets.text(_UI / file)}</style>")


def verdict(sentence: str, key: str = "verdict", moves: bool = False) -> None:
    """The page's answer: one sentence in large type, with the numbers in it.  Plain text; **bold** is allowed.

    moves: whether it is one of the sentences that `moving` draws.
    """
    with st.container(key=key):
        if moves:
            moving({"verdict": sentence})
        else:
            prose(sentence)
    first_answer.breathe()


def moving(sentences: Mapping[str, str], is_reading: bool = False) -> None:
    """Draw a paragraph of named sentences, which a component that knows them too rewrites during a drag.

    It is HTML and not Markdown: React does not look inside it, so the component may write there.
    """
    spans = explained_html(" ".join(marked(name, text) for name, text in sentences.items()))
    st.html(f'<p class="moving{" reading" if is_reading else ""}">{spans}</p>')


def picture_and_controls(key: str) -> tuple[DeltaGenerator, DeltaGenerator]:
    """Two columns: controls on the left, the picture on the right in two thirds; on a phone the picture comes first."""
    with st.container(key=f"picture-first-{key}"):
        picture, controls = st.columns([2, 1], gap="large")
    return picture.container(key=f"picture-of-{key}"), controls.container(key=f"controls-{key}")


def reading(sentence: str) -> None:
    """The one-line reading under a secondary picture."""
    st.caption(explained(sentence))


def promise_of_bounds() -> None:
    """Say which promise the page's lower bounds are about, and link to the page that also plans for weaker ones."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(
            "These bounds apply to methods that are right whatever the means are. Would a weaker promise be enough?",
            width="content",
        )
        st.page_link("pages/choose_epsilon.py", label="Choose ε", icon=":material/arrow_forward:")
        told = {"document": title_of("characteristic-times")}
        st.page_link(
            "pages/sources.py", label="Where these bounds come from", icon=":material/article:", query_params=told
        )


def prose(markdown: str) -> None:
    """Sentences of a page's body, as Markdown, with the terms of the glossary explained."""
    st.markdown(explained(markdown))


def chart(figure: go.Figure, key: str, is_lower: bool = False) -> None:
    """Draw a figure in its own fonts and colours; its camera button and the download buttons save it.

    Screen readers get a description of it in words.
    is_lower: whether it is below the first screen.
    """
    words = words_of(figure)
    figure = enlarged(figure, is_lower)
    st.plotly_chart(
        figure,
        alt=words,
        key=key,
        theme=None,
        width="stretch",
        height=figure.layout.height or "content",
        config={
            "displaylogo": False,
            "modeBarButtons": [["toImage"]],
            "toImageButtonOptions": {"format": "png", "filename": key, "scale": 2},
        },
    )


@st.fragment
def lower_chart(key: str, height: int, figure: Callable[[], go.Figure]) -> None:
    """Like `chart`, for one of this height below the first screen: it is made and drawn only once it comes into sight.

    A browser takes a second to load Plotly and draw a chart, and the first screen's answer should not wait for that.
    """
    if in_sight(key, height):
        chart(figure(), key, is_lower=True)


def wide_table(heads: Iterable[str], rows: Iterable[Iterable[str]], note: str = "") -> None:
    """A table of HTML cells that scrolls sideways on a phone, and a note under it."""
    st.html(f"<div class='numbers'>{table_html(heads, rows)}</div>{note and f'<p>{note}</p>'}")


def table(rows: pd.DataFrame) -> None:
    """Draw a table whose cells wrap, also on paper.  They show their text as it is, since it may come from a file."""
    cells = {name: [literal(str(cell)) for cell in column] for name, column in rows.items()}
    st.table(pa.table(cells), border="horizontal", hide_index=True)


def grid(rows: pd.DataFrame) -> None:
    """Draw a table to sort and search.  Streamlit's button saves it as CSV, so no cell may be a formula."""
    st.dataframe(without_formulas(rows), hide_index=True, width="stretch")


def details(title: str, *parts: str | pd.DataFrame) -> None:
    """Draw a closed box with these parts in this order: sentences, as Markdown, and tables to sort and search."""
    closed_box(title, title, partial(_parts, parts))


def _parts(parts: Iterable[str | pd.DataFrame]) -> None:
    for part in parts:
        if isinstance(part, str):
            prose(part)
        else:
            grid(part)


def hide(key: str) -> None:
    """Hide the container with this key; the link still carries the values of its widgets."""
    st.html(f"<style>.st-key-{key}, [width]:has(> .st-key-{key}) {{ display: none; }}</style>")


def pale(*keys: str) -> None:
    """Fade the containers with these keys, because they answer earlier inputs.  Say so beside them, too."""
    places = ", ".join(f".st-key-{key}" for key in keys)
    st.html(f"<style>:is({places}) {{ opacity: 0.4; }}</style>")


def csv_button(name: str, table: pd.DataFrame | Callable[[], pd.DataFrame]) -> None:
    """A button that downloads a table, or what makes one, as a CSV file of this name.

    The file is written only on a click, because a file written now would be gone once a live page has been redrawn.
    """
    st.download_button(
        f"{name}.csv",
        lambda: csv_file(table() if callable(table) else table),
        file_name=f"{name}.csv",
        mime="text/csv",
        key=f"download-{name}",
        on_click="ignore",
    )


def take_home(
    told: Notebook,
    picture: str,
    tables: Mapping[str, pd.DataFrame | Callable[[], pd.DataFrame]],
    charts: Mapping[str, str],
    as_file: Callable[[], str] | None = None,
) -> None:
    """Two closed boxes at the page's end: downloads, and the Python code.

    told: the notebook, which a slide quotes.  picture: the key of the main picture, for the slide.
    tables: file name without ending -> data, or what makes them on click, offered as CSV.
    charts: label -> key given to `chart`, as PNG and SVG.
    as_file: writes the page as one HTML file, on click.
    """
    closed_box("Downloads", "downloads", partial(_downloads, told, picture, tables, charts, as_file))
    snippet(told)


def _downloads(
    told: Notebook,
    picture: str,
    tables: Mapping[str, pd.DataFrame | Callable[[], pd.DataFrame]],
    charts: Mapping[str, str],
    as_file: Callable[[], str] | None,
) -> None:
    if as_file is not None:
        st.download_button(
            "Offline version (one HTML file)",
            as_file,
            file_name="price-of-privacy.html",
            mime="text/html",
            key="download-page",
            on_click="ignore",
            help="For slides, course pages, and lecture halls without a network. Its bars and ε can be dragged.",
        )
    for name, table in tables.items():
        csv_button(name, table)
    figure_download_buttons(dict(charts), _slide(picture, told))


def _slide(key: str, told: Notebook) -> dict[str, str]:
    colors = theme.palette()
    return {
        "key": key,
        "title": st.session_state[_QUESTION],
        "setting": told.setting.partition("\n")[0],
        "source": f"{named(told.source)} · Price of Privacy {dpcore.__version__}",
        "text": colors.text,
        "background": colors.background,
    }


def snippet(told: Notebook) -> None:
    """Draw a closed box with the Python code that gives this page's numbers, also as a notebook."""
    closed_box("Reproduce in Python", "reproduce", partial(_code, told))


def _code(told: Notebook) -> None:
    st.caption(
        "It needs the library dpcore: save this code in a copy of the project, or run `pip install .` there first."
    )
    st.download_button(
        "Notebook (.ipynb)",
        partial(file_of, told, st.session_state[_QUESTION], share.link("") if st.context.url else ""),
        file_name="price-of-privacy.ipynb",
        mime="application/x-ipynb+json",
        key="download-notebook",
        on_click="ignore",
        help="A Jupyter notebook with this code and the main figure. The first cell lists what to install.",
    )
    st.code(told.code, language="python")


def problem(error: Exception | str) -> None:
    """Say in one clear sentence what is wrong with an input, quoting it as it is; the last good picture stays below.

    Call it with "" when all is well, so that the message always has its place.  Otherwise everything below would be
    mounted again when it comes or goes, and be there twice until the page is drawn.
    """
    with st.container():
        if str(error):
            st.warning(literal(str(error)))
