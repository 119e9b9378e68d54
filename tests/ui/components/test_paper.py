"""What a browser reports of the button that prints."""

import pytest

from ui.components import paper


@pytest.mark.parametrize("reported", [None, 0, -1, True, "1", 1.5, float("nan"), 2**53, [1], {"asked": 1}])
def test_what_no_button_reports_asks_for_nothing(reported):
    assert paper.asked(reported) == 0


def test_a_page_is_written_only_once_it_is_asked_for(monkeypatch):
    mounted, written = [], []
    state = {}
    monkeypatch.setattr(paper.st, "session_state", state)
    monkeypatch.setattr(paper, "_component", lambda **how: mounted.append(how["data"]))

    def write():
        written.append(1)
        return "<p>report</p>"

    paper.print_button("button", "Print", "file", write)
    assert (mounted[-1]["html"], written) == ("", [])
    state["button"] = {"asked": 17}
    paper.print_button("button", "Print", "file", write)
    assert (mounted[-1]["html"], mounted[-1]["number"]) == ("<p>report</p>", 17)
    state["button"] = {"asked": 0}
    paper.print_button("button", "Print", "file", write)
    assert (mounted[-1]["html"], written) == ("", [1])
