"""Regret minimisation: what privacy costs an algorithm that must earn while it learns."""

from dpcore.regret.algorithms.adac_gope import adac_gope_boundary_rhos, adac_gope_regret_bound
from dpcore.regret.algorithms.adac_ucb import (
    adac_ucb_boundary_rho,
    adac_ucb_regret_bound,
    adac_ucb_regret_bound_gap_free,
)
from dpcore.regret.algorithms.adap_ucb import adap_ucb_regret_bound, adap_ucb_regret_bound_gap_free
from dpcore.regret.algorithms.dp_se import dp_se_pulls_bound, dp_se_regret_bound
from dpcore.regret.algorithms.dp_ucb import dp_ucb_penalty
from dpcore.regret.environments import ContextualEnvironment, LinearEnvironment
from dpcore.regret.lower_bounds import (
    arm_boundary_epsilons,
    asymptotic_regret_lower_bound_epsilon,
    linear_minimax_boundary_rho,
    linear_minimax_regret_lower_bound_epsilon,
    linear_minimax_regret_lower_bound_rho,
    minimax_boundary_epsilon,
    minimax_boundary_rho,
    minimax_regret_lower_bound_epsilon,
    minimax_regret_lower_bound_rho,
    sharp_asymptotic_regret_lower_bound_epsilon,
)
from dpcore.regret.protocol import RegretAlgorithm
from dpcore.regret.published import (
    REGRET_FIGURES_NOT_REPRODUCED,
    REGRET_INSTANCES,
    PublishedFigure,
    published_regret_means,
)
from dpcore.regret.registry import regret_algorithms
from dpcore.regret.result import PriceOfPrivacy, RegretResult, RegretSummary, price_of_privacy
from dpcore.regret.simulate import simulate_regret, warm_up

__all__ = [
    "REGRET_FIGURES_NOT_REPRODUCED",
    "REGRET_INSTANCES",
    "ContextualEnvironment",
    "LinearEnvironment",
    "PriceOfPrivacy",
    "PublishedFigure",
    "RegretAlgorithm",
    "RegretResult",
    "RegretSummary",
    "adac_gope_boundary_rhos",
    "adac_gope_regret_bound",
    "adac_ucb_boundary_rho",
    "adac_ucb_regret_bound",
    "adac_ucb_regret_bound_gap_free",
    "adap_ucb_regret_bound",
    "adap_ucb_regret_bound_gap_free",
    "arm_boundary_epsilons",
    "asymptotic_regret_lower_bound_epsilon",
    "dp_se_pulls_bound",
    "dp_se_regret_bound",
    "dp_ucb_penalty",
    "linear_minimax_boundary_rho",
    "linear_minimax_regret_lower_bound_epsilon",
    "linear_minimax_regret_lower_bound_rho",
    "minimax_boundary_epsilon",
    "minimax_boundary_rho",
    "minimax_regret_lower_bound_epsilon",
    "minimax_regret_lower_bound_rho",
    "price_of_privacy",
    "published_regret_means",
    "regret_algorithms",
    "sharp_asymptotic_regret_lower_bound_epsilon",
    "simulate_regret",
    "warm_up",
]
