"""Every public function and method of dpcore, each with arguments that work: what test_every_door.py tries."""

from datetime import date
from functools import partial

import numpy as np

import dpcore
from dpcore import audit, choosing, designs, exercises, fixed_budget, private_stopping, regret, times
from dpcore.designs import superiority

MEANS = (0.9, 0.5)
POLICY = dpcore.privacy.counterexample()
DRAWS = [[0.9, 0.5], [0.8, 0.4]]
ANALYSIS = choosing.Analysis(MEANS)
QUICK = {"runs": 2, "seed": 0, "trust_model": "central"}
OUTCOMES = dpcore.bounded.tabulate_outcomes([[0, 1, 2], [1, 2, 2]])
LAWS = dpcore.bounded.clip_outcomes(OUTCOMES, 0, 2)
PROBLEM = {"means": MEANS, "epsilon": 1.0, "risk": 0.1, "max_samples": 3000, "indifference": 0.0, "rho": 0.5}
LOOKS = choosing.look_schedule(MEANS, 1.0, 0.1, runs=2)
SHEET = exercises.Sheet("A", ("attacker-belief", "most-sampled-arm"))
ADA, PASSPHRASE = SHEET.student("Ada"), "correct horse battery"
RECORDS = [exercises.QuestionRecord(True, 1, 0)] * 2
CODE = exercises.make_certificate(SHEET, ADA, RECORDS, date(2026, 11, 24), PASSPHRASE)
STUDIES = choosing.simulate_studies(MEANS, 20, runs=2)
EXPERIMENTS = (
    partial(dpcore.simulate_fixed_confidence, "ttucb", MEANS, runs=1),
    partial(dpcore.simulate_fixed_budget, "dp-bai", [[0, 1], [1, 0]], [0.1, 0.4], 60, 1.0, runs=1),
    partial(dpcore.simulate_private_stopping, "nas", 0.5, runs=1),
    partial(dpcore.simulate_regret, "ucb-episodes", MEANS, 20, runs=1),
    partial(choosing.look_schedule, MEANS, 1.0, 0.1, runs=1),
)
REGRET = dpcore.simulate_regret("ucb-episodes", MEANS, 20, runs=2)
POSTERIOR = choosing.posterior_samples([MEANS] * 20, 1.0, 0.1, seed=0)

LEAD = {"means": MEANS, "difference": 0.3, "trust_model": "local"}
ANY_RATE = {"options": 3, "difference": 0.3, "usual_range": (0.1, 0.5)}
RULE = {"level": 0.1, "options": 3, "release": "counts", "missing": 0.1}
CLAIM = {"usual": (0.1, 0.5), "difference": 0.3, "rule": superiority.ClaimRule(**RULE)}


