"""The instance as text: read however it is written, refused with its reason, unchanged by going there and back."""

import pytest

from ui.arms.instance import DEFAULT, Instance, as_texts, parsed


@pytest.mark.parametrize(
    "texts, words",
    [
        ({"arms": "0.9, 0.9, 0.5"}, "arms 1 and 2 tie at 0.9"),
        ({"arms": "0.9"}, "at least 2 arms, got 1"),
        ({"arms": ""}, "at least 2 arms, got 0"),
        ({"arms": "0.9, zero"}, "each mean must be a number, got 'zero'"),
        ({"arms": "1.0, 0.5"}, "strictly between 0 and 1, got 1.0"),
        ({"arms": "nan, 0.5"}, "NaN"),
        ({"arms": "0.9" + ", 0.5" * 20}, "at most 20 arms here, got 21"),
        ({"epsilon": "-1"}, "epsilon must be > 0, got -1.0"),
        ({"epsilon": "1e9"}, "epsilon must lie between 0.001 and 100 here, got 1e\\+09"),
        ({"epsilon": "inf"}, "epsilon must lie between 0.001 and 100"),
        ({"epsilon": " "}, "epsilon must be a number, got ''"),
        ({"names": "<b>"}, "name of an arm must be up to 24 letters.* got '<b>'"),
        ({"risk": "0.5"}, "risk must lie strictly between 0 and 1/2, got 0.5"),
    ],
)
def test_bad_texts_are_refused_with_their_reason(texts, words):
    with pytest.raises(ValueError, match=words):
        parsed(as_texts(DEFAULT) | texts)


@pytest.mark.parametrize("arms", ["0.7,0.6", " 0.7 0.6 ", "[0.7; 0.6]", "(.7, 6e-1,)"])
def test_means_are_read_however_they_are_written(arms):
    assert parsed(as_texts(DEFAULT) | {"arms": arms}).means == (0.7, 0.6)


def test_texts_round_trip():
    instance = Instance((0.123456, 0.5, 1e-4), 0.00123, 0.25, ("", "treatment B"))
    assert parsed(as_texts(instance)) == instance
