"""What a visitor's file calls the options leaves every page as text: no formula, no markup."""

import json
import re

from tests.boxes import fill
from tests.pages.downloads import downloads_seen, written
from tests.pages.visit import checked, finished, just_opened, not_yet_opened, opened, stopped
from tests.ui.look.test_spreadsheets import assert_no_formula

NAMES = ('=HYPERLINK("http://evil.example")', "<img src=x onerror=alert(1)>", "@SUM(A1);=1+1", "-2+3 %{x} &lt;b&gt;")


def assert_plain(test, files):
    """No file and no table holds a formula or markup, and the names are in them."""
    for name, data in files.items():
        content = written(data)
        if name.endswith(".csv"):
            assert_no_formula(content)
        elif name.endswith(".html"):
            assert_no_markup(content.decode())
        else:
            json.loads(content)
    for table in test.dataframe:
        assert_no_formula(table.value.to_csv(index=False).encode())
    for chart in test.get("plotly_chart"):
        assert "<img" not in chart.proto.spec
        assert "%{x} &lt;b" not in chart.proto.spec
    assert_no_markup(" ".join(block.proto.body for block in test.get("html")))


def assert_no_markup(html):
    assert not re.search("<(img src=x|script)", html)


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


def test_what_closed_boxes_hold_is_made_when_they_are_opened():
    test = not_yet_opened("what_is_promised")
    for box in ("downloads", "reproduce"):
        test.session_state[box] = False
    assert not checked(test.run()).code, "it brings a large script"
    assert not test.get("download_button")
    test.session_state["reproduce"] = True
    assert "dpcore" in checked(test.run()).code[0].value


def test_own_outcomes():
    rows = "".join(f"{quoted(name)},{2 * arm + n % 3}\n" for arm, name in enumerate(NAMES) for n in range(60))
    with downloads_seen() as files:
        test = stopped(opened("own_outcomes", is_long=True, outcome_runs=20, outcome_source="my own file"))
        test.file_uploader(key="outcome-data").set_value(("mine.csv", f"arm,outcome\n{rows}".encode(), "text/csv"))
        fill(test, "outcome-own-low", 0)
        fill(test, "outcome-own-high", 9)
        assert_plain(finished(checked(test.run())), files)
    assert b"onerror" in written(files["options.csv"])
    assert b"-2+3" in written(files["participants-by-clip.csv"])
    assert any("&lt;img" in chart.proto.spec for chart in test.get("plotly_chart"))


def test_choose_epsilon():
    rows = "".join(f"{quoted(name)},{10 + 25 * arm},100\n" for arm, name in enumerate(NAMES))
    with downloads_seen() as files:
        test = stopped(just_opened("choose_epsilon", know="own data", looks="true", **{"each-week": "40\n60"}))
        test.file_uploader(key="own-data").set_value(("mine.csv", f"arm,successes,trials\n{rows}".encode(), "text/csv"))
        test = finished(finished(finished(checked(test.run()))))
        assert_plain(test, files)
    assert {"looks-of-each-run.csv", "schedule-of-looks.csv", "calendar-weeks.csv"} <= set(files)
    assert b"onerror" in written(files["looks-of-each-run.csv"])
    assert b"&lt;img" in written(files["choosing-epsilon.html"])