DOORS = {
    dpcore.bounded.tabulate_outcomes: {"outcomes": [[0, 1, 2], [1, 2, 2]]},
    dpcore.bounded.clip_outcomes: {"outcomes": OUTCOMES, "low": 0, "high": 2, "most_values": 2},
    OUTCOMES.at_least: {"threshold": 1.0},
    dpcore.bounded.bounded_divergence: {"values": [0.0, 1.0], "shares": [0.5, 0.5], "x": 0.6, "epsilon": 1.0},
    dpcore.bounded.bounded_characteristic_time: {"laws": LAWS, "epsilon": 1.0},
    dpcore.bounded.necessary_participants: {"laws": LAWS, "epsilon": 1.0, "risk": 0.1, "quantile": 0.9},
    dpcore.bounded.simulate_outcomes: {
        "laws": LAWS, "epsilon": 1.0, "risk": 0.1, "runs": 2, "seed": 0, "max_samples": 10**6, "workers": 1,
    },
    dpcore.achievable_samples: {"means": MEANS, "epsilon": 1.0, "risk": 0.1, "lead": 0.1, "cancel": None, **QUICK},
    choosing.simulate_achievable: {"means": MEANS, "epsilon": 1.0, "risk": 0.1, "first_run": 0, "lead": 0.1, **QUICK},
    choosing.simulated_difference_band: {
        "means": 0.3, "epsilon": 1.0, "risk": 0.1, "samples": 30.0, "arms": 3, "confidence": None, **QUICK,
    },
    choosing.achieving_algorithm: {"indifference": 0.1},
    dpcore.smallest_epsilon: {"means": MEANS, "risk": 0.1, "samples": 900.0, "trust_model": "central"},
    choosing.simulated_epsilon_band: {
        "means": (0.99, 0.01), "risk": 0.1, "samples": 1.0, "lead": 0.1, "confidence": None, **QUICK,
    },
    dpcore.necessary_samples: {
        "means": MEANS, "epsilon": 1.0, "risk": 0.1, "trust_model": "local", "quantile": 0.9,
        "indifference": 0.1,
    },
    choosing.necessary_samples_under_zcdp: {"means": MEANS, "rho": 0.1, "risk": 0.1, "quantile": 0.9},
    choosing.necessary_samples_under_approximate_dp: {"means": MEANS, "epsilon": 1.0, "delta": 0.01, "risk": 0.1},
    dpcore.smallest_difference: {"means": MEANS, "epsilon": 1.0, "risk": 0.1, "samples": 90.0, "arms": None},
    choosing.posterior_samples: {"draws": DRAWS, "epsilon": 1.0, "risk": 0.1, "trust_model": "local", "seed": 0},
    choosing.posterior_epsilon_band: {"draws": DRAWS, "risk": 0.1, "samples": 30.0, "confidence": 0.5, "seed": 0},
    choosing.look_schedule: {"means": MEANS, "epsilon": 1.0, "risk": 0.1, "first_run": 0, "lead": 0.1, **QUICK},
    choosing.calendar_weeks: {"samples": [1.0, 9.0], "weekly": [3, 4]},
    choosing.samples_by_week: {"weeks": 3, "weekly": [3, 4]},
    choosing.quantile_interval: {"values": [1.0, 2.0, 3.0], "quantile": 0.5, "confidence": 0.9},
    dpcore.beta_posterior: {"successes": [3, 4], "trials": [9, 9]},
    choosing.BetaPosterior: {"alpha": [3, 4], "beta": [6, 5]},
    choosing.simulate_studies: {"means": MEANS, "participants": 20, "runs": 2, "seed": 0},
    choosing.decision_probabilities: {"means": MEANS, "epsilon": 1.0, "participants": 20},
    choosing.simulate_studies(MEANS, 20, runs=2).compare: {"epsilon": 1.0},
    STUDIES.share_changed: {"epsilons": [0.1, 1.0]},
    choosing.BetaPosterior([3.0], [4.0]).draws: {"count": 3, "seed": 0},
    choosing.BetaPosterior([3.0], [4.0]).intervals: {"probability": 0.9},
    dpcore.good_answers: {"means": MEANS, "indifference": 0.1},
    dpcore.linear.g_optimal_design: {"features": [[1, 0], [0, 1], [1, 1]], "tolerance": 0.01},
    dpcore.largest_belief: {"prior": 0.5, "epsilon": 1.0},
    dpcore.privacy.rho_from_epsilon: {"epsilon": 1.0},
    dpcore.privacy.epsilon_at_rho: {"rho": 1.0},
    dpcore.epsilon_from_rho: {"rho": 1.0, "delta": 0.1},
    dpcore.privacy.rho_for_epsilon_delta: {"epsilon": 1.0, "delta": 0.1},
    dpcore.privacy.delta_from_rho: {"rho": 1.0, "epsilon": 2.0},
    dpcore.privacy.gaussian_delta: {"rho": 1.0, "epsilon": 2.0},
    dpcore.privacy.gaussian_epsilon: {"rho": 1.0, "delta": 0.1},
    dpcore.privacy.gaussian_rho: {"epsilon": 1.0, "delta": 0.1},
    dpcore.privacy.composed_epsilon: {"epsilons": [0.1, 1.0], "delta": 0.1},
    dpcore.privacy.equal_epsilon: {"epsilon": 1.0, "runs": 3, "delta": 0.1},
    choosing.Analysis: {"means": MEANS, "runs": 2, "rows": 3},
    choosing.share_best: {"analyses": [ANALYSIS], "epsilon": 1.0, "risk": 0.1, "delta": 0.1, "quantile": 0.9},
    choosing.share_equally: {"analyses": [ANALYSIS], "epsilon": 1.0, "risk": 0.1, "delta": 0.1, "quantile": 0.9},
    dpcore.privacy.group_epsilon: {"epsilon": 1.0, "people": 3},
    dpcore.privacy.group_delta: {"epsilon": 1.0, "delta": 0.1, "people": 3},
    dpcore.privacy.group_rho: {"rho": 1.0, "people": 3},
    dpcore.privacy.action_law: {"policy": POLICY, "rows": [[0, 1], [1, 1], [0, 0]]},
    dpcore.minimal_epsilon: {"policy": POLICY, "definition": "table", "delta": 0.1},
    dpcore.privacy_delta: {"policy": POLICY, "definition": "interactive", "epsilon": [0.1, 1.0]},
    dpcore.privacy.worst_pair: {"policy": POLICY, "definition": "view", "epsilon": 1.0},
    dpcore.privacy.policy_from_arm_zero: {"first": 0.5, "second": [0.5] * 4, "third": [0.5] * 16},
    dpcore.privacy.ThreeStepPolicy: {"first": POLICY.first, "second": POLICY.second, "third": POLICY.third},
    dpcore.characteristic_time: {"means": MEANS, "divergence": "private", "epsilon": 1.0, "leader_share": 0.5},
    dpcore.characteristic_time_curve: {"means": MEANS, "epsilons": [0.1, 1.0]},
    dpcore.times.private_divergence: {"m": 0.5, "x": [0.6, 0.7], "epsilon": 1.0},
    dpcore.regime_boundaries: {"means": MEANS, "tolerance": 0.05},
    dpcore.sample_lower_bounds: {"means": MEANS, "epsilon": 1.0, "risk": 0.1},
    dpcore.times.transportation_cost: {
        "best_mean": 0.6, "other_mean": 0.5, "best_weight": 1.0, "other_weight": [1.0, 2.0], "epsilon": 1.0,
    },
    audit.begin_audit: {"algorithm": "dp-tt", "epsilon": 1.0, "fault": "none", "seed": 0},
    audit.begin_audit("dp-tt", 1.0).continued: {"cancel": None},
    designs.interval_of_noisy_count: {"noisy": 7, "per_option": 20, "epsilon": 1.0, "confidence": 0.9},
    designs.lead_bound_curve: {**LEAD, "epsilons": [0.1, 1.0], "risk": 0.1},
    designs.lead_characteristic_time: {**LEAD, "epsilon": 1.0},
    designs.lead_lower_bound: {**LEAD, "epsilon": 1.0, "risk": 0.1},
    designs.lead_possible_epsilon: {**LEAD, "risk": 0.1, "participants": 1000.0},
    designs.participants_curve: {"means": MEANS, "epsilons": [0.1, 1.0], "risk": 0.1, "missing": 0.1, "block": 2},
    designs.probability_right: {"means": MEANS, "epsilon": 1.0, "per_option": 20, "release": "counts", "missing": 0.1},
    designs.probability_right_curve: {"means": MEANS, "epsilons": [0.1, 1.0], "per_option": 20, "missing": 0.1},
    designs.smallest_difference: {
        "options": 3, "usual": 0.3, "epsilon": 1.0, "risk": 0.1, "per_option": 100, "missing": 0.1,
    },
    designs.smallest_epsilon: {"means": MEANS, "risk": 0.1, "per_option": 100, "missing": 0.1},
    designs.smallest_participants: {"means": MEANS, "epsilon": 1.0, "risk": 0.1, "missing": 0.1, "block": 2},
    designs.AnyUsualRate: ANY_RATE,
    designs.worst_usual_rate: {
        "rates": designs.AnyUsualRate(**ANY_RATE), "epsilon": 1.0, "per_option": 100, "release": "winner",
        "missing": 0.1,
    },
    superiority.ClaimRule: RULE,
    superiority.critical_value: {"epsilon": 1.0, "per_option": 100, "rule": CLAIM["rule"]},
    superiority.participants_curve: {**CLAIM, "usual": 0.3, "epsilons": [0.1, 1.0], "power": 0.8, "block": 2},
    superiority.probability_found: {**CLAIM, "epsilon": 1.0, "per_option": 100},
    superiority.smallest_difference: {
        "usual": 0.3, "epsilon": 1.0, "power": 0.8, "per_option": 100, "rule": CLAIM["rule"],
    },
    superiority.smallest_epsilon: {**CLAIM, "power": 0.8, "per_option": 100},
    superiority.smallest_participants: {**CLAIM, "epsilon": 1.0, "power": 0.8, "block": 2},
    audit.detectable_factor: {"epsilon": 1.0, "pairs": 5000},
    audit.information_per_pair: {"epsilon": 1.0, "loss": 1.1},
    audit.needed_pairs: {"epsilon": 1.0, "factor": 1.1},
    audit.simulated_alarms: {"epsilon": 1.0, "factor": 2.0, "pairs": 2000, "audits": 3, "seed": 0},
    audit.privacy_loss_lower_bound: {
        "outputs": np.arange(300.0), "neighbour_outputs": np.arange(300.0) / 2, "false_alarm_rate": 1e-6,
    },
    OUTCOMES.shares_outside: {"low": 0.5, "high": 1.5},
    dpcore.simulate_fixed_confidence: {"algorithm": "ttucb", **PROBLEM, "runs": 2, "first_run": 0, "workers": 1},
    dpcore.trace_fixed_confidence: {"algorithm": "dp-tt", **PROBLEM, "seed": 0, "run": 0},
    dpcore.fixed_confidence.prepared_arguments: {"algorithm": "prise", **PROBLEM, "lead": 0.1},
    dpcore.price_of_privacy: {"private": REGRET, "non_private": REGRET},
    exercises.Sheet: {"title": "A", "kinds": ["attacker-belief"], "difficulty": "hard", "seed": 1},
    SHEET.student: {"name": "Ada"},
    exercises.is_right: {"question": exercises.questions(SHEET, ADA)[0], "answer": 0.5},
    exercises.make_certificate: {
        "sheet": SHEET, "student": ADA, "records": RECORDS, "day": date(2026, 11, 24), "passphrase": PASSPHRASE,
    },
    exercises.questions: {"sheet": SHEET, "student": ADA},
    exercises.read_sheet: {"text": 'title = "A"\nkinds = ["attacker-belief"]'},
    exercises.sheet_from_line: {"line": SHEET.line},
    exercises.solve: {"question": exercises.questions(SHEET, ADA)[1]},
    exercises.verify_certificate: {"code": CODE, "sheet": SHEET, "name": "Ada", "passphrase": PASSPHRASE},
    times.is_asymptotic: {"means": MEANS, "indifference": 0.1},
    times.price_overview: {"means": MEANS, "epsilon": 1.0, "risk": 0.1, "tolerance": 0.05, "epsilons": [0.1, 1.0]},
    LOOKS.answer_by: {"samples": 10},
    LOOKS.done_by: {"samples": 10},
    LOOKS.done_interval: {"samples": 10},
    LOOKS.looks_by: {"samples": 10},
    POSTERIOR.quantiles: {"levels": [0.1, 0.9]},
    STUDIES.changed_intervals: {"epsilons": [0.1, 1.0]},
    STUDIES.chosen: {"epsilon": 1.0},
    STUDIES.published: {"epsilon": 1.0},
    **{experiment().extended_by: {"later": experiment(first_run=1)} for experiment in EXPERIMENTS},
}  # fmt: skip


