"""Where simulated runs are made: in the visitor's browser, which leaves the server to others, or on the server."""

from ui.controls.one_of import one_of

KEY = "runs-made"
IN_BROWSER = "in this browser"
PLACES = (IN_BROWSER, "on the server")


def in_browser() -> bool:
    """Draw the switch, the same on all pages that have it; whether this browser is to make the runs."""
    told = "Both give identical results. If your browser cannot run them, the server takes over."
    return one_of("Run simulations", {place: place for place in PLACES}, IN_BROWSER, KEY, help=told) == IN_BROWSER
