"""What a browser gets first."""

import re
from pathlib import Path
from threading import Event

import pytest
from starlette.requests import Request
from streamlit import file_util
from streamlit.testing.v1 import AppTest

from ui.shell import index
from ui.shell.menu import ENTRIES
from ui.state import visit

ROOT = Path(__file__).parents[3]


def asked(path="/", query=b"", cookie=b""):
    """A browser's request."""
    headers = [(b"cookie", cookie)] if cookie else []
    scope = {"type": "http", "method": "GET", "path": path, "query_string": query, "headers": headers, "scheme": "http"}
    return Request(scope | {"server": ("localhost", 80)})


@pytest.fixture(autouse=True)
def nothing_served(monkeypatch):
    monkeypatch.setattr(index, "BRINGS_STYLE", Event())


def test_every_page_starts_with_streamlits_document_and_the_style_sheet():
    answers = {route.path: route.endpoint(asked()) for route in index.routes()}
    assert set(answers) == {"/", *(f"/{entry.name}" for entry in ENTRIES.values())}
    for answer in answers.values():
        assert answer.media_type == "text/html"
        assert answer.headers["cache-control"] == "no-cache"  # its scripts are named after one version of Streamlit
        head, body = answer.body.decode().split("</head>")
        assert (ROOT / "ui/shell/style.css").read_text(encoding="utf-8") in head
        assert "BACKEND_BASE_URL" in head
        assert 'id="root"' in body


def test_the_explorers_document_asks_for_what_draws_its_first_sentence_at_once():
    """If a script is not found: see which ones Streamlit loads for st.html now (ui/shell/index.py)."""
    own = set(re.findall(r'modulepreload" crossorigin href="\./(.+?)"', index.html("")))
    others = set(re.findall(r'modulepreload" crossorigin href="\./(.+?)"', index.html("regret")))
    assert {path.split("/")[-1].split(".")[0] for path in own - others} == {"Html", "purify"}
    assert all(Path(file_util.get_static_dir(), path).exists() for path in own)


def test_the_front_end_still_takes_its_servers_address_from_there():
    """If not: find in Streamlit's scripts how it looks for its server, or give up the address in ui/shell/index.py.

    The browser tests fail on the addresses that it asks in vain.
    """
    scripts = Path(file_util.get_static_dir(), "static/js").glob("index.*.js")
    assert any(re.search(r"window\.__streamlit\b.*\.BACKEND_BASE_URL\b", script.read_text()) for script in scripts)


def test_the_front_end_still_lets_error_dialogs_be_blocked_and_says_the_state_of_its_connection():
    """If not: a lost connection lays a dialog over the page; find how Streamlit's scripts let it be kept away now.

    And which states a connection has, for the sentence in the style sheet.
    """
    (script,) = [
        text
        for path in Path(file_util.get_static_dir(), "static/js").glob("index.*.js")
        if "data-test-connection-state" in (text := path.read_text(encoding="utf-8"))
    ]
    assert "HOST_CONFIG: { blockErrorDialogs: true }" in index.html("")
    assert re.search(r"blockErrorDialogs:\w+\}=this\.state\.appConfig", script)
    assert "get HOST_CONFIG()" in script
    states = re.findall(r'data-test-connection-state="(\w+)"', index.STYLE)
    assert len(states) == 3
    assert all(re.search(rf"[`\"]{state}[`\"]", script) for state in states)


def test_every_visitor_gets_an_answer_of_their_own():
    """Compression writes into an answer's headers: the next visitor would wait for bytes that never come."""
    route = index.routes()[0]
    assert route.endpoint(asked()).raw_headers is not route.endpoint(asked()).raw_headers


def test_pages_below_another_address_are_found_there():
    found = {route.path: route for route in index.routes("/demo/")}
    assert set(found) >= {"/demo/", "/demo/regret"}
    assert found["/demo"].endpoint(asked("/demo", b"eps=1")).headers["location"] == "/demo/?eps=1"


def test_a_page_sends_the_style_sheet_only_where_the_document_has_none():
    """Each copy of it makes the browser work out anew how everything on the page looks."""
    page = AppTest.from_string("from ui.shell import page\n\npage.title('Which?')")
    assert "st-key-verdict" in page.run().get("html")[0].proto.body
    index.routes()
    assert page.run().get("html") == []


def test_where_streamlits_scripts_have_other_names_they_come_later_and_pages_all_the_same(monkeypatch):
    whole = index.html("")
    monkeypatch.setattr(index, "_FIRST_SCRIPTS", ("renamed.*.js", "*.js"))
    found = index.html("")
    assert len(found) < len(whole)
    assert re.findall("<script.*?</script>", found, re.DOTALL) == re.findall("<script.*?</script>", whole, re.DOTALL)


def test_a_browser_gets_a_token_of_its_own_once():
    route = index.routes()[0]
    first, second = (route.endpoint(asked()).headers["set-cookie"] for _ in range(2))
    assert first != second
    assert first.startswith(f"{visit.COOKIE}=")
    assert "HttpOnly; Path=/; SameSite=lax" in first
    assert "set-cookie" not in route.endpoint(asked(cookie=f"{visit.COOKIE}=known".encode())).headers