def of_algorithm(simulate, name):
    def of_it(**arguments):
        return simulate(name, **arguments)

    of_it.__qualname__ = f"{simulate.__name__} {name}"
    return of_it


ALGORITHMS = {
    of_algorithm(dpcore.simulate_fixed_confidence, name): {**PROBLEM, "runs": 2}
    for name in dpcore.fixed_confidence_algorithms()
}

# Fixed budgets

FEATURES, THETA = [[0.0, 1.0], [0.0, 0.9], [1.0, 0.0], [0.5, 0.5]], [0.1, 0.4]
BANDIT = {"features": FEATURES, "theta": THETA}
BUDGET = {**BANDIT, "horizon": 60, "epsilon": 1.0, "seed": 0, "rewards": "uniform"}
PHASES = {"num_arms": 4, "dimension": 2, "horizon": 100}
HARDNESS = fixed_budget.fixed_budget_hardness(FEATURES, THETA, 1.0)

OF_BUDGETS = {
    fixed_budget.simulate_fixed_budget: {"algorithm": "dp-bai", **BUDGET, "runs": 2, "first_run": 0, "workers": 1},
    of_algorithm(fixed_budget.simulate_fixed_budget, "dp-od"): {**BUDGET, "runs": 2},
    fixed_budget.trace_fixed_budget: {"algorithm": "dp-bai", **BUDGET, "run": 0},
    fixed_budget.fixed_budget_hardness: {**BANDIT, "epsilon": 1.0},
    fixed_budget.dp_bai_error_bound: {**BANDIT, "horizon": 100, "epsilon": 1.0},
    fixed_budget.od_linbai_error_bound: {**BANDIT, "horizon": 100},
    fixed_budget.minimax_exponent: {"horizon": 100, "hardness": HARDNESS, "dimension": 2, "powers": (1, 1, 1)},
    fixed_budget.max_det_collection: {"features": FEATURES},
    fixed_budget.dp_bai_sizes: {"num_arms": 4, "dimension": 2},
    fixed_budget.dp_bai_schedule: PHASES,
    fixed_budget.baseline_schedule: PHASES,
    fixed_budget.od_linbai_schedule: PHASES,
    fixed_budget.published_fixed_budget_instance: {"seed": 0},
}

