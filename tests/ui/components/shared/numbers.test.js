import assert from "node:assert/strict"
import { test } from "node:test"
import { atLogShare, clamp, decades, logShare, logTicks, roundTicks, significant } from "../../../../ui/components/shared/numbers.js"

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

test("decades are the powers of ten inside a range", () => {
  assert.deepEqual(decades([1e-3, 1e2]), [-3, -2, -1, 0, 1, 2])
  assert.deepEqual(decades([1e-4, 0.4]), [-4, -3, -2, -1])
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

test("ticks of a log axis are powers of ten, and 2 and 5 times those where these are too few", () => {
  assert.deepEqual(logTicks([0.005, 20]), [0.01, 0.1, 1, 10])
  assert.deepEqual(logTicks([3000, 31_000]), [5000, 10_000, 20_000])
  assert.deepEqual(logTicks([0.11, 0.3]), [0.2])
})
