import assert from "node:assert/strict"
import { test } from "node:test"
import { readOff, scaleLinear, scaleLog, shareOfNext, significant } from "../../../../ui/components/shared/scale.js"

const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-12 * Math.max(1, Math.abs(b)), `${a} is not ${b}`)

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

test("a step goes as far as it takes to read another value, and stays where there is none", () => {
  const valueAt = (share) => Math.round(10 * Math.min(1, share))
  near(shareOfNext(0.5, 0.02, valueAt), 0.56)
  near(shareOfNext(0.5, -0.3, valueAt), 0.2)
  assert.equal(shareOfNext(1, 0.02, valueAt), 1)
})

test("between two points a power law is read off exactly, at the ends and beyond the ends' own values", () => {
  const xs = [0.01, 0.1, 1, 10]
  const ys = xs.map((x) => 3 / x)
  for (const x of [0.01, 0.03, 0.1, 5, 10]) near(readOff(x, xs, ys) * x, 3)
  assert.deepEqual([1e-5, 1e5].map((x) => significant(readOff(x, xs, ys), 12)), [300, 0.3])
})
