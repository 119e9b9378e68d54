"""/healthz: 200 once the first page can open, else 503 and one sentence."""

import threading
from types import SimpleNamespace

import pytest

from ui.jobs import job
from ui.shell import health
from ui.shell import kernels as shell


@pytest.fixture
def ask(monkeypatch):
    """ask(kernels): the status and the text of an answer while the kernels stand so."""

    def answer(*kernels, start="/", path="/healthz"):
        monkeypatch.setattr(health, "_kernels", [SimpleNamespace(opens_first_page=state) for state in kernels])
        found = {route.path: route.endpoint(None) for route in health.routes(start)}[path]
        assert found.headers["cache-control"] == "no-store"
        return found.status_code, found.body.decode()

    return answer


@pytest.mark.parametrize(
    "kernels, status, text",
    [
        ([], 503, "The kernels of the first page are being prepared.\n"),
        ([None], 503, "The kernels of the first page are being prepared.\n"),
        ([False], 503, "The kernels of the first page could not be loaded; the server's log says why.\n"),
        ([True], 200, "ok\n"),
    ],
    ids=["starting", "loading", "failed", "ready"],
)
def test_it_says_whether_the_first_page_can_open(ask, kernels, status, text):
    assert ask(*kernels) == (status, text)


def test_below_a_prefix_it_is_in_both_places(ask):
    assert ask(True, start="/demo/", path="/demo/healthz") == ask(True, start="/demo/") == (200, "ok\n")


def test_jobs_that_nobody_looks_after_are_no_health(ask, monkeypatch):
    looked_after = SimpleNamespace(end_if_abandoned=lambda: None)  # an earlier test's watchdog may still look
    dead = threading.Thread(target=int)
    dead.start()
    dead.join()
    job._jobs.append(looked_after)
    try:
        for watchdog, status in ((None, 503), (dead, 503), (threading.current_thread(), 200)):
            with monkeypatch.context() as patch:
                patch.setattr(job, "_watchdog", watchdog)
                assert ask(True)[0] == status
    finally:
        job._jobs.remove(looked_after)


def test_a_server_and_its_first_visitor_who_ask_at_once_get_the_same_kernels(monkeypatch):
    made = []

    def make():
        made.append(object())
        return made[-1]

    monkeypatch.setattr(shell, "Kernels", make)
    shell._made.cache_clear()
    threads = [threading.Thread(target=shell.kernels) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    shell._made.cache_clear()
    assert len(made) == 1
