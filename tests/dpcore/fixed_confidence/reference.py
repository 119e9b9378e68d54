"""The published rules in plain Python, one step after another, as the specification words them: nothing cached or lazy.

Each takes a generator, a (T, K) table of rewards and the rule's numbers, and returns (stopped, pulled arms in order,
answer).  They draw from the generator exactly what the rule needs: noise at releases, a uniform for each tie at random.
"""

import math

from tests.dpcore.brute_force import golden_section_of_one


def clip(x):
    return min(max(x, 0.0), 1.0)


def argmax(values):
    return max(range(len(values)), key=lambda a: (values[a], -a))


def argmin_random_tie(generator, values, leader):
    choice, ties = None, 0
    for a, value in enumerate(values):
        if a == leader:
            continue
        if choice is None or value < values[choice]:
            choice, ties = a, 1
        elif value == values[choice]:
            ties += 1
            if generator.random() < 1 / ties:
                choice = a
    return choice


def kl(m, x):
    total = 0.0
    if m > 0:
        total += m * math.log(m / x) if x > 0 else math.inf
    if m < 1:
        total += (1 - m) * math.log((1 - m) / (1 - x)) if x < 1 else math.inf
    return total


def d_up(m, x, epsilon):
    """d+_epsilon(m, x) of the specification's Q1."""
    if x <= m:
        return 0.0
    c = -math.expm1(-epsilon)
    if x <= (m / (m + (1 - m) * math.exp(-epsilon)) if m > 0 else 0.0):
        return kl(m, x)
    return -math.log(1 - c * x) - epsilon * m if epsilon < math.inf else kl(m, x)


def private_cost(p, q, v, u, epsilon):
    """inf over x in [q, p] of v d-(p, x) + u d+(q, x), by golden section."""
    if p <= q:
        return 0.0

    def negative_total(x):
        return -v * d_up(1 - p, 1 - x, epsilon) - u * d_up(q, x, epsilon)

    return -golden_section_of_one(negative_total, q, p, 38)  # to 1e-8 of the interval


def gaussian_cost(p, q, v, u, truncation=math.inf, sigma=0.5):
    gap = max(p - q, 0.0)
    return gap * min(truncation, gap) / (2 * sigma**2 * (1 / v + 1 / u))


class Tracking:
    def __init__(self, arms, share):
        self.share, self.leads, self.own, self.wanted = share, [0] * arms, [0] * arms, [0.0] * arms

    def pull(self, leader, challenger):
        self.leads[leader] += 1
        wanted = self.wanted[leader] if self.share is None else self.share * self.leads[leader]
        if self.own[leader] <= wanted:
            self.own[leader] += 1
            return leader
        return challenger


def each_pulled_once(table):
    """The rewards of each arm, the order of all pulls, and what makes the next pull."""
    arms = range(table.shape[1])
    rewards, order = [[] for _ in arms], []

    def pull(a):
        rewards[a].append(table[len(order), a])
        order.append(a)

    for a in arms:
        pull(a)
    return rewards, order, pull


def ttucb(generator, table, threshold, share=0.5, sigma=0.5, debias=lambda mean: mean):
    arms = table.shape[1]
    (rewards, order, pull), tracking = each_pulled_once(table), Tracking(arms, share)
    while True:
        means, counts = [debias(sum(r) / len(r)) for r in rewards], [len(r) for r in rewards]
        answer = argmax(means)
        if all(
            gaussian_cost(means[answer], means[a], counts[answer], counts[a], sigma=sigma)
            > threshold(counts[answer], counts[a], len(order))
            for a in range(arms)
            if a != answer
        ):
            return True, order, answer
        n = len(order) + 1
        leader = argmax([means[a] + 2 * sigma * math.sqrt(math.log(n) / counts[a]) for a in range(arms)])
        costs = [gaussian_cost(means[leader], means[a], counts[leader], counts[a], sigma=sigma) for a in range(arms)]
        challenger = argmin_random_tie(generator, costs, leader)
        if len(order) == len(table):
            return False, order, answer
        pull(tracking.pull(leader, challenger))


def eb_tci(generator, table, threshold, share=0.5):
    arms = table.shape[1]
    (rewards, order, pull), tracking = each_pulled_once(table), Tracking(arms, share)
    while True:
        means, counts = [sum(r) / len(r) for r in rewards], [len(r) for r in rewards]
        leader = argmax(means)
        costs = [private_cost(means[leader], means[a], counts[leader], counts[a], math.inf) for a in range(arms)]
        if min(costs[a] for a in range(arms) if a != leader) > threshold(len(order)):
            return True, order, leader
        challenger = argmin_random_tie(generator, [costs[a] + math.log(counts[a]) for a in range(arms)], leader)
        if len(order) == len(table):
            return False, order, leader
        pull(tracking.pull(leader, challenger))


