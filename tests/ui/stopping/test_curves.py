"""Curves: one for each variant of an algorithm, named in links, told from each other by colour and dash."""

import dpcore
from ui.stopping.curves import Curve, all_curves


def test_curves_cover_every_algorithm_and_name_heuristics():
    curves = all_curves()
    assert {curve.algorithm for curve in curves.values()} == set(dpcore.fixed_confidence_algorithms())
    for key, curve in curves.items():
        assert ("heuristic" in key) == (curve.threshold == "heuristic") == ("heuristic" in curve.label)
    assert curves["adap-tt-log leader"].parameters == (("leader", "log"),)
    assert curves["adap-tt-log leader"].label == "AdaP-TT (log leader)"


def test_numbers_are_named_by_the_symbols_of_the_paper():
    curve = Curve("dp-tt", "heuristic", (("growth", 0.5), ("leader_share", 0.4)))
    assert curve.label == "DP-TT (heuristic, η = 0.5, β = 0.4)"
    assert curve.key not in all_curves()


def test_what_is_not_proven_is_dashed_in_its_algorithms_colour():
    proven, heuristic = Curve("dp-tt", "proven"), Curve("dp-tt", "heuristic")
    assert (proven.line(2)["dash"], heuristic.line(2)["dash"]) == ("solid", "dash")
    assert proven.color == heuristic.color


def test_its_paragraph_tells_privacy_threshold_and_source():
    for curve in all_curves().values():
        entry = dpcore.fixed_confidence_algorithms()[curve.algorithm]
        assert curve.source.startswith(f"**{curve.label}** ({entry.privacy}).")
        said = curve.source.replace("Azize's thesis, ", "TH ").replace("the thesis", "TH")
        assert entry.source in said
        assert entry.thresholds[curve.threshold] in said
        assert "TH " not in curve.source
        assert ".." not in curve.source