# One mean

MEAN_PROBLEM = {"mean": 0.5, "relative_error": 0.3, "risk": 0.1, "epsilon": 1.0, "reward_bound": 1.0}
MEAN_RUN = {**MEAN_PROBLEM, "distribution": "plus-minus", "seed": 0, "max_samples": 10_000}
MEAN_RUNS = {"runs": 2, "first_run": 0, "workers": 1}
RULE = {"relative_error": 0.3, "risk": 0.1, "epsilon": 1.0, "reward_bound": 1.0}
without_privacy = of_algorithm(private_stopping.simulate_private_stopping, "nas")
OF_STOPPING = {
    private_stopping.simulate_private_stopping: {"algorithm": "dp-nas", **MEAN_RUN, **MEAN_RUNS},
    without_privacy: {**MEAN_RUN, **MEAN_RUNS},
    of_algorithm(private_stopping.simulate_private_stopping, "exponential-dp-nas"): {**MEAN_RUN, **MEAN_RUNS},
    private_stopping.trace_private_stopping: {"algorithm": "dp-nas", **MEAN_RUN, "run": 0},
    private_stopping.private_stopping_bounds: {"algorithm": "exponential-dp-nas", **MEAN_PROBLEM},
    private_stopping.stop_on_values: {"algorithm": "dp-nas", "values": [0.5] * 50, **RULE, "seed": 0},
    private_stopping.stopping_noise_scales: {"epsilon": 1.0, "reward_bound": 1.0},
}

