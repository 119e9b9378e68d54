"""No page asks its server for anything while nothing runs and nobody touches it."""

import time
from pathlib import Path

import pytest

from tools.rest import settle

PAGES = sorted(path.stem for path in Path(__file__).parents[2].glob("pages/*.py"))
QUIET_SECONDS, REST_SECONDS, PATIENCE_SECONDS = 8, 60, 300  # after a page's runs; of the test; of a busy machine


@pytest.mark.long
def test_no_page_asks_for_anything_at_rest(visitor, server):
    asked = {}
    pages = {name: visitor.new_page() for name in PAGES}
    for name, page in pages.items():
        asked[name] = []
        page.on("websocket", lambda socket, times=asked[name]: socket.on("framesent", lambda _: times.append(now())))
        page.goto(f"{server.url}/{'' if name == 'explore' else name}")
        settle(page)
        deadline = now() + PATIENCE_SECONDS
        while now() - asked[name][-1] < QUIET_SECONDS:
            assert now() < deadline, f"{name} asks without end"
            page.wait_for_timeout(200)
    rest = now()
    page.wait_for_timeout(1000 * REST_SECONDS)
    assert {name: len([at for at in times if at > rest]) for name, times in asked.items()} == dict.fromkeys(PAGES, 0)
    for page in pages.values():
        page.close()


def now():
    return time.monotonic()
