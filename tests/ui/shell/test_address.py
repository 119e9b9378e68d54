"""A page's address keeps what its visitor changes while the server writes it."""

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest


def page():
    import streamlit as st
    from streamlit.runtime.scriptrunner import StopException

    from ui.shell import address

    with address.kept():
        st.button("As recommended", on_click=lambda: st.session_state.update(look="3"))
        st.text_input("look", "1", key="look", bind="query-params")
        if st.text_input("pace", "day", key="pace", bind="query-params") == "none":
            raise StopException
        st.text_input("late", "", key="late", bind="query-params")


@pytest.mark.parametrize("pace, late", [("week", {}), ("none", {"late": "new"})])  # its box is not drawn, and not asked
@pytest.mark.parametrize("look, address", [("3", {"look": "3"}), ("2", {"look": "2"}), ("1", {})])
def test_a_change_sent_before_the_browser_has_the_new_address_stays_in_it(monkeypatch, look, address, pace, late):
    test, written, params = AppTest.from_function(page), [], type(st.query_params)
    test.query_params["look"] = "2"
    test.run().button[0].click().run()
    assert test.query_params == {"look": "3"}
    send = params.update
    monkeypatch.setattr(params, "update", lambda each: written.append(each.to_dict()) or send(each))
    test.query_params = {"look": "2", "pace": pace, **late}  # what the browser knew, and has changed
    test.text_input("look").set_value(look)
    test.text_input("pace").set_value(pace).run()
    assert written == [{**address, "pace": pace, **late}]
    for _ in range(3):
        test.run()
    assert len(written) == (1 if look == "2" else 2)  # the first may have taken back a change as well
