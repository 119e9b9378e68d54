"""What a frame in another page asks for."""

from types import SimpleNamespace

import pytest

from ui.shell import embed


@pytest.mark.parametrize("show", [embed.BOTH, "controls"])  # the latter of an earlier frame, which showed no picture
def test_a_frame_with_controls_shows_all_of_it(show, monkeypatch):
    given = SimpleNamespace(context=SimpleNamespace(is_embedded=True), query_params={"show": show})
    monkeypatch.setattr(embed, "st", given)
    assert embed.asked() == embed.BOTH
