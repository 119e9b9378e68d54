"""Runs on a fixed table of rewards, and pull-by-pull reference implementations written apart from the kernels."""

import math

import numpy as np

from dpcore.linear.optimal_design import g_optimal_design_kernel
from dpcore.linear.span import spanning_arms_kernel, spanning_coordinates_kernel
from dpcore.regret.protocol import Record, Setting
from dpcore.regret.registry import regret_algorithms


def table_run(name, environment, table, budget=math.inf, steps=None, **parameters):
    """one_run(generator) -> (regret at the steps, default all; pulls (K,)) of the algorithm on this table (T, K)."""
    entry = regret_algorithms().find(name)
    steps = np.arange(1, len(table) + 1) if steps is None else steps
    defaults = {parameter.name: parameter.default for parameter in entry.parameters}
    run = entry.prepare(Setting(environment, steps, budget, defaults | parameters))
    cancel = np.zeros(1, dtype=np.uint8)

    def one_run(generator):
        record = Record(steps, np.full(steps.size, np.nan), np.zeros(table.shape[1], dtype=np.int64))
        run(generator, table, cancel, record)
        return record.regret, record.pulls

    return one_run


def bernoulli_table(means, horizon, seed):
    return (np.random.default_rng(seed).random((horizon, len(means))) < means).astype(float)


def episodes(rule, table, budget, exploration, generator):
    """The actions of thesis Algorithm 7, one pull at a time."""
    horizon, arms = table.shape
    actions, last_episode, private = [], [[] for _ in range(arms)], np.zeros(arms)

    def release(arm):
        mean, n = np.mean(last_episode[arm]), len(last_episode[arm])
        if rule == "adac-ucb":
            return mean + math.sqrt(1 / (2 * budget * n**2)) * generator.standard_normal()
        return mean + generator.laplace(0, 1 / (budget * n))

    for arm in range(arms):
        last_episode[arm] = [table[arm, arm]]
        private[arm] = release(arm)
        actions.append(arm)
    while len(actions) < horizon:
        log_term = exploration * math.log(len(actions) + 1)
        arm = int(np.argmax([index(rule, private[a], len(last_episode[a]), log_term, budget) for a in range(arms)]))
        pulls_before = actions.count(arm)
        last_episode[arm] = []
        while actions.count(arm) < 2 * pulls_before and len(actions) < horizon:
            last_episode[arm].append(table[len(actions), arm])
            actions.append(arm)
        private[arm] = release(arm)
    return actions


def index(rule, private_mean, n, log_term, budget):
    if rule == "adac-ucb":
        return private_mean + math.sqrt((1 / (2 * n) + 1 / (budget * n * n)) * log_term)
    if rule == "adap-ucb":
        return private_mean + math.sqrt(log_term / (2 * n)) + log_term / (budget * n)
    return plausible(min(1.0, max(0.0, private_mean + log_term / (budget * n))), log_term / n, math.inf)


def growing_batches(rule, table, epsilon, ratio, generator):
    """The actions of DP-IMED or DP-KLUCB, one pull at a time; d_epsilon through the z that attains its infimum."""
    horizon, arms = table.shape
    actions, pulled, released = [], [[] for _ in range(arms)], [[] for _ in range(arms)]

    def pull_batch(arm, count):
        new = []
        while len(new) < count and len(actions) < horizon:
            new.append(table[len(actions), arm])
            actions.append(arm)
        pulled[arm] += new
        released[arm].append(sum(new) + generator.laplace(0, 1 / epsilon))

    for arm in range(arms):
        pull_batch(arm, 1)
    while len(actions) < horizon:
        n = [len(rewards) for rewards in pulled]
        m = [min(max(sum(released[a]) / n[a], 0.0), 1.0) for a in range(arms)]
        if rule == "dp-imed":
            index = [n[a] * d_epsilon(m[a], max(m), epsilon) + math.log(n[a]) for a in range(arms)]
        else:
            index = [-plausible(m[a], math.log(len(actions)) / n[a], epsilon) for a in range(arms)]
        arm = min(range(arms), key=lambda a: (index[a], n[a], a))
        pull_batch(arm, max(math.ceil(ratio * n[arm]) - n[arm], 1))
    return actions


def d_epsilon(m, y, epsilon):
    if y <= m:
        return 0.0
    if y == 1:
        return epsilon * (1 - m)
    z = max(m, y * math.exp(-epsilon) / (1 - y + y * math.exp(-epsilon)))
    kl = (z * math.log(z / y) if z > 0 else 0.0) + (1 - z) * math.log((1 - z) / (1 - y))
    return kl + (epsilon * (z - m) if z > m else 0.0)


def plausible(m, level, epsilon):
    low, high = m, 1.0
    while high - low > 1e-14:
        q = (low + high) / 2
        low, high = (q, high) if d_epsilon(m, q, epsilon) <= level else (low, q)
    return 1.0 if d_epsilon(m, 1.0, epsilon) <= level else low