def track_and_stop(table, threshold, allocation):
    arms = table.shape[1]
    rewards, order, pull = each_pulled_once(table)
    while True:
        means, counts, n = [sum(r) / len(r) for r in rewards], [len(r) for r in rewards], len(order)
        leader = argmax(means)
        costs = [private_cost(means[leader], means[a], counts[leader], counts[a], math.inf) for a in range(arms)]
        if min(costs[a] for a in range(arms) if a != leader) > threshold(n):
            return True, order, leader
        if n == len(table):
            return False, order, leader
        if min(counts) < math.sqrt(n) - arms / 2:
            pull(counts.index(min(counts)))
        else:
            weights = allocation(means, leader)
            pull(argmax([n * weights[a] - counts[a] for a in range(arms)]))


def adap_tt(generator, table, epsilon, truncation, threshold, leader_bonus, share=0.5):
    """threshold(gap, block of the answer, block of the other); leader_bonus(phase, block, n); share None: adaptive."""
    arms = table.shape[1]
    rewards, order, tracking = [[] for _ in range(arms)], [], Tracking(arms, share)
    phase, changed, block, mean = [0] * arms, [0] * arms, [0] * arms, [0.0] * arms

    def pull(a):
        """Pull, and if the pulls of the arm have doubled since its last phase change, release the new rewards' mean."""
        rewards[a].append(table[len(order), a])
        order.append(a)
        if len(rewards[a]) < 2 * changed[a]:
            return False
        fresh = rewards[a][changed[a] :]
        phase[a], changed[a], block[a] = phase[a] + 1, len(rewards[a]), len(fresh)
        mean[a] = (sum(fresh) + generator.laplace(0.0, 1 / epsilon)) / len(fresh)
        return True

    released = [pull(a) for a in range(arms)][-1]
    while True:
        answer = argmax(mean)
        if released and all(
            gaussian_cost(mean[answer], mean[a], block[answer], block[a], truncation)
            >= threshold(mean[answer] - mean[a], block[answer], block[a])
            for a in range(arms)
            if a != answer
        ):
            return True, order, answer
        leader = argmax([mean[a] + leader_bonus(phase[a], block[a], len(order) + 1) for a in range(arms)])
        costs = [
            gaussian_cost(mean[leader], mean[a], len(rewards[leader]), len(rewards[a]), truncation) for a in range(arms)
        ]
        challenger = argmin_random_tie(generator, costs, leader)
        if len(order) == len(table):
            return False, order, answer
        n, m = len(rewards[leader]), len(rewards[challenger])
        tracking.wanted[leader] += 1 - n / (n + m)
        released = pull(tracking.pull(leader, challenger))


def dp_tt(generator, table, epsilon, threshold, growth=1.0, leader_share=0.5, noise=None):
    """threshold(phase of the leader, phase of the other, n); noise(generator): Laplace's of epsilon unless given."""
    noise = noise or (lambda generator: generator.laplace(0.0, 1 / epsilon))
    arms = table.shape[1]
    rewards, order, tracking = [[] for _ in range(arms)], [], Tracking(arms, leader_share)
    phase, weight, total, used = [0] * arms, [0] * arms, [0.0] * arms, [0] * arms

    def pull(a):
        rewards[a].append(table[len(order), a])
        order.append(a)
        if len(rewards[a]) < (1 + growth) ** phase[a]:
            return False
        total[a] += sum(rewards[a][used[a] :]) + noise(generator)
        phase[a], weight[a], used[a] = phase[a] + 1, len(rewards[a]), len(rewards[a])
        return True

    released = [pull(a) for a in range(arms)][-1]
    while True:
        mean = [clip(total[a] / weight[a]) for a in range(arms)]
        leader = argmax(mean)
        if released and all(
            private_cost(mean[leader], mean[a], weight[leader], weight[a], epsilon)
            > threshold(phase[leader], phase[a], len(order))
            for a in range(arms)
            if a != leader
        ):
            return True, order, leader
        index = [
            private_cost(mean[leader], mean[a], len(rewards[leader]), len(rewards[a]), epsilon)
            + math.log(len(rewards[a]))
            for a in range(arms)
        ]
        challenger = min((a for a in range(arms) if a != leader), key=lambda a: (index[a], a))
        if len(order) == len(table):
            return False, order, leader
        released = pull(tracking.pull(leader, challenger))
