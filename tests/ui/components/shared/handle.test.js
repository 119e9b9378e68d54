import assert from "node:assert/strict"
import { test } from "node:test"
import { alongScale, describe } from "../../../../ui/components/shared/handle.js"

// A handle on a scale of 200 pixels whose values are tenths from 0 to 1.
const made = (more = {}) => {
  const seen = [0.5]
  const valueAt = (share) => Math.min(10, Math.max(0, Math.round(10 * share))) / 10
  const handle = alongScale({ pixels: () => 200, share: () => seen.at(-1), valueAt, set: (value) => seen.push(value), ...more })
  return { ...handle, seen, moves: () => seen.slice(1) }
}

test("small moves add up, though each alone is rounded away", () => {
  const { drag, moves } = made()
  for (let i = 0; i < 5; i += 1) drag(4, 100)
  assert.deepEqual(moves(), [0.5, 0.5, 0.6, 0.6, 0.6])
})

test("a pointer beyond the end comes all the way back before the value moves", () => {
  const { drag, moves } = made()
  for (const right of [140, -20, -40]) drag(right, 0)
  assert.deepEqual(moves(), [1, 1, 0.9])
})

test("upright, it follows the pointer's height", () => {
  const { drag, moves } = made({ isVertical: true })
  drag(100, 20)
  assert.deepEqual(moves(), [0.6])
})

test("a step reaches another value, and the ends are where they are said to be", () => {
  const { step, end, moves } = made({ ends: [0.2, 0.8] })
  step(1, 0, 0.01)
  step(0, -1, 0.01)
  end(true)
  end(false)
  assert.deepEqual(moves(), [0.6, 0.5, 0.8, 0.2])
})

test("a handle is described by name, range, value and words, if it has some", () => {
  const told = {}
  const element = { setAttribute: (name, value) => (told[name] = value) }
  describe(element, { label: "risk", limits: [0.01, 0.5], value: 0.1 })
  assert.deepEqual(told, { "aria-label": "risk", "aria-valuemin": 0.01, "aria-valuemax": 0.5, "aria-valuenow": 0.1, "aria-orientation": "horizontal" })
  describe(element, { label: "mean", limits: [0, 1], value: 0.7, words: "0.7, best", isVertical: true })
  assert.equal(told["aria-valuetext"], "0.7, best")
  assert.equal(told["aria-orientation"], "vertical")
})

test("a step begins where the handle is, also on a scale that has changed since it was taken", () => {
  let low = 0
  const asked = []
  const { end, step } = alongScale({ share: () => -low, valueAt: (share) => share + low, set: (value) => asked.push(value - low) })
  end(false)
  low = -0.4 // what is shown at the end makes the scale longer
  step(1, 0, 0.01)
  assert.deepEqual(asked.map((share) => share.toFixed(6)), ["0.000000", "0.410000"])
})