def successive_elimination(table, epsilon, risk, generator):
    """The actions of Sajed & Sheffet's Algorithm 3, one pull at a time."""
    horizon, arms = table.shape
    alive, actions, e = list(range(arms)), [], 0
    while len(alive) > 1:
        e += 1
        gap, count = 2.0**-e, len(alive)
        wanted = 32 * math.log(8 * count * e**2 / risk) / gap**2
        wanted = max(wanted, 8 * math.log(4 * count * e**2 / risk) / (epsilon * gap)) + 1
        r, sums = 0, np.zeros(arms)
        while r < wanted:
            for arm in alive:
                if len(actions) == horizon:
                    return actions
                sums[arm] += table[len(actions), arm]
                actions.append(arm)
            r += 1
        h = math.sqrt(math.log(8 * count * e**2 / risk) / (2 * wanted))
        c = math.log(4 * count * e**2 / risk) / (wanted * epsilon)
        noisy = {arm: (sums[arm] + generator.laplace(0, 1 / epsilon)) / r for arm in alive}
        alive = [arm for arm in alive if max(noisy.values()) - noisy[arm] <= 2 * h + 2 * c]
    return actions + [alive[0]] * (horizon - len(actions))


def tree_ucb(table, scale, penalty, generator):
    """The actions of Mishra & Thakurta's Algorithm 1; every prefix is the sum of its dyadic blocks, found afresh."""
    horizon, arms = table.shape
    actions, items = [], [[] for _ in range(arms)]
    noise = [{} for _ in range(arms)]  # (start, end) of a dyadic block -> its one noise

    def insert(arm):
        items[arm].append(table[len(actions), arm])
        actions.append(arm)
        n = len(items[arm])
        noise[arm][(n - (n & -n), n)] = generator.laplace(0, scale)

    def prefix(arm):
        total, end = 0.0, len(items[arm])
        while end > 0:
            start = end - (end & -end)
            total += sum(items[arm][start:end]) + noise[arm][(start, end)]
            end = start
        return total

    for arm in range(arms):
        insert(arm)
    while len(actions) < horizon:
        t = len(actions) + 1
        n = [len(item) for item in items]
        insert(int(np.argmax([(prefix(a) + penalty) / n[a] + math.sqrt(2 * math.log(t) / n[a]) for a in range(arms)])))
    return actions


def phases(table, environment, rho, risk, noise_per_arm, generator):
    """The actions of AB24 Algorithm 2 (or its variant), one pull at a time."""
    horizon, arms = table.shape
    alive, actions, phase = list(range(arms)), [], 0
    while len(alive) > 1:
        phase += 1
        x = environment.features[alive]
        if np.linalg.matrix_rank(x) < x.shape[1]:
            x = x @ spanning_arms_kernel(x, x.shape[1])[1]
        d, b, failure = x.shape[1], 2.0**-phase, risk / (arms * phase * (phase + 1))
        f = d + 2 * math.sqrt(d * math.log(2 / failure)) + 2 * math.log(2 / failure)
        c = 8 * d / b**2 * math.log(4 / failure) + 2 * d / b * math.sqrt(2 / rho * f)
        weights = g_optimal_design_kernel(spanning_coordinates_kernel(environment.features[alive]), 1e-3)
        counts = np.ceil(1.001 * c * weights).astype(int)
        sums = np.zeros(len(alive))
        for i, arm in enumerate(alive):
            for _ in range(counts[i]):
                if len(actions) == horizon:
                    return actions
                sums[i] += table[len(actions), arm]
                actions.append(arm)
        support = counts > 0
        if noise_per_arm:
            sums[support] += math.sqrt(2 / rho) * generator.standard_normal(support.sum())
        v = (x * counts[:, None]).T @ x
        theta = np.linalg.inv(v) @ x.T @ sums
        if not noise_per_arm:
            g = math.sqrt(max(a @ np.linalg.inv(v) @ a for a in x[support]))
            z = generator.standard_normal(d)
            theta = theta + math.sqrt(2 / rho) * g * np.linalg.inv(np.linalg.cholesky(v).T) @ z
        alive = [arm for arm, score in zip(alive, x @ theta, strict=True) if max(x @ theta) - score <= 2 * b]
    return actions + [alive[0]] * (horizon - len(actions))


def oful(table, environment, rho, regularisation, growth, risk, generator):
    """The actions and regrets of AB24 Algorithm 3 with the actual smallest eigenvalue, every matrix computed afresh."""
    (horizon, arms), d = table.shape, environment.theta.size
    history, rewards, noise = np.empty((0, d)), [], np.zeros(d)
    frozen = regularisation * np.eye(d)
    estimate, updates, actions, regrets = np.zeros(d), 0, [], []
    for t in range(horizon):
        contexts = 1 / math.sqrt(d) + math.sqrt(environment.context_variance) * generator.standard_normal((arms, d))
        v = regularisation * np.eye(d) + history.T @ history
        if np.linalg.det(v) > (1 + growth) * np.linalg.det(frozen):
            noise = noise + math.sqrt(2 / rho) * generator.standard_normal(d)
            estimate = np.linalg.inv(v) @ (history.T @ np.array(rewards) + noise)
            frozen, updates = v, updates + 1
        beta = math.sqrt(2 * math.log(1 / risk) + math.log(np.linalg.det(frozen) / regularisation**d))
        log_term = math.log(horizon / risk)
        f = d + 2 * math.sqrt(d * log_term) + 2 * log_term
        radius = beta + math.sqrt(regularisation)
        radius += math.sqrt(2 * updates / rho * f / np.linalg.eigvalsh(frozen)[0])
        norms = np.sqrt(np.einsum("ki,ij,kj->k", contexts, np.linalg.inv(frozen), contexts))
        arm = int(np.argmax(contexts @ estimate + radius * norms))
        actions.append(arm)
        rewards.append(table[t, arm])
        regrets.append((contexts @ environment.theta).max() - contexts[arm] @ environment.theta)
        history = np.vstack([history, contexts[arm]])
    return actions, np.cumsum(regrets)
