"""The Explorer as one HTML file: what is in it, without a browser."""

import base64
import hashlib
import json
import re
import zlib
from dataclasses import asdict
from html import escape
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import numpy as np
import pytest

import dpcore
from tests.ui.markup import Page
from ui.arms.instance import DEFAULT, Instance, parsed
from ui.explore import words
from ui.explore.numbers import numbers_of
from ui.look.numbers import at_least
from ui.look.sentences import as_html
from ui.look.theme import DARK, LIGHT
from ui.pocket import SOURCES, explorer_file
from ui.pocket.__main__ import main
from ui.stopping.controls import opening_view

ROOT = Path(__file__).parents[3]
MOST_BYTES = 500_000
ADDRESS = "https://privacy.example/dashboard/"
NAMESPACE = "http://www.w3.org/2000/svg"
OTHER = Instance((0.7, 0.6, 0.2), 0.5, 0.05, ("it's A", "B+C"))


def meta(page, **wanted):
    ((name, value),) = wanted.items()
    (content,) = (each["content"] for each in page.of("meta") if each.get(name.replace("_", "-")) == value)
    return content


def test_it_is_small_with_as_many_arms_as_there_can_be():
    arms = Instance(tuple(np.linspace(0.9, 0.5, 20).tolist()), 0.1, 0.01, ("n" * 24,) * 20)
    assert len(explorer_file(arms, True, DARK, ADDRESS).encode()) < MOST_BYTES


def test_where_small_differences_do_not_matter_it_says_so_and_simulates_who_knows_it():
    html = explorer_file(Instance((0.6, 0.6, 0.3), 0.1, 0.01, (), 0.05)).partition("<script")[0]
    assert "asymptotically takes at least" in html
    assert "Either arm 1 or arm 2 will do" in html
    assert "up to 20 per point of PB-TaS, with seed" in html
    assert escape(words.NO_MAP) in html
    assert "indifference=0.05" in html
    assert "indifference" not in explorer_file(DEFAULT).partition("<script")[0]


def test_it_loads_nothing_and_names_no_address_but_the_dashboard_and_its_sources():
    html = explorer_file(DEFAULT, address=ADDRESS)
    page = Page(html)
    links = {each["href"] for each in page.of("a")}
    assert sum(link.startswith("https://arxiv.org/abs/") for link in links) == 3
    assert {urlsplit(link).netloc for link in links} == {"arxiv.org", "theses.fr", "privacy.example"}
    assert all(each["rel"] == "noopener" for each in page.of("a"))
    addresses = {urlsplit(address).netloc for address in re.findall(r"\b[a-z]+://[^\s\"'<>]+", html)}
    assert addresses == {"arxiv.org", "theses.fr", "privacy.example", urlsplit(NAMESPACE).netloc}
    assert not re.search(r"[\"'(]//(?! )", html)  # a script in a text begins with a comment
    assert not {"link", "img", "iframe", "object", "embed", "base"} & page.names
    assert not any("src" in attributes for _, attributes in page.found)
    assert "url(" not in html.partition("<script")[0]
    assert "privacy.example" not in explorer_file(DEFAULT)


def test_only_its_own_scripts_run_and_none_reach_a_network():
    page = Page(explorer_file(DEFAULT))
    policy = meta(page, http_equiv="Content-Security-Policy")
    assert policy.startswith("default-src 'none'; script-src 'wasm-unsafe-eval' 'sha256-")
    kinds = [each["type"] for each in page.of("script")]
    assert kinds == ["application/json", *["module"] * 4]
    assert "; worker-src blob:;" in policy
    for kind, script in zip(kinds, page.scripts, strict=True):
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        assert (f"'sha256-{digest}'" in policy) == (kind == "module")
    assert page.scripts[1].count("globalThis.mounts.lower = mounted(") == 1
    assert page.scripts[2].count("globalThis.mounts.bars = mounted(") == 1
    assert page.scripts[3].count("globalThis.mounts.curves = mounted(") == 1
    assert not any(re.search(r"^(import|export) ", script, re.MULTILINE) for script in page.scripts)


def test_it_says_what_the_page_says_but_for_simulated_runs():
    html = explorer_file(OTHER, True)
    told = words.sentences(numbers_of(OTHER), all_bounds=True)
    for name in ("bound", "allocation", "map"):
        assert f'<span data-sentence="{name}">{as_html(told[name])}</span>' in html
    bounds = dpcore.sample_lower_bounds(OTHER.means, OTHER.epsilon, OTHER.risk)
    verdict = (
        "finding that it&#x27;s A is best at ε = 0.5 takes at least <strong>"
        f"{at_least(bounds['tightest_private'])} participants</strong> "
        f"({at_least(bounds['non_private'])} without privacy; risk 5 % whatever the means are).</span>"
    )
    assert verdict in html
    page = html.partition("<script")[0]
    assert "How many participants private methods need is simulated below, for the saved risk" in page
    assert "green dot" not in page
    assert "The dotted line is the limit" in page
    assert "The dotted line is the limit" not in explorer_file(OTHER).partition("<script")[0]
    assert f"{bounds['tightest_private']:,.10g}" in page


def test_its_state_stands_in_its_head_and_in_its_link():
    page = Page(explorer_file(OTHER, True, address=ADDRESS))
    (link,) = (each["href"] for each in page.of("a") if each.get("id") == "dashboard")
    for query in (meta(page, name="state"), urlsplit(link).query):
        texts = dict(parse_qsl(query, keep_blank_values=True))
        assert parsed(texts) == OTHER
        assert texts["all-bounds"] == "true"
    assert link.startswith(ADDRESS + "?")


