"""PRISE, private rounds with informed sizes and elimination: this project's own, with its derivation in docs/prise.md.

A round releases a batch of every arm that may still be the best; its size is planned for what it should rule out.
"""

from dpcore.fixed_confidence.algorithms.prise.entry import ALGORITHM, options_for

__all__ = ["ALGORITHM", "options_for"]
