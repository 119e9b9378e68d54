"""Links of earlier versions are brought up to date, one step after another."""

import pytest

from ui.shell.versions import VERSION, up_to_date


def planted():
    """Two migrations: a name changes, then a unit."""

    def renamed(page, parts):
        return {("percent" if name == "share" else name): values for name, values in parts.items()}

    def of_percent(page, parts):
        percent = {"part": [str(float(parts["percent"][-1]) / 100)]} if "percent" in parts else {}
        return {name: values for name, values in parts.items() if name != "percent"} | percent

    return {1: renamed, 2: of_percent}


@pytest.mark.parametrize(
    "link, today",
    [
        ({"share": ["5"], "v": ["1"]}, {"part": ["0.05"], "v": ["3"]}),
        ({"share": ["5"]}, {"part": ["0.05"]}),
        ({"percent": ["5"], "v": ["2"]}, {"part": ["0.05"], "v": ["3"]}),
        ({"part": ["0.05"], "v": ["3"]}, {"part": ["0.05"], "v": ["3"]}),
        ({"part": ["0.05"]}, {"part": ["0.05"]}),
        ({"share": ["5"], "v": ["3"]}, {"share": ["5"], "v": ["3"]}),
    ],
)
def test_each_migration_that_a_link_lacks_is_made_in_order(link, today):
    assert up_to_date("any", link, planted()) == (today, "")
    assert up_to_date("any", today, planted()) == (today, "")


@pytest.mark.parametrize("version", ["0", "-1", "x", "", "1.5", "١", "9" * 5000])
def test_what_is_no_version_is_said_and_the_rest_is_taken(version):
    today, problem = up_to_date("any", {"runs": ["5"], "v": [version]})
    assert today == {"runs": ["5"]}
    assert "version must be a whole number" in problem
    assert len(problem) < 200


def test_a_newer_version_is_said_and_the_rest_is_taken():
    today, problem = up_to_date("any", {"runs": ["5"], "v": [str(VERSION + 1)]})
    assert today == {"runs": ["5"]}
    assert f"version {VERSION + 1}, which is newer than this page's {VERSION}" in problem


@pytest.mark.parametrize(
    "page, show, name",
    [
        ("stopping_times", "mean, 95 % interval", "average"),
        ("stopping_times", "picture", "show"),
        ("audit", "controls", "show"),
    ],
)
def test_since_version_2_show_is_what_is_embedded(page, show, name):
    assert up_to_date(page, {"show": [show]}) == ({name: [show]}, "")