def test_names_stay_text_whatever_they_are():
    name = '</script><img src=x onerror="alert(1)">&amp;'
    page = Page(explorer_file(Instance((0.9, 0.5), 0.1, 0.01, (name,)), address=ADDRESS))
    assert len(page.of("script")) == 5
    assert not page.of("img")
    assert json.loads(page.scripts[0])["bars"]["names"] == [name]
    assert dict(parse_qsl(meta(page, name="state")))["names"] == name


def test_it_carries_version_licence_and_sources():
    html = explorer_file(DEFAULT)
    assert f"Price of Privacy {dpcore.__version__}, MIT licence" in html
    assert "Permission is hereby granted, free of charge" in html
    items = re.findall("<li>.*?</li>", html)
    assert len(items) == len(SOURCES) + len(opening_view(DEFAULT).curves)
    assert any("<i>Optimal best arm identification under differential privacy.</i>" in item for item in items)


def test_it_is_light_or_dark_or_follows_the_viewers_system_where_nothing_was_said():
    for colors, scheme in ((LIGHT, "light"), (DARK, "dark")):
        html = explorer_file(DEFAULT, colors=colors)
        assert f"color-scheme: {scheme}; " in html
        assert f"--st-background-color: {colors.background};" in html
        assert "prefers-color-scheme" not in html.partition("<body>")[0]
        palettes = json.loads(Page(html).scripts[0])["palettes"]
        assert palettes["light"] == palettes["dark"] == asdict(colors)
    html = explorer_file(DEFAULT)
    light, dark = html.partition("</style>")[0].split("@media (prefers-color-scheme: dark)")
    assert f"--st-background-color: {LIGHT.background};" in light
    assert f"--st-background-color: {DARK.background};" in dark
    palettes = json.loads(Page(html).scripts[0])["palettes"]
    assert (palettes["light"], palettes["dark"]) == (asdict(LIGHT), asdict(DARK))


def test_it_holds_the_orders_and_modules_of_what_stopping_times_opens_with():
    html = explorer_file(OTHER)
    drawn = json.loads(Page(html).scripts[0])["curves"]
    asked, view = drawn["asked"], opening_view(OTHER)
    assert (asked["means"], asked["risk"], asked["wanted"], asked["seed"]) == ([0.7, 0.6, 0.2], 0.05, 20, "0")
    assert len(asked["cells"]) == len(view.cells) == 1 + 3 * 11
    assert asked["heard"] is None
    assert {name: zlib.decompress(base64.b64decode(module["packed"])) for name, module in asked["modules"].items()} == {
        name: (ROOT / "static" / f"{name}.wasm").read_bytes() for name in ("prise", "pb_tas", "dp_se", "every_sample")
    }
    assert drawn["shown"]["bound"] == dpcore.sample_lower_bounds(OTHER.means, 0.5, 0.05)["tightest_private"]
    assert asked["otherwise"].startswith(
        "This file simulates runs only for 3 arms, at risk 5 % and at the ε of its points"
    )
    assert "up to 20 per point of PRISE, PB-TaS, DP-SE and TTUCB (not private), with seed 0, each capped" in html
    for curve in view.curves:
        assert as_html(curve.source) in html


def test_it_is_written_without_the_app(tmp_path, capsys):
    file = tmp_path / "pocket.html"
    main(
        [str(file), f"{ADDRESS}?arms=0.7,0.6,0.2&epsilon=0.5&risk=0.05&names=it's A,B%2BC&all-bounds=true#x", "--dark"]
    )
    assert file.read_text(encoding="utf-8") == explorer_file(OTHER, True, DARK, ADDRESS)
    assert capsys.readouterr().out.startswith(f"{file}: ")
    main([str(file), "--light"])
    assert file.read_text(encoding="utf-8") == explorer_file(DEFAULT, colors=LIGHT)
    for address, instance in (("", DEFAULT), ("?epsilon=2", Instance(DEFAULT.means, 2.0, DEFAULT.risk))):
        main([str(file), address])
        assert file.read_text(encoding="utf-8") == explorer_file(instance)


@pytest.mark.parametrize(
    "address, words",
    [
        ("?arms=0.9,0.9", "Means must have one unique maximum"),
        ("?epsilon=nan", "Epsilon must be a number, not NaN."),
        ("?epsilon=", "Epsilon must be a number, not ''."),
        ("?arms=" + ",".join(["0.5"] * 5000), "There must be at most 20 means here, not 5000."),
        ("javascript:alert(1)?epsilon=1", "The address must start with http:// or https://, not 'javascript:alert(1)?"),
        ("https://[?epsilon=1", "Invalid IPv6 URL."),
    ],
)
def test_a_wrong_state_is_one_sentence(address, words, tmp_path, capsys):
    with pytest.raises(SystemExit) as ended:
        main([str(tmp_path / "pocket.html"), address])
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert said.startswith(words)
    assert said.count("\n") == 1
    assert not (tmp_path / "pocket.html").exists()


def test_a_folder_that_is_not_there_is_one_sentence(tmp_path, capsys):
    with pytest.raises(SystemExit):
        main([str(tmp_path / "none" / "pocket.html")])
    assert capsys.readouterr().err == f"{tmp_path}/none/pocket.html was not written: No such file or directory.\n"
