"""Scripts of components by their addresses: sent once to a browser, not with each drawing."""

import re
from threading import Event
from types import SimpleNamespace

import pytest

from ui.components import assets

WHOLE = 'export default "drawn"\n'


@pytest.fixture
def script(tmp_path, monkeypatch):
    """A script's file, on a server that hands out none yet."""
    monkeypatch.setattr(assets, "_hands_out", Event())
    monkeypatch.setattr(assets, "_handed_out", {})
    path = tmp_path / "picture.js"
    path.write_text(WHOLE)
    return path


def answer(name, query, start="/"):
    (route,) = assets.routes(start)
    assert route.path == start + "scripts/{name}.js"
    return route.endpoint(SimpleNamespace(path_params={"name": name}, url=SimpleNamespace(query=query)))


def test_app_py_by_itself_sends_the_script(script):
    assert assets.loading(script) == WHOLE


def test_the_server_sends_its_address_and_a_browser_keeps_the_version_that_it_asked_for(script):
    assets.routes()
    told = assets.loading(script)
    address, _, digest = re.search('const ADDRESS = "(.+)"', told)[1].partition("?")
    assert address == "scripts/picture.js"
    for query, kept in ((digest, "public, max-age=31536000, immutable"), ("0123456789abcdef", "no-store")):
        found = answer("picture", query)
        assert (found.status_code, found.body.decode(), found.media_type) == (200, WHOLE, "text/javascript")
        assert found.headers["cache-control"] == kept
    script.with_name("other.js").write_text(WHOLE + "\n")
    assert digest not in assets.loading(script.with_name("other.js"))


def test_what_is_no_component_is_not_found(script):
    found = answer("picture", "")
    assert (found.status_code, found.headers["cache-control"]) == (404, "no-store")


def test_below_a_prefix_scripts_are_there(script):
    assert answer("picture", "", "/demo/").status_code == 404
