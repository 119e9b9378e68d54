import assert from "node:assert/strict"
import { test } from "node:test"
import { atLogShare, clamp, logShare, readOff, shareOfNext, significant } from "../../../../ui/components/shared/numbers.js"

test("clamp and significant", () => {
  assert.deepEqual([-1, 0.5, 2].map((x) => clamp(x, 0, 1)), [0, 0.5, 1])
  assert.equal(significant(0.123456, 3), 0.123)
  assert.equal(significant(98765, 2), 99000)
})

test("a share of a log range and back", () => {
  const range = [1e-3, 1e2]
  assert.equal(logShare(1e-3, range), 0)
  assert.equal(logShare(1e2, range), 1)
  assert.ok(Math.abs(logShare(0.1, range) - 0.4) < 1e-12)
  for (const share of [0, 0.2, 0.77, 1]) assert.ok(Math.abs(logShare(atLogShare(share, range), range) - share) < 1e-12)
})

test("a step goes as far as it takes to read another value, and stays where there is none", () => {
  const valueAt = (share) => Math.round(10 * Math.min(1, share))
  assert.ok(Math.abs(shareOfNext(0.5, 0.02, valueAt) - 0.56) < 1e-12)
  assert.ok(Math.abs(shareOfNext(0.5, -0.3, valueAt) - 0.2) < 1e-12)
  assert.equal(shareOfNext(1, 0.02, valueAt), 1)
})

test("between two points a power law is read off exactly, at the ends and beyond the ends' own values", () => {
  const xs = [0.01, 0.1, 1, 10]
  const ys = xs.map((x) => 3 / x)
  for (const x of [0.01, 0.03, 0.1, 5, 10]) assert.ok(Math.abs(readOff(x, xs, ys) * x - 3) < 1e-12)
  assert.deepEqual([1e-5, 1e5].map((x) => Number(readOff(x, xs, ys).toPrecision(12))), [300, 0.3])
})
