import assert from "node:assert/strict"
import { test } from "node:test"
import { shareOn, valueOn } from "../../../../ui/components/knob/knob.js"

const LOG = { type: "log", range: ["-2", "1"] } // Plotly gives texts after a zoom
const LINEAR = { type: "linear", range: [0, 40] }

test("a place is told with three digits, which lie within the limits and may be whole", () => {
  assert.equal(valueOn(LOG, 0.5, { limits: [0, 100] }), 0.316)
  assert.equal(valueOn(LINEAR, 0.512, { limits: [0, 100], is_whole: true }), 20)
  assert.deepEqual([-2, 3].map((share) => valueOn(LOG, share, { limits: [0.02, 5] })), [0.02, 5])
})

test("there and back changes no value that has three digits", () => {
  for (const value of [0.0123, 0.5, 9.99]) assert.equal(valueOn(LOG, shareOn(LOG, value), { limits: [0, 100] }), value)
})
