"""What a browser gets first."""

import re
from pathlib import Path

from ui.shell import index

ROOT = Path(__file__).parents[3]


def test_every_page_starts_with_streamlits_document_and_the_style_sheet():
    answers = {route.path: route.endpoint(None) for route in index.routes()}
    pages = re.findall(r"pages/(\w+)\.py", (ROOT / "app.py").read_text(encoding="utf-8"))
    assert set(answers) == {"/", *(f"/{page}" for page in pages)}
    for answer in answers.values():
        assert answer.media_type == "text/html"
        assert answer.headers["cache-control"] == "no-cache"  # its scripts are named after one version of Streamlit
        head, body = answer.body.decode().split("</head>")
        assert (ROOT / "ui/shell/style.css").read_text(encoding="utf-8") in head
        assert 'id="root"' in body


def test_every_visitor_gets_an_answer_of_their_own():
    """Compression writes into an answer's headers: the next visitor would wait for bytes that never come."""
    route = index.routes()[0]
    assert route.endpoint(None).raw_headers is not route.endpoint(None).raw_headers


def test_pages_below_another_address_are_found_there(monkeypatch):
    monkeypatch.setattr(index.config, "get_option", {"server.baseUrlPath": "/demo/"}.__getitem__)
    assert {route.path for route in index.routes()} >= {"/demo/", "/demo/regret"}
