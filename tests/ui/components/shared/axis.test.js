import assert from "node:assert/strict"
import { test } from "node:test"
import { halfDecades, rested } from "../../../../ui/components/shared/axis.js"

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
