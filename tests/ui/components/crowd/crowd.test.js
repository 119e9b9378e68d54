import assert from "node:assert/strict"
import { test } from "node:test"
import { COLUMNS, comeSoFar, dotsPath } from "../../../../ui/components/crowd/crowd.js"

test("people come evenly from those who are there to those who are to be", () => {
  assert.deepEqual(comeSoFar([0, 10], [100, 30], 0), [0, 10])
  assert.deepEqual(comeSoFar([0, 10], [100, 30], 0.25), [25, 15])
  assert.deepEqual(comeSoFar([0, 10], [100, 30], 1), [100, 30])
})

test("dots fill one row after the other, each a point of its own", () => {
  const places = [...dotsPath(COLUMNS + 2, 4, 17).matchAll(/M([\d.]+) ([\d.]+)h0/g)].map(([, x, y]) => [Number(x), Number(y)])
  assert.equal(places.length, COLUMNS + 2)
  assert.deepEqual(places[0], [2, 20.25])
  assert.deepEqual(places[COLUMNS - 1], [4 * (COLUMNS - 0.5), 20.25])
  assert.deepEqual(places.slice(-2), [[2, 26.75], [6, 26.75]])
  assert.equal(dotsPath(0, 4, 17), "")
})
