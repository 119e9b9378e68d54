"""The proven method that shows what is achievable."""

import dpcore

TOO_MANY = "10¹²"  # where a simulated run is given up


def label_of(indifference: float) -> str:
    """What people call the method for this smallest difference that matters."""
    return dpcore.fixed_confidence_algorithms()[dpcore.choosing.achieving_algorithm(indifference)].label
