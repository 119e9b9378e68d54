"""Reruns of a page leave nothing behind: the short version of `python -m benchmarks.load --flat 60`."""

import gc
import tracemalloc

from dpcore.warmup import GROUPS
from tests.pages.visit import SECONDS, opened
from ui.explore import words
from ui.shell.kernels import kernels

RERUNS = 2
MOST_BYTES = 12_000  # that one rerun may leave


def left_by_a_rerun(after_a_round):
    """Bytes, by the smaller growth of two rounds of reruns: what else goes on in the process comes once."""
    first, second, third = (after_a_round() for _ in range(3))
    return min(second - first, third - second) / RERUNS


def test_reruns_leave_memory_flat_and_a_small_leak_is_seen(monkeypatch):
    assert kernels().wait(list(GROUPS), SECONDS)  # or threads that load them leave more
    test = opened("explore")
    kept, sentences = [], words.sentences

    def after_a_round():
        for _ in range(RERUNS):
            test.run()
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    def leaking(*arguments, **options):
        kept.append(bytearray(12_000))  # the page says its sentences at least twice in a rerun
        return sentences(*arguments, **options)

    tracemalloc.start()
    try:
        after_a_round()
        assert left_by_a_rerun(after_a_round) <= MOST_BYTES
        monkeypatch.setattr(words, "sentences", leaking)
        assert left_by_a_rerun(after_a_round) > MOST_BYTES
    finally:
        tracemalloc.stop()
