import assert from "node:assert/strict"
import { test } from "node:test"
import { count, listed, number, percent, setting, shortest } from "../../../../ui/components/shared/formats.js"

test("of two numbers that are as near the one with the even digit is written, as in Python", () => {
  assert.deepEqual([1.125, 1.135, 1.375, -1.125, 0.0625].map((x) => number(x, 3)), ["1.12", "1.14", "1.38", "−1.12", "0.0625"])
  assert.deepEqual([2.5, 3.5, 0.5, 25].map((x) => number(x, 1)), ["2", "4", "0.5", "20"])
  assert.equal(setting(0.00097656255), "0.0009766")
})

test("powers of ten, infinity and zeros", () => {
  assert.deepEqual([1.234e-5, 1.5e15, Infinity, -Infinity, 0].map((x) => number(x)), ["1.23e-05", "1.50e+15", "∞", "−∞", "0"])
  assert.deepEqual([1e-10, 0.01, 1].map((x) => percent(x)), ["1.00e-08 %", "1 %", "100 %"])
  assert.deepEqual([100, 0.025, 12345, 0].map(setting), ["100", "0.025", "1.234e+04", "0"])
})

test("what tells a number from all others", () => {
  assert.deepEqual([1, 0.1, -0.1, 1e-5, 1e16, 123456.5].map(shortest), ["1.0", "0.1", "-0.1", "1e-05", "1e+16", "123456.5"])
  assert.equal(listed([1, 2, 3, 4, 5, 6, 7]), "[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, ...]")
})

test("participants are whole below a hundred thousand; of two that are as near the even one, as in Python", () => {
  assert.deepEqual([0.5, 1.5, 2.5, 12344.5, 12345.5, 99_999.5, 1234567].map(count), ["0", "2", "2", "12,344", "12,346", "100,000", "1,230,000"])
})