# Regret

RATES = (0.3, 0.7)
LINEAR = regret.LinearEnvironment.random(arms=3, dimension=2)
CONTEXTUAL = regret.ContextualEnvironment.random(arms=3, dimension=2)
REGRET_RUNS = {"horizon": 60, "runs": 2, "seed": 0, "first_run": 0, "workers": 1}
BOUND = {"means": RATES, "horizon": 100, "exploration": 3.1}
played = partial(of_algorithm, regret.simulate_regret)

OF_REGRET = {
    regret.simulate_regret: {"algorithm": "adap-ucb", "environment": RATES, "epsilon": 1.0, **REGRET_RUNS},
    played("dp-se"): {"environment": RATES, "epsilon": 1.0, "risk": 0.1, **REGRET_RUNS},
    played("dp-ucb"): {"environment": RATES, "epsilon": 1.0, "split": True, "failure_probability": 0.1, **REGRET_RUNS},
    played("adac-gope"): {"environment": LINEAR, "rho": 0.1, "risk": 0.001, **REGRET_RUNS},
    played("adac-oful"): {
        "environment": CONTEXTUAL,
        "rho": 0.1,
        "regularisation": 0.1,
        "growth": 1.0,
        "risk": 0.1,
        **REGRET_RUNS,
    },
    played("adac-ucb"): {"exploration": 3.1, "environment": RATES, "rho": 0.1, **REGRET_RUNS},
    regret.LinearEnvironment: {"features": [[1.0, 0.0], [0.5, 0.5]], "theta": [0.6, 0.1], "bounded": True},
    regret.LinearEnvironment.random: {"arms": 3, "dimension": 2, "seed": 0, "bounded": False},
    regret.ContextualEnvironment: {"theta": [0.6, 0.1], "arms": 3, "context_variance": 0.1, "bounded": True},
    regret.ContextualEnvironment.random: {"arms": 3, "dimension": 2, "seed": 0, "bounded": False},
    regret.adac_gope_regret_bound: {"environment": LINEAR, "horizon": 100, "rho": 0.1, "risk": 0.01},
    regret.adac_gope_boundary_rhos: {"environment": LINEAR, "horizon": 10**6, "risk": 0.01},
    regret.adac_ucb_regret_bound: {**BOUND, "rho": 0.1},
    regret.adac_ucb_regret_bound_gap_free: {**BOUND, "rho": 0.1},
    regret.adac_ucb_boundary_rho: {"gap": 0.2, "horizon": 100, "exploration": 3.1},
    regret.adap_ucb_regret_bound: {**BOUND, "epsilon": 0.1},
    regret.adap_ucb_regret_bound_gap_free: {**BOUND, "epsilon": 0.1},
    regret.dp_se_pulls_bound: {"gap": 0.2, "arms": 3, "horizon": 100, "epsilon": 0.1},
    regret.dp_se_regret_bound: {"means": RATES, "horizon": 100, "epsilon": 0.1},
    regret.dp_ucb_penalty: {"arms": 3, "horizon": 100, "epsilon": 0.1, "failure_probability": 0.1, "split": True},
    regret.arm_boundary_epsilons: {"means": RATES},
    regret.asymptotic_regret_lower_bound_epsilon: {"means": RATES, "epsilon": 0.1},
    regret.sharp_asymptotic_regret_lower_bound_epsilon: {"means": RATES, "epsilon": 0.1},
    played("dp-klucb"): {"environment": RATES, "epsilon": 1.0, "batch_ratio": 1.5, **REGRET_RUNS},
    regret.linear_minimax_boundary_rho: {"horizon": 100},
    regret.linear_minimax_regret_lower_bound_epsilon: {"dimension": 2, "horizon": 100, "epsilon": 0.1},
    regret.linear_minimax_regret_lower_bound_rho: {"dimension": 2, "horizon": 100, "rho": 0.1},
    regret.minimax_boundary_epsilon: {"arms": 3, "horizon": 100},
    regret.minimax_boundary_rho: {"horizon": 100},
    regret.minimax_regret_lower_bound_epsilon: {"arms": 3, "horizon": 100, "epsilon": 0.1},
    regret.minimax_regret_lower_bound_rho: {"arms": 3, "horizon": 100, "rho": 0.1},
    regret.published_regret_means: {"instance": "C1", "arms": 5},
}
FAMILIES = {**OF_BUDGETS, **OF_STOPPING, **OF_REGRET}
ALL = {**DOORS, **ALGORITHMS, **FAMILIES}
