"""What the answer would be where the visitor's hand has a line of the picture, from the figures found so far."""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ui.choose.sequential.findings import Findings, Point, chosen_epsilon, find_bounds
from ui.components.lines import Moved
from ui.state.keys import EPSILON_RANGE


def under_hand(found: Findings, moved: Moved) -> Findings:
    """The findings with one line moved: bounds are exact, what is achieved is read off between the simulated points."""
    known, question = found.simulated, found.question
    if moved.line == "epsilon":
        question = replace(question, epsilon=moved.value)
    else:
        question = replace(question, participants=round(moved.value))
        known = replace(known, achievable=smallest_fitting(known.points, question.participants), too_small=None)
    epsilon = chosen_epsilon(question, known)
    needed = None if epsilon is None else needed_at(known.points, epsilon)
    bounds = find_bounds(replace(question, epsilon=epsilon), found.bounds.curve)
    return Findings(question, bounds, replace(known, at_epsilon=needed, spread=None), is_estimate=True)


def needed_at(points: Sequence[Point], epsilon: float) -> float | None:
    """Participants at an epsilon, between two points on a straight line of logarithms; None outside of them."""
    known = [point for point in points if math.isfinite(point.participants)]
    if not known or not known[0].epsilon <= epsilon <= known[-1].epsilon:
        return None
    return float(np.exp(np.interp(math.log(epsilon), *_logs(known))))


def smallest_fitting(points: Sequence[Point], participants: float) -> float | None:
    """The epsilon, three digits, from which all points need no more participants; None if unknown, inf if none is."""
    if not points or points[-1].epsilon < EPSILON_RANGE[1]:
        return None
    if points[-1].participants > participants:
        return math.inf
    above = next((i for i in reversed(range(len(points))) if points[i].participants > participants), None)
    if above is None:
        return points[0].epsilon
    low, high = points[above], points[above + 1]
    if math.isinf(low.participants):
        return high.epsilon
    logs, needed = _logs([high, low])
    return float(f"{math.exp(float(np.interp(math.log(participants), needed, logs))):.3g}")


def _logs(points: Sequence[Point]) -> tuple[list[float], list[float]]:
    return [math.log(point.epsilon) for point in points], [math.log(point.participants) for point in points]
