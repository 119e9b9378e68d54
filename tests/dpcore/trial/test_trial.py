"""Trials from the plan to the answer: what is asked, what is refused, what is published and what is kept."""

import json
import logging
import math
import re
import sys
import traceback
from dataclasses import replace

import numpy as np
import pytest

import dpcore
from dpcore.designs import interval_of_noisy_count
from dpcore.trial import TrialError, create, noise, open_trial
from dpcore.trial.facts import claim_from
from tests.dpcore.trial.plans import ALL, BEATS, COUNTS, LOCAL, ROUNDS, WINNER

RATES = {"usual": 0.3, "A": 0.6, "B": 0.3}


def carried_out(trial, generator, rates=RATES):
    while (batch := trial.next()) is not None:
        trial.record(batch.number, drawn(batch, generator, rates))
    return trial


def drawn(batch, generator, rates):
    return {name: int(generator.binomial(size, rates[name])) for name, size in batch.sizes.items()}


@pytest.mark.parametrize("plan", ALL.values(), ids=ALL)
def test_a_trial_ends_with_an_answer_that_carries_the_promise(plan, tmp_path):
    trial = carried_out(create(tmp_path / "t", plan), np.random.default_rng(1))
    assert trial.answer.options == ("A",)
    assert trial.answer.carries
    assert "“A”" in trial.answer.sentence
    assert "of 100 such trials" in trial.answer.sentence
    status, export = trial.status(), trial.export()
    assert status.forecast is None
    assert export["answer"] == trial.answer.sentence
    assert export["plan"] == json.loads(plan.as_json())
    assert open_trial(tmp_path / "t").answer == trial.answer
    with pytest.raises(TrialError, match="has ended"):
        trial.record(len(status.releases) + 1, {"usual": 1, "A": 1, "B": 1})


@pytest.mark.parametrize("epsilon", [0.05, 0.5, 5.0])
def test_a_simulation_and_a_trial_of_the_same_rewards_and_noise_publish_the_same(tmp_path, monkeypatch, epsilon):
    """One source of truth, PRISE's rounds: a trial is fed with what the trace of a simulated run tells."""
    means, plan = [0.35, 0.45, 0.3], replace(ROUNDS, epsilon=epsilon, cap=10**6)
    trace = dpcore.trace_fixed_confidence("prise", means, epsilon, plan.risk, seed=4)
    rounds = np.flatnonzero(np.diff(trace.times, append=-1))
    totals = np.rint(trace.empirical_means * trace.private_counts)[rounds].astype(int)
    noises = iter(trace.noise)
    monkeypatch.setattr(
        noise, "VETTED", noise.VETTED._replace(sums=lambda counts, _: [count + next(noises) for count in counts])
    )
    trial = create(tmp_path / "t", plan)
    for number, sums in enumerate(np.diff(totals, axis=0, prepend=0).tolist(), start=1):
        batch = trial.next()
        assert batch.number == number
        trial.record(number, dict(zip(plan.options, sums, strict=True)))
    assert next(noises, None) is None
    status = trial.status()
    assert [sum(release.sizes.values()) for release in status.releases] == np.diff(
        trace.times[rounds], prepend=0
    ).tolist()
    assert status.answer.options == (plan.options[trace.recommendation],)
    assert len(status.releases) >= 2


@pytest.mark.parametrize(
    ("number", "counts", "told"),
    [
        (1, {"usual": 1, "A": 2}, "successes of “B” are missing"),
        (1, {"usual": 1, "A": 2, "B": 3, "C": 4}, "an option that this trial does not have"),
        (1, {"usual": 1, "A": 101, "B": 3}, "“A” must be a whole number from 0 to 100"),
        (1, {"usual": -1, "A": 1, "B": 3}, "“usual” must be"),
        (1, {"usual": 1.0, "A": 1, "B": 3}, "“usual” must be"),
        (1, {"usual": "1", "A": 1, "B": 3}, "“usual” must be"),
        (1, {"usual": True, "A": 1, "B": 3}, "“usual” must be"),
        (True, {"usual": 1, "A": 2, "B": 3}, "must be a whole number"),
        (1.0, {"usual": 1, "A": 2, "B": 3}, "must be a whole number"),
        (np.int64(1), {"usual": 1, "A": 2, "B": 3}, "must be a whole number"),
        (2, {"usual": 1, "A": 2, "B": 3}, "next batch is number 1"),
        (0, {"usual": 1, "A": 2, "B": 3}, "next batch is number 1"),
    ],
)
def test_counts_that_do_not_fit_are_refused(tmp_path, number, counts, told):
    trial = create(tmp_path / "t", WINNER)
    with pytest.raises(TrialError, match=told):
        trial.record(number, counts)
    assert trial.next().number == 1
    assert open_trial(tmp_path / "t").status().releases == []


