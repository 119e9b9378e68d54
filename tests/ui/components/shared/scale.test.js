import assert from "node:assert/strict"
import { test } from "node:test"
import { scaleLinear, scaleLog } from "../../../../ui/components/shared/scale.js"

const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-9 * Math.max(1, Math.abs(b)), `${a} is not ${b}`)

test("a log scale gives every decade the same length, upwards as well", () => {
  const x = scaleLog([1e-3, 1e2], [50, 550])
  ;[1e-3, 1e-2, 1, 100].forEach((value, i) => near(x(value), [50, 150, 350, 550][i]))
  near(scaleLog([10, 1000], [300, 100])(100), 200)
})

test("invert leads back, also from beside the range", () => {
  for (const scale of [scaleLog([0.01, 10], [20, 320]), scaleLinear([-2, 6], [320, 20])]) {
    for (const place of [20, 21.5, 320, 400]) near(scale(scale.invert(place)), place)
  }
})

test("with slack no value is too small or large, and none leads further out than that", () => {
  const y = scaleLog([1, 100], [200, 0], 0.1)
  ;[0, 1, 10, 1e9, Infinity].forEach((value, i) => near(y(value), [220, 200, 100, -20, -20][i]))
  assert.equal(scaleLog([1, 100], [200, 0], 0)(Infinity), 0)
  assert.equal(scaleLog([1, 100], [0, 200])(Infinity), Infinity)
})
