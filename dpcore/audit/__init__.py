"""Audits of private algorithms: a lower bound on the privacy loss that holds at every moment (docs/audit.md)."""

from dpcore.audit.audit import EPSILON_LIMITS, Audit, begin_audit
from dpcore.audit.faults import Fault, audit_faults
from dpcore.audit.power import detectable_factor, information_per_pair, needed_pairs, simulated_alarms
from dpcore.audit.releases import auditable_algorithms
from dpcore.audit.samples import FALSE_ALARM_RATE, privacy_loss_lower_bound

__all__ = [
    "EPSILON_LIMITS",
    "FALSE_ALARM_RATE",
    "Audit",
    "Fault",
    "audit_faults",
    "auditable_algorithms",
    "begin_audit",
    "detectable_factor",
    "information_per_pair",
    "needed_pairs",
    "privacy_loss_lower_bound",
    "simulated_alarms",
]