@pytest.mark.parametrize("plan", [WINNER, COUNTS, ROUNDS], ids=["winner", "counts", "rounds"])
@pytest.mark.parametrize("fault", [None, "noise", "commit", "interrupt"])
def test_no_raw_count_is_in_a_file_a_log_or_an_error(tmp_path, monkeypatch, caplog, plan, fault):
    caplog.set_level(logging.DEBUG)
    size = 1_000_000
    if plan.has_rounds:
        plan = replace(plan, cap=9 * size)
        monkeypatch.setattr("dpcore.fixed_confidence.algorithms.prise.entry.default_first_batch", lambda _: size)
    else:
        plan = replace(plan, per_option=(size,) * 3, cap=3 * size, lead=0.002)
    real = noise.noisy_counts

    def far_off(counts, epsilon):  # so that no published count is a raw one by chance
        return [count + 55_555 for count in real(counts, epsilon)]

    monkeypatch.setattr(noise, "noisy_counts", far_off)
    monkeypatch.setattr(noise, "VETTED", noise.VETTED._replace(counts=far_off))
    secret = {"usual": 271_828, "A": 314_159, "B": 161_803}
    trial, told = create(tmp_path / "t", plan), ""
    if fault == "noise":
        monkeypatch.setattr(noise, "_calibrated", lambda *_: (_ for _ in ()).throw(OSError(str(secret))))
    if fault == "commit":
        monkeypatch.setattr("dpcore.trial.ledger._append", lambda *_: (_ for _ in ()).throw(TrialError("no room")))
    if fault == "interrupt":
        monkeypatch.setattr(noise, "_calibrated", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    if fault is None:
        trial.record(1, secret)
    else:
        with pytest.raises(KeyboardInterrupt if fault == "interrupt" else TrialError) as caught:
            trial.record(1, secret)
        frames = traceback.TracebackException.from_exception(caught.value, capture_locals=True)
        told = "".join(line for line in frames.format() if "test_trial.py" not in line)
        assert caught.value.__context__ is None
    files = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    for count in secret.values():
        assert str(count) not in told + caplog.text
        assert str(count).encode() not in files
        for width in (3, 4, 8):
            for order in ("big", "little"):
                assert count.to_bytes(width, order) not in files


def test_a_message_about_counts_does_not_quote_them(tmp_path):
    trial = create(tmp_path / "t", WINNER)
    for number, counts in (({"usual": 33}, 1), (1, {"33": "A"}), (1, {"usual": 33, "A": "33", "B": 1})):
        with pytest.raises((TrialError, AttributeError)) as caught:
            trial.record(number, counts)
        assert "33" not in str(caught.value).replace(str(tmp_path), "")


def test_the_answer_stands_whole_beside_its_promise(tmp_path):
    trial = create(tmp_path / "t", replace(WINNER, options=("Vit. C", "Vit. D", "Vit. E")))
    trial.record(1, {"Vit. C": 1, "Vit. D": 99, "Vit. E": 1})
    assert trial.answer.told == "The trial names “Vit. D”."
    assert trial.answer.sentence.startswith("The trial names “Vit. D”. If one option leads")


def test_what_was_known_after_each_release_is_kept(tmp_path):
    trial = create(tmp_path / "t", ROUNDS)
    known = []
    while (batch := trial.next()) is not None and len(known) < 2:
        trial.record(batch.number, {name: size // 2 for name, size in batch.sizes.items()})
        known.append(trial.status(0))
    trial.end()
    assert trial.history() == known


def test_a_trial_does_not_begin_without_the_library_of_its_noise(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "opendp.prelude", None)
    with pytest.raises(TrialError, match=re.escape(f'"{sys.executable}" -m pip install "opendp>=0.16,<0.17"')):
        create(tmp_path / "t", COUNTS)
    assert not (tmp_path / "t").exists()
    assert create(tmp_path / "local", LOCAL).next().number == 1  # whose participants draw it


def test_a_trial_can_be_ended_early_and_then_has_no_answer_that_carries_the_promise(tmp_path):
    trial = create(tmp_path / "t", ROUNDS)
    answer = trial.end()
    assert (answer.options, answer.carries) == ((), False)
    assert trial.next() is None
    with pytest.raises(TrialError, match="already ended"):
        trial.end()
    with pytest.raises(TrialError, match="has ended"):
        trial.record(1, {"usual": 1, "A": 1, "B": 1})


def test_a_trial_that_may_not_enrol_its_next_batch_ends_without_an_answer(tmp_path):
    trial = carried_out(
        create(tmp_path / "t", replace(ROUNDS, cap=600)), np.random.default_rng(3), dict.fromkeys(RATES, 0.5)
    )
    assert (trial.answer.options, trial.answer.carries) == ((), False)
    assert "above 600 participants" in trial.answer.sentence


def test_an_option_that_is_out_takes_no_more_participants(tmp_path):
    trial = create(tmp_path / "t", ROUNDS)
    generator = np.random.default_rng(1)
    while (batch := trial.next()) is not None and all(batch.sizes.values()):
        rates = {"usual": 0.5, "A": 0.52, "B": 0.05}
        trial.record(batch.number, drawn(batch, generator, rates))
    assert batch.sizes["B"] == 0
    trial.record(batch.number, {name: size // 2 for name, size in batch.sizes.items() if size > 0})
    assert trial.status(0).releases[-1].published["B"] == 0
    assert trial.status(0).evidence["B"] == 1.0


def test_published_counts_give_exact_intervals(tmp_path):
    trial = create(tmp_path / "t", COUNTS)
    release = trial.record(1, {"usual": 40, "A": 70, "B": 35})
    noisy = int(release.published["A"])
    assert trial.status().rates["A"][1:] == interval_of_noisy_count(noisy, 120, COUNTS.epsilon)
    assert trial.status().rates["A"][0] == pytest.approx(min(max(noisy / 120, 0), 1))


def test_randomised_answers_are_published_as_they_are_and_turned_back(tmp_path):
    trial = create(tmp_path / "t", LOCAL)
    release = trial.record(1, {"usual": 150, "A": 220, "B": 160})
    assert release.published == {"usual": 150, "A": 220, "B": 160}
    e = math.e
    assert trial.status().rates["A"][0] == pytest.approx((220 / 400 - 1 / (1 + e)) * (e + 1) / (e - 1))


def test_a_claim_needs_the_critical_lead(tmp_path, monkeypatch):
    needed = claim_from(BEATS)
    monkeypatch.setattr(noise, "VETTED", noise.VETTED._replace(counts=lambda counts, _: counts))
    counts = {"usual": 150, "A": 150 + needed, "B": 149 + needed}
    trial = create(tmp_path / "t", BEATS)
    trial.record(1, counts)
    assert trial.answer.options == ("A",)
    trial = create(tmp_path / "none", BEATS)
    trial.record(1, {"usual": 150, "A": 150, "B": 150})
    assert trial.answer.options == ()
    assert trial.answer.carries
    trial = create(tmp_path / "both", BEATS)
    trial.record(1, {"usual": 150, "A": 290, "B": 290})
    assert trial.answer.options == ("A", "B")


def test_ties_of_published_counts_are_broken_by_the_seed_of_the_trial(tmp_path, monkeypatch):
    monkeypatch.setattr(noise, "VETTED", noise.VETTED._replace(counts=lambda counts, _: counts))
    named = set()
    for number in range(40):  # misses an option once in 4 million
        trial = create(tmp_path / f"t{number}", COUNTS)
        trial.record(1, {"usual": 50, "A": 50, "B": 50})
        named |= {*trial.answer.options}
        assert open_trial(tmp_path / f"t{number}").answer == trial.answer
    assert named == {"usual", "A", "B"}


def test_another_version_that_plans_other_batches_is_refused(tmp_path, monkeypatch):
    create(tmp_path / "t", ROUNDS).record(1, {"usual": 30, "A": 40, "B": 20})
    monkeypatch.setattr("dpcore.fixed_confidence.algorithms.prise.entry.default_first_batch", lambda _: 7)
    with pytest.raises(TrialError, match="plans different batches"):
        open_trial(tmp_path / "t")
