"""Epsilon in words: the numbers behind them, and no promise of safety."""

import math

import pytest

from ui.choose import meaning


def test_the_table_against_bayes():
    table = meaning.odds_table()
    assert table["ε"].tolist() == ["0.01", "0.03", "0.1", "0.3", "1", "3", "10"]
    for column, prior in (("50 % guess →", 0.5), ("1 % guess →", 0.01)):
        for text, epsilon in zip(table[column], meaning.TABLE_EPSILONS, strict=True):
            odds = prior / (1 - prior) * math.exp(epsilon)
            belief, limit = 100 * odds / (1 + odds), float(text.removeprefix("at most ").strip("over %"))
            assert limit < belief if text.startswith("over") else belief <= limit < 1.011 * belief


def test_the_chosen_epsilon_gets_its_row():
    assert meaning.odds_table(0.2)["ε"].tolist()[3] == "0.2"
    assert len(meaning.odds_table(0.1)) == len(meaning.odds_table())


def test_sentences_carry_the_numbers_and_say_beyond_what():
    assert "given everyone else's data" in (said := meaning.belief_sentence(1.0))
    assert "can make it at most 73.2 % likely" in said  # 73.106 %, rounded up
    assert "2.68 % likely" in meaning.belief_sentence(1.0, prior=0.01)  # 2.672 %
    assert "73.1 %" in meaning.truth_sentence(1.0)


@pytest.mark.parametrize("trust_model", meaning.PROTECTION)
def test_the_chosen_trust_model_comes_first(trust_model):
    chosen, other = meaning.trust_sentences(trust_model, 1.0)
    assert chosen.startswith(f"**{trust_model.capitalize()} (chosen)")
    assert meaning.PROTECTION[trust_model] in chosen
    assert meaning.PROTECTION[trust_model] not in other
    assert ("73.1 %" in chosen) == (trust_model == "local")


def test_certainty_is_never_claimed():
    assert meaning.belief_limit(0.5, 8.0) == "at most 99.97 %"  # 99.966 %
    assert meaning.belief_limit(0.5, 10.0) == meaning.belief_limit(0.5, 50.0) == "over 99.99 %"
    assert meaning.truth_sentence(50.0).count("over 99.9 %") == 1


def test_odds_and_truthful_answers_are_those_of_their_definitions():
    table = meaning.odds_table(0.7).set_index("ε")["odds"]
    assert table["0.1"] == "at most × 1.11"  # e^.1 = 1.1052
    assert table["0.7"] == "at most × 2.02"  # e^.7 = 2.0138
    assert "with probability 66.8 %" in meaning.truth_sentence(0.7)  # 2.0138/3.0138
