"""What a plan says of a study that stops as soon as it is sure."""

from ui.choose.sequential import guarantees
from ui.choose.sequential.findings import Findings
from ui.choose.sequential.words import told
from ui.choose.words import plain


def paragraphs(findings: Findings) -> dict[str, str]:
    """By their headings; empty while no epsilon is chosen."""
    if findings.epsilon is None:
        return {}
    *_, looks, stopping = guarantees.guarantees(findings.question, findings.epsilon)
    return {
        "Error": told("error", findings),
        "Smallest difference": told("smallest_difference", findings),
        "Participants": plain(told("plan_participants", findings)),
        "Looks and stopping": f"{looks} {told('end_without_answer', findings)} {stopping}",
        "What is published": told("published", findings),
    }
