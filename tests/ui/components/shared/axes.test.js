import assert from "node:assert/strict"
import { test } from "node:test"
import { endsOf, halfDecades, rested, roundTicks, thinned, titlesOf } from "../../../../ui/components/shared/axes.js"

const HELD = [2.2, 4.1]
const FITTED = halfDecades(HELD)

test("an axis begins and ends at half decades", () => assert.deepEqual(FITTED, [2, 4.5]))

test("the first axis is the fitted one, under a hand as well", () => {
  assert.deepEqual(rested(null, HELD, FITTED, true), FITTED)
})

test("it rests while what it holds stays between its ends and leaves no more air than 1.2 decades", () => {
  for (const isUnderHand of [false, true]) {
    for (const held of [[2, 4.5], [3.2, 3.3]]) assert.deepEqual(rested([2, 4.5], held, [0, 9], isUnderHand), [2, 4.5])
  }
})

test("under a hand an end goes as far as it is pushed, and from there follows step by step", () => {
  let ends = [2, 4.5]
  for (const low of [2.3, 2, 1.9, 1.8, 1.7]) ends = rested(ends, [low, 4.1], [0, 9], true)
  assert.deepEqual(ends, [1.7, 4.5])
  assert.deepEqual(rested(ends, [3, 4.6], [0, 9], true), [1.8, 4.6])
})

test("at rest it is fitted anew where an end would be pushed", () => {
  for (const held of [[1.9, 4.1], [2.2, 4.6], [3.3, 4.1], [2.2, 3.2]]) assert.deepEqual(rested([2, 4.5], held, [0, 9], false), [0, 9])
})

test("round ticks lie inside and are multiples of 1, 2 or 5 times a power of ten", () => {
  assert.deepEqual(roundTicks([0, 1], 5), [0, 0.2, 0.4, 0.6, 0.8, 1])
  assert.deepEqual(roundTicks([-0.13, 0.31], 4), [0, 0.2])
  for (const range of [[-3, 8], [1e-7, 5e-7], [200, 90_000]]) {
    const ticks = roundTicks(range, 6)
    assert.ok(ticks.length >= 2 && ticks.length <= 8)
    assert.ok(ticks.every((tick) => tick >= range[0] && tick <= range[1]))
  }
})

test("of too many ticks every second or third stays, from the first one on", () => {
  assert.deepEqual(thinned([1, 2, 3, 4, 5], 5), [1, 2, 3, 4, 5])
  assert.deepEqual(thinned([1, 2, 3, 4, 5], 3), [1, 3, 5])
  assert.deepEqual(thinned([1, 2, 3, 4, 5], 0), [1, 4])
})

test("the ends of epsilon and risk have arrows, and their titles come longest first", () => {
  for (const name of ["epsilon", "risk"]) {
    const [low, high] = endsOf(name)
    assert.ok(low.startsWith("← ") && high.endsWith(" →"))
    const lengths = titlesOf(name).map((title) => title.length)
    assert.deepEqual(lengths, lengths.toSorted((a, b) => b - a))
  }
})
