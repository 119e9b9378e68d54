import assert from "node:assert/strict"
import { test } from "node:test"
import { mixed } from "../../../../ui/components/lower/colors.js"

test("a colour between two others", () => {
  assert.equal(mixed("#FFFFFF", "#0072B2", 0), "rgb(255,255,255)")
  assert.equal(mixed("#FFFFFF", "#0072B2", 1), "rgb(0,114,178)")
  assert.equal(mixed("#000000", "#0864C8", 0.5), "rgb(4,50,100)")
})
