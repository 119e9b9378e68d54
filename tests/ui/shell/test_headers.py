"""The headers of answers: what the pages need, nothing from elsewhere.

That no page breaks them is seen in a browser: python -m benchmarks.deployment.
"""

import base64
import hashlib
import re
import runpy
from pathlib import Path

import pytest

from tests.loops import finished
from ui.shell import headers, index

ROOT = Path(__file__).parents[3]
PAGES = [path.stem for path in (ROOT / "pages").glob("*.py")]


def directives(policy):
    return {name: values.split() for name, _, values in (part.partition(" ") for part in policy.split("; "))}


def the_policy(embedding="'self'"):
    return directives(headers.policy([index.html(""), index.html("regret")], embedding))


def test_the_scripts_of_every_document_are_allowed_by_their_digest_and_no_others():
    allowed = the_policy()["script-src"]
    digests = {value for value in allowed if value.startswith("'sha256-")}
    found = set()
    for page in ["", *PAGES]:
        for script in re.findall(r"<script(?: data-page=\"\w*\")?>(.*?)</script>", index.html(page), re.DOTALL):
            found.add(f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'")
    assert digests == found
    assert set(allowed) - digests == {"'self'", "blob:", "'wasm-unsafe-eval'"}


def test_no_inline_or_evaluated_script_and_nothing_from_elsewhere():
    policy = the_policy()
    for name, values in policy.items():
        assert "'unsafe-eval'" not in values
        assert not [value for value in values if "//" in value or value == "*"]
        if name != "style-src":
            assert "'unsafe-inline'" not in values


@pytest.mark.parametrize(
    "sites, embedding",
    [
        ("", "'self'"),
        (
            "https://intranet.example https://*.uni.example:8443",
            "'self' https://intranet.example https://*.uni.example:8443",
        ),
        ("*", "'self' *"),
    ],
)
def test_who_may_embed_is_said_by_the_administrator(sites, embedding):
    assert headers.may_embed(sites) == embedding
    assert the_policy(headers.may_embed(sites))["frame-ancestors"] == embedding.split()


@pytest.mark.parametrize("sites", ["https://a.example; script-src *", "https://a.example,b", "'none'", "javascript:x"])
def test_what_is_no_site_is_refused_in_one_sentence(sites):
    with pytest.raises(ValueError, match="EMBED_IN must name sites such as"):
        headers.may_embed(sites)


def test_a_server_with_a_bad_site_says_so_and_ends(monkeypatch):
    monkeypatch.setenv("EMBED_IN", "not; a site")
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(ROOT / "server.py"))
    assert ended.value.code == "EMBED_IN must name sites such as https://intranet.example, not 'not;'"


def sent(scope, given, status=200, error=None):
    """What an application behind the headers sends that answers with these headers, or fails."""
    messages = []

    async def app(scope, receive, send):
        if error is not None:
            raise error
        await send({"type": "http.response.start", "status": status, "headers": given})

    async def keep(message):
        messages.append(message)

    finished(headers.WithHeaders(app, headers.headers("default-src 'self'"))(scope, None, keep))
    return messages[0]["headers"]


def test_every_answer_has_them_but_for_those_that_it_brings_itself():
    own = (b"referrer-policy", b"no-referrer")
    found = sent({"type": "http"}, [own])
    assert found.count(own) == 1
    assert {name for name, _ in found} == {
        b"content-security-policy",
        b"x-content-type-options",
        b"referrer-policy",
        b"permissions-policy",
    }
    assert len(found) == 4
    assert len(sent({"type": "http"}, [own], status=404)) == 4
    assert sent({"type": "websocket"}, [own]) == [own]


def test_an_answer_that_fails_has_them_too_and_its_log_names_no_address(caplog):
    found = sent({"type": "http", "path": "/private"}, [], error=OSError("File name too long: /private"))
    assert b"content-security-policy" in dict(found)
    assert "OSError in" in caplog.text
    assert "/private" not in caplog.text
