"""Runs of the fixed-confidence algorithms for browsers: dpcore's kernels, with their generator and record inside."""

import base64
from typing import Any

import numpy as np
from numba import njit, typeof
from numpy.typing import NDArray

from dpcore.fixed_confidence import fixed_confidence_algorithms
from dpcore.fixed_confidence.protocol import Problem, Record, Setting
from wasm import path
from wasm.generators import SEED_WORDS, seeded, sfc64


def modules() -> dict[str, Any]:
    """Every algorithm's module, by name, with an example of its runs."""
    return {_name(run): run for run in map(_example, fixed_confidence_algorithms())}


def module_of(algorithm: str) -> str | None:
    """The name of the module that makes runs of this algorithm; None if there is none."""
    name = _name(_example(algorithm))
    return name if name and path(name).exists() else None


def _name(run: Any) -> str:
    """What the module of a run's kernel is called: as the file, or the folder, in which the kernel stands."""
    function = getattr(getattr(run, "func", None), "py_func", None)
    if function is None:
        return ""
    parts = str(function.__module__).split(".")
    return [part for part in parts if part != "kernel"][-1].lstrip("_")


def sent(leaf: NDArray[Any]) -> dict[str, Any]:
    """One of `prepared_arguments` for simulation.js: its type, its shape, and its bytes in base64."""
    array = np.ascontiguousarray(leaf, np.int64 if leaf.dtype.kind == "i" else np.float64)
    return {"type": array.dtype.name, "shape": list(leaf.shape), "bytes": base64.b64encode(array.tobytes()).decode()}


def _example(algorithm: str) -> Any:
    entry = fixed_confidence_algorithms()[algorithm]
    problem = Problem(means=np.array([0.6, 0.5]), epsilon=1.0, risk=0.1, max_samples=1000)
    return entry.prepare(Setting(problem, next(iter(entry.thresholds)), entry.check_parameters({})))


def types_of(run: Any) -> tuple[Any, ...]:
    """The types of the arguments of the simulation with this run's kernel."""
    seeds, out = np.zeros(SEED_WORDS, np.int64), np.empty((1, 1))
    return tuple(map(typeof, (run.args, seeds, 0, out)))


def simulation(kernel: Any) -> Any:
    """A kernel that makes several runs with an algorithm's kernel, each the very run that Python makes."""

    @njit(nogil=True)
    def simulate(prepared: Any, seeds: Any, first: int, out: Any) -> None:
        """The runs first, first + 1, ... into the rows of `out` (R, 3 + K): stopped (0 or 1), time, answer, pulls.

        prepared: the problem and the algorithm's options.  seeds: see `seeded`.
        """
        arms = prepared[0].means.size
        rewards, cancel, log = np.empty((0, arms)), np.zeros(1, np.uint8), np.empty((0, 0))
        for row in range(out.shape[0]):
            pulls = np.zeros(arms, np.int64)
            generator = sfc64(seeded(seeds, first + row))
            given = prepared + (generator, rewards, cancel, Record(log, pulls))  # noqa: RUF005 - numba has no (*prepared, ...)
            ending = kernel(*given)
            out[row, 0], out[row, 1], out[row, 2] = ending.stopped, ending.time, ending.answer
            for arm in range(arms):
                out[row, 3 + arm] = pulls[arm]

    return simulate
