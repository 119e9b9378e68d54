"""Exercise sheets: a different instance for every student, answers checked to a tolerance, and certificates."""

from dpcore.exercises.asked import SheetQuestion, Solution, is_right, questions, solve
from dpcore.exercises.certificates import Certificate, QuestionRecord, make_certificate, verify_certificate
from dpcore.exercises.kinds import QUESTION_KINDS
from dpcore.exercises.sheet import Sheet, read_sheet, sheet_from_line, shipped_sheets

__all__ = [
    "QUESTION_KINDS",
    "Certificate",
    "QuestionRecord",
    "Sheet",
    "SheetQuestion",
    "Solution",
    "is_right",
    "make_certificate",
    "questions",
    "read_sheet",
    "sheet_from_line",
    "shipped_sheets",
    "solve",
    "verify_certificate",
]
