"""PB-TaS, private batched Track-and-Stop: this project's own algorithm, with its derivation in docs/pb-tas.md.

It releases whole batches of rewards with Laplace noise, allocates by the T*_epsilon-optimal proportions and stops by an
e-process, so that no union bound over time is paid.
"""

from dpcore.fixed_confidence.algorithms.pb_tas.entry import ALGORITHM

__all__ = ["ALGORITHM"]
