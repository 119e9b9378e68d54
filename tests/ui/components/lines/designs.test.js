import assert from "node:assert/strict"
import { test } from "node:test"
import { Designs } from "../../../../ui/components/lines/designs.js"

const GIVEN = { epsilons: { shape: [1], values: [1] }, options: 3, block: 4, waits: true, missing: 0.2, beats: false, most: 1e9 }
const designs = (more = {}) => new Designs(null, { ...GIVEN, epsilons: [0.1, 1], ...more })

test("participants are recruited in whole blocks for every option, and so many of them that enough answer", () => {
  assert.equal(designs().recruited(8), 3 * 12) // 10 of each, as a fifth is missing: 3 blocks of 4
  assert.equal(designs({ waits: false }).recruited(8), 3 * 8)
  assert.equal(designs({ block: 1, waits: false, options: 2 }).recruited(7), 14)
  assert.equal(designs().recruited(Infinity), Infinity)
})

test("outcomes are those of whole blocks, without the missing ones", () => {
  assert.equal(designs().outcomes(41), 9) // 13 of each, 3 blocks are 12, of which 9.6 answer
  assert.equal(designs({ waits: false }).outcomes(41), 12)
  assert.equal(designs().outcomes(11), 0)
})

test("who recruits for so many outcomes has as many, and not with one block less", () => {
  for (const missing of [0, 0.1, 0.35]) {
    const study = designs({ missing })
    for (let outcomes = 1; outcomes < 60; outcomes += 1) {
      const people = study.recruited(outcomes)
      assert.ok(study.outcomes(people) >= outcomes)
      assert.ok(study.outcomes(people - 1) < outcomes)
    }
  }
})
