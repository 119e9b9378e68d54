"""A running dashboard and a Chromium for the browser tests."""

import os
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.outside import sitecustomize
from tools.chromium import FLAGS, chromium_path
from tools.dashboard import running_server
from tools.rest import WAIT_SECONDS, settle

# Without it Chromium does not use the compiled scripts of its profile, which saves a third of what a page's load costs.
USE_COMPILED = "--disable-features=BackgroundResourceFetch,ScriptStreaming"
# A busy machine draws late; what is asserted stays the same.
PATIENCE = 1000 * WAIT_SECONDS  # ms
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser_type_launch_args(playwright):
    path = chromium_path(playwright)
    if path is None:
        if os.environ.get("REQUIRE_BROWSER"):
            pytest.fail("no Chromium was found, and REQUIRE_BROWSER is set")
        pytest.skip("no Chromium was found")
    return {"executable_path": path, "args": [*FLAGS, USE_COMPILED]}


WATCH_FOR_FILES = """
window.sawFiles = false
new MutationObserver(() => (window.sawFiles ||= !!document.querySelector("[data-testid=stSidebarNav]")))
  .observe(document, { childList: true, subtree: true })
"""


@dataclass(frozen=True)
class Server:
    """A dashboard, the process it runs in, and what its first visitor saw, who came by the link of an inner page."""

    url: str
    process: int
    first_menu: list[str]
    first_saw_files: bool
    opener: Page  # a page of this server that opens the tabs
    noted: Path  # what it asked for outside this machine, or unpickled
    trials: Path  # where real trials are


@pytest.fixture(scope="session")
def server(visitor, tmp_path_factory):
    """A dashboard started for this session of tests: it soon ends closed tabs' work, and gives busy browsers time.

    It has no network.
    """
    noted = tmp_path_factory.mktemp("outside") / "noted"
    noted.touch()
    watched = {"OUTSIDE_NOTED": str(noted), "PYTHONPATH": str(Path(sitecustomize.__file__).parent)}
    trials = tmp_path_factory.mktemp("of the team") / "trials"
    given = {"ABANDONED_SECONDS": "2", "BROWSER_SECONDS": "120", "TRIALS_FOLDER": str(trials), **watched}
    with running_server(**given) as (url, process):
        page = visitor.new_page()
        page.add_init_script(WATCH_FOR_FILES)
        page.goto(f"{url}/glossary")
        settle(page)
        expect(page.get_by_test_id("stTopNavSection").first).to_be_visible()  # it is laid out when the page has come
        menu = page.get_by_test_id("stTopNavSection").all_inner_texts()
        saw_files = page.evaluate("window.sawFiles")
        page.goto(f"{url}/_stcore/health")
        yield Server(url, process, menu, saw_files, page, noted, trials)


# Frames of an animation, such as of a page that is still loading, cost a core that draws without a graphics card; and
# what lies in a section that is just opening moves away under a quick click.
NO_ANIMATIONS = """
const still = document.createElement("style")
still.textContent = "*, *::before, *::after { animation: none !important; transition: none !important }"
const add = () => (document.documentElement ? document.documentElement.append(still) : setTimeout(add))
add()
const { animate } = Element.prototype
Element.prototype.animate = function (...given) {
  const animation = animate.apply(this, given)
  animation.finish()
  return animation
}
"""


@pytest.fixture(scope="session")
def visitor(browser_type, browser_type_launch_args, tmp_path_factory):
    """One visitor's browser for all tests: what it has loaded, and compiled, it need not load and compile again.

    Its profile is on disk: Chromium keeps no compiled scripts for others.
    """
    context = browser_type.launch_persistent_context(tmp_path_factory.mktemp("profile"), **browser_type_launch_args)
    context.set_default_timeout(PATIENCE)
    context.add_init_script(f"(() => {{{NO_ANIMATIONS}}})()")
    yield context
    context.close()


class Tab:
    """A tab of the visitor's browser at the dashboard.

    An error in its console fails the test, and so does whatever the page, or the server, asks of anybody else.
    """

    def __init__(self, visitor, server):
        # What a page opens shares its process, where scripts have been compiled: a load costs a quarter less.
        with visitor.expect_page() as opened:
            server.opener.evaluate("void open()")
        self.page = opened.value
        self.server, self.address, self.problems = server, None, []
        self.page.on("request", lambda request: self._asks(request.url))
        self.page.on("websocket", lambda socket: self._asks(socket.url))
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", lambda said: self.problems.append(_told(said)) if said.type == "error" else None)

    def open(self, address=""):
        """The dashboard at this address, once its script has run."""
        self.page.goto(f"{self.server.url}/{address}")
        settle(self.page)
        self.address = address
        return self.page

    def open_once(self, address="", width=1280, height=720):
        """The same, or what the last test has left of it, at rest; in a window of this size."""
        self.page.set_viewport_size({"width": width, "height": height})
        if self.address != address:
            return self.open(address)
        settle(self.page)
        return self.page

    def check(self):
        problems, self.problems[:] = list(self.problems), []
        assert problems == []
        assert self.server.noted.read_text() == ""

    def _asks(self, url):
        """Note a request; what is in the page itself has no place in the network."""
        if urlsplit(url).netloc not in ("", urlsplit(self.server.url).netloc):
            self.problems.append(f"asks for {url}")


@pytest.fixture
def tab(visitor, server):
    """A new tab."""
    tab = Tab(visitor, server)
    yield tab
    tab.page.close()
    tab.check()


@pytest.fixture
def page(tab):
    """The page of this tab."""
    return tab.page


@pytest.fixture
def open_page(tab):
    """open_page("?arms=..."): the dashboard at this address, in a new tab."""
    return tab.open


@pytest.fixture(scope="module")
def module_tab(visitor, server):
    tab = Tab(visitor, server)
    yield tab
    tab.page.close()


@pytest.fixture
def open_once(module_tab):
    """open_once("?arms=..."): one tab for tests of a file that start at one address: loading a page costs seconds.

    A test finds the page as the one before left it, so it first sets whatever matters to it.
    """
    yield module_tab.open_once
    module_tab.check()


def _told(message):
    return f"{message.text} {message.location.get('url', '')}"
