"""How many arms survive each phase, and how many samples the phases may spend."""

import math
from dataclasses import dataclass
from fractions import Fraction

from dpcore._validation import check_choice, check_count
from dpcore.experiments import Choice, Parameter

SCHEDULES = ("recalled", "halving")
PHASES = Parameter(
    "phases",
    "recalled",
    "how many arms each phase keeps: recalled (of the paper, about log d phases, which may keep more than half) or "
    "halving (half of them, rounded up, as the slides say; log2 K phases)",
    Choice(SCHEDULES),
)
_MOST_SHOWN = 12  # phases in a message


@dataclass(frozen=True)
class Schedule:
    """sizes: the number of arms at the start of phase 1, ..., M and, last, 1.

    spendable: T', what is left of the horizon once the rounding up of every phase's pulls is reserved; each phase
    spends at least spendable/M.
    """

    sizes: tuple[int, ...]
    spendable: int

    @property
    def phases(self) -> int:
        """M, the number of phases."""
        return len(self.sizes) - 1


def dp_bai_sizes(num_arms: int, dimension: int, *, phases: str = "recalled") -> tuple[int, ...]:
    """Return s_1 = K, ..., s_{M+1} = 1 of DP-BAI: how many arms are active in each phase, 1 at the end.

    recalled: of order log d phases, but for many (K, d) not s_{p+1} <= ceil(s_p/2), which the slides state of the
    paper's: one of the two is not the paper's.  halving: s_{p+1} = ceil(s_p/2), ceil(log2 K) phases.
    Source: CKCT24, Eq. (4)-(8) [MEMORY: recalled, not at hand; public reviews confirm the roles of
    g and h]; halving: its slides' inequality, taken as an equality [INFERRED].  Deviations: the logarithm's base in
    lambda is not confirmed, natural assumed; dimension 1 uses plain halving [INFERRED].
    Args:    num_arms: K >= 2.  dimension: d >= 1, the rank of the features.  phases: one of SCHEDULES.
    Returns: sizes, length M + 1.     Raises: ValueError when an argument is outside its domain.
    Examples:
        >>> dp_bai_sizes(4, 2)
        (4, 1)
    """
    num_arms, dimension = check_count("num_arms", num_arms, 2), check_count("dimension", dimension)
    if check_choice("phases", phases, SCHEDULES) == "halving" or dimension == 1:
        return _halving(num_arms)
    quarter = math.ceil(dimension**2 / 4)
    core, extra = [min(num_arms, quarter)], [max(num_arms - quarter, 0)]
    shrink = max(2.0, extra[0] ** (1 / math.log(dimension)))
    while len(extra) == 1 or extra[-1] > 0:
        extra.append(math.ceil((extra[-1] + 1) / shrink - 1))
    while len(core) == 1 or core[-1] > 1:
        core.append(math.ceil(core[-1] / 2))
    # M_1 = len(extra) - 1 phases act on the core and the extra arms, the others on the halved core.
    return (*(core[0] + count for count in extra[:-1]), *core[1:])


def _halving(num_arms: int) -> tuple[int, ...]:
    sizes = [num_arms]
    while sizes[-1] > 1:
        sizes.append(math.ceil(sizes[-1] / 2))
    return tuple(sizes)


def dp_bai_schedule(num_arms: int, dimension: int, horizon: int, *, phases: str = "recalled") -> Schedule:
    """Return DP-BAI's schedule, its total pulls never above the horizon.

    Source: dp_bai_sizes.  Deviations: T' = T - sum of c_p, c_p = s_p if s_p <= d^2 else d [INFERRED; the recollection
    T' = T - M_1 d - sum over p > M_1 of s_p can exceed the horizon].
    Args:    num_arms, dimension, phases: as dp_bai_sizes.  horizon: T, samples.
    Returns: Schedule.     Raises: ValueError when the horizon is too small for one pull of each arm a phase needs.
    Examples:
        >>> dp_bai_schedule(4, 2, 100)
        Schedule(sizes=(4, 1), spendable=96)
    """
    sizes = dp_bai_sizes(num_arms, dimension, phases=phases)
    return _schedule(sizes, sum(size if size <= dimension**2 else dimension for size in sizes[:-1]), horizon)


def baseline_schedule(num_arms: int, dimension: int, horizon: int, *, phases: str = "recalled") -> Schedule:
    """Return BASELINE's schedule: DP-BAI's sizes, T' = T - sum of s_p since it pulls all arms of every phase.

    Source: CKCT24 slides; sizes as dp_bai_sizes.  Deviations: this T' [INFERRED; DP-BAI's could exceed the horizon].
    Args, Returns, Raises: as dp_bai_schedule.
    Examples:
        >>> baseline_schedule(4, 2, 100)
        Schedule(sizes=(4, 1), spendable=96)
    """
    sizes = dp_bai_sizes(num_arms, dimension, phases=phases)
    return _schedule(sizes, sum(sizes[:-1]), horizon)


def od_linbai_schedule(num_arms: int, dimension: int, horizon: int) -> Schedule:
    """Return OD-LinBAI's schedule: all arms, then ceil(d/2), ceil(d/4), ..., 1; spendable = R m.

    Source: YT22 [MEMORY; sizes agree with an independent implementation].
    Deviations: none known.
    Args, Returns, Raises: as dp_bai_schedule.
    Examples:
        >>> od_linbai_schedule(4, 2, 100)
        Schedule(sizes=(4, 1), spendable=97)
    """
    num_arms, dimension = check_count("num_arms", num_arms, 2), check_count("dimension", dimension)
    rounds = max(1, (dimension - 1).bit_length())
    kept = [math.ceil(Fraction(dimension, 2**r)) for r in range(1, rounds + 1)]
    return _schedule((num_arms, *kept), min(num_arms, dimension * (dimension + 1) // 2) + sum(kept[:-1]), horizon)


def _shown(sizes: tuple[int, ...]) -> str:
    """The sizes, the middle ones left out where they are many."""
    shown = [str(size) for size in sizes]
    return " -> ".join(shown if len(shown) <= _MOST_SHOWN else [*shown[:3], "...", *shown[-3:]])


def _schedule(sizes: tuple[int, ...], reserved: int, horizon: int) -> Schedule:
    horizon = check_count("horizon", horizon)
    if horizon <= reserved:
        raise ValueError(
            f"horizon must be at least {reserved + 1} samples, so that every arm to be measured in the "
            f"{len(sizes) - 1} phases ({_shown(sizes)} arms) gets a pull, not {horizon}"
        )
    return Schedule(sizes, horizon - reserved)
