"""Coroutines in tests: browser tests of the same process keep an event loop in the main thread."""

import asyncio
from concurrent.futures import ThreadPoolExecutor


def finished(coroutine):
    """The result of a coroutine, in a loop and thread of its own."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()
