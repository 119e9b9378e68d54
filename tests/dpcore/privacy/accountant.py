"""Google's accountant on the same questions: makes accountant.csv.  It pins old packages, so give it its own place:

python -m venv ENVIRONMENT; ENVIRONMENT/bin/pip install dp-accounting==0.6.0
ENVIRONMENT/bin/python tests/dpcore/privacy/accountant.py > tests/dpcore/privacy/accountant.csv
"""

import math
from itertools import product

import dp_accounting
import numpy as np
from dp_accounting import gaussian_mechanism
from dp_accounting.pld import PLDAccountant
from dp_accounting.rdp import RdpAccountant

ORDERS = (1 + np.geomspace(0.011, 1e5, 30_001)).tolist()  # its own bound needs an order above 1.01
RHOS = (1e-4, 1e-3, 0.01, 1 / 32, 0.1, 0.5, 1.0, 5.0)
EPSILONS = (0.05, 0.1, 0.5, 1.0, 3.0)
DELTAS = (1e-2, 1e-5, 1e-6, 1e-9)


def say(question, first, second, answer):
    print(f"{question},{first!r},{second!r},{float(answer)!r}")


print("question,first,second,answer")
for rho in RHOS:
    accountant = RdpAccountant(ORDERS)
    accountant.compose(dp_accounting.ZCDpEvent(rho))
    for epsilon in EPSILONS:
        say("delta_from_rho", rho, epsilon, accountant.get_delta(epsilon))
    for delta in DELTAS:
        say("epsilon_from_rho", rho, delta, accountant.get_epsilon(delta))
        say("gaussian_epsilon", rho, delta, gaussian_mechanism.get_epsilon_gaussian(1 / math.sqrt(2 * rho), delta))
for epsilon, delta in product(EPSILONS, DELTAS):
    sigma = gaussian_mechanism.get_sigma_gaussian(epsilon, delta)
    say("gaussian_rho", epsilon, delta, 1 / (2 * sigma**2))
for epsilon, times in product((0.01, 0.05, 0.2), (12, 60)):  # what composed randomised responses promise exactly
    accountant = PLDAccountant(dp_accounting.NeighboringRelation.REPLACE_ONE)
    response = dp_accounting.RandomizedResponseDpEvent(2 / (1 + math.exp(epsilon)), 2)
    for _ in range(times):  # 0.6.0 counts compose(response, times) once
        accountant.compose(response)
    say("composed_responses", epsilon, times, accountant.get_epsilon(1e-6))
