"""What a link says in vain is gone before any widget reads it."""

from streamlit.testing.v1 import AppTest

from tests.pages.test_hostile_links import NASTY


def test_values_that_no_widget_can_use_are_taken_out_of_the_link():
    def app():
        import streamlit as st

        from ui.shell import link

        def body():
            link.clean(page)
            st.text(" ".join(sorted(st.query_params)))

        page = st.navigation([st.Page(body, title="Page")])
        page.run()

    test = AppTest.from_function(app)
    for place, value in enumerate(NASTY.values()):
        test.query_params[f"number-{place}"] = value
    test.query_params |= {"arms": "-inf", "algorithms": "", "range-algorithms": "nan", "several": ["nan", "0.5"]}
    kept = test.run().text[0].value.split()
    usable = [f"number-{place}" for place, name in enumerate(NASTY) if name in ("emoji", "very long", "Markdown")]
    assert kept == ["algorithms", "arms", *usable, "several"]
