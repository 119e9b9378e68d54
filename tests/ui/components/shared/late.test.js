import assert from "node:assert/strict"
import { test } from "node:test"
import { isLate } from "../../../../ui/components/shared/late.js"

test("earlier data that come after later ones are late, for the same place only", () => {
  const [place, other] = [{}, {}]
  const late = (parentElement, made) => isLate({ parentElement, data: { made } })
  assert.equal(late(place, 2.5), false)
  assert.equal(late(place, 1.5), true)
  assert.equal(late(place, 2.5), false)
  assert.equal(late(other, 1.5), false)
  assert.equal(late(place, 3.5), false)
  assert.equal(late(place, 2.5), true)
})
