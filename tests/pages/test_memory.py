"""Reruns of a page leave nothing behind: the short version of `python -m benchmarks.load --flat 60`."""

import gc
import tracemalloc

import pytest

from dpcore.warmup import GROUPS
from tests.pages.visit import SECONDS, opened
from ui.explore import words
from ui.shell.kernels import kernels

RERUNS = 3
MOST_BYTES = 12_000  # that one rerun may leave


def left_by_a_rerun(test):
    """Bytes, by the smaller growth of two rounds of reruns: what else goes on in the process comes once."""

    def after_a_round():
        for _ in range(RERUNS):
            test.run()
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        after_a_round()
        first, second, third = (after_a_round() for _ in range(3))
        return min(second - first, third - second) / RERUNS
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("is_leaking", [False, True])
def test_reruns_leave_memory_flat_and_a_small_leak_is_seen(monkeypatch, is_leaking):
    assert kernels().wait(list(GROUPS), SECONDS)  # or threads that load them leave more
    test = opened("explore")
    kept, sentences = [], words.sentences

    def leaking(*arguments, **options):
        kept.append(bytearray(12_000))  # the page says its sentences at least twice in a rerun
        return sentences(*arguments, **options)

    if is_leaking:
        monkeypatch.setattr(words, "sentences", leaking)
    left = left_by_a_rerun(test)
    assert (left > MOST_BYTES) == is_leaking
