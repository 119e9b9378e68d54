import assert from "node:assert/strict"
import { test } from "node:test"
import { isLate } from "../../../../ui/components/shared/late.js"

test("earlier data that come after later ones are late, for the same place only", () => {
  const [place, other] = [{}, {}]
  const late = (parentElement, made) => isLate({ parentElement, data: { made: ["one", made] } })
  assert.equal(late(place, 2.5), false)
  assert.equal(late(place, 1.5), true)
  assert.equal(late(place, 2.5), false)
  assert.equal(late(other, 1.5), false)
  assert.equal(late(place, 3.5), false)
  assert.equal(late(place, 2.5), true)
})

test("what another session counts anew is never late: its server is a new one", () => {
  const parentElement = {}
  const late = (session, number) => isLate({ parentElement, data: { made: [session, number] } })
  assert.equal(late("one", 7), false)
  assert.equal(late("another", 1), false)
  assert.equal(late("another", 3), false)
  assert.equal(late("another", 2), true)
})
