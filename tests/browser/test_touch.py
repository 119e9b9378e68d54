"""On a screen that is touched nothing hovers."""

from ui.shell.index import STYLE

TABLE = """<h3 style="margin: 0">A heading</h3>
<div class="stDataFrame" style="position: relative">
  <div class="toolbar" style="position: absolute; top: -44px; height: 44px">buttons, always there</div>
  cells
</div>"""  # as Streamlit draws it


def test_a_tables_buttons_do_not_lie_on_the_heading_above_it(visitor):
    page = visitor.browser.new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.set_content(f"<style>{STYLE}</style>{TABLE}")
    heading, buttons = (page.locator(part).bounding_box() for part in ("h3", ".toolbar"))
    page.close()
    assert heading["y"] + heading["height"] <= buttons["y"]
